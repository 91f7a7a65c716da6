// What just happened in a showdown, put together from the events of several updates, for the great reveal.
import type { GameEvent } from '$lib/protocol';
import type { Statement } from './types';

/** One player in the hotseat, from the claim to the verdict. */
export interface Scene {
  seat: number;
  claim: string;
  said: Statement | null;
  /** Null: still secret. */
  challengers: number[] | null;
  counts: number | null;
  /** Null: nobody saw them. */
  cards: string[] | null;
  /** lie, true, true by ... */
  verdict: string | null;
  /** The best hand that they really are; null: not even a pair, or nobody knows. */
  hand: string | null;
  /** The rows of community cards that they were judged with. */
  community: string[][];
  /** real, true, exposed, too honest; null: still open. */
  fate: string | null;
  paid: { amount: number; source: number; target: number } | null;
}

export interface Pot {
  winners: number[];
  gold: number;
  diamonds: number;
  left: number;
}

/** A whole showdown, as far as it went. */
export interface Showdown {
  scenes: Scene[];
  pot: Pot | null;
  /** Who took the Golden Panda Coin. */
  coin: number | null;
}

export const nothing = (): Showdown => ({ scenes: [], pot: null, coin: null });

/** Whether there is something to be seen: somebody was judged, or the pot went somewhere. */
export const isTold = (show: Showdown): boolean =>
  show.pot !== null || show.scenes.some((scene) => scene.fate !== null);

/** The showdown after these events; what was known of it before stays. */
export function follow(before: Showdown, events: GameEvent[]): Showdown {
  let show: Showdown = { ...before, scenes: before.scenes.map((scene) => ({ ...scene })) };
  for (const { what } of events) {
    const last = show.scenes.at(-1);
    const open = last && last.fate === null ? last : undefined;
    switch (what.event) {
      case 'street':
        // A new gambit is under way: what was shown is history as soon as its second street begins.
        if (what.street === 'paws' || what.street === 'abilities') show = nothing();
        break;
      case 'hotseat':
        if (show.pot) show = nothing();
        show.scenes.push({
          seat: what.seat,
          claim: what.claim,
          said: what.said ?? null,
          challengers: null,
          counts: null,
          cards: null,
          verdict: null,
          hand: null,
          community: [],
          fate: null,
          paid: null,
        });
        break;
      case 'challenged':
        if (open) {
          open.challengers = what.challengers;
          open.counts = what.counts ?? null;
        }
        break;
      case 'shown':
        if (last && last.seat === what.seat) {
          last.cards = what.cards;
          last.verdict = what.verdict;
          last.hand = what.hand ?? null;
          last.community = what.community ?? [];
        }
        break;
      case 'judged':
        if (last && last.seat === what.seat) last.fate = what.fate;
        break;
      case 'gold':
        if (what.reason === 'challenge' && last && typeof what.source === 'number')
          last.paid = { amount: what.amount, source: what.source, target: what.target };
        break;
      case 'pot':
        show.pot = { winners: what.winners, gold: what.gold, diamonds: what.diamonds, left: what.left };
        break;
      case 'coin':
        if (what.target !== null) show.coin = what.target;
        break;
    }
  }
  return show;
}

/** Seats that the events of an update touch, for a short flash. */
export function touched(events: GameEvent[]): number[] {
  const seats = events.flatMap(({ what }) =>
    [
      what.seat,
      what.event === 'gold' ? what.source : null,
      what.event === 'gold' ? what.target : null,
    ].filter((seat) => typeof seat === 'number'),
  );
  return [...new Set<number>(seats)];
}

/** Cards that just came to lie somewhere, for them to settle there: by the place they went to. */
export const arrived = (events: GameEvent[]): Set<string> =>
  new Set(
    events.flatMap(({ what }) => (what.event === 'cards' && what.cards ? (what.cards as string[]) : [])),
  );
