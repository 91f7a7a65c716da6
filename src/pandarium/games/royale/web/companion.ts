// Entries of an evening with real dice, as lines of a list.
import type { Row } from '$lib/games';
import { t } from '$lib/i18n.svelte';
import type { Entered } from '$lib/protocol';
import { byColour, COLOURS, wordOf } from './dice';
import { sayEvent } from './sentences';
import type { AnyEvent, RoyalePage } from './types';

/** Who an entry is about; -1: nobody in particular. */
export const seatOf = (entry: string): number =>
  /^[A-J] /i.test(entry) ? entry.toUpperCase().charCodeAt(0) - 65 : -1;

/** Whether it is a roll, what came from the bag, or a choice. */
export function kindOfEntry(entry: string): 'roll' | 'pool' | 'choice' {
  if (/^pool\b/i.test(entry)) return 'pool';
  return /^\w roll\b/i.test(entry) ? 'roll' : 'choice';
}

export function sayEntry({ entry, events }: Entered, names: string[]): string {
  const [, verb, ...rest] = entry.split(/\s+/);
  const name = names[seatOf(entry)] ?? '';
  const kind = kindOfEntry(entry);
  if (kind === 'roll')
    return t('royale.companion.entry.roll', { name, faces: rest.join(' ').replaceAll('-', '−') });
  if (kind === 'pool') {
    const dice = entry.split(/\s+/).slice(1);
    return t('royale.companion.entry.pool', {
      dice: dice.map((die) => t(wordOf(die.toLowerCase()))).join(', '),
    });
  }
  const known = (events as AnyEvent[]).find(({ event }) => ['took', 'traded', 'passed'].includes(event));
  if (known) return sayEvent(known, names);
  const die = rest.at(-1)?.toLowerCase() ?? '';
  if (verb === 'take') return t('royale.event.took', { name, die: t(wordOf(die)) });
  if (verb === 'trade')
    return t('royale.event.traded', { name, other: names[seatOf(`${rest[0]} `)] ?? '', die: t(wordOf(die)) });
  return t('royale.event.passed', { name });
}

/** Everybody's sheet as it is on paper: a column for each round, a line for each colour, all together first. */
export function listScores({ view }: Pick<RoyalePage, 'view'>, names: string[]): Row[] {
  const rounds = (view.players[0]?.lines ?? []).map((_, index) => index + 1);
  const rows = view.players.flatMap((player, seat): Row[] => {
    const everyRound = rounds.map((round) => byColour(player, round));
    const inAll = byColour(player, null);
    return [
      [names[seat], t('royale.companion.csv.all'), ...player.lines.map(({ total }) => total), player.total],
      ...COLOURS.map((colour, index): Row => {
        const points = everyRound.map((line) => line[index]);
        return [names[seat], t(`royale.colour.${colour}`), ...points, inAll[index]];
      }),
    ];
  });
  const head = [
    t('companion.csv.player'),
    t('royale.companion.csv.colour'),
    ...rounds,
    t('companion.csv.total'),
  ];
  return [head, ...rows];
}
