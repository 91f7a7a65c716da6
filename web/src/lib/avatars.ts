// The pandas that people choose from. An avatar's id says what the panda wears; the drawing is in ui/PandaFace.svelte.
// Each is told apart by its shape alone; the colours only help.
import { strengthOf } from './looks';

export type Wear =
  | 'none'
  | 'bamboo'
  | 'scarf'
  | 'straw'
  | 'glasses'
  | 'crown'
  | 'ribbon'
  | 'bandit'
  | 'blossom'
  | 'beanie'
  | 'phones'
  | 'headband'
  | 'visor'
  | 'cap'
  | 'leaf'
  | 'monocle'
  | 'bun'
  | 'bolts';

export interface Avatar {
  id: string;
  wear: Wear;
  /** Colour tokens: what is behind the face, and what the panda wears. */
  ground: string;
  dye: string;
}

const one = (id: string, wear: Wear, ground: string, dye: string): Avatar => ({ id, wear, ground, dye });

/** What people choose from, in the order shown. */
export const avatars: readonly Avatar[] = [
  one('bamboo', 'bamboo', '--dye-straw', '--dye-green'),
  one('scarf', 'scarf', '--dye-teal', '--dye-red'),
  one('straw', 'straw', '--dye-green', '--dye-straw'),
  one('glasses', 'glasses', '--dye-rose', '--dye-blue'),
  one('crown', 'crown', '--dye-plum', '--dye-gold'),
  one('ribbon', 'ribbon', '--dye-gold', '--dye-red'),
  one('bandit', 'bandit', '--dye-stone', '--dye-green'),
  one('blossom', 'blossom', '--dye-teal', '--dye-rose'),
  one('beanie', 'beanie', '--dye-blue', '--dye-gold'),
  one('phones', 'phones', '--dye-gold', '--dye-blue'),
  one('headband', 'headband', '--dye-straw', '--dye-red'),
  one('visor', 'visor', '--dye-red', '--dye-green'),
  one('cap', 'cap', '--dye-rose', '--dye-plum'),
  one('leaf', 'leaf', '--dye-blue', '--dye-green'),
  one('monocle', 'monocle', '--dye-green', '--dye-gold'),
  one('bun', 'bun', '--dye-plum', '--dye-rose'),
];

/** Our own panda, and whoever has not chosen. */
const plain = one('', 'none', '--dye-straw', '--dye-gold');
const bot = one('bot', 'bolts', '--dye-stone', '--dye-gold');
/** Bots look alike, but not that much: what is behind a bot's face goes by its name. */
const GROUNDS = ['--dye-stone', '--dye-teal', '--dye-rose', '--dye-straw', '--dye-blue', '--dye-green'];
const byId = new Map(avatars.map((avatar) => [avatar.id, avatar]));

/** A small number from a text, the same everywhere. */
export function hashOf(text: string): number {
  let sum = 7;
  for (const sign of text) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003;
  return sum;
}

/** The panda for an id. Other clients may send any word or emoji: those get a panda, too, always the same one. */
export function avatarOf(id: string): Avatar {
  if (!id) return plain;
  if (id.startsWith('bot:')) {
    const name = id.split(':').slice(3).join(':');
    return { ...bot, id, ground: name ? GROUNDS[hashOf(name) % GROUNDS.length] : bot.ground };
  }
  return byId.get(id) ?? avatars[hashOf(id) % avatars.length];
}

/** The id to draw for a seat: a bot has bolts, and as many lamps as its level is strong in that game. */
export function avatarOfSeat(
  game: string,
  seat: { avatar?: string; bot?: string | null; name?: string; person?: string | null },
): string {
  return seat.bot && !seat.person
    ? `bot:${game}:${seat.bot}:${seat.name ?? ''}`
    : (seat.avatar ?? '') || seat.person || '';
}

const USUAL_STRENGTH = 2;
/** How many lamps a bot's forehead has. */
export function lampsOf(id: string): number {
  const [, game = '', level = ''] = id.split(/[:@]/);
  return Math.max(1, strengthOf(game, level) ?? USUAL_STRENGTH);
}

/** A friendly name and a panda for somebody who only wants to play. `random` gives numbers from 0 to 1. */
export function randomPanda(
  first: string[],
  second: string[],
  random = Math.random,
): { name: string; avatar: string } {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  return { name: `${pick(first)} ${pick(second)}`, avatar: pick(avatars).id };
}
