// Moves and events as sentences, in the language that was chosen: the server's own words are English.
import { perhaps, t } from '$lib/i18n.svelte';
import type { LegalMove } from '$lib/protocol';
import { figure, wordOf } from './dice';
import type { AnyEvent } from './types';

/** A legal move as a player would say it. */
export function sayMove({ what, label }: Pick<LegalMove, 'what' | 'label'>, names: string[]): string {
  const die = what.die ? t(wordOf(what.die)) : '';
  return perhaps(`royale.move.${what.move}`, '')
    ? t(`royale.move.${what.move}`, { die, name: names[what.seat] ?? '' })
    : label;
}

/** An event without its dice, which are drawn. */
export function sayEvent(event: AnyEvent, names: string[]): string {
  return t(`royale.event.${event.event}`, {
    name: 'seat' in event ? (names[event.seat] ?? '') : '',
    other: 'other' in event ? (names[event.other] ?? '') : '',
    die: 'die' in event ? t(wordOf(event.die)) : '',
    yellow: 'yellow' in event ? event.yellow : 0,
    round: 'round' in event ? event.round : 0,
    total: 'line' in event ? figure(event.line.total) : 0,
  });
}

/** What a die scores, in one line; and in a word or two. */
export const sayScores = (code: string): string => t(`royale.scores.${code[0]}`);
export const sayBrief = (code: string): string => t(`royale.brief.${code[0]}`);
