// Small pictures that a game brings for the pages around its table: src/pandarium/games/<game>/web. Tables do without.
import type { Component } from 'svelte';
import { nameOf } from './looks';

type Drawings = Record<string, { default: Component }>;
const byGame = (drawings: Drawings) =>
  new Map(Object.entries(drawings).map(([path, module]) => [nameOf(path), module.default]));

const pictures = byGame(import.meta.glob('$games/*/web/Picture.svelte', { eager: true }));
const piecesOnTable = byGame(import.meta.glob('$games/*/web/OnTable.svelte', { eager: true }));

/** For the shelf. */
export const picture = (game: string): Component | undefined => pictures.get(game);
/** Some of its pieces, to lie on the table of the front page: SVG, around x = 0, y from 400 to 450. */
export const onTable = (game: string): Component | undefined => piecesOnTable.get(game);
