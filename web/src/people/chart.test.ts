import { describe, expect, it } from 'vitest';
import { chartOf, HEIGHT, WIDTH } from './chart';

describe('a chart', () => {
  it('goes from left to right, and higher numbers lie higher', () => {
    const { path, last } = chartOf([0, 3, 9]);
    const points = [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map((found) => found.slice(1).map(Number));
    expect(points).toHaveLength(3);
    expect(points[0][0]).toBeLessThan(points[1][0]);
    expect(points[2][1]).toBeLessThan(points[0][1]);
    expect(last).toEqual({ x: points[2][0], y: points[2][1] });
    for (const [x, y] of points) expect(x <= WIDTH && y <= HEIGHT && x >= 0 && y >= 0).toBe(true);
  });

  it('has few lines, at round numbers, however far it goes', () => {
    for (const values of [
      [0, 0.2],
      [-3, 41],
      [1, 900],
    ]) {
      const { lines } = chartOf(values);
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.length).toBeLessThan(12);
    }
  });

  it('of nothing is nothing', () => {
    expect(chartOf([]).path).toBe('');
  });
});
