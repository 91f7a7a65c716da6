import { describe, expect, it } from 'vitest';
import type { LegalMove } from '$lib/protocol';
import { dropsOf, onlyMeaning, waitingAreas } from './drops';
import { abilityWord, arranged, held, laidOut, moved } from './loot';
import {
  attempt,
  fromHand,
  joining,
  likeness,
  listActions,
  matching,
  readHighlights,
  shownSet,
  spends,
} from './offer';
import { costOf, range, runOf } from './run';
import { VIEW } from './sample';

const play = (move: string, how: string, area: number, cards: string[], ability = false): LegalMove =>
  ({ move, label: move, what: { move: 'play', how, area, cards, ability } }) as LegalMove;

const LEGAL = [
  play('set 1 r4 b4 g4', 'set', 0, ['r4', 'b4', 'g4']),
  play('set 1 g4 b4 r4', 'set', 0, ['g4', 'b4', 'r4']),
  play('set 2 r4 b4 g4 ability', 'set', 1, ['r4', 'b4', 'g4'], true),
  play('extend 2 r4', 'extend', 1, ['r4']),
  { move: 'discard', label: '', what: { move: 'discard' } } as LegalMove,
  { move: 'pass', label: '', what: { move: 'pass' } } as LegalMove,
];
const view = { ...VIEW, previews: [['set 1 g4 b4 r4', 5, 1]] as [string, number, number][] };
const all = fromHand(listActions(LEGAL, view));

describe('a set that is shown', () => {
  const shows = { type: 'said', phrase: { id: 'show-set', params: { play: 'left 2 r4 key b4 ability' } } };
  const says = (id: string) => ({ type: 'said', phrase: { id } });
  it('lies there until the next move, or until it is taken back', () => {
    expect(shownSet([])).toBeNull();
    expect(shownSet([{ type: 'moved' }, shows, says('yes')])).toEqual({
      area: 1,
      left: true,
      cards: ['r4', 'key', 'b4'],
    });
    for (const then of [{ type: 'moved' }, { type: 'undone' }, says('withdraw')])
      expect(shownSet([shows, then])).toBeNull();
  });
});

describe('a hand', () => {
  const cards = held(['p2', 'key', 'r9', 'r1', 'key']);
  it('tells Keys apart', () => {
    expect(cards.map((card) => card.id)).toEqual(['p2', 'key0', 'r9', 'r1', 'key1']);
  });
  it('is sorted by suit, by number, or as the player likes it, new cards last', () => {
    const ids = (by: 'suit' | 'number' | 'own', own: string[] = []) =>
      arranged(cards, by, own).map((card) => card.id);
    expect(ids('suit')).toEqual(['r1', 'r9', 'p2', 'key0', 'key1']);
    expect(ids('number')).toEqual(['r1', 'p2', 'r9', 'key0', 'key1']);
    expect(ids('own', ['key1', 'r9'])).toEqual(['key1', 'r9', 'p2', 'key0', 'r1']);
  });
  it('lets a card be moved', () => {
    expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b']);
  });
});

describe('what is on offer', () => {
  it('is found by the cards, whatever their order, the tapped one first', () => {
    expect(matching(all, ['g4', 'b4', 'r4'])[0].move).toBe('set 1 g4 b4 r4');
    expect(matching(all, ['r4', 'b4', 'g4']).map((action) => action.area)).toEqual([0, 0, 1]);
    expect(matching(all, ['b4', 'r4'])).toEqual([]);
  });
  it('proposes what gains most when no order fits', () => {
    expect(matching(all, ['b4', 'r4', 'g4']).at(-1)?.ability).toBe(true);
    expect(likeness(['r4', 'b4'], ['r4', 'g4'])).toBe(1);
  });
  it('says which cards can join', () => {
    expect([...joining(all, ['r4'])].sort()).toEqual(['b4', 'g4']);
    expect([...joining(all, [])].sort()).toEqual(['b4', 'g4', 'key', 'r4']);
  });
  it('carries the preview of the server', () => {
    expect(all.find((action) => action.move === 'set 1 g4 b4 r4')?.shift).toEqual({ panda: 5, keeper: 1 });
    expect(all[0].shift).toBeNull();
  });
  it('can be tried beyond the list', () => {
    expect(attempt(1, ['r4', 'r5', 'r7'])).toBe('set 2 r4 r5 r7');
    expect(attempt(0, ['r4'])).toBe('extend 1 r4');
  });
});

describe('carried cards', () => {
  it('are taken where the list says so', () => {
    const drops = dropsOf(all, ['r4', 'b4', 'g4'], 0);
    expect([...drops.keys()]).toEqual(['area-0', 'area-1']);
    expect(drops.get('area-0')?.map((action) => action.move)).toEqual(['set 1 r4 b4 g4', 'set 1 g4 b4 r4']);
    expect([...dropsOf(all, ['r4'], 0).keys()]).toEqual(['area-1']);
  });
  it('go to people, to the Hideout and to the Secret Stash', () => {
    const one = (what: object) => fromHand(listActions([{ move: 'm', label: '', what } as LegalMove], view));
    const place = (what: object) => [...dropsOf(one(what), ['r4'], 3).keys()][0];
    expect(place({ move: 'stash', card: 'r4' })).toBe('hideout');
    expect(place({ move: 'give', card: 'r4' })).toBe('seat-3');
    expect(place({ move: 'share', card: 'r4', seat: 2 })).toBe('seat-2');
    expect(place({ move: 'share', card: 'r4', secret: 'b2' })).toBe('secret-b2');
  });
  it('wait where they could be the beginning of more', () => {
    expect([...waitingAreas(all, ['b4'])]).toEqual([0, 1]);
    expect([...waitingAreas(all, ['r4', 'b4', 'g4'])]).toEqual([]);
  });
  it('mean one thing only if their ends are as they were taken up, without an ability', () => {
    const here = (codes: string[]) => dropsOf(all, codes, 0).get('area-0') ?? [];
    expect(onlyMeaning(here(['r4', 'b4', 'g4']), ['r4', 'b4', 'g4'])?.move).toBe('set 1 r4 b4 g4');
    expect(onlyMeaning(here(['b4', 'r4', 'g4']), ['b4', 'r4', 'g4'])).toBeNull();
    expect(
      onlyMeaning(dropsOf(all, ['r4', 'b4', 'g4'], 0).get('area-1') ?? [], ['r4', 'b4', 'g4']),
    ).toBeNull();
  });
  it('never spend an ability unasked', () => {
    expect(all.filter(spends).map((action) => action.move)).toEqual(['set 2 r4 b4 g4 ability']);
  });
});

describe('the run', () => {
  const at = (ahead: number, cost: number, unknown: number) =>
    runOf({ ...VIEW, panda: 36, keeper: 36 - ahead, final_cost: cost, unknown_cards: unknown });
  it('is safe, a gamble, or lost', () => {
    expect(at(5, 2, 1)).toEqual({ least: 3, most: 4, ahead: 5, fate: 'safe' });
    expect(at(4, 2, 1).fate).toBe('risk');
    expect(at(3, 2, 1).fate).toBe('lost');
  });
  it('counts what everybody holds: Keys and twos 2, unseen cards 1 or 2', () => {
    expect(costOf(VIEW, 0)).toEqual({ least: 10, most: 10 });
    expect(costOf(VIEW, 1)).toEqual({ least: 4, most: 6 });
    expect(range(4, 6)).toBe('4–6');
    expect(range(2, 2)).toBe('2');
  });
  it('alone, Sharing is with the Secret Stash', () => {
    expect(abilityWord({ ...VIEW, players: VIEW.players.slice(0, 1) }, 'sharing')).toMatch(/alone$/);
    expect(abilityWord(VIEW, 'sharing')).toMatch(/does$/);
  });
});

describe('the table', () => {
  it('gives the turned Limit card more room', () => {
    expect(laidOut(3, 1, 1.5)).toEqual({ at: [0, 1, 2.5], width: 3.5 });
  });
  it('reads what happened', () => {
    const events = [
      { what: { event: 'plan', seat: 1, plan: 'torch' }, text: '' },
      { what: { event: 'keeper', by: 2, to: 5, why: 'torch' }, text: '' },
      { what: { event: 'drew', seat: 0, card: 'r4' }, text: '' },
    ];
    const highlights = readHighlights(events as never, 0);
    expect(highlights.plan).toEqual({ seat: 1, plan: 'torch' });
    expect(highlights.keeper).toBe(2);
    expect(highlights.hand).toEqual(['r4']);
  });
});
