// The legal moves, sorted by what they touch; and what just happened, for the table's caption and marks.
import type { GameEvent, HintShown, LegalMove } from '$lib/protocol';
import type { AnyEvent, AnyMove } from './types';

/** The moves on offer, by the things on the table that play them. */
export interface Offer {
  /** By the die of the pool. */
  takes: Map<string, LegalMove>;
  /** By the other player's seat, in the order of the list. */
  trades: Map<number, { die: string; legal: LegalMove }[]>;
  /** Everything that no die stands for. */
  others: LegalMove[];
}

export function sortMoves(legal: LegalMove[]): Offer {
  const offer: Offer = { takes: new Map(), trades: new Map(), others: [] };
  for (const one of legal) {
    const what = one.what as AnyMove;
    if (what.move === 'take') offer.takes.set(what.die, one);
    else if (what.move === 'trade') {
      const theirs = offer.trades.get(what.seat) ?? [];
      offer.trades.set(what.seat, [...theirs, { die: what.die, legal: one }]);
    } else offer.others.push(one);
  }
  return offer;
}

/** How much advice is shown. */
export const ADVICE = 5;

/** The rank of every move that is advised, from 1. */
export const ranks = (advice: HintShown[]) =>
  new Map(advice.slice(0, ADVICE).map((hint, index) => [hint.move, index + 1]));

/** What the last update changed, as far as it is marked on the table. */
export interface Highlights {
  /** Dice were rolled: everybody's turn over. */
  rolled: boolean;
  /** Seats that just acted, or were acted upon. */
  seats: number[];
  /** Who took a die from the pool last. */
  taker: number | null;
  /** The last trade. */
  trade: { seat: number; other: number; die: string } | null;
  token: { seat: number; yellow: number } | null;
  scores: Map<number, number>;
  round: number;
  /** What somebody did last. */
  act: AnyEvent | null;
}

export function readHighlights(events: GameEvent[]): Highlights {
  const highlights: Highlights = {
    rolled: false,
    seats: [],
    taker: null,
    trade: null,
    token: null,
    scores: new Map(),
    round: 0,
    act: null,
  };
  for (const { what } of events) {
    const one = what as AnyEvent;
    switch (one.event) {
      case 'rolled':
        highlights.rolled = true;
        break;
      case 'token':
        highlights.token = { seat: one.seat, yellow: one.yellow };
        break;
      case 'scored':
        highlights.scores.set(one.seat, one.line.total);
        highlights.round = one.round;
        break;
      case 'took':
        highlights.taker = one.seat;
        highlights.seats.push(one.seat);
        highlights.act = one;
        break;
      case 'traded':
        highlights.seats.push(one.seat, one.other);
        highlights.trade = one;
        highlights.act = one;
        break;
      case 'passed':
        highlights.seats.push(one.seat);
        highlights.act = one;
        break;
    }
  }
  return highlights;
}
