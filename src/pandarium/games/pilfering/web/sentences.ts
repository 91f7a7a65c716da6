// Cards, moves and events in the language that was chosen: the server's own words are English.
import { t } from '$lib/i18n.svelte';
import type { LegalMove } from '$lib/protocol';
import { numberOf, suitOf, suitWord } from './loot';
import type { PilferingView } from './types';

export function sayCard(code: string): string {
  const suit = suitOf(code);
  return suit ? t('pilfering.card', { suit: t(suitWord(suit)), number: numberOf(code) }) : t('pilfering.key');
}

export const sayCards = (codes: string[]): string => codes.map(sayCard).join(', ');

export const signed = (by: number): string => (by < 0 ? `−${-by}` : `+${by}`);

/** What a action does to the markers: "pandas +4, keeper +1". */
export function sayShift(shift: { panda: number; keeper: number }): string {
  const parts = [];
  if (shift.panda) parts.push(t('pilfering.shift.panda', { by: signed(shift.panda) }));
  parts.push(t('pilfering.shift.keeper', { by: signed(shift.keeper) }));
  return parts.join(', ');
}

/** A move as a player would say it, on a table with these areas. */
export function sayMove(
  { what }: Pick<LegalMove, 'what'>,
  names: string[],
  { areas }: Pick<PilferingView, 'areas'>,
): string {
  const area = areas[what.area]?.meerkat ?? '';
  const card = what.card ? sayCard(what.card) : '';
  switch (what.move) {
    case 'choose':
      return t('pilfering.move.choose', { panda: t(`pilfering.panda.${what.panda}`) });
    case 'start':
      return t(what.yes ? 'pilfering.move.start' : 'pilfering.move.decline');
    case 'escape':
      return t(what.yes ? 'pilfering.move.escape' : 'pilfering.move.stay');
    case 'pick':
      return (
        t('pilfering.move.pick', { n: what.cards }) +
        (what.way === 'plain' ? '' : ` (${t(`pilfering.panda.${what.way}`)})`)
      );
    case 'play':
      return (
        t(`pilfering.move.${what.how}`, { area, cards: sayCards(what.cards) }) +
        (what.ability ? ` (${t('pilfering.ability')})` : '')
      );
    case 'share':
      return what.secret
        ? t('pilfering.move.secret', { card, other: sayCard(what.secret) })
        : t('pilfering.move.share', { card, name: names[what.seat] ?? '' });
    default:
      return t(`pilfering.move.${what.move}`, { area, card, place: (what.place ?? 0) + 1 });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the server's events, each of its own shape
export function sayEvent(event: any, names: string[]): string {
  const name = names[event.seat] ?? '';
  const plan = event.plan ? t(`pilfering.plan.${event.plan}`) : '';
  const panda = event.panda ? t(`pilfering.panda.${event.panda}`) : '';
  const card = event.card ? sayCard(event.card) : t('pilfering.event.acard');
  const fill = {
    name,
    plan,
    panda,
    card,
    other: names[event.other] ?? '',
    area: (event.area ?? 0) + 1,
    place: (event.place ?? 0) + 1,
    by: signed(event.by ?? 0),
    to: event.to ?? 0,
    last: event.time_up ?? 0,
    side: event.side ?? 0,
    number: event.number ?? event.count ?? event.quarters ?? 0,
    cost: event.cost ?? 0,
  };
  if (event.event === 'keeper' || event.event === 'panda')
    return t(`pilfering.event.${event.event}.${event.why}`, fill);
  if (event.event === 'played') return t(`pilfering.event.played.${event.how}`, fill);
  if (event.event === 'timer' && !event.quarters) return t('pilfering.event.timer.taken', fill);
  if (event.event === 'ended') return t(`pilfering.event.ended.${event.how.replace(' ', '')}`, fill);
  return t(`pilfering.event.${event.event}`, fill);
}
