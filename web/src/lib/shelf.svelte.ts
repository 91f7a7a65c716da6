// The games that this server has, and how the pages show them: a game's own look, or one made from what its lid says.
import { get } from './api';
import { avatars, hashOf } from './avatars';
import { colourFrom, css } from './colour';
import { byPlace, gamesWithLooks, look } from './looks';
import type { GameListed, GameShown } from './protocol';

export const shelf = $state<{ games: GameListed[] | null }>({ games: null });
const byName = $derived(new Map((shelf.games ?? []).map((game) => [game.name, game])));

let loading: Promise<GameListed[]> | null = null;
/** All games, in the order of the shelf; they are asked for once. */
export function loadShelf(): Promise<GameListed[]> {
  loading ??= get<GameListed[]>('/api/games').then(
    (found) => {
      shelf.games = found.sort((a, b) => byPlace(a.name, b.name) || a.title.localeCompare(b.title));
      return shelf.games;
    },
    (error) => {
      loading = null; // the next who wants to know asks again
      throw error;
    },
  );
  return loading;
}
export const loadGame = (name: string) => get<GameShown>(`/api/games/${encodeURIComponent(name)}`);

/** A game's colour, for `--accent`. */
export const accentOf = (game: string): string =>
  css(look(game)?.colour ?? colourFrom(byName.get(game)?.colour ?? '', game));

/** The panda that stands for a game: its own, or one that is no other game's. */
export function pandaOf(game: string): string {
  const taken = new Set(gamesWithLooks().map((one) => look(one)?.panda));
  const free = avatars.filter((avatar) => !taken.has(avatar.id));
  return look(game)?.panda ?? free[hashOf(game) % free.length].id;
}

/** An emoji or a few letters that stand for a game without a picture. */
export const signOf = (game: string): string => byName.get(game)?.sign ?? game.charAt(0).toUpperCase();
