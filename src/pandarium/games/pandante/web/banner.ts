import type { Guide } from '$lib/games';
import type { PandanteView } from './types';

/** Each phase asks one thing. */
export const guide: Guide<PandanteView> = (view) => view.phase.replaceAll(' ', '-');
