// What the server says to people comes as ready English: why not, and a game's phrases. Here it is found again in
// another language. The English sentence is the key, its gaps in braces:
// {"there is no {die} in the pool": "nicht in der Auslage: {die}"}.
// The server's are in ../words/<language>/refusals.json, a game's in its web/words/refusals.<language>.json;
// its phrases are among its words, as <game>.phrase.<id>. Only who speaks another language loads this.
import { say } from './i18n.svelte';

type Catalogue = Record<string, string>;
type Load = () => Promise<{ default: Catalogue }>;

const ofServer = import.meta.glob<{ default: Catalogue }>('../words/*/refusals.json');
const ofGames = import.meta.glob<{ default: Catalogue }>('$games/*/web/words/refusals.*.json');

interface Sentence {
  gaps: string[];
  pattern: RegExp;
  /** How much of it is not gap. */
  weight: number;
  into: string;
}

/** A gap of one letter stands for a number, every other for any words. */
const fits = (gap: string) => (gap.length === 1 ? '(\\d[\\d.,]*)' : '(.+?)');
/** People may be called what they like: that is never translated. */
const stays = (gap: string) => gap.startsWith('name');

function sentence(english: string, into: string): Sentence {
  const parts = english.split(/\{(\w+)\}/); // text, gap, text, gap, text …
  const texts = parts.filter((_, n) => n % 2 === 0);
  const gaps = parts.filter((_, n) => n % 2 === 1);
  const source = texts.map(
    (text, n) => text.replace(/[^\w\s]/g, '\\$&') + (n < gaps.length ? fits(gaps[n]) : ''),
  );
  return { gaps, pattern: new RegExp(`^${source.join('')}$`), weight: texts.join('').length, into };
}

/** Finds a sentence in a catalogue and says it as there; what fills its gaps is looked for in turn. */
export function translation(catalogue: Catalogue): (text: string) => string {
  const sentences = Object.entries(catalogue)
    .filter(([english]) => english.includes('{'))
    .map(([english, into]) => sentence(english, into))
    .sort((one, other) => other.weight - one.weight); // what says most is meant
  const fill = (gap: string, text: string) => {
    if (gap.length === 1) return Number(text.replaceAll(',', ''));
    return stays(gap) ? text : translate(text);
  };
  function translate(text: string): string {
    if (Object.hasOwn(catalogue, text)) return catalogue[text];
    for (const { gaps, pattern, into } of sentences) {
      const found = pattern.exec(text);
      if (found) return say(into, Object.fromEntries(gaps.map((gap, n) => [gap, fill(gap, found[n + 1])])));
    }
    return text;
  }
  return translate;
}

/** The phrases of a game: its English words for them, and those of the language. */
export function phrasesOf(game: string, english: Catalogue, words: Catalogue): Catalogue {
  const phrase = (id: string) => `${game}.phrase.${id}`;
  const known = Object.keys(words).filter((word) => word.startsWith(phrase('')) && word in english);
  return Object.fromEntries(known.map((word) => [english[word], words[word]]));
}

const load = async (from: Record<string, Load>, end: string): Promise<Catalogue> => {
  const path = Object.keys(from).find((one) => one.endsWith(end));
  return path ? (await from[path]()).default : {};
};

/** A translation for that language and that game's table; what cannot be loaded is said in English. */
export async function translator(language: string, game: string, english: Catalogue, words: Catalogue) {
  const none = () => ({});
  const [server, refusals] = await Promise.all([
    load(ofServer, `/${language}/refusals.json`).catch(none),
    load(ofGames, `/${game}/web/words/refusals.${language}.json`).catch(none),
  ]);
  return translation({ ...server, ...refusals, ...phrasesOf(game, english, words) });
}
