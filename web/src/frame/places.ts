// Who came in where. The rules decide who won; the scores only order the rest.
import type { Outcome } from '$lib/protocol';

export interface Place {
  seat: number;
  rank: number;
  name: string;
  score: number;
  won: boolean;
}

/** Where all play together there are no places: all have won, or all have lost. In a word of the catalogue. */
export function fateOf(outcome: Outcome): string {
  const won = outcome.winners.length > 0;
  if (outcome.scores.length === 1) return won ? 'frame.end.alone.won' : 'frame.end.alone.lost';
  return won ? 'frame.end.together.won' : 'frame.end.together.lost';
}

export function placesOf(outcome: Outcome, names: (seat: number) => string): Place[] {
  const won = new Set(outcome.winners);
  const order = outcome.scores
    .map((score, seat) => ({ seat, score, won: won.has(seat), name: names(seat), rank: 0 }))
    .sort((a, b) => Number(b.won) - Number(a.won) || b.score - a.score || a.seat - b.seat);
  for (const [n, place] of order.entries()) {
    const before = order[n - 1];
    place.rank =
      before && before.won === place.won && (place.won || before.score === place.score) ? before.rank : n + 1;
  }
  return order;
}

/** Cut to that many letters where a picture has no room for more. */
export const short = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
