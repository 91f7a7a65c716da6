import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as BgStats from './bgStats';
import type { Evening } from './evenings';

// The modules look at the browser when they are loaded; a bare one is enough here.
let bgStats: typeof BgStats;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  bgStats = await import('./bgStats');
});

const evening: Evening = {
  id: 'e1',
  game: 'royale',
  names: ['Ann', 'Ben & Bo', 'Cem'],
  options: {},
  entries: [],
  begun: Date.UTC(2026, 10, 18, 20, 5, 0),
  changed: Date.UTC(2026, 10, 18, 20, 47, 10),
  result: { winners: [1], scores: [30, 30, 12] },
};

describe('an evening for BG Stats', () => {
  it('has the day it ended in UTC, its length, places and winners', () => {
    const play = bgStats.playOfEvening(evening, 'Panda Royale', false);
    expect(play.playDate).toBe('2026-11-18 20:47:10');
    expect(play.durationMin).toBe(42);
    expect(play.game).toMatchObject({ name: 'Panda Royale', highestWins: true, cooperative: false });
    expect(play.players.map(({ name, score, rank, winner }) => [name, score, rank, winner])).toEqual([
      ['Ann', '30', 2, false],
      ['Ben & Bo', '30', 1, true],
      ['Cem', '12', 3, false],
    ]);
  });

  it('has no points where all play together', () => {
    const play = bgStats.playOfEvening(evening, 'Pilfering Pandas', true);
    expect(play.game).toMatchObject({ noPoints: true, cooperative: true });
    expect(play.players[0]).toMatchObject({ score: '', rank: 0 });
  });

  it('travels whole in the address that phones open in the app', () => {
    const play = bgStats.playOfEvening(evening, 'Panda Royale', false);
    const address = new URL(bgStats.addressOfPlay(play));
    expect(address.origin + address.pathname).toBe('https://app.bgstatsapp.com/createPlay.html');
    expect(JSON.parse(address.searchParams.get('data') ?? '')).toEqual(play);
  });
});
