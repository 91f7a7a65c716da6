// What the server says to people (why not, how it ended, a bot's reason, a game's phrase) comes as ready English and as a
// message: the code of a sentence and what fills its gaps. Whoever speaks another language reads the sentence of a
// catalogue; how it is made, catalogues.ts knows, which English readers need not load.

import { markOf, sentence } from './i18n.svelte';
import type { Message } from './protocol';

/** The message in the language that is spoken; the English that came with it where there is no sentence for it. */
export const render = (message: Message | null | undefined, english: string): string =>
  (message && sentence(message)) ?? english;

/** What an element that shows it is marked with, where it stayed English. */
export const markOfMessage = (message: Message | null | undefined): string | undefined =>
  message && sentence(message) ? undefined : markOf('en');
