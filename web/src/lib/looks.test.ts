import { describe, expect, it } from 'vitest';
import { lampsOf } from './avatars';
import { strengthOf } from './looks';

describe('how strong a level is', () => {
  it('is what its own game says, and not another with a level of that name', () => {
    expect(strengthOf('wildstyle', 'strong')).toBe(3);
    expect(strengthOf('wildstyle', 'filler')).toBe(1);
    expect(strengthOf('royale', 'filler')).toBeUndefined();
    expect(strengthOf('a game of tomorrow', 'strong')).toBeUndefined();
  });

  it('is the same in every game for the levels that all may have', () => {
    expect([strengthOf('wildstyle', 'random'), strengthOf('a game of tomorrow', 'random')]).toEqual([0, 0]);
  });

  it('is the number of lamps of a bot at a table of that game', () => {
    expect(lampsOf('bot:wildstyle:filler:Mochi')).toBe(1);
    expect(lampsOf('bot:royale:filler:Mochi')).toBe(2);
  });
});
