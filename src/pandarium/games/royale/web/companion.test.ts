import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Companion from './companion';
import { VIEW } from './sample';
import type { Line, Player } from './types';

// The modules look at the browser when they are loaded; a bare one is enough here.
let companion: typeof Companion;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  const i18n = await import('$lib/i18n.svelte');
  await Promise.all([i18n.loadGameWords('royale'), i18n.withWords('companion', Promise.resolve())]);
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

describe('an evening for a spreadsheet', () => {
  it('has the sheet of each player by colour and by round', () => {
    const line = (...colours: number[]) => ({ colours, total: colours.reduce((sum, one) => sum + one, 0) });
    const player = (...lines: Line[]): Player => ({
      dice: [],
      rolled: [],
      yellow: 0,
      lines,
      total: lines.reduce((sum, { total }) => sum + total, 0),
    });
    const players = [
      player(line(3, 0, 0, 0, 0, 0, 0), line(1, 0, 8, -2, 0, 0, 12)),
      player(line(5, 0, 0, 0, 0, 0, 0), line(6, 4, 0, 0, 20, 1, 0)),
    ];
    expect(companion.listScores({ view: { ...VIEW, players } }, names.slice(0, 2))).toEqual([
      ['Player', 'Colour', 1, 2, 'Total'],
      ['Ann', 'All', 3, 19, 22],
      ['Ann', 'Yellow', 3, 1, 4],
      ['Ann', 'Purple', 0, 0, 0],
      ['Ann', 'Blue', 0, 8, 8],
      ['Ann', 'Red', 0, -2, -2],
      ['Ann', 'Green', 0, 0, 0],
      ['Ann', 'Clear', 0, 0, 0],
      ['Ann', 'Pink', 0, 12, 12],
      ['Ben', 'All', 5, 31, 36],
      ['Ben', 'Yellow', 5, 6, 11],
      ['Ben', 'Purple', 0, 4, 4],
      ['Ben', 'Blue', 0, 0, 0],
      ['Ben', 'Red', 0, 0, 0],
      ['Ben', 'Green', 0, 20, 20],
      ['Ben', 'Clear', 0, 1, 1],
      ['Ben', 'Pink', 0, 0, 0],
    ]);
  });
});
