import { describe, expect, it } from 'vitest';

// Newcomers are told at every choice what it is for: whatever a table asks has such a line, in every language.
const catalogues = import.meta.glob<Record<string, string>>(
  ['$games/*/web/words/*.json', '!$games/*/web/words/shelf.*.json', '!$games/*/web/words/companion.*.json'],
  { eager: true, import: 'default' },
);

describe('guides', () => {
  it.each(Object.entries(catalogues))('has a line for every choice: %s', (_, words) => {
    const asked = Object.keys(words).filter((word) => /^\w+\.your\./.test(word));
    const missing = asked.filter((word) => !words[word.replace('.your.', '.guide.')]);
    expect(missing).toEqual([]);
    const lines = Object.entries(words).filter(([word]) => /^\w+\.guide\./.test(word));
    expect(lines.filter(([, line]) => line.length > 85)).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
  });
});
