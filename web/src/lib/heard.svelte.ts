// What the server said in ready English (a refusal, a phrase), as this visitor hears it.

const asItCame = (text: string): string => text;
let translate = $state.raw(asItCame);

/** From now on the server's English is heard so; without a translation, as it comes. */
export function hear(translation: (text: string) => string = asItCame): void {
  translate = translation;
}

/** In the language that was chosen, or as it came. */
export const heard = (text: string): string => translate(text);
