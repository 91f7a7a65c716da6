// Games bring their own pieces: src/pandarium/games/<game>/web. Nothing here names one.
import type { Component } from 'svelte';
import type { GameEvent, HintShown, LegalMove, News, SeatShown } from './protocol';

/** What a game's Table.svelte gets. It draws the view, offers the legal moves, and knows no rule. */
export interface TableProps {
  /** The game as this viewer may see it; its shape is the game's own. */
  // biome-ignore lint/suspicious/noExplicitAny: each game types its own view
  view: any;
  legal: LegalMove[];
  names: string[];
  seats: SeatShown[];
  /** Where the viewer sits; null: a spectator. */
  seat: number | null;
  /** Seats that the game waits for. */
  actors: number[];
  /** Play one of the legal moves, or try another: the frame shows the refusal with its rule. */
  play: (move: string) => void;
  /** A move is under way: offer nothing. */
  busy: boolean;
  /** What the bot thinks, best first; empty unless asked. */
  advice: HintShown[];
  /** What just happened, to be animated; empty after loading and in a replay's jumps. */
  events: GameEvent[];
  news: News[];
  /** A replay: nothing can be played. */
  replay?: boolean;
}

/** What a game's Told.svelte gets: an event to be drawn on one line of the log, where words alone read badly. */
export interface ToldProps {
  // biome-ignore lint/suspicious/noExplicitAny: each game types its own events
  event: any;
  /** The event in words, for everything that is not drawn. */
  text: string;
  names: string[];
}

/** A game's look.ts: what the shell shows of it elsewhere. */
export interface Look {
  /** A colour token of tokens.css. */
  accent: string;
  /** A small picture for the front page and the lobby. */
  Picture: Component;
  /** Every piece of the game, for the page /design. */
  Pieces?: Component;
}

const tables = import.meta.glob<{ default: Component<TableProps> }>('$games/*/web/Table.svelte');
const tellers = import.meta.glob<{ default: Component<ToldProps> }>('$games/*/web/Told.svelte');
const looks = import.meta.glob<{ look: Look }>('$games/*/web/look.ts', { eager: true });

const nameOf = (path: string) => path.match(/games\/([^/]+)\/web\//)?.[1] ?? '';

const tableOf = new Map(Object.entries(tables).map(([path, load]) => [nameOf(path), load]));
const tellerOf = new Map(Object.entries(tellers).map(([path, load]) => [nameOf(path), load]));
const lookOf = new Map(Object.entries(looks).map(([path, module]) => [nameOf(path), module.look]));

/** The game's own table, or null: then the generic one is used. */
export async function loadTable(game: string): Promise<Component<TableProps> | null> {
  const load = tableOf.get(game);
  return load ? (await load()).default : null;
}

/** How the game draws its events in the log, or null: in words. */
export async function loadTold(game: string): Promise<Component<ToldProps> | null> {
  const load = tellerOf.get(game);
  return load ? (await load()).default : null;
}

export const look = (game: string): Look | undefined => lookOf.get(game);
export const gamesWithLooks = (): string[] => [...lookOf.keys()];
