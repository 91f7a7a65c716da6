import type { Look } from '$lib/games';

export const look: Look = { accent: '--pilfering', low: true };
