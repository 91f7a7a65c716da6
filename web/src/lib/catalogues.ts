// The sentences of what the server says, for those who do not speak English: the very catalogues of the Python packages
// (pandarium/core/words, kit/words and protocol/words, each game's words). English comes from the server, ready to be shown.

import { say } from './i18n.svelte';
import type { Message } from './protocol';

type Catalogue = Record<string, string>;
type Files = Record<string, () => Promise<{ default: Catalogue }>>;

const ours: Files = import.meta.glob<{ default: Catalogue }>([
  '../../../src/pandarium/{core,kit,protocol}/words/*.json',
  '!../../../src/pandarium/*/words/en.json',
]);
const ofGames: Files = import.meta.glob<{ default: Catalogue }>([
  '$games/*/words/*.json',
  '!$games/*/words/en.json',
]);

/** What cannot be loaded is said in English. */
const load = (files: Files, end: string): Promise<Catalogue>[] =>
  Object.keys(files)
    .filter((path) => path.endsWith(end))
    .map((path) =>
      files[path]().then(
        (file) => file.default,
        () => ({}),
      ),
    );

/** Makes the sentences of a language for that game's table, filling gaps as pandarium.core.message does. */
export async function speaker(language: string, game: string): Promise<(message: Message) => string | null> {
  const file = `/words/${language}.json`;
  const found = await Promise.all([...load(ours, file), ...load(ofGames, `/${game}${file}`)]);
  const sentences: Catalogue = Object.assign({}, ...found);

  // One that is missing, for the whole or for what stands in a gap, leaves it to English: never two languages at once.
  return function sentence({ code, params = {} }) {
    if (!Object.hasOwn(sentences, code)) return null;
    const fill: Record<string, string | number> = {};
    for (const [gap, value] of Object.entries(params)) {
      const shown = typeof value === 'object' ? sentence(value) : value;
      if (shown === null) return null;
      fill[gap] = shown;
    }
    return say(sentences[code], fill);
  };
}
