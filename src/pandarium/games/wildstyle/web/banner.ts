import type { Guide } from '$lib/games';
import type { WildView } from './types';

/** Several things may be done at once here: what brings a tag nearest goes first. */
const ORDER = ['ready', 'remove', 'tag', 'take', 'add', 'draw', 'share', 'pass'];

export const guide: Guide<WildView> = (_, legal) => {
  const kinds = new Set(legal.map((one) => one.what.move));
  return ORDER.find((kind) => kinds.has(kind)) ?? '';
};
