// Cards taken apart for drawing, and the view sorted for the eye. No rule is known here.
import type { SeatShown } from '$lib/protocol';
import type { PandanteView } from './types';

export const COLOURS = ['black', 'blue', 'green', 'orange', 'red', 'purple'] as const;
export type Colour = (typeof COLOURS)[number];

const LETTERS = 'kbgorp';

/** The ten hands, low to high, by their codes. */
export const CLAIMS = [
  'pair',
  'three',
  'straight',
  'floosh',
  'full-house',
  'rainbow',
  'four',
  'flush',
  'five',
  'straight-flush',
] as const;

export interface Face {
  colour: Colour | 'joker';
  /** 0: the Joker. */
  number: number;
}

/** A card's code taken apart: k7 is the black 7. */
export function faceOf(code: string): Face {
  const colour = COLOURS[LETTERS.indexOf(code[0])];
  return code === 'joker' || !colour
    ? { colour: 'joker', number: 0 }
    : { colour, number: Number(code.slice(1)) };
}

/** Every card there is, for /design. */
export const everyCard = (): string[] => [
  ...[...LETTERS].flatMap((letter) => Array.from({ length: 10 }, (_, n) => `${letter}${n + 1}`)),
  'joker',
];

/** What a cell of the betting board says to whoever looks at it. */
export interface Cell {
  claim: string;
  rank: number;
  /** Seats whose claim it is, those who folded last. */
  seats: number[];
  /** The viewer really has it now. */
  true: boolean;
  /** The highest claim of those who are still in. */
  top: boolean;
}

export function readBoard(view: PandanteView): Cell[] {
  const claims = view.players.map((player) => CLAIMS.indexOf(player.claim as (typeof CLAIMS)[number]));
  const top = Math.max(-1, ...claims.filter((_, seat) => !view.players[seat].folded));
  return CLAIMS.map((claim, rank) => ({
    claim,
    rank: rank + 1,
    seats: claims
      .flatMap((one, seat) => (one === rank ? [seat] : []))
      .sort((a, b) => Number(view.players[a].folded) - Number(view.players[b].folded)),
    true: view.yours?.true_claims.includes(claim) ?? false,
    top: rank === top,
  }));
}

/** The best hand that the viewer really has now, or null. */
export const bestOf = (view: PandanteView): string | null =>
  CLAIMS.findLast((claim) => view.yours?.true_claims.includes(claim)) ?? null;

/** The others' seats in turn order after the viewer's; everybody's for a spectator. */
export function rivals(view: PandanteView, seat: number | null): number[] {
  const many = view.players.length;
  return Array.from({ length: many }, (_, n) => (n + (seat ?? -1) + 1) % many).filter((who) => who !== seat);
}

/** PD-G1, PD-G2: how somebody stands who is not in the game; whoever took a seat since then is still to come. */
export function absence(
  away: string,
  taken: SeatShown | undefined,
): 'eliminated' | 'left' | 'coming' | 'free' {
  if (away === 'eliminated') return 'eliminated';
  if (away === 'left' && !taken?.person) return 'left';
  return taken?.name ? 'coming' : 'free';
}

/** How far the gambit is: one of these, for the line of steps. */
export const STEPS = ['splash', 'paws', 'tail', 'abilities', 'showdown'] as const;
export function stepOf(view: PandanteView): number {
  if (['challenge', 'tie-break', 'coin', 'over'].includes(view.phase)) return 4;
  if (
    view.performer !== null ||
    ['announce', 'upgrade', 'drop hand', 'discard leaf', 'fern'].includes(view.phase)
  )
    return 3;
  return ['splash', 'paws', 'tail'].indexOf(view.street);
}

/** A claim in the hand's own shape: five dots, as [number, colour] of each; the same number or letter goes together. */
export const SHAPES: Record<string, string[]> = {
  pair: ['r8', 'b8'],
  three: ['r8', 'b8', 'g8'],
  straight: ['r4', 'b5', 'r6', 'g7', 'b8'],
  floosh: ['g2', 'g5', 'g6', 'g9'],
  'full-house': ['r8', 'b8', 'g8', 'o3', 'p3'],
  rainbow: ['r4', 'o5', 'g6', 'b7', 'p8'],
  four: ['r8', 'b8', 'g8', 'o8'],
  flush: ['b2', 'b4', 'b5', 'b7', 'b10'],
  five: ['r8', 'b8', 'g8', 'o8', 'p8'],
  'straight-flush': ['p4', 'p5', 'p6', 'p7', 'p8'],
};

/** Cards in the order that "low" and "high" go by: colour by colour, the Joker last. */
export const sortCards = (cards: string[]): string[] => {
  const place = (code: string) =>
    code === 'joker' ? 99 : LETTERS.indexOf(code[0]) * 10 + Number(code.slice(1));
  return [...cards].sort((a, b) => place(a) - place(b));
};
