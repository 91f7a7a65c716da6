import type { Look } from '$lib/looks';

export const look: Look = {
  colour: { day: '#2c6b4f', night: '#86cfa9' },
  panda: 'bandit',
  place: 2,
  bots: { beginner: 1, team: 2, strong: 3 },
  low: true,
};
