import { describe, expect, it } from 'vitest';

type Catalogue = Record<string, string>;
const files = import.meta.glob<Catalogue>(['./*/*.json', '$games/*/web/words/*.json'], {
  eager: true,
  import: 'default',
});
const sources = import.meta.glob<string>(
  ['../**/*.{svelte,ts}', '$games/*/web/**/*.{svelte,ts}', '!../**/*.test.ts', '!$games/*/web/**/*.test.ts'],
  { eager: true, query: '?raw', import: 'default' },
);

const LANGUAGE = /(?<=(^\.|\/words)\/|\/words\/(?:shelf|companion)\.)[a-z]{2}(?=\/|\.json$)/;
const languageOf = (path: string) => path.match(LANGUAGE)?.[0] ?? '';
const blanks = (text: string) => [...text.matchAll(/\{(\w+)/g)].map((found) => found[1]).sort();
const areas = Object.keys(files).filter((path) => languageOf(path) === 'en');
const others = [...new Set(Object.keys(files).map(languageOf))].filter((language) => language !== 'en');
const english: Catalogue = Object.assign({}, ...areas.map((path) => files[path]));
const words = Object.keys(english);

/** Every string that is written like a word of a catalogue: 'area.word'. */
const tops = [...new Set(words.map((word) => word.split('.')[0]))].join('|');
const LITERAL = new RegExp(`(['"\`])((?:${tops})\\.[\\w.-]+)\\1`, 'g');
/** Every word with gaps: `area.${this}.${that}`, which stands for all words that fit. */
const WITH_GAPS = /`([\w.-]*(?:\$\{[^{}`]*\}[\w.-]*)+)`/g;
const fits = (template: string) =>
  new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^{}]*\}/g, '[\\w -]+')}$`);

/** What `t` is asked for, whatever its area. */
const ASKED = /\bt(?:Of)?\((?:[\w.?]+, )?'([\w.-]+)'/g;

const literals = new Map<string, string>();
const templates = new Map<string, string>();
for (const [path, source] of Object.entries(sources)) {
  for (const [, , word] of source.matchAll(LITERAL)) literals.set(word, path);
  for (const [, word] of source.matchAll(ASKED)) literals.set(word, path);
  for (const [, template] of source.matchAll(WITH_GAPS))
    if (template.replace(/\$\{[^{}]*\}/g, '').includes('.')) templates.set(template, path);
}

describe('words', () => {
  it('are looked for where they are', () => {
    expect(areas.length).toBeGreaterThan(10);
    expect(others).toContain('de');
    expect(literals.size).toBeGreaterThan(300);
    expect(templates.size).toBeGreaterThan(20);
  });

  describe.each(others)('in %s', (language) => {
    it.each(areas)('say the same things as %s, with the same blanks', (path) => {
      const theirs = files[path.replace(LANGUAGE, language)] ?? {};
      expect(Object.keys(theirs).sort()).toEqual(Object.keys(files[path]).sort());
      for (const [word, text] of Object.entries(theirs)) {
        expect(blanks(text), word).toEqual(blanks(files[path][word]));
        expect(text.trim(), word).not.toBe('');
      }
    });

    it('have no file that English lacks', () => {
      const known = areas.map((path) => path.replace(LANGUAGE, language));
      expect(Object.keys(files).filter((path) => languageOf(path) === language)).toEqual(
        expect.arrayContaining(known),
      );
      expect(Object.keys(files).filter((path) => languageOf(path) === language).length).toBe(known.length);
    });
  });

  it('that are used are all there', () => {
    const missing = [...literals].filter(([word]) => !(word in english));
    expect(missing).toEqual([]);
  });

  it('that are put together are there', () => {
    const ours = [...templates].filter(([template]) => new RegExp(`^(?:${tops})\\.`).test(template));
    const missing = ours.filter(([template]) => !words.some((word) => fits(template).test(word)));
    expect(missing).toEqual([]);
  });

  it('are all used', () => {
    const patterns = [...templates.keys()].map(fits);
    const used = (word: string) => literals.has(word) || patterns.some((one) => one.test(word));
    // A game's own word for one of the pages': `tOf`.
    const instead = (word: string) => word.slice(word.indexOf('.') + 1);
    const idle = words.filter((word) => !used(word) && !(instead(word) in english && used(instead(word))));
    expect(idle).toEqual([]);
  });
});
