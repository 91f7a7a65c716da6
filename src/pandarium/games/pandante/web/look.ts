import type { Look } from '$lib/games';

export const look: Look = { accent: '--pandante', linger: 4_500, result: 'pot' };
