// What the server said in ready English (a refusal, a phrase), in this visitor's language.

const asItCame = (text: string): string => text;
let translate = $state.raw(asItCame);

/** From now on the server's English is translated like this; without a translation it is shown as it comes. */
export function translateBy(translation: (text: string) => string = asItCame): void {
  translate = translation;
}

/** In the language that was chosen, or as it came. */
export const translated = (text: string): string => translate(text);
