import { describe, expect, it } from 'vitest';
import { kindOfEntry, sayEntry, seatOf } from './companion';

const names = ['Ann', 'Ben', 'Cem'];
const bare = (entry: string) => ({ entry, events: [], text: [] });

describe('an entry', () => {
  it('is about somebody, or about the bag', () => {
    expect([seatOf('C take b8'), seatOf('pool b8 c6')]).toEqual([2, -1]);
    expect(['A roll 3', 'pool b8', 'B pass'].map(kindOfEntry)).toEqual(['roll', 'pool', 'choice']);
  });

  it('names everybody it is about, before anything follows from it, too', () => {
    // Without catalogues a sentence is its own name: what fills it is tested in the browser.
    for (const entry of ['A roll 3 −2', 'pool b8 c6', 'B take b8', 'B trade C r6', 'B pass'])
      expect(sayEntry(bare(entry), names)).toMatch(/^royale\./);
  });
});
