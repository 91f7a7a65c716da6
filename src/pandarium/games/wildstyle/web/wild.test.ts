import { describe, expect, it } from 'vitest';
import { foresee, readMove } from './foresee';
import { ICONS, SIGNS } from './glyphs';
import { bestSpace, coach, isStuck, lit, readKey, sortMoves } from './offer';
import { END, LEGAL, VIEW } from './sample';
import { countedAt, goneAt, listSteps, sumOf } from './steps';
import {
  CARDS,
  colourOf,
  extent,
  iconOf,
  isUnclear,
  leaderOf,
  look,
  middle,
  nearest,
  placeOf,
  places,
  step,
  UNKNOWN,
} from './wild';
import words from './words/en.json';

const me = VIEW.players[0];
const offer = sortMoves(LEGAL);
const legal = (move: string, what: object) => ({ move, label: '', what });

describe('cards', () => {
  it('have an icon and a colour, each drawn and named', () => {
    expect(CARDS).toHaveLength(30);
    for (const card of CARDS) {
      expect(ICONS).toHaveProperty(iconOf(card));
      expect(SIGNS).toHaveProperty(colourOf(card));
      expect(words).toHaveProperty([`wildstyle.icon.${iconOf(card)}`]);
      expect(words).toHaveProperty([`wildstyle.colour.${colourOf(card)}`]);
    }
  });
});

describe('the map', () => {
  const hexes = VIEW.hexes;
  it('holds every hex', () => {
    const box = extent(hexes);
    for (const hex of hexes) {
      const { x, y } = middle(hex);
      expect(x).toBeGreaterThan(box.x);
      expect(x).toBeLessThan(box.x + box.w);
      expect(y).toBeGreaterThan(box.y);
      expect(y).toBeLessThan(box.y + box.h);
    }
  });

  it('is never left when it is moved', () => {
    const whole = { x: 0, y: 0, w: 10, h: 8 };
    expect(look(whole, 1, { x: 99, y: 99 })).toEqual(whole);
    expect(look(whole, 2, { x: 99, y: -99 })).toEqual({ x: 5, y: 0, w: 5, h: 4 });
    expect(look(whole, 2, { x: 5, y: 4 })).toEqual({ x: 2.5, y: 2, w: 5, h: 4 });
  });

  it('is looked at place by place, until every hex was seen whole', () => {
    const near = [
      { q: 0, r: 0 },
      { q: 1, r: 0 },
    ];
    const far = { q: 9, r: 0 };
    expect(places(near, 4, 3)).toEqual([{ x: 0.5, y: 0 }]);
    expect(places([far, ...near], 4, 3), 'first where most are').toEqual([
      { x: 0.5, y: 0 },
      { x: 9, y: 0 },
    ]);
    expect(places([far, ...near], 12, 3)).toEqual([{ x: 4.5, y: 0 }]);
    expect(places([], 4, 3)).toEqual([]);
  });
  it('takes a touch for the next hex within reach', () => {
    const some = [
      { name: 'A1', q: 0, r: 0 },
      { name: 'A2', q: 1, r: 0 },
    ];
    expect(nearest(some, { x: 0.4, y: 0.1 }, 0.8)?.name).toBe('A1');
    expect(nearest(some, { x: 0.7, y: 0.1 }, 0.8)?.name).toBe('A2');
    expect(nearest(some, { x: 3, y: 0 }, 0.8)).toBeNull();
  });

  it('comes closer where a finger may mean two hexes', () => {
    const some = [
      { q: 0, r: 0 },
      { q: 1, r: 0 },
    ];
    expect(isUnclear(some, { x: 0.45, y: 0 }, 0.4)).toBe(true);
    expect(isUnclear(some, { x: 0.1, y: 0 }, 0.4)).toBe(false);
    expect(isUnclear(some.slice(1), { x: 0.45, y: 0 }, 0.4)).toBe(false);
  });

  it('is walked by arrows, and no arrow leads nowhere', () => {
    const start = hexes[9];
    expect(step(hexes, start, 'ArrowRight')).toMatchObject({ q: start.q + 1, r: start.r });
    expect(step(hexes, start, 'ArrowLeft')).toMatchObject({ q: start.q - 1, r: start.r });
    expect(step(hexes, start, 'ArrowDown').r).toBeGreaterThan(start.r);
    expect(step([start], start, 'ArrowUp')).toBe(start);
    expect(step(hexes, start, 'x')).toBe(start);
  });
});

describe('what is offered', () => {
  it('is sorted by what is touched', () => {
    const sorted = sortMoves([
      legal('draw 2', { move: 'draw', pile: 1 }),
      legal('add Rt 1', { move: 'add', card: 'Rt', space: 0 }),
      legal('take 3 Rt 2', { move: 'take', pile: 2, card: 'Rt', space: 1 }),
      legal('pass', { move: 'pass' }),
    ]);
    expect(sorted.draws.get(1)).toBe('draw 2');
    expect(sorted.adds.get('Rt')?.get(0)).toBe('add Rt 1');
    expect(sorted.takes.get(2)?.get(1)).toBe('take 3 Rt 2');
    expect(sorted.pass).toBe('pass');
    expect(sorted.ready).toBe('');
  });

  it('goes to the set of the same icon first, then to an empty space, else nowhere', () => {
    const both = new Map([
      [0, 'add Rt 1'],
      [1, 'add Rt 2'],
    ]);
    expect(bestSpace('Rt', both, [[], ['Rl']])).toBe('add Rt 2');
    expect(bestSpace('Rt', both, [[], []])).toBe('add Rt 1');
    expect(bestSpace('Rt', both, [['Ml'], []])).toBe('add Rt 2');
    expect(bestSpace('Rt', both, [['Ml'], ['Rl', 'Rm', 'Ro']])).toBe('');
    expect(bestSpace('Rt', undefined, [[], []])).toBe('');
  });

  it('lights the hexes of full sets, and of an armed set alone', () => {
    const full = lit(offer, VIEW, me, null);
    expect(full.size).toBeGreaterThan(0);
    for (const move of full.values()) expect(move).toMatch(/^tag /);
    const rush = sortMoves([legal('rush 1 A1', { move: 'rush', space: 0, hex: 'A1' })]);
    expect(lit(rush, VIEW, me, null).size).toBe(0);
    expect([...lit(rush, VIEW, me, { space: 0 })]).toEqual([['A1', 'rush 1 A1']]);
  });

  it('lights nothing for a tag that is under way', () => {
    for (const [, move] of lit(offer, VIEW, me, null)) {
      const { view } = foresee(VIEW, [move], 0);
      expect(lit(offer, view, view.players[0], null).size).toBe(0);
    }
    const give = sortMoves(['A1', 'A2'].map((hex) => legal(`remove ${hex}`, { move: 'remove', hex })));
    const end = { ...VIEW, phase: 'remove' as const };
    expect([...lit(give, end, { ...me, remove: 1, picks: ['A1'] }, null).keys()]).toEqual(['A2']);
    expect(lit(give, end, { ...me, remove: 0, picks: ['A1'] }, null).size).toBe(0);
  });

  it('leaves nothing but to wait when only a rush is left', () => {
    const poor = [legal('rush 1 A1', { move: 'rush', space: 0, hex: 'A1' }), legal('pass', { move: 'pass' })];
    expect(isStuck(sortMoves(poor))).toBe(true);
    expect(isStuck(sortMoves([...poor, legal('draw 1', { move: 'draw', pile: 0 })]))).toBe(false);
  });

  it('is told to a newcomer step by step, until the first tag', () => {
    const add = legal('add Rt 1', { move: 'add', card: 'Rt', space: 0 });
    const draw = legal('draw 1', { move: 'draw', pile: 0 });
    const share = legal('share Rt 1', { move: 'share', card: 'Rt', pile: 0 });
    const start = { ...VIEW, phase: 'play' as const, round: 1, triggered: false };
    const fresh = { ...me, mat: 6, hand: ['Rt'], sets: [[], []] };
    const next = (sets: string[][], ...moves: (typeof add)[]) =>
      coach(start, { ...fresh, sets }, sortMoves(moves));
    expect(next([[], []], add, draw, share)).toBe('add');
    expect(next([['Rl'], []], add, draw, share)).toBe('add');
    expect(next([['Ml'], []], add, draw, share), 'a set that is begun comes first').toBe('draw');
    expect(next([['Ml'], []], add, share)).toBe('add');
    expect(next([['Ml'], ['Fl']], share)).toBe('share');
    expect(next([[], []])).toBe('');
    const top = VIEW.shares.findIndex((pile) => pile.cards.length);
    const card = VIEW.shares[top].cards.at(-1) ?? '';
    const take = legal(`take ${top + 1} ${card} 1`, { move: 'take', pile: top, card, space: 0 });
    expect(next([[card], ['Fl']], take, draw)).toBe('take');
    expect(coach(start, { ...fresh, mat: 5 }, sortMoves([add]))).toBe('');
    expect(coach({ ...start, round: 2 }, fresh, sortMoves([add]))).toBe('');
  });

  it('has a key for everything but the hexes', () => {
    const key = (code: string, key: string, shiftKey = false) => readKey({ code, key, shiftKey });
    expect(key('Digit2', '2')).toEqual({ on: 'hand', at: 1 });
    expect(key('Digit2', '"', true)).toEqual({ on: 'lift', at: 1 });
    expect(key('Digit5', '5')).toEqual({ on: 'set', at: 1 });
    expect(key('KeyW', 'w')).toEqual({ on: 'draw', at: 1 });
    expect(key('KeyF', 'F')).toEqual({ on: 'share', at: 3 });
    expect(key('KeyP', 'p')).toEqual({ on: 'pass' });
    for (const taken of 'uhrclm?') expect(key('', taken)).toBeNull();
  });
});

describe('what is foreseen', () => {
  const see = (...moves: string[]) => foresee(VIEW, moves, 0);
  it('reads moves as the server writes them', () => {
    for (const { move, what } of LEGAL)
      expect(readMove(move)).toMatchObject({ kind: what.move, ...pick(what) });
  });

  it('is the view itself while nothing is under way', () => {
    expect(foresee(VIEW, [], 0).view).toBe(VIEW);
    expect(foresee(VIEW, ['draw 1'], null).view).toBe(VIEW);
  });

  it('moves every piece at once and leaves the view as it was', () => {
    const before = JSON.stringify(VIEW);
    for (const { move } of LEGAL) expect(JSON.stringify(see(move).view), move).not.toBe(before);
    expect(JSON.stringify(VIEW)).toBe(before);
  });

  it('puts a tag up as a ghost and clears the set', () => {
    const [hex, move] = [...lit(offer, VIEW, me, null)][0];
    const { view, ghosts } = see(move);
    expect([...ghosts]).toEqual([hex]);
    expect(view.players[0].mat).toBe(me.mat - 1);
    expect(view.hexes.find((one) => one.name === hex)?.tags).toContain(0);
    expect(view.players[0].sets.some((cards) => cards.length === 3)).toBe(false);
  });

  it('draws a card that is not known yet', () => {
    const hand = [...(me.hand ?? [])].slice(0, 1);
    const poor = { ...VIEW, players: [{ ...me, hand }, ...VIEW.players.slice(1)] };
    const { view, soon } = foresee(poor, ['draw 1', 'draw 1', 'draw 1'], 0);
    expect(view.players[0].hand).toEqual([...hand, UNKNOWN, UNKNOWN]);
    expect(view.piles[0]).toBe(VIEW.piles[0] - 2);
    expect(soon.get('hand')).toBe(2);
  });

  it('believes nothing that cannot be', () => {
    expect(see('add Zz 1').view.players[0]).toEqual(me);
    expect(see('take 1 Zz 1').view.shares).toEqual(VIEW.shares);
  });
});

const pick = ({ move: _, ...rest }: Record<string, unknown>) => rest;

describe('the end', () => {
  const steps = listSteps(END);
  it('comes in the order of the rulebook and sums up to the scores', () => {
    expect(steps.map((one) => one.kind)).toEqual([
      'cars',
      'solo',
      'objective',
      'objective',
      'objective',
      'tags',
      'total',
    ]);
    END.players.forEach((player, seat) => {
      expect(sumOf(player, steps, 0)).toBe(0);
      expect(sumOf(player, steps, steps.length - 1)).toBe(END.outcome?.scores[seat]);
    });
  });

  it('crosses out what goes when it goes', () => {
    expect([...goneAt(END, steps, 0)]).toEqual([]);
    expect([...goneAt(END, steps, 1)]).toEqual(['0 B1']);
  });

  it('marks the tags that an objective counts, and none at other steps', () => {
    const counted = [[], ['A1', 'A2'], []];
    const end = { ...END, players: [{ ...END.players[0], counted }, ...END.players.slice(1)] };
    expect(steps.map((step) => countedAt(end, step) && [...(countedAt(end, step) ?? [])])).toEqual([
      null,
      null,
      [],
      ['0 A1', '0 A2'],
      [],
      null,
      null,
    ]);
  });

  it('knows who leads beside me, or of all', () => {
    expect(leaderOf([9, 4, 7, 7], 0)).toBe(2);
    expect(leaderOf([3, 9], null)).toBe(1);
  });

  it('gives equals the same place', () => {
    expect([9, 7, 7, 3].map((score, _, all) => placeOf(score, all))).toEqual([1, 2, 2, 4]);
  });
});
