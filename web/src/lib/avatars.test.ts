import { describe, expect, it } from 'vitest';
import de from '../words/de/me.json';
import en from '../words/en/me.json';
import { avatarOf, avatarOfSeat, avatars, lampsOf, randomPanda } from './avatars';

describe('the pandas', () => {
  it('are at least twelve, each with a thing of its own', () => {
    expect(avatars.length).toBeGreaterThanOrEqual(12);
    expect(new Set(avatars.map((avatar) => avatar.wear)).size).toBe(avatars.length);
    expect(new Set(avatars.map((avatar) => avatar.id)).size).toBe(avatars.length);
  });

  it('all have a name in every language', () => {
    for (const words of [en, de] as Record<string, string>[])
      for (const { id } of avatars) expect(words[`me.avatar.${id}`], id).toBeTruthy();
  });

  it('are the same every time for a word that another client made up', () => {
    expect(avatarOf('🦊')).toBe(avatarOf('🦊'));
    expect(avatars).toContain(avatarOf('🦊'));
    expect(avatarOf('').wear).toBe('none');
  });

  it('have bolts when they are bots, and more lamps when they are stronger', () => {
    expect(avatarOf(avatarOfSeat('royale', { bot: 'hard' })).wear).toBe('bolts');
    expect(avatarOfSeat('royale', { bot: 'hard', name: 'Mochi' })).toBe('bot:royale:hard:Mochi');
    expect(lampsOf('bot:royale:hard@quick:Mochi')).toBe(lampsOf('bot:royale:hard'));
    expect(lampsOf('bot:royale:random')).toBeLessThan(lampsOf('bot:royale:hard'));
    expect(lampsOf('bot:royale:a level of tomorrow')).toBeGreaterThan(0);
  });

  it('stay a person’s own while a bot stands in', () => {
    expect(avatarOfSeat('royale', { bot: 'hard', person: 'p_ann', avatar: 'scarf' })).toBe('scarf');
  });
});

describe('a random panda', () => {
  it('has a name of two words from the lists, whatever the numbers are', () => {
    expect(randomPanda(['Sleepy', 'Lucky'], ['Plum'], () => 0.999)).toEqual({
      name: 'Lucky Plum',
      avatar: avatars[avatars.length - 1].id,
    });
    expect(randomPanda(['Sleepy'], ['Plum', 'Lotus'], () => 0).name).toBe('Sleepy Plum');
  });
});
