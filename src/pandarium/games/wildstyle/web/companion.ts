// Entries of an evening with the real box, as lines of a list.
import type { Row } from '$lib/games';
import { t } from '$lib/i18n.svelte';
import type { Entered } from '$lib/protocol';
import { sayTitle } from './sentences';
import type { AnyEvent, WildstylePage } from './types';

/** Who an entry is about; -1: nobody in particular. */
export const seatOf = (entry: string): number =>
  /^[A-E] /i.test(entry) ? entry.toUpperCase().charCodeAt(0) - 65 : -1;

export const letterOf = (seat: number): string => String.fromCharCode(65 + seat);

/** This moment, as entries tell it. */
export const now = (): number => Math.floor(Date.now() / 1000);

/** "3:07". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A number by which something is drawn. */
export const anyNumber = (): number => crypto.getRandomValues(new Uint32Array(1))[0];

const OF_PLAYERS = ['stop', 'done', 'tags', 'tag', 'untag', 'cars', 'count', 'times', 'remove'];
const OF_ALL = ['go', 'piles', 'over', 'score', 'complete', 'worth'];

export function sayEntry({ entry, events }: Entered, names: string[]): string {
  const words = entry.trim().split(/\s+/);
  const seat = seatOf(entry);
  const verb = (seat < 0 ? words[0] : (words[1] ?? '')).toLowerCase();
  const rest = words.slice(seat < 0 ? 1 : 2);
  if (verb === 'objectives') {
    const laid = (events as AnyEvent[]).find((event) => event.event === 'laid');
    const codes = laid?.event === 'laid' ? laid.objectives : rest[0] === 'draw' ? [] : rest;
    return t('wildstyle.companion.entry.objectives', {
      what: codes.map((code) => sayTitle({ code, title: code })).join(', '),
    });
  }
  if (verb === 'map') {
    if (['draw', 'later', 'none'].includes(rest[0])) return t(`wildstyle.companion.entry.map.${rest[0]}`);
    if (rest[1]?.includes('/')) return t('wildstyle.companion.entry.board', { board: rest[0].toUpperCase() });
    return t('wildstyle.companion.entry.map', { what: rest.join(', ') });
  }
  if (!(seat < 0 ? OF_ALL : OF_PLAYERS).includes(verb)) return entry;
  const [first] = rest;
  return t(`wildstyle.companion.entry.${verb}`, {
    name: names[seat] ?? '',
    what: rest.join(', ').toUpperCase(),
    n: Number(first ?? 0),
  });
}

/** The rows of every board that was entered by hand, each once: people own one box. */
export function boardsIn(evenings: { game: string; entries: string[] }[]): string[] {
  const rows = evenings
    .filter(({ game }) => game === 'wildstyle')
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => entry.match(/^map [a-e] ([SRAFMP/]+)$/i)?.[1].toUpperCase() ?? []);
  return [...new Set(rows)];
}

/** What scored for whom, for a spreadsheet: each objective by its name, then the tags. */
export function listScores(
  { steps, objectives }: Pick<WildstylePage, 'steps' | 'objectives'>,
  names: string[],
): Row[] {
  const scored = steps.filter(({ kind }) => kind === 'objective' || kind === 'tags');
  const total = steps.find(({ kind }) => kind === 'total');
  const titles = scored.map(({ code }) => {
    const objective = objectives.find((one) => one.code === code);
    return objective ? sayTitle(objective) : t('wildstyle.tags');
  });
  return [
    [t('companion.csv.player'), ...titles, t('companion.csv.total')],
    ...names.map((name, seat): Row => [name, ...scored.map(({ of }) => of[seat]), total?.of[seat] ?? 0]),
  ];
}
