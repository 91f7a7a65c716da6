import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Evenings from './evenings';
import type { EveningShown } from './protocol';

// The modules look at the browser when they are loaded; a bare one is enough here.
let evenings: typeof Evenings;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  const i18n = await import('./i18n.svelte');
  await i18n.withWords('companion', Promise.resolve());
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
  const shown: EveningShown = {
    page: { of: 'the game' },
    entered: [{ entry: 'A fold', events: [], text: [] }],
    fault: null,
    // As Pandánte has them: the gold after the first gambit, then what each of the others brought.
    points: [
      [41, -7, 12],
      [47, 7, -12],
    ],
    outcome: null,
    advice: [],
  };

  it('goes into a spreadsheet, a line for each player and a column for each gambit or round', () => {
    expect(evenings.asCsv(evenings.listEvening({}, shown, evening.names) ?? [])).toBe(
      'Player,1,2,3,Total\r\nAnn,41,-7,12,46\r\n"Ben ""the bear"", jr",47,7,-12,42\r\n',
    );
  });

  it('goes there as its game has it, where it knows better', () => {
    const listScores = vi.fn(() => [['scores']]);
    const listEntries = vi.fn(() => [['entries']]);
    expect(evenings.listEvening({ listScores, listEntries }, shown, ['Ann', 'Ben'])).toEqual([['scores']]);
    expect(listScores).toHaveBeenCalledWith(shown.page, ['Ann', 'Ben']);
    const noPoints = { ...shown, points: [[], []] };
    expect(evenings.listEvening({ listScores, listEntries }, noPoints, ['Ann', 'Ben'])).toEqual([
      ['entries'],
    ]);
    expect(listEntries).toHaveBeenCalledWith(shown.entered, ['Ann', 'Ben']);
    expect(evenings.listEvening({ listScores }, noPoints, ['Ann', 'Ben'])).toBeNull();
  });

  it('has players who can be told apart', () => {
    expect(evenings.distinct([' Ann ', '', 'Ben'])).toEqual(['Ann', 'Ben']);
    expect(evenings.distinct(['Ann', 'ann'])).toBeNull();
  });
});
