// Words. Catalogues lie in ../words/<language>/<area>.json and in each game's web/words: <language>.json for its table,
// shelf.<language>.json for the pages around it, companion.<language>.json for its page at a real table, as flat
// {"area.word": "Text"}; what a language lacks is said in English. A test finds words that are used and not there.
// What the server says comes as ready English and as a message, for other languages; see messages.ts.

import { prefs } from './prefs.svelte';
import type { Message } from './protocol';

type Catalogue = Record<string, string>;
type Module = { default: Catalogue };

const english = import.meta.glob<Module>(
  [
    '../words/en/*.json',
    '$games/*/web/words/shelf.en.json',
    '!../words/en/{account,admin,after,challenge,companion,design,device,lesson,people,replay}.json',
  ],
  { eager: true },
);
// What a game says at its table comes with the table.
const ofGames = import.meta.glob<Module>([
  '$games/*/web/words/*.json',
  '!$games/*/web/words/shelf.*.json',
  '!$games/*/web/words/companion.*.json',
]);
// What only few pages speak of comes with them, in every language.
const ofTopics = import.meta.glob<Module>([
  '../words/*/{account,admin,after,challenge,companion,design,device,lesson,people,replay}.json',
  '$games/*/web/words/companion.*.json',
]);
const others = import.meta.glob<Module>([
  '../words/*/*.json',
  '$games/*/web/words/shelf.*.json',
  '!../words/*/{account,admin,after,challenge,companion,design,device,lesson,people,replay}.json',
  '!../words/en/*.json',
  '!$games/*/web/words/shelf.en.json',
]);

const merged = (modules: Module[]): Catalogue =>
  Object.assign({}, ...modules.map((module) => module.default));
const languageOf = (path: string) => path.match(/words\/(?:\w+\.)?([a-z]{2})[/.]/)?.[1] ?? '';

let en = $state.raw(merged(Object.values(english)));
let catalogue = $state.raw<Catalogue>({});
/** What the server's messages are in the language that is spoken: nothing in English. */
let speaker = $state.raw<(message: Message) => string | null>();
let spoken = $state('en');
let wanted = 'en';
/** The game at whose table we are, or for which one is being created. */
let table = '';
let listened = 0;
/** All words that have come so far, by language. */
const come = new Map<string, Catalogue>();
function keep(language: string, words: Catalogue): void {
  come.set(language, { ...come.get(language), ...words });
  if (language === 'en') en = { ...en, ...words };
  else if (language === spoken) catalogue = come.get(language) ?? {};
}

export const languages = ['en', ...new Set(Object.keys(others).map(languageOf))];

export async function choose(language: string): Promise<void> {
  wanted = language;
  const loads = Object.entries(others).filter(([path]) => languageOf(path) === language);
  const coming = language === 'en' ? null : catalogues(); // at the same time
  const words = merged(await Promise.all(loads.map(([, load]) => load())));
  const besides = await Promise.all([
    ...[...topics].map((topic) => wordsOf(topic, language)),
    ...[...learnt.keys()].map((game) => wordsAt(game, language)),
  ]);
  await coming;
  if (language !== 'en') keep(language, Object.assign({}, words, ...besides));
  if (wanted !== language) return; // another was chosen meanwhile
  spoken = loads.length ? language : 'en';
  catalogue = (spoken === 'en' ? null : come.get(spoken)) ?? {};
  document.documentElement.lang = spoken;
  await listen();
}

/** Where the server's sentences are; who speaks English needs none of it. */
const catalogues = () => import('./catalogues').catch(() => null);

/** Have the server's sentences in the chosen language, with those of the game at the table. */
async function listen(): Promise<void> {
  const now = ++listened;
  const found = wanted === 'en' ? null : await catalogues();
  const next = await found?.speaker(wanted, table);
  if (now === listened) speaker = next; // else somebody asked again meanwhile, and knows more
}

/** The sentence of a message in the language that is spoken, if it is not English and has one. */
export const sentence = (message: Message): string | null | undefined => speaker?.(message);

type Topic =
  | 'account'
  | 'admin'
  | 'after'
  | 'challenge'
  | 'companion'
  | 'design'
  | 'device'
  | 'lesson'
  | 'people'
  | 'replay';
/** What pages have spoken of that were visited. */
const topics = new Set<Topic>();

/** Some part of a page, with the words that come with its topics: it is there when they are. */
export async function withWords<T>(about: Topic | Topic[], part: Promise<T>): Promise<T> {
  await Promise.all(
    [about].flat().flatMap((topic) => ['en', wanted].map((language) => speak(topic, language))),
  );
  return part;
}
async function speak(topic: Topic, language: string): Promise<void> {
  topics.add(topic);
  keep(language, await wordsOf(topic, language));
}
async function wordsOf(topic: Topic, language: string): Promise<Catalogue> {
  const loads = Object.entries(ofTopics).filter(
    ([path]) => languageOf(path) === language && path.includes(`/${topic}.`),
  );
  return merged(await Promise.all(loads.map(([, load]) => load())));
}

const learnt = new Map<string, Promise<void>>();

/** Have the words of a game at hand: they come once, with its table; so do its sentences in other languages. */
export function loadGameWords(game: string): Promise<void> {
  table = game;
  const learning = learnt.get(game) ?? take(game);
  learnt.set(game, learning);
  // The line was lost: the next who asks tries again.
  learning.then(listen, () => learnt.delete(game));
  return learning;
}
async function take(game: string): Promise<void> {
  await Promise.all(['en', wanted].map(async (language) => keep(language, await wordsAt(game, language))));
}
async function wordsAt(game: string, language: string): Promise<Catalogue> {
  const path = Object.keys(ofGames).find((one) => one.includes(`/${game}/web/words/${language}.`));
  return path ? (await ofGames[path]()).default : {};
}

/** The language that is spoken now, by its two letters. */
export function language(): string {
  return spoken;
}

/** What a language is called by those who speak it. */
export function nameOfLanguage(code: string): string {
  const said = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return said.charAt(0).toLocaleUpperCase(code) + said.slice(1);
}

/** How dates and numbers are written: as in the chosen language, and as in the browser's own country if it speaks it. */
export function locale(): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === spoken) ?? spoken;
}

/** The language that the player chose, or the browser's first that we have. */
export function preferred(): string {
  const likes = [prefs.likes.language, ...navigator.languages.map((tag) => tag.split('-')[0])];
  return likes.find((language) => languages.includes(language)) ?? 'en';
}

/** What an element in that language is marked with, where another is spoken; read out, it sounds as it is meant. */
export const markOf = (written: string): string | undefined => (written === spoken ? undefined : written);

/** The same for a word that may have stayed English. */
export const markOfWord = (word: string): string | undefined =>
  word in catalogue ? undefined : markOf('en');

/** A word that a game may bring for what the server says in English; otherwise just that. */
export function perhaps(word: string, otherwise: string): string {
  return catalogue[word] ?? en[word] ?? otherwise;
}

/** A word or sentence, with {name} filled in; "{n|one seat|# seats}" chooses by number. */
export function t(word: string, fill: Record<string, string | number> = {}): string {
  return word in catalogue ? say(catalogue[word], fill) : say(en[word] ?? word, fill, 'en');
}

/** The same in the words of a game, where it brings its own: its `<game>.<word>` goes before the pages' `<word>`. */
export function tOf(game: string, word: string, fill: Record<string, string | number> = {}): string {
  return say(perhaps([game, word].join('.'), perhaps(word, word)), fill);
}

// To make one takes a browser longer than a table full of sentences.
const formats = new Map<string, Intl.NumberFormat>();

/** A number as it is written here. Small whole ones are written alike everywhere. */
function written(number: number): string {
  if (Number.isInteger(number) && Math.abs(number) < 1000) return String(number);
  const here = locale();
  const format = formats.get(here) ?? new Intl.NumberFormat(here);
  formats.set(here, format);
  return format.format(number);
}

// In French nothing is singular, too.
const plurals = new Map<string, Intl.PluralRules>();
function isOne(number: number, language: string): boolean {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(number) === 'one';
}

export function say(text: string, fill: Record<string, string | number>, language = spoken): string {
  const put = (name: string) => (typeof fill[name] === 'number' ? written(fill[name]) : String(fill[name]));
  return text
    .replace(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, (_, name, one, many) =>
      isOne(Number(fill[name]), language) ? one : many.replaceAll('#', put(name)),
    )
    .replace(/\{(\w+)\}/g, (whole, name) => (name in fill ? put(name) : whole));
}
