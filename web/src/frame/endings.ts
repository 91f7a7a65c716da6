// What a table shows when its game, or this deal of its tournament, is over.
export { default as Ending } from './Ending.svelte';
export { default as NextDeal } from './NextDeal.svelte';
