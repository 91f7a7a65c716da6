import { beforeAll, describe, expect, test, vi } from 'vitest';
import type * as Companion from './companion';
import type { Payment } from './types';

// The modules look at the browser when they are loaded; a bare one is enough here.
let companion: typeof Companion;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  const i18n = await import('$lib/i18n.svelte');
  await Promise.all([i18n.loadGameWords('pandante'), i18n.withWords('companion', Promise.resolve())]);
  companion = await import('./companion');
});

const names = ['Ann', 'Ben', 'Cem'];
const say = (entry: string) => companion.sayEntry({ entry, events: [], text: [] }, names);

describe('entries as lines of a list', () => {
  test.each([
    ['dealer B', 'Ben deals first'],
    ['casino PD-K5', 'Casino PD-K5'],
    ['B bet full-house', 'Ben: Claim: Full House'],
    ['A snack', 'Ann: Have a snack'],
    ['A announce peek C', 'Ann: Peek at Cem'],
    ['A announce delete 2', 'Ann: Delete in row 2'],
    ['A say 7 red', 'Ann: red, 7 high'],
    ['A say 7 over 3', 'Ann: 7s over 3s'],
    ['A fold', 'Ann: Fold'],
    ['A steal antes', 'Ann: Takes the fifth card; it is his colour: the antes, too'],
    ['A place low', 'Ann: Replaces the sixth card'],
    ['A show', 'Ann: Shows a lie: takes the Coin'],
    ['A sit 104', 'Ann: Buy in with 104 gold'],
    ['all pass', 'Nobody else'],
    ['challenge B C', 'Challenged by Ben, Cem'],
    ['challenge nobody', 'Nobody challenges'],
    ['A shows own-joker', 'Ann: True, with a Joker in hand'],
    ['1763472000 clock start', 'The clock starts'],
    ['1763472000 deal', 'The next gambit'],
    ['tables', 'Several tables'],
    ['1763472000 join Gus, Hal', 'Players: Gus, Hal'],
    ['1763472000 start 81', 'Seats are drawn'],
    ['1763472000 out Ann, Hal', 'Out: Ann, Hal'],
    ['1763472000 played 2', 'Table 2: a gambit is over'],
  ])('%s', (entry, line) => {
    expect(say(entry)).toBe(line);
  });
});

test('a move is read from its notation', () => {
  expect(companion.readMove('announce trade B')).toEqual({ move: 'announce', ability: 'trade', seat: 1 });
  expect(companion.readMove('snack 2')).toEqual({ move: 'snack', diamonds: 2 });
});

test('the same payment of several players is one line', () => {
  const ante = (source: number): Payment => ({
    what: 'gold',
    amount: 3,
    source,
    target: 'pot',
    reason: 'ante',
    rule: 'PD-1',
  });
  const won: Payment = { what: 'gold', amount: 9, source: 'pot', target: 0, reason: 'won', rule: 'PD-23' };
  expect(companion.groupPayments([ante(0), ante(1), won]).map(({ from, amount }) => [from, amount])).toEqual([
    [[0, 1], 3],
    [['pot'], 9],
  ]);
});

test('an ability is its own reason', () => {
  expect(companion.sayReason('raise')).toBe('Raise');
  expect(companion.sayReason('ante')).toBe('ante');
});
