// A small picture of each game for the shelf: src/pandarium/games/<game>/web/Picture.svelte. Tables do without.
import type { Component } from 'svelte';
import { nameOf } from './games';

const pictures = import.meta.glob<{ default: Component }>('$games/*/web/Picture.svelte', { eager: true });
const pictureOf = new Map(Object.entries(pictures).map(([path, module]) => [nameOf(path), module.default]));

export const picture = (game: string): Component | undefined => pictureOf.get(game);
