import type { Look } from '$lib/games';
import Picture from './Picture.svelte';
import Pieces from './PiecesLater.svelte';

export const look: Look = { accent: '--royale', Picture, Pieces };
