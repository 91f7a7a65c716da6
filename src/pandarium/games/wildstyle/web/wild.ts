// Where things lie on the screen. No rule is known here.

/** A card that was drawn and has not been shown yet. */
export const UNKNOWN = '??';
export const SET_SIZE = 3;
/** New tags on the mat in each round. */
export const ROUND_TAGS = 6;
export const HAND_SIZE = 3;

const COLOUR_LETTERS = 'tlmow';
export const CARDS = [...'SRAFMP'].flatMap((icon) => [...COLOUR_LETTERS].map((colour) => icon + colour));

export const iconOf = (card: string): string => card[0];
export const colourOf = (card: string): string => card[1];

/** The middle of a hex, in widths of a hex. */
export const middle = ({ q, r }: { q: number; r: number }): { x: number; y: number } => ({
  x: q + r / 2,
  y: (r * Math.sqrt(3)) / 2,
});

/** Corners of a hex with its point up, around 0, 0; `size` 1 fills it. */
export function corners(size = 1): string {
  const radius = size / Math.sqrt(3);
  return Array.from({ length: 6 }, (_, n) => {
    const angle = (Math.PI / 3) * n - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(3)},${(radius * Math.sin(angle)).toFixed(3)}`;
  }).join(' ');
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** What of the plane all hexes cover, with a little street around. */
export function extent(hexes: { q: number; r: number }[]): Box {
  const all = hexes.map(middle);
  const xs = all.map((one) => one.x);
  const ys = all.map((one) => one.y);
  const x = Math.min(...xs) - 0.75;
  const y = Math.min(...ys) - 0.8;
  return { x, y, w: Math.max(...xs) + 0.75 - x, h: Math.max(...ys) + 0.8 - y };
}

/** A part of the map, `zoom` times as large as the whole, as near to the wanted middle as there is map. */
export function look(whole: Box, zoom: number, at: { x: number; y: number }): Box {
  const w = whole.w / zoom;
  const h = whole.h / zoom;
  const keep = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
  return {
    x: keep(at.x - w / 2, whole.x, whole.x + whole.w - w),
    y: keep(at.y - h / 2, whole.y, whole.y + whole.h - h),
    w,
    h,
  };
}

/** Where to look, one place after the other, so that every hex is seen whole through a window of that size: first where
 * most are. In widths of a hex. */
export function places(hexes: { q: number; r: number }[], w: number, h: number): { x: number; y: number }[] {
  let left = hexes.map(middle);
  const found: { x: number; y: number }[] = [];
  while (left.length) {
    // From the left and the top of one of them each, a window's width to the right and a window's height down.
    let best = [left[0]];
    for (const { x } of left)
      for (const { y } of left) {
        const seen = left.filter(
          (one) => one.x >= x && one.x <= x + w - 1 && one.y >= y && one.y <= y + h - 1.2,
        );
        if (seen.length > best.length) best = seen;
      }
    const xs = best.map((one) => one.x);
    const ys = best.map((one) => one.y);
    found.push({ x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 });
    const gone = new Set(best);
    left = left.filter((one) => !gone.has(one));
  }
  return found;
}

/** The hex next to a point, if one is within reach: a finger is bigger than a hex. */
export function nearest<T extends { q: number; r: number }>(
  hexes: T[],
  at: { x: number; y: number },
  reach: number,
): T | null {
  let best: T | null = null;
  let closest = reach;
  for (const hex of hexes) {
    const { x, y } = middle(hex);
    const away = Math.hypot(x - at.x, y - at.y);
    if (away <= closest) [best, closest] = [hex, away];
  }
  return best;
}

/** Whether a finger there may mean one hex as well as another: two are about as near as each other. */
export function isUnclear(
  hexes: { q: number; r: number }[],
  at: { x: number; y: number },
  slip: number,
): boolean {
  const ways = hexes.map(middle).map(({ x, y }) => Math.hypot(x - at.x, y - at.y));
  const [first, second] = ways.sort((a, b) => a - b);
  return second !== undefined && second - first < slip;
}

/** The next hex in a direction of the arrow keys; straight ahead counts more than near. */
export function step<T extends { q: number; r: number }>(hexes: T[], from: T, key: string): T {
  const turn = { ArrowRight: 0, ArrowDown: 0.5, ArrowLeft: 1, ArrowUp: 1.5 }[key];
  if (turn === undefined) return from;
  const here = middle(from);
  const [dx, dy] = [Math.cos(turn * Math.PI), Math.sin(turn * Math.PI)];
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (const hex of hexes) {
    const { x, y } = middle(hex);
    const ahead = (x - here.x) * dx + (y - here.y) * dy;
    const aside = Math.abs((x - here.x) * dy - (y - here.y) * dx);
    if (ahead < 0.2 || aside > ahead * 2) continue;
    if (ahead + 2 * aside < least) [best, least] = [hex, ahead + 2 * aside];
  }
  return best;
}

/** Places 1, 2, 2, 4 by a figure, highest first. */
export const placeOf = (mine: number, all: number[]): number => 1 + all.filter((one) => one > mine).length;

/** Who has most, of all but that seat; of equals the first. */
export function leaderOf(of: number[], but: number | null): number {
  const others = of.map((_, who) => who).filter((who) => who !== but);
  return others.reduce((best, who) => (of[who] > of[best] ? who : best), others[0]);
}
