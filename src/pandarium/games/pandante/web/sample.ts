// A table in the middle of a game, for /design and the tests.
import type { LegalMove, SeatShown } from '$lib/protocol';
import type { Showdown } from './showdown';
import type { Held, PandanteView, Player } from './types';

export const NAMES = ['Mei', 'Otto', 'Chidinma', 'Ravi'];

const hidden: Held[] = [
  { card: null, open: false },
  { card: null, open: false },
];

const player = (some: Partial<Player>): Player => ({
  gold: 41,
  diamonds: 3,
  staked: 4,
  colour: 'black',
  champion: null,
  claim: null,
  said: null,
  hand: hidden,
  second_hand: [],
  runes: 0,
  coin: false,
  folded: false,
  sits_out: false,
  below_zero: false,
  away: null,
  extra: false,
  slept: false,
  showdown: null,
  ready: false,
  won: 0,
  ...some,
});

export const VIEW: PandanteView = {
  you: 0,
  gambit: 3,
  phase: 'bet',
  street: 'tail',
  turn: 0,
  actors: [0],
  dealer: 3,
  performer: null,
  hotseat: null,
  casino: {
    name: "Quince's Palace",
    text: 'Two rows of community cards; your hand may use either.',
    rule: 'PD-K9',
  },
  casinos_left: 5,
  multiplier: 1,
  target: 120,
  pot: 38,
  pot_diamonds: 2,
  antes: 12,
  coin: 2,
  board: [
    { cards: ['r7', 'k7', 'g4', 'b10', 'joker', null], adder: null },
    { cards: ['p2', 'p5', 'o5', 'g9', 'p8', 'r1'], adder: 1 },
  ],
  deck: 40,
  top: [],
  discards: 5,
  aside: [],
  abilities: [],
  abilities_left: 0,
  discard_to: null,
  discard_from: 0,
  players: [
    player({
      gold: 52,
      claim: 'three',
      hand: [
        { card: 'b7', open: false },
        { card: 'p10', open: false },
      ],
      champion: { name: 'Fern', text: '', rule: 'PD-P3' },
    }),
    player({ gold: 7, claim: 'full-house', colour: 'blue', hand: [{ card: 'o9', open: true }, hidden[0]] }),
    player({ gold: 88, claim: 'three', colour: 'green', coin: true, folded: true, hand: [], runes: 1 }),
    player({ gold: 0, colour: 'red', sits_out: true, hand: [], below_zero: true }),
  ],
  yours: {
    true_claims: ['pair', 'three', 'full-house', 'four'],
    challenges: null,
    coming: [],
    known_discards: [],
    bet_price: 2,
    snack_price: null,
    upgrade_price: null,
    challenge_price: 20,
    challenge_gain: 5,
    pay_price: null,
  },
  options: { abilities: 'light', casinos: true, champions: true, diamonds: true, gambling: 'no' },
  outcome: null,
};

export const HOT: PandanteView = {
  ...VIEW,
  phase: 'challenge',
  turn: null,
  actors: [0],
  hotseat: 1,
  players: VIEW.players.map((one, seat) => ({ ...one, ready: seat === 2 })),
};

const claim = (code: string): LegalMove => ({
  move: `bet ${code}`,
  label: '',
  what: { move: 'claim', kind: 'bet', claim: code },
});
export const BETS: LegalMove[] = [
  { move: 'fold', label: 'Fold', what: { move: 'plain', word: 'fold' } },
  ...['three', 'straight', 'floosh', 'full-house', 'rainbow', 'four', 'flush', 'five', 'straight-flush'].map(
    claim,
  ),
];
export const CHOICES: LegalMove[] = ['trust', 'challenge'].map((word) => ({
  move: word,
  label: '',
  what: { move: 'plain', word },
}));
export const ABILITIES: LegalMove[] = [
  { move: 'go', label: '', what: { move: 'plain', word: 'go' } },
  ...['raise', 'draw', 'new-hand', 'add', 'sleep'].map((ability) => ({
    move: `announce ${ability}`,
    label: '',
    what: { move: 'announce', ability },
  })),
  { move: 'announce peek B', label: '', what: { move: 'announce', ability: 'peek', seat: 1 } },
  { move: 'announce peek C', label: '', what: { move: 'announce', ability: 'peek', seat: 2 } },
];

export const SHOW: Showdown = {
  scenes: [
    {
      seat: 1,
      claim: 'full-house',
      said: { number: 7, colour: null, pair: 3 },
      challengers: [0, 2],
      counts: 2,
      cards: ['o9', 'k2'],
      verdict: 'lie',
      hand: 'pair',
      community: [['r7', 'k7', 'g4', 'b10', 'p1']],
      fate: 'exposed',
      paid: { amount: 5, source: 1, target: 2 },
    },
    {
      seat: 0,
      claim: 'three',
      said: null,
      challengers: [],
      counts: null,
      cards: null,
      verdict: null,
      hand: null,
      community: [],
      fate: 'real',
      paid: null,
    },
  ],
  pot: { winners: [0], gold: 38, diamonds: 2, left: 0 },
  coin: 0,
};

export const SEATS: SeatShown[] = NAMES.map((name, index) => ({
  name,
  avatar: ['gold', 'leaf', 'scarf', 'bun'][index],
}));
