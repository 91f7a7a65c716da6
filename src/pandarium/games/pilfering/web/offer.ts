// What the server's list offers for the cards that the player has tapped.
import type { GameEvent, LegalMove, News } from '$lib/protocol';
import type { PilferingView } from './types';

/** One thing to do, with what it does to the markers at once, if it moves them. */
export interface Action {
  move: string;
  legal: LegalMove;
  kind: string;
  /** The area it concerns, from 0. */
  area: number | null;
  cards: string[];
  ability: boolean;
  shift: { panda: number; keeper: number } | null;
}

export function listActions(legal: LegalMove[], view: PilferingView): Action[] {
  const shifts = new Map(view.previews.map(([move, panda, keeper]) => [move, { panda, keeper }]));
  return legal.map((one) => ({
    move: one.move,
    legal: one,
    kind: one.what.move,
    area: one.what.area ?? null,
    cards: Array.isArray(one.what.cards) ? one.what.cards : one.what.card ? [one.what.card] : [],
    ability: one.what.ability === true,
    shift: shifts.get(one.move) ?? null,
  }));
}

const WITH_CARDS = ['play', 'swap', 'share', 'give', 'stash', 'discard'];
/** Deeds that begin with a card in hand. */
export const fromHand = (all: Action[]): Action[] =>
  all
    .filter((action) => WITH_CARDS.includes(action.kind))
    .map((action) => (action.kind === 'discard' ? { ...action, cards: ['key'] } : action));

const counted = (codes: string[]): string => [...codes].sort().join();

/** Whether the tapped cards are all among these. */
export function within(part: string[], whole: string[]): boolean {
  const rest = [...whole];
  return part.every((code) => {
    const at = rest.indexOf(code);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** How well an order fits the one tapped: the same, or the same ends. */
export function likeness(cards: string[], tapped: string[]): number {
  if (cards.join() === tapped.join()) return 9;
  return Number(cards[0] === tapped[0]) + Number(cards.at(-1) === tapped.at(-1)) * 2;
}

/** Whether it uses up the panda's ability. */
export const spends = (action: Action): boolean =>
  action.ability || action.kind === 'share' || (action.legal.what.way ?? 'plain') !== 'plain';

/** How far ahead a action leaves the pandas, compared with others. */
const gain = (action: Action): number => (action.shift ? action.shift.panda - action.shift.keeper : 0);

/** What can be done with exactly the tapped cards: best order first, without an ability before with one. */
export function matching(all: Action[], tapped: string[]): Action[] {
  const wanted = counted(tapped);
  return all
    .filter((action) => counted(action.cards) === wanted)
    .sort(
      (one, other) =>
        Number(one.kind !== 'play') - Number(other.kind !== 'play') ||
        Number(one.ability) - Number(other.ability) ||
        likeness(other.cards, tapped) - likeness(one.cards, tapped) ||
        gain(other) - gain(one),
    );
}

/** Cards that can still join the tapped ones. */
export function joining(all: Action[], tapped: string[]): Set<string> {
  const found = new Set<string>();
  for (const action of all) {
    if (!within(tapped, action.cards)) continue;
    for (const code of action.cards) if (within([...tapped, code], action.cards)) found.add(code);
  }
  return found;
}

/** The phrases by which a set is shown before it is laid, and taken back (PP-X1). */
export const SHOW = 'show-set';
const WITHDRAW = 'withdraw';

/** A set that somebody shows: where it would lie. */
export interface Shown {
  area: number;
  left: boolean;
  cards: string[];
}

/** The set that is shown now: since the last move, and not taken back. */
export function shownSet(log: readonly Pick<News, 'type' | 'phrase'>[]): Shown | null {
  const last = log.findLast(
    ({ type, phrase }) => ['moved', 'undone'].includes(type) || [SHOW, WITHDRAW].includes(phrase?.id ?? ''),
  );
  if (last?.phrase?.id !== SHOW) return null;
  const [how, area, ...cards] = String(last.phrase.params?.play ?? '').split(' ');
  return { area: Number(area) - 1, left: how === 'left', cards: cards.filter((card) => card !== 'ability') };
}

/** A move to try although it is not on the list: the server says by which rule not. */
export const attempt = (area: number, tapped: string[]): string =>
  `${tapped.length === 1 ? 'extend' : tapped.length === 2 ? 'reuse' : 'set'} ${area + 1} ${tapped.join(' ')}`;

/** What just happened, for the eye. */
export interface Highlights {
  /** A Foiled Plan came up. */
  plan: { seat: number; plan: string } | null;
  /** Where cards came to lie: area and place, the Hideout's end, or a hand's cards. */
  area: number | null;
  from: number;
  hideout: number;
  hand: string[];
  panda: number;
  keeper: number;
}

export function readHighlights(events: GameEvent[], seat: number | null): Highlights {
  const highlights: Highlights = {
    plan: null,
    area: null,
    from: 0,
    hideout: 0,
    hand: [],
    panda: 0,
    keeper: 0,
  };
  for (const { what } of events) {
    if (what.event === 'plan') highlights.plan = { seat: what.seat, plan: what.plan };
    else if (what.event === 'played') {
      highlights.area = what.area;
      highlights.from = what.place;
    } else if (what.event === 'placed') {
      highlights.area = what.area;
      highlights.from = 999;
    } else if (['stashed', 'topped-up', 'secret-moved'].includes(what.event)) highlights.hideout += 1;
    else if (what.event === 'drew' && what.seat === seat && what.card) highlights.hand.push(what.card);
    else if (what.event === 'picked' && what.seat === seat) highlights.hand.push(...what.cards);
    else if (what.event === 'panda') highlights.panda += what.by;
    else if (what.event === 'keeper') highlights.keeper += what.by;
  }
  return highlights;
}
