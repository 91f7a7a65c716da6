import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Evenings from './evenings';

// The modules look at the browser when they are loaded; a bare one is enough here.
let evenings: typeof Evenings;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  evenings = await import('./evenings');
});

const evening: Evenings.Evening = {
  id: 'e1',
  game: 'royale',
  names: ['Ann', 'Ben "the bear", jr'],
  options: {},
  entries: [],
  begun: new Date(2026, 10, 18, 20, 5, 0).getTime(),
  changed: new Date(2026, 10, 18, 20, 47, 10).getTime(),
  result: { winners: [1], scores: [12, 30] },
};

describe('an evening', () => {
  it('goes into a spreadsheet, a line for each player', () => {
    const text = evenings.asCsv(
      evening.names,
      [
        [5, 7],
        [10, 20],
      ],
      { player: 'Player', total: 'Total' },
    );
    expect(text).toBe('Player,1,2,Total\r\nAnn,5,7,12\r\n"Ben ""the bear"", jr",10,20,30\r\n');
  });

  it('has players who can be told apart', () => {
    expect(evenings.distinct([' Ann ', '', 'Ben'])).toEqual(['Ann', 'Ben']);
    expect(evenings.distinct(['Ann', 'ann'])).toBeNull();
  });
});
