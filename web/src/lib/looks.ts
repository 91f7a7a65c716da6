// How a game looks outside its table: src/pandarium/games/<game>/web/look.ts. Nothing here names one.
import type { Colour } from './colour';

/** A game's look.ts. */
export interface Look {
  colour: Colour;
  /** The panda that stands for it: an avatar's id. */
  panda: string;
  /** Its place on the shelf; games that name none come after. */
  place?: number;
  /** Its bots by level: how strong each is, from 1, easy, to 3, hard. */
  bots?: Record<string, number>;
  /** Everybody plays at once, and the table wants the room: on a phone the frame's seats are low, its banner short. */
  quick?: boolean;
  /** The table tells about its players itself and wants the room: on a phone the frame's seats are low. */
  low?: boolean;
  /** Milliseconds in which the end of a game is to be seen before the result lies above it. */
  linger?: number;
  /** With tournaments: the event that says what came of a deal, and the levels of bots that may be chosen to fill tables. */
  tournament?: { result: string; bots: string[] };
}

const looks = import.meta.glob<{ look: Look }>('$games/*/web/look.ts', { eager: true });

/** The game to which a file belongs. */
export const nameOf = (path: string): string => path.match(/games\/([^/]+)\/web\//)?.[1] ?? '';

const byGame = new Map(Object.entries(looks).map(([path, module]) => [nameOf(path), module.look]));

export const look = (game: string): Look | undefined => byGame.get(game);

/** Games that bring a look, in the order of the shelf. */
export const gamesWithLooks = (): string[] => [...byGame.keys()].sort(byPlace);

const placeOf = (game: string): number => look(game)?.place ?? Number.MAX_SAFE_INTEGER;
/** To sort games as they stand on the shelf: those that name a place first. */
export const byPlace = (one: string, other: string): number => placeOf(one) - placeOf(other);

/** Bots that any game may have. */
const COMMON: Record<string, number> = { random: 0, hard: 3 };

/** How strong bots of that level are in a game, from 0 to 3; undefined: nobody says. */
export const strengthOf = (game: string, level: string): number | undefined =>
  look(game)?.bots?.[level] ?? COMMON[level];
