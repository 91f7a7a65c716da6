import type { Guide } from '$lib/games';
import type { RoyaleView } from './types';

/** Each step asks one thing. */
export const guide: Guide<RoyaleView> = (view) => view.step;
