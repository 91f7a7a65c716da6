// A table in the middle of a game, for /design and the tests.
import type { LegalMove, SeatShown } from '$lib/protocol';
import type { Line, Player, Rolled, RoyaleView } from './types';

export const KINDS = [
  'y6',
  'y8',
  'p8',
  'p12',
  'b6',
  'b8',
  'b12',
  's6',
  'r6',
  'r8',
  'g20',
  'c6',
  'c6*',
  'k12',
];
export const NAMES = ['Mei', 'Otto', 'Chidinma', 'Ravi'];

const line = (...colours: number[]): Line => ({ colours, total: colours.reduce((sum, one) => sum + one, 0) });

const player = (dice: string[], rolled: Rolled[], yellow: number, lines: Line[]): Player => ({
  dice,
  rolled,
  yellow,
  lines,
  total: lines.reduce((sum, one) => sum + one.total, 0),
});

export const VIEW: RoyaleView = {
  you: 0,
  round: 4,
  step: 'draft',
  turn: 0,
  panda: 2,
  rerolls: 1,
  players: [
    player(
      ['y6', 'b8', 's6', 'c6'],
      [
        ['y6', 4],
        ['b8', 7],
        ['s6', 5],
        ['c6', 3],
      ],
      4,
      [
        line(5, 0, 0, 0, 0, 0, 0),
        line(2, 0, 6, 0, 0, 0, 9),
        line(6, 0, 18, 0, 0, 0, 0),
        line(4, 0, 24, 0, 0, 3, 0),
      ],
    ),
    player(
      ['y6', 'r6', 'r8', 'r6', 'k12'],
      [
        ['y6', 1],
        ['r6', -3],
        ['r6', -1],
        ['r8', 2],
      ],
      1,
      [
        line(3, 0, 0, 0, 0, 0, 0),
        line(6, 0, 0, 4, 0, 0, 0),
        line(2, 0, 0, -2, 0, 0, 11),
        line(1, 0, 0, -6, 0, 0, 0),
      ],
    ),
    player(
      ['y6', 'y8', 'g20', 'p12', 'g20'],
      [
        ['y6', 5],
        ['y8', 8],
        ['p12', 11],
        ['g20', 17],
      ],
      13,
      [
        line(6, 0, 0, 0, 0, 0, 0),
        line(9, 0, 0, 0, 0, 0, 0),
        line(7, 0, 0, 0, 12, 0, 0),
        line(13, 22, 0, 0, 17, 0, 0),
      ],
    ),
    player(
      ['y6', 'p8', 'b6', 'c6*', 'b12'],
      [
        ['y6', 6],
        ['p8', 2],
        ['b6', 6],
        ['b12', 9],
      ],
      6,
      [
        line(4, 0, 0, 0, 0, 0, 0),
        line(1, 8, 0, 0, 0, 0, 0),
        line(5, 16, 2, 0, 0, 0, 0),
        line(6, 4, 15, 0, 0, 0, 0),
      ],
    ),
  ],
  pool: ['b6', 'p12', 'r8'],
  bag: { y8: 6, p8: 6, p12: 5, b6: 8, b8: 8, b12: 8, s6: 6, r6: 8, r8: 7, g20: 8, c6: 5 },
  pity: 2,
  options: { children: false, first_roll: false },
  outcome: null,
};

export const TRADES: LegalMove[] = [
  { move: 'pass', label: 'Trade no more', what: { move: 'pass' } },
  {
    move: 'trade B r6',
    label: 'Give Otto a clear die for their red d6',
    what: { move: 'trade', seat: 1, die: 'r6' },
  },
  {
    move: 'trade C g20',
    label: 'Give Chidinma a clear die for their green d20',
    what: { move: 'trade', seat: 2, die: 'g20' },
  },
  {
    move: 'trade C p12',
    label: 'Give Chidinma a clear die for their purple d12',
    what: { move: 'trade', seat: 2, die: 'p12' },
  },
];

export const SEATS: SeatShown[] = NAMES.map((name, index) => ({
  name,
  avatar: ['gold', 'leaf', 'scarf', 'bun'][index],
}));
