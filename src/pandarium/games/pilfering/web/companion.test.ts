import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Companion from './companion';

// The modules look at the browser when they are loaded; a bare one is enough here.
let companion: typeof Companion;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  const i18n = await import('$lib/i18n.svelte');
  await Promise.all([i18n.loadGameWords('pilfering'), i18n.withWords('companion', Promise.resolve())]);
  companion = await import('./companion');
});

const names = ['Ann', 'Ben'];
const say = (entry: string) => companion.sayEntry({ entry }, names);
const SET = { how: 'set', least: 3, most: 7, reused: 0 };
const REUSE = { how: 'reuse', least: 2, most: 7, reused: 1 };

describe('an entry', () => {
  it('is said in words', () => {
    expect(say('A choose greedy')).toBe('Ann is the Greedy Panda');
    expect(say('B pick 3 sneaky')).toBe('Ben takes the last 3 cards, Sneaky');
    expect(say('B pick 1')).toBe('Ben takes the last card');
    expect(say('A set 1 4 cards 5 points 1 key bonus')).toBe(
      'Ann, area 1, new set: 4 cards, 5 points, 1 Key, all 3 favourites',
    );
    expect(say('A share B')).toBe('Ann and Ben swap a card');
    expect(say('A share')).toBe('Ann swaps with the Secret Stash');
    expect(say('plan torch')).toBe('Foiled: Torch Beam');
    expect(say('loot')).toBe('No plan was drawn');
    expect(say('keeper -2')).toBe('keeper −2');
    expect(say('B holds 6 points 0 keys')).toBe('Ben still has 6 points');
    expect(say('secret 3 points')).toBe('Secret Stash: 3 points');
    expect(say('A stash')).toBe('Ann stashes a card');
  });
});

describe('an evening for a spreadsheet', () => {
  it('has a line for each entry, and one for the result', () => {
    const moved = (event: string, by: number, to: number, rule: string) => ({ event, by, to, why: '', rule });
    const entered = [
      { entry: 'A draw', events: [], text: [] },
      {
        entry: 'A set 1 4 cards 5 points',
        events: [
          moved('panda', 5, 5, 'PP-A2'),
          moved('panda', 1, 6, 'PP-A6'),
          moved('keeper', 3, 3, 'PP-A6'),
        ],
        text: [],
      },
      {
        entry: 'A stash',
        events: [
          moved('keeper', 4, 7, 'PP-E2'),
          { event: 'ended', won: false, how: 'caught', rule: 'PP-E2' },
        ],
        text: [],
      },
    ];
    expect(companion.listEntries(entered, names)).toEqual([
      ['No.', 'Entry', 'Pandas moved', 'Keeper moved', 'Pandas on', 'Keeper on', 'Rules'],
      [1, 'Ann draws a card', 0, 0, '', '', ''],
      [2, 'Ann, area 1, new set: 4 cards, 5 points', 6, 3, 6, 3, 'PP-A2 PP-A6'],
      [3, 'Ann stashes a card', 0, 4, 6, 7, 'PP-E2'],
      ['', 'The keeper has caught the pandas', '', '', 6, 7, 'PP-E2'],
    ]);
  });
});

describe('a trade', () => {
  it('is written with all that was said of it', () => {
    const trade = { ...companion.plainTrade(0, SET), cards: 4, keys: 1, twos: 1, bonus: true };
    expect(companion.tradeEntry(1, trade, SET)).toBe('B set 1 4 cards 4 points 1 keys bonus');
    expect(companion.tradeEntry(0, companion.plainTrade(1, REUSE), REUSE)).toBe('A reuse 2 2 cards 3 points');
  });

  it('is read again to be corrected', () => {
    const trade = companion.readTrade('B reuse 2 3 cards 4 points 1 keys picked', 1, [SET, REUSE]);
    expect(trade).toEqual({
      area: 1,
      how: 'reuse',
      cards: 3,
      keys: 1,
      twos: 1,
      bonus: false,
      ability: false,
      picked: true,
    });
    expect(companion.readTrade('B stash', 1, [SET])).toBeNull();
    expect(companion.readTrade('B set 1', 1, [SET])).toBeNull();
    expect(companion.readTrade(null, 1, [SET])).toBeNull();
  });
});
