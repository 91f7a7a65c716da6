import type { Look } from '$lib/looks';

export const look: Look = {
  colour: { day: '#345a9c', night: '#9dbcf2' },
  panda: 'cap',
  place: 4,
  bots: { filler: 1, planner: 2, strong: 3 },
  quick: true,
};
