// Moves, events and places as sentences, in the language that was chosen: the server's own words are English.
import { perhaps, t } from '$lib/i18n.svelte';
import type { LegalMove } from '$lib/protocol';
import type { Hex, ObjectiveView } from './types';
import { colourOf, iconOf, UNKNOWN } from './wild';

export const sayIcon = (icon: string): string => t(`wildstyle.icon.${icon}`);

/** "teal Railway". */
export const sayCard = (card: string): string =>
  card === UNKNOWN
    ? t('wildstyle.card.unknown')
    : t('wildstyle.card', { colour: t(`wildstyle.colour.${colourOf(card)}`), icon: sayIcon(iconOf(card)) });

export const sayTitle = ({ code, title }: { code: string; title: string }): string =>
  perhaps(`wildstyle.objective.${code}`, title);
export const sayObjective = ({ code, text }: ObjectiveView): string =>
  perhaps(`wildstyle.objective.${code}.text`, text);

/** What happens when this hex is touched. */
export const sayHex = (hex: Hex, names: string[], tone: 'tag' | 'rush' | 'remove' | 'mark'): string =>
  t(`wildstyle.hex.${tone}`, { hex: hex.name, icon: sayIcon(hex.icon) }) +
  (hex.tags.length ? ` (${hex.tags.map((seat) => names[seat]).join(', ')})` : '');

/** A legal move as a player would say it. */
export function sayMove({ what, label }: Pick<LegalMove, 'what' | 'label'>): string {
  const word = perhaps(`wildstyle.move.${what.move}`, '');
  if (!word) return label;
  return t(`wildstyle.move.${what.move}`, {
    card: what.card ? sayCard(what.card) : '',
    pile: (what.pile ?? 0) + 1,
    space: (what.space ?? 0) + 1,
    hex: what.hex ?? '',
  });
}

/** An event in words, without the cards, which are drawn. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is told by the server
export function sayEvent(event: any, names: string[]): string {
  const kind = String(event.event).replace(' ', '_');
  const word = kind === 'passed' && event.triggered ? 'done' : kind;
  return t(`wildstyle.event.${word}`, {
    name: names[event.seat] ?? '',
    pile: (event.pile ?? 0) + 1,
    space: (event.space ?? 0) + 1,
    hex: event.hex ?? '',
    hexes: (event.hexes ?? []).join(', '),
    icon: event.icon ? sayIcon(event.icon) : '',
    round: event.round ?? 0,
    n: event.cars ?? event.left ?? 0,
    total: event.score?.total ?? 0,
  });
}

/** Cards that an event shows. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is told by the server
export function cardsOf(event: any): string[] {
  if (typeof event.card === 'string') return [event.card];
  return Array.isArray(event.cards) ? event.cards : [];
}
