// What lies in the box of the game on screen: which of it is ours, and what a host's pack says in place of our words.

import { get } from './api';
import { markOf, perhaps } from './i18n.svelte';
import { render } from './messages';
import type { ContentShown, EntryShown } from './protocol';

let shown = $state.raw<{ game: string; from: string; title: string; entries: Map<string, EntryShown> }>({
  game: '',
  from: '',
  title: '',
  entries: new Map(),
});

const gamePath = (game: string) => `/api/games/${encodeURIComponent(game)}/content`;
function tablePath(table: string, invite: string, share: string): string {
  const query = new URLSearchParams({ ...(invite && { invite }), ...(share && { share }) }).toString();
  return `/api/tables/${encodeURIComponent(table)}/content${query && `?${query}`}`;
}

/** Learn what lies in the box: at a table, or else at new tables of the game. Without an answer nothing is marked. */
export async function loadContents(game: string, table = '', invite = '', share = ''): Promise<void> {
  const from = table ? tablePath(table, invite, share) : gamePath(game);
  if (shown.from === from) return;
  shown = { game, from, title: '', entries: new Map() };
  const found = await get<ContentShown>(from).catch(() => null);
  if (found && shown.from === from) showContents(found, from, game);
}

/** The game's own box, which a table on this device is played with; of a host's pack nothing is known here. */
export async function loadOwnContents(game: string): Promise<void> {
  const found = await get<ContentShown>(gamePath(game)).catch(() => null);
  showContents(found && !found.title ? found : { entries: [] }, 'own', game);
}

/** Take these contents for those of the game on screen. */
export function showContents(found: ContentShown, from = '', game = ''): void {
  shown = {
    game,
    from,
    title: found.title ?? '',
    entries: new Map(found.entries.map((entry) => [entry.code, entry])),
  };
}

/** Everything that is ours, in whole or in part. */
export const ours = (): EntryShown[] => [...shown.entries.values()].filter((entry) => entry.note);

/** What the pack calls itself; '' where the game's own content is played with. */
export const packTitle = (): string => shown.title;

/** Everything that a pack has put in place of ours, or added. */
export const packEntries = (): EntryShown[] =>
  shown.title ? [...shown.entries.values()].filter((entry) => entry.own === false) : [];

/** What an entry is called, and what it does, in the reader's language; a pack's words are as the pack has them. */
export function wordsOf({ code, name, text, own = true }: EntryShown): {
  name: string;
  text: string;
  lang?: string;
} {
  const [kind, id] = code.split('.');
  if (!own) return { name, text };
  const says = (word: string) => perhaps(word, '');
  const said = id
    ? [says(`${shown.game}.box.${kind}.${id}`), says(`${shown.game}.box.${kind}.${id}.text`)]
    : [says(`${shown.game}.box.${kind}`), says(`${shown.game}.box.${kind}.text`)];
  return { name: said[0] || name, text: said[1] || text, lang: text && !said[1] ? markOf('en') : undefined };
}

/** What of an entry is ours; '' for nothing. */
export function noteOf(code: string): string {
  const entry = shown.entries.get(code);
  return entry?.note ? render(entry.note_message, entry.note) : '';
}

/** A text with what of the entry is ours, for tooltips. */
export const withNote = (text: string, code: string): string =>
  [text, noteOf(code)].filter(Boolean).join(' ');

const ofPack = (code: string) => {
  const entry = shown.entries.get(code);
  return entry && entry.own === false ? entry : null;
};

/** The name of an entry: our word for it, unless a pack has another. */
export const nameOf = (code: string, word: string): string => ofPack(code)?.name ?? word;

/** What an entry does: our words for it, unless a pack has others. */
export const textOf = (code: string, words: string): string => ofPack(code)?.text ?? words;
