// What the table knows of dice: how they are written and drawn. No rule of the game is here.
import type { Player, Rolled } from './types';

export type Colour = 'yellow' | 'purple' | 'blue' | 'red' | 'green' | 'clear' | 'pink';
/** The order of the score sheet. */
export const COLOURS: Colour[] = ['yellow', 'purple', 'blue', 'red', 'green', 'clear', 'pink'];
export const ROUNDS = 10;

const LETTERS: Record<string, Colour> = {
  y: 'yellow',
  p: 'purple',
  b: 'blue',
  s: 'blue',
  r: 'red',
  g: 'green',
  c: 'clear',
  k: 'pink',
};

/** How a kind of die looks. */
export interface Kind {
  colour: Colour;
  sides: number;
  glitter: boolean;
  /** A clear die that changed hands this round. */
  traded: boolean;
}

/** A kind by its code: `b8`, `s6`, `c6*`. */
export function kindOf(code: string): Kind {
  return {
    colour: LETTERS[code[0]] ?? 'clear',
    sides: Number.parseInt(code.slice(1), 10) || 6,
    glitter: code[0] === 's',
    traded: code.endsWith('*'),
  };
}

/** The word for a kind, in the catalogue: `royale.die.c6x` for `c6*`. */
export const wordOf = (code: string) => `royale.die.${code.replace('*', 'x')}`;

/** A figure with a true minus sign. */
export const figure = (value: number) => (value < 0 ? `−${-value}` : String(value));
export const signed = (value: number) => (value < 0 ? figure(value) : `+${value}`);

/** A die on the table. */
export interface Shown {
  /** The same for the same die from one view to the next. */
  key: string;
  code: string;
  /** What it showed in the last roll; null: it came after it. */
  value: number | null;
  /** It was rolled but is here no more. */
  gone: boolean;
}

/** A hand with what its dice showed, and behind them those that left since the roll. */
export function place(hand: string[], rolled: Rolled[]): Shown[] {
  const left = [...rolled];
  const seen = new Map<string, number>();
  const show = (code: string, value: number | null, gone: boolean): Shown => {
    const name = gone ? `gone ${code}` : code;
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    return { key: `${name} ${nth}`, code, value, gone };
  };
  const here = hand.map((code) => {
    const at = left.findIndex(([die]) => die === code);
    return show(code, at < 0 ? null : left.splice(at, 1)[0][1], false);
  });
  return [...here, ...left.map(([code, value]) => show(code, value, true))];
}

export interface Clan {
  colour: Colour;
  dice: Shown[];
  /** What the colour scored in the last roll. */
  points: number;
}

/** A hand by colour, in the order of the score sheet. */
export function clans(player: Player): Clan[] {
  const dice = place(player.dice, player.rolled);
  const line = player.lines.at(-1);
  return COLOURS.map((colour, index) => ({
    colour,
    dice: dice.filter((die) => kindOf(die.code).colour === colour),
    points: line?.colours[index] ?? 0,
  })).filter((clan) => clan.dice.length > 0);
}

/** A place in the pool. It stays when its die is taken, so that nothing jumps. */
export interface Slot {
  code: string | null;
  /** What lay here before it was taken. */
  was: string | null;
  by: number | null;
}

const empty: Slot = { code: null, was: null, by: null };

/** The pool's places: those that there were, as far as the new pool only lost dice; otherwise fresh ones. */
export function keepSlots(
  old: Slot[],
  pool: string[],
  places: number,
  by: number | null,
  picked = -1,
): Slot[] {
  const left = [...pool];
  const order = old.map((_, index) => index).sort((a, b) => Number(a === picked) - Number(b === picked));
  const kept = new Map<number, Slot>();
  for (const index of order) {
    const slot = old[index];
    const at = slot.code === null ? -1 : left.indexOf(slot.code);
    if (at >= 0) left.splice(at, 1);
    kept.set(index, slot.code === null || at >= 0 ? slot : { code: null, was: slot.code, by });
  }
  if (pool.length > 0 && left.length === 0 && old.length >= pool.length)
    return old.map((_, i) => kept.get(i) ?? empty);
  const fresh = pool.map((code): Slot => ({ code, was: null, by: null }));
  return [...fresh, ...Array<Slot>(Math.max(0, places - fresh.length)).fill(empty)];
}

/** Seats from the best total down, with their places; equal totals share one. */
export function ranking(totals: number[]): { seat: number; place: number; total: number }[] {
  return totals
    .map((total, seat) => ({ seat, total, place: 1 + totals.filter((other) => other > total).length }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/** What each colour brought a player in all rounds, or in one (from 1). */
export function byColour(player: Player, round: number | null): number[] {
  const lines = round === null ? player.lines : player.lines.slice(round - 1, round);
  return COLOURS.map((_, index) => lines.reduce((sum, line) => sum + line.colours[index], 0));
}
