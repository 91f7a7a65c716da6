// What a touch looks like before the server has answered: pieces move at once, and go back if it says no.

import type { Player, WildView } from './types';
import { HAND_SIZE, UNKNOWN } from './wild';

export interface Foreseen {
  view: WildView;
  /** Hexes with tags that are not there yet. */
  ghosts: Set<string>;
  /** Cards on my sets, in the hand and on share piles that are not there yet, as `set 0`, `hand`, `share 2`: how many. */
  soon: Map<string, number>;
}

/** A move in notation, taken apart; the numbers of piles and spaces count from 0. */
export interface ParsedMove {
  kind: string;
  space: number;
  pile: number;
  card: string;
  hex: string;
}

export function readMove(move: string): ParsedMove {
  const parsed: ParsedMove = { kind: '', space: 0, pile: 0, card: '', hex: '' };
  const [kind, ...rest] = move.split(' ');
  parsed.kind = kind;
  if (kind === 'draw') parsed.pile = Number(rest[0]) - 1;
  else if (kind === 'add') [parsed.card, parsed.space] = [rest[0], Number(rest[1]) - 1];
  else if (kind === 'share') [parsed.card, parsed.pile] = [rest[0], Number(rest[1]) - 1];
  else if (kind === 'take')
    [parsed.pile, parsed.card, parsed.space] = [Number(rest[0]) - 1, rest[1], Number(rest[2]) - 1];
  else if (kind === 'remove') parsed.hex = rest[0];
  else if (rest.length) [parsed.space, parsed.hex] = [Number(rest[0]) - 1, rest[1] ?? ''];
  return parsed;
}

/** The view as it will be if all that was sent is granted. */
export function foresee(view: WildView, pending: string[], seat: number | null): Foreseen {
  const ghosts = new Set<string>();
  const soon = new Map<string, number>();
  if (seat === null || !pending.length) return { view, ghosts, soon };
  const next: WildView = {
    ...view,
    piles: [...view.piles],
    shares: view.shares.map((pile) => ({ ...pile, cards: [...pile.cards] })),
    players: view.players.map((player, index) => (index === seat ? copy(player) : player)),
    hexes: [...view.hexes],
  };
  for (const move of pending) apply(next, readMove(move), seat, ghosts, soon);
  return { view: next, ghosts, soon };
}

const copy = (player: Player): Player => ({
  ...player,
  hand: player.hand && [...player.hand],
  sets: player.sets.map((cards) => [...cards]),
  picks: player.picks && [...player.picks],
});

function apply(
  view: WildView,
  { kind, space, pile, card, hex }: ParsedMove,
  seat: number,
  ghosts: Set<string>,
  soon: Map<string, number>,
): void {
  const me = view.players[seat];
  const hand = me.hand ?? [];
  const count = (place: string) => soon.set(place, (soon.get(place) ?? 0) + 1);
  const from = hand.indexOf(card);
  if (kind === 'draw' && view.piles[pile] > 0 && hand.length < HAND_SIZE) {
    view.piles[pile] -= 1;
    hand.push(UNKNOWN);
    count('hand');
  } else if (kind === 'add' && from >= 0) {
    hand.splice(from, 1);
    me.sets[space].push(card);
    count(`set ${space}`);
  } else if (kind === 'share' && from >= 0) {
    hand.splice(from, 1);
    view.shares[pile].cards.push(card);
    count(`share ${pile}`);
  } else if (kind === 'take' && view.shares[pile]?.cards.at(-1) === card) {
    view.shares[pile].cards.pop();
    me.sets[space].push(card);
    count(`set ${space}`);
  } else if (['tag', 'clear', 'rush', 'scrap'].includes(kind) && me.sets[space].length) {
    me.sets[space] = [];
    if (hex && me.mat > 0) tag(view, hex, seat, ghosts);
    if (kind === 'rush' || kind === 'scrap') me.cars += 1;
  } else if (kind === 'remove' && me.remove > 0) {
    me.picks?.push(hex);
    me.remove -= 1;
  } else if (kind === 'ready') me.ready = true;
  else if (kind === 'pass') me.passed = true;
}

function tag(view: WildView, hex: string, seat: number, ghosts: Set<string>): void {
  const at = view.hexes.findIndex((one) => one.name === hex);
  if (at < 0) return;
  view.hexes[at] = { ...view.hexes[at], tags: [...view.hexes[at].tags, seat] };
  view.players[seat].mat -= 1;
  ghosts.add(hex);
}
