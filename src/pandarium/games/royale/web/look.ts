import type { Look } from '$lib/looks';

export const look: Look = {
  colour: { day: '#8b2f52', night: '#e58aa9' },
  panda: 'crown',
  place: 1,
  linger: 4_500,
  bots: { greedy: 2, hard: 3 },
};
