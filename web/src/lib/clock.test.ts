import { describe, expect, it } from 'vitest';
import { left, spell } from './clock.svelte';

describe('clocks', () => {
  it('run on the server’s time, whatever ours says', () => {
    const server = 1_000_000;
    const ours = 400_000; // we are ten minutes behind
    expect(left(60_000, true, server, server - ours, ours)).toBe(60_000);
    expect(left(60_000, true, server, server - ours, ours + 5_000)).toBe(55_000);
  });

  it('stand still when it is not their turn, and never show less than nothing', () => {
    expect(left(60_000, false, 0, 0, 99_000)).toBe(60_000);
    expect(left(60_000, true, 0, 0, 99_000)).toBe(0);
  });

  it('do not gain time when the update was made a little after our now', () => {
    expect(left(60_000, true, 1_000, 0, 900)).toBe(60_000);
  });

  it('are spelled as short as they can be read', () => {
    expect(spell(0)).toBe('0:00.0');
    expect(spell(9_940)).toBe('0:09.9');
    expect(spell(10_000)).toBe('0:10');
    expect(spell(59_001)).toBe('1:00');
    expect(spell(300_000)).toBe('5:00');
    expect(spell(2 * 3_600_000 + 5 * 60_000)).toBe('2:05 h');
    expect(spell(86_400_000 + 2 * 3_600_000)).toBe('1d 2h');
  });
});
