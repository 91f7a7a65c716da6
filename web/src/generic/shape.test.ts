import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { LegalMove } from '$lib/protocol';

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
});
const load = () => import('./shape');
const names = ['Ann', 'Bo'];
const move = (kind: string, n: number): LegalMove => ({
  move: `${kind} ${n}`,
  label: `${kind} ${n}`,
  what: { move: kind },
});

describe('a view that nobody has drawn', () => {
  it('has names that can be read', async () => {
    const { readable } = await load();
    expect([readable('to_call'), readable('firstRound')]).toEqual(['To call', 'First round']);
  });

  it('tells seats by name, other numbers as they are', async () => {
    const { word } = await load();
    expect([word(1, 'turn', names), word(1, 'raises', names), word(null, 'card', names)]).toEqual([
      'Bo',
      '1',
      '–',
    ]);
  });

  it('is a table where every row has the same parts, with the players’ names if there are as many', async () => {
    const { shapeOf } = await load();
    const shape = shapeOf(
      [
        { card: 'K', paid: 1 },
        { card: null, paid: 3 },
      ],
      'players',
      names,
    );
    expect(shape).toMatchObject({
      kind: 'table',
      columns: ['card', 'paid'],
      rows: [{ name: 'Ann' }, { name: 'Bo' }],
    });
    expect(shapeOf([{ a: 1 }, { a: 2 }, { a: 3 }], 'cards', names)).toMatchObject({
      rows: [{ name: '1', seat: null }, {}, {}],
    });
  });

  it('is chips for plain lists and a list for mixed ones', async () => {
    const { shapeOf } = await load();
    expect(shapeOf(['a', 'b'], 'x', names).kind).toBe('chips');
    expect(shapeOf([['a'], []], 'x', names).kind).toBe('list');
  });

  it('leaves out what the frame shows', async () => {
    const { partsOf } = await load();
    const { facts, things } = partsOf({ you: 0, outcome: null, stage: 'first', bets: [[]] });
    expect([facts.map(([key]) => key), things.map(([key]) => key)]).toEqual([['stage'], ['bets']]);
  });
});

describe('moves', () => {
  it('stay in one row when there are few', async () => {
    const { groupMoves } = await load();
    const groups = groupMoves([move('call', 1), move('raise', 2)]);
    expect(groups).toHaveLength(1);
    expect(groups[0].moves.map((one) => one.number)).toEqual([1, 2]);
  });

  it('of one kind stand together when there are many, and keep their numbers', async () => {
    const { groupMoves } = await load();
    const groups = groupMoves([move('take', 1), move('pass', 2), move('take', 3), move('take', 4)]);
    expect(groups.map((group) => [group.name, group.moves.map((one) => one.number)])).toEqual([
      ['take', [1, 3, 4]],
      ['pass', [2]],
    ]);
  });
});
