// Where the points of a small line chart lie, and which whole numbers stand beside it.
export const WIDTH = 320;
export const HEIGHT = 120;
const LEFT = 40;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 10;
const MOST_LINES = 5;

export interface Chart {
  path: string;
  last: { x: number; y: number };
  lines: { y: number; value: number }[];
}

const STEPS = [1, 2, 5, 10, 20, 50, 100];

/** A course of numbers as a path, with a few lines at round numbers. */
export function chartOf(values: number[]): Chart {
  if (!values.length) return { path: '', last: { x: 0, y: 0 }, lines: [] };
  const low = Math.floor(Math.min(...values));
  const high = Math.max(low + 1, Math.ceil(Math.max(...values)));
  const x = (n: number) => LEFT + ((WIDTH - LEFT - RIGHT) * n) / Math.max(1, values.length - 1);
  const y = (value: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low);
  const at = values.map((value, n) => ({ x: round(x(n)), y: round(y(value)) }));
  const step = STEPS.find((size) => (high - low) / size <= MOST_LINES) ?? high - low;
  const lines: Chart['lines'] = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step)
    lines.push({ value, y: round(y(value)) });
  return {
    path: at.map((point, n) => `${n ? 'L' : 'M'}${point.x} ${point.y}`).join(''),
    last: at[at.length - 1],
    lines,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
