import type { PilferingView } from './types';

// The final escape check before it is made: what the keeper would move at least and at most.

/** Unseen cards count 1 or 2 each. */
const DEAREST = 2;

export interface Run {
  least: number;
  most: number;
  /** How far ahead the pandas are now. */
  ahead: number;
  /** Gone for certain, caught for certain, or a gamble. */
  fate: 'safe' | 'lost' | 'risk';
}

export function runOf(view: PilferingView): Run {
  const sure = view.final_cost ?? 0;
  const least = sure + view.unknown_cards;
  const most = sure + view.unknown_cards * DEAREST;
  const ahead = view.panda - view.keeper;
  return { least, most, ahead, fate: most < ahead ? 'safe' : least >= ahead ? 'lost' : 'risk' };
}

/** "7", or "7–12". */
export const range = (least: number, most: number): string =>
  least === most ? `${least}` : `${least}–${most}`;

/** What a player's cards would cost: those that are known for certain, each unseen one 1 or 2. */
export function costOf(view: PilferingView, seat: number): { least: number; most: number } {
  const player = view.players[seat];
  const seen = player.hand ?? player.known;
  const sure = seen.reduce(
    (sum, code) => sum + (code === 'key' || view.twos.includes(code) ? DEAREST : 1),
    0,
  );
  const unseen = player.cards - seen.length;
  return { least: sure + unseen, most: sure + unseen * DEAREST };
}
