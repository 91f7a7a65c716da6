// What the server offers, sorted by what is touched on the table.
import type { HintShown, LegalMove } from '$lib/protocol';
import type { Player, WildView } from './types';
import { iconOf, ROUND_TAGS, SET_SIZE } from './wild';

export interface Offer {
  /** Moves by draw pile. */
  draws: Map<number, string>;
  /** By card of the hand, then by set space or share pile. */
  adds: Map<string, Map<number, string>>;
  shares: Map<string, Map<number, string>>;
  /** By share pile, then by set space. */
  takes: Map<number, Map<number, string>>;
  /** By set space, then by hex. */
  tags: Map<number, Map<string, string>>;
  rushes: Map<number, Map<string, string>>;
  /** By set space. */
  clears: Map<number, string>;
  scraps: Map<number, string>;
  /** By hex. */
  removes: Map<string, string>;
  pass: string;
  ready: string;
}

function put<A, B>(map: Map<A, Map<B, string>>, a: A, b: B, move: string): void {
  const inner = map.get(a) ?? new Map<B, string>();
  map.set(a, inner.set(b, move));
}

export function sortMoves(legal: LegalMove[]): Offer {
  const offer: Offer = {
    draws: new Map(),
    adds: new Map(),
    shares: new Map(),
    takes: new Map(),
    tags: new Map(),
    rushes: new Map(),
    clears: new Map(),
    scraps: new Map(),
    removes: new Map(),
    pass: '',
    ready: '',
  };
  for (const { move, what } of legal) {
    if (what.move === 'draw') offer.draws.set(what.pile, move);
    else if (what.move === 'add') put(offer.adds, what.card, what.space, move);
    else if (what.move === 'share') put(offer.shares, what.card, what.pile, move);
    else if (what.move === 'take') put(offer.takes, what.pile, what.space, move);
    else if (what.move === 'tag') put(offer.tags, what.space, what.hex, move);
    else if (what.move === 'rush') put(offer.rushes, what.space, what.hex, move);
    else if (what.move === 'clear') offer.clears.set(what.space, move);
    else if (what.move === 'scrap') offer.scraps.set(what.space, move);
    else if (what.move === 'remove') offer.removes.set(what.hex, move);
    else if (what.move === 'pass') offer.pass = move;
    else if (what.move === 'ready') offer.ready = move;
  }
  return offer;
}

/** Of several set spaces the one that a hand would reach for: a set of the same icon, else an empty space. */
export function bestSpace(card: string, spaces: Map<number, string> | undefined, sets: string[][]): string {
  const open = [...(spaces ?? [])].filter(
    ([space]) =>
      sets[space].length < SET_SIZE && (!sets[space].length || iconOf(sets[space][0]) === iconOf(card)),
  );
  open.sort(([a], [b]) => sets[b].length - sets[a].length || a - b);
  return open[0]?.[1] ?? '';
}

export type Armed = { space: number } | null;

/** Hexes that one touch tags now, with their moves. Both full sets offer theirs; an armed set only its own.
 * What `me` has done already, though nobody has answered, is not offered again. */
export function lit(offer: Offer, view: WildView, me: Player, armed: Armed): Map<string, string> {
  if (view.phase === 'remove')
    return new Map([...offer.removes].filter(([hex]) => me.remove && !me.picks?.includes(hex)));
  const all = new Map<string, string>();
  if (!me.mat) return all;
  if (armed) return offer.tags.get(armed.space) ?? offer.rushes.get(armed.space) ?? all;
  for (const space of [1, 0])
    if (me.sets[space].length === SET_SIZE)
      for (const [hex, move] of offer.tags.get(space) ?? []) all.set(hex, move);
  return all;
}

/** Places of the advised moves, best first, from 1. */
export const ranks = (advice: HintShown[]): Map<string, number> =>
  new Map(advice.slice(0, 3).map(({ move }, index) => [move, index + 1]));

/** What the keys touch; the frame has u, h, r, c, l, m and ? for itself. */
export const KEYS = {
  hand: ['1', '2', '3'],
  sets: ['4', '5'],
  draw: ['q', 'w', 'e'],
  share: ['a', 's', 'd', 'f'],
  tag: 't',
  pass: 'p',
  ready: 'g',
} as const;

export type Touched =
  | { on: 'hand' | 'lift' | 'set' | 'draw' | 'share'; at: number }
  | { on: 'tag' | 'pass' | 'ready' };

/** What a key touches. Shift lifts a card of the hand; digits are known by their place, since shift changes them. */
export function readKey(event: { key: string; code: string; shiftKey: boolean }): Touched | null {
  const digit = Number(/^(?:Digit|Numpad)([1-5])$/.exec(event.code)?.[1] ?? 0);
  if (digit >= 4) return { on: 'set', at: digit - 4 };
  if (digit) return { on: event.shiftKey ? 'lift' : 'hand', at: digit - 1 };
  const key = event.key.toLowerCase();
  const draw = (KEYS.draw as readonly string[]).indexOf(key);
  if (draw >= 0) return { on: 'draw', at: draw };
  const share = (KEYS.share as readonly string[]).indexOf(key);
  if (share >= 0) return { on: 'share', at: share };
  if (key === KEYS.tag) return { on: 'tag' };
  if (key === KEYS.pass) return { on: 'pass' };
  if (key === KEYS.ready) return { on: 'ready' };
  return null;
}

/** Whether nothing is left but to wait, or to pay for it with a cop car. */
export const isStuck = (offer: Offer): boolean =>
  [offer.draws, offer.adds, offer.shares, offer.takes, offer.tags, offer.clears].every((by) => !by.size);

/** What to do next, for who plays for the first time: until the first tag is up. Else nothing. */
export function coach(view: WildView, me: Player, offer: Offer): 'add' | 'take' | 'draw' | 'share' | '' {
  if (view.phase !== 'play' || view.triggered || view.round > 1 || me.mat < ROUND_TAGS) return '';
  const adds = [...offer.adds.keys()];
  const grows = (card: string) => me.sets.some((cards) => cards.length && iconOf(cards[0]) === iconOf(card));
  const fresh = me.sets.every((cards) => !cards.length);
  if ([...offer.takes.keys()].some((pile) => grows(view.shares[pile].cards.at(-1) ?? ''))) return 'take';
  if (adds.some((card) => fresh || grows(card))) return 'add';
  if (offer.draws.size) return 'draw';
  if (adds.length) return 'add';
  return offer.shares.size ? 'share' : '';
}
