import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Companion from './companion';

// The modules look at the browser when they are loaded; a bare one is enough here.
let companion: typeof Companion;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  const i18n = await import('$lib/i18n.svelte');
  await Promise.all([i18n.learn('royale'), i18n.withWords('companion', Promise.resolve())]);
  companion = await import('./companion');
});

const names = ['Ann', 'Ben', 'Cem'];
const say = (entry: string) => companion.sayEntry({ entry, events: [], text: [] }, names);

describe('an entry', () => {
  it('is about somebody, or about the bag', () => {
    expect([companion.seatOf('C take b8'), companion.seatOf('pool b8 c6')]).toEqual([2, -1]);
    expect(['A roll 3', 'pool b8', 'B pass'].map(companion.kindOfEntry)).toEqual(['roll', 'pool', 'choice']);
  });

  it('is said in words before anything follows from it, too', () => {
    expect(say('A roll 3 -2')).toBe('Ann rolled 3 −2');
    expect(say('pool b8 c6')).toBe('From the bag: blue d8, clear d6');
    expect(say('B take b8')).toBe('Ben takes the blue d8');
    expect(say('B trade C r6')).toBe('Ben gives Cem a clear die for a red d6');
    expect(say('B pass')).toBe('Ben trades no more');
  });
});
