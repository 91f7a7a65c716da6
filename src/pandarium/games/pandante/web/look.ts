import type { Look } from '$lib/looks';

export const look: Look = {
  colour: { day: '#7a4a12', night: '#e6b06d' },
  panda: 'visor',
  place: 3,
  bots: { liar: 1, newcomer: 1, cautious: 2, regular: 2, strong: 3, master: 3 },
  linger: 4_500,
  tournament: { result: 'pot', bots: ['cautious', 'liar'] },
};
