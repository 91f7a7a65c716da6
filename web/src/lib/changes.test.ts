import { describe, expect, it } from 'vitest';
import { patched } from './changes';
import type { Changes, Update } from './protocol';

const before = {
  type: 'update',
  seq: 4,
  since: 3,
  position: 1,
  now: 100,
  you: { person: 'p', name: 'Ann', seat: 0 },
  table: { id: 't', status: 'running' },
  actors: [0],
  timer_due: 500,
  view: { round: 1, map: { hexes: 3 }, players: [{ hand: ['a'] }, { hand: null }], pile: [1, 2] },
  legal: [{ move: 'draw', label: 'Draw', what: {} }],
  may: { undo: true },
  news: [{ seq: 4, at: 1, type: 'moved' }],
} as unknown as Update;

const nothing: Changes = { type: 'changes', seq: 5, since: 4, position: 2, now: 110 };

describe('what has changed', () => {
  it('leaves everything else as it was, but not the news', () => {
    const after = patched(before, nothing);
    expect(after).toEqual({ ...before, seq: 5, since: 4, position: 2, now: 110, news: [] });
    expect(after.view).toBe(before.view);
  });

  it('puts new parts and new items in their places', () => {
    const after = patched(before, {
      ...nothing,
      view: { round: 2, pile: [] },
      items: { players: { '1': { hand: ['b'] } } },
    });
    expect(after.view).toEqual({
      round: 2,
      map: { hexes: 3 },
      players: [{ hand: ['a'] }, { hand: ['b'] }],
      pile: [],
    });
    expect(after.view.map).toBe(before.view.map);
    expect(after.view.players[0]).toBe(before.view.players[0]);
  });

  it('takes away what is gone', () => {
    const after = patched(before, { ...nothing, actors: [], legal: [], may: {}, timer_due: null });
    expect([after.actors, after.legal, after.may, after.timer_due]).toEqual([[], [], {}, null]);
  });

  it('does not touch the last update', () => {
    const copy = structuredClone(before);
    patched(before, { ...nothing, view: { round: 9 }, items: { players: { '0': {} } } });
    expect(before).toEqual(copy);
  });
});
