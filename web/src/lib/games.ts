// Games bring their own pieces: src/pandarium/games/<game>/web. Nothing here names one.
import type { Component, Snippet } from 'svelte';
import { loadGameWords } from './i18n.svelte';
import { nameOf } from './looks';
import type {
  Advised,
  Entered,
  GameEvent,
  HintShown,
  LegalMove,
  News,
  Phrase,
  SeatShown,
  Spoken,
} from './protocol';

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
  /** Play one of the legal moves, or try another: the frame shows the refusal with its rule.
   * `ahead`: even while another move is under way, as in real time. */
  play: (move: string, ahead?: boolean) => void;
  /** A move is under way: offer nothing. */
  busy: boolean;
  /** Moves that were sent and are not shown yet, oldest first: may be drawn as if they were done. */
  pending?: string[];
  /** When the table's own timer runs out, by this device's clock in milliseconds; null: it has none, or it stands. */
  due?: number | null;
  /** What the bot thinks, best first; empty unless asked. */
  advice: HintShown[];
  /** What just happened, to be animated; empty after loading and in a replay's jumps. */
  events: GameEvent[];
  news: News[];
  /** All that happened at the table, oldest first; not in a replay. */
  log?: News[];
  /** What may be said by the game's phrases now, for tables on which people point at things; and to say it. */
  phrases?: Phrase[];
  say?: (phrase: Spoken) => void;
  /** A replay: nothing can be played. */
  replay?: boolean;
}

/** What a game's EventLine.svelte gets: an event to be drawn on one line of the log, where words alone read badly. */
export interface EventLineProps {
  // biome-ignore lint/suspicious/noExplicitAny: each game types its own events
  event: any;
  /** The event in words, for everything that is not drawn. */
  text: string;
  names: string[];
}

/** What a game's Finish.svelte gets: the last position of a game in which all play together, to show how far they came. */
export interface FinishProps {
  // biome-ignore lint/suspicious/noExplicitAny: each game types its own view
  view: any;
}

/** How a game stands, in two or three words for the banner; `grave`: it should worry somebody. */
export interface Standing {
  text: string;
  /** The same as a sentence. */
  said: string;
  grave: boolean;
}

/** A game's banner.ts, all of it optional. */
export interface Banner {
  guide?: Guide;
  // biome-ignore lint/suspicious/noExplicitAny: each game types its own view
  standing?: (view: any) => Standing | null;
}

/** What a newcomer is told at this choice, as the last part of `<game>.guide.<word>`; '' or a word that
 * is not there: nothing. */
// biome-ignore lint/suspicious/noExplicitAny: each game types its own view
export type Guide<View = any> = (view: View, legal: LegalMove[]) => string;

/** What a game's Companion.svelte gets: an evening at a real table. It draws the page, takes entries, and knows no rule. */
export interface CompanionProps {
  /** How things stand and what is to be entered; its shape is the game's own. */
  // biome-ignore lint/suspicious/noExplicitAny: each game types its own page
  page: any;
  names: string[];
  /** What was entered so far, and what followed from it. */
  entered: Entered[];
  /** The entry that the next one replaces; null: none. */
  correcting: string | null;
  advice: Advised[];
  busy: boolean;
  enter: (entry: string) => void;
  /** Enter another in the place of one, by its index. */
  correct: (index: number) => void;
  /** What is being typed: `page` tells what it is worth. */
  type: (text: string) => void;
  advise: () => void;
  /** Once it is over: the picture of the end, to be drawn where the result is told; with the pandas that people were. */
  ending: Snippet<[pandas?: string[]]>;
}

/** A line of a table for a spreadsheet. */
export type Row = (string | number)[];

/** A game's companion.ts. */
export interface CompanionWords {
  /** An entry as a line of a list. */
  sayEntry: (entered: Entered, names: string[]) => string;
  /** The scores for a spreadsheet, where there is more to say of them than points by round. */
  // biome-ignore lint/suspicious/noExplicitAny: each game types its own page
  listScores?: (page: any, names: string[]) => Row[];
  /** The evening for a spreadsheet, where nobody scores. */
  listEntries?: (entered: Entered[], names: string[]) => Row[];
}

/** A game's sentences.ts. */
export interface MoveWords {
  /** A move as a player would say it, in the language that was chosen. */
  // biome-ignore lint/suspicious/noExplicitAny: each game types its own view
  sayMove: (move: Pick<LegalMove, 'what' | 'label'>, names: string[], view: any) => string;
}

const tables = import.meta.glob<{ default: Component<TableProps> }>('$games/*/web/Table.svelte');
const eventLines = import.meta.glob<{ default: Component<EventLineProps> }>('$games/*/web/EventLine.svelte');
const pieces = import.meta.glob<{ default: Component }>('$games/*/web/Pieces.svelte');
const banners = import.meta.glob<Banner>('$games/*/web/banner.ts');
const finishes = import.meta.glob<{ default: Component<FinishProps> }>('$games/*/web/Finish.svelte');

const moveWords = import.meta.glob<MoveWords>('$games/*/web/sentences.ts');

const companions = import.meta.glob<{ default: Component<CompanionProps> }>('$games/*/web/Companion.svelte');
const companionWords = import.meta.glob<CompanionWords>('$games/*/web/companion.ts');

const tableOf = new Map(Object.entries(tables).map(([path, load]) => [nameOf(path), load]));
const eventLineOf = new Map(Object.entries(eventLines).map(([path, load]) => [nameOf(path), load]));
const piecesOf = new Map(Object.entries(pieces).map(([path, load]) => [nameOf(path), load]));
const bannerOf = new Map(Object.entries(banners).map(([path, load]) => [nameOf(path), load]));
const finishOf = new Map(Object.entries(finishes).map(([path, load]) => [nameOf(path), load]));
const moveWordsOf = new Map(Object.entries(moveWords).map(([path, load]) => [nameOf(path), load]));

const companionOf = new Map(Object.entries(companions).map(([path, load]) => [nameOf(path), load]));
const companionWordsOf = new Map(Object.entries(companionWords).map(([path, load]) => [nameOf(path), load]));

const atHand = new Map<string, Component<TableProps> | null>();

/** The game's own table with its words, or null: then the generic one is used. */
export async function loadTable(game: string): Promise<Component<TableProps> | null> {
  const [table] = await Promise.all([tableOf.get(game)?.(), loadGameWords(game)]);
  const own = table?.default ?? null;
  atHand.set(game, own);
  return own;
}

/** The same, if it has been loaded: it can be drawn at once. */
export const tableAtHand = (game: string): Component<TableProps> | null | undefined => atHand.get(game);

/** How the game draws its events in the log, or null: in words. */
export async function loadEventLine(game: string): Promise<Component<EventLineProps> | null> {
  const load = eventLineOf.get(game);
  return load ? (await load()).default : null;
}

/** What the game says in the banner above its table. */
export async function loadBanner(game: string): Promise<Banner> {
  return (await bannerOf.get(game)?.()) ?? {};
}

/** Every piece of the game, for the page /design; null: it shows none. */
export async function loadPieces(game: string): Promise<Component | null> {
  const [shown] = await Promise.all([piecesOf.get(game)?.(), loadGameWords(game)]);
  return shown?.default ?? null;
}

/** How the game shows how far people came, or null: the result says it all. */
export async function loadFinish(game: string): Promise<Component<FinishProps> | null> {
  const load = finishOf.get(game);
  return load ? (await load()).default : null;
}

/** How the game says its moves, or null: in the server's words, which are English. */
export async function loadMoveWords(game: string): Promise<MoveWords['sayMove'] | null> {
  const [words] = await Promise.all([moveWordsOf.get(game)?.(), loadGameWords(game)]);
  return words?.sayMove ?? null;
}

/** The game's page for a real table, with its words; null: it brings none. */
export async function loadCompanion(
  game: string,
): Promise<(CompanionWords & { Page: Component<CompanionProps> }) | null> {
  const [page, words] = await Promise.all([
    companionOf.get(game)?.(),
    companionWordsOf.get(game)?.(),
    loadGameWords(game),
  ]);
  return page && words ? { ...words, Page: page.default } : null;
}
