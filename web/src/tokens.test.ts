import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>(['./**/*.{svelte,ts,css}', '$games/*/web/**/*.{svelte,ts,css}'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const all = Object.entries(sources).filter(([path]) => !path.endsWith('.test.ts'));

describe('tokens', () => {
  it('that are used are all defined somewhere', () => {
    const defined = new Set(
      all.flatMap(([, text]) => [...text.matchAll(/(--[\w-]+)['"]?\s*[:=]/g)].map((one) => one[1])),
    );
    expect(defined).toContain('--paper');
    const missing = all.flatMap(([path, text]) =>
      [...text.matchAll(/var\((--[\w-]+)\)/g)]
        .map((one) => one[1])
        .filter((name) => !defined.has(name) && !name.endsWith('-'))
        .map((name) => `${name} in ${path}`),
    );
    expect(missing).toEqual([]);
  });
});
