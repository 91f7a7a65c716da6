// Entries of an evening with the real box, as lines of a list; and how trades are written.
import type { Row } from '$lib/games';
import { t } from '$lib/i18n.svelte';
import type { Entered } from '$lib/protocol';
import { sayEvent, signed } from './sentences';
import type { AnyEvent, Way } from './types';

/** Who an entry is about; -1: nobody in particular. */
export const seatOf = (entry: string): number =>
  /^[A-D] /i.test(entry) ? entry.toUpperCase().charCodeAt(0) - 65 : -1;
export const letterOf = (seat: number): string => String.fromCharCode(65 + seat);

/** What is said of a trade. */
export interface Trade {
  area: number;
  how: string;
  cards: number;
  keys: number;
  /** Cards worth 2 points among them. */
  twos: number;
  bonus: boolean;
  ability: boolean;
  picked: boolean;
}

/** A trade as nobody has said anything of it yet. */
export const plainTrade = (area: number, way: Way): Trade => ({
  area,
  how: way.how,
  cards: way.least,
  keys: 0,
  twos: 0,
  bonus: false,
  ability: false,
  picked: false,
});

/** Loot cards of a set: all but its Keys, a re-used end card among them. */
export const lootOf = (trade: Trade, way: Way): number => trade.cards + way.reused - trade.keys;

export function tradeEntry(seat: number, trade: Trade, way: Way): string {
  const points = lootOf(trade, way) + trade.twos;
  const flags = (['bonus', 'ability', 'picked'] as const).filter((flag) => trade[flag]);
  return [
    letterOf(seat),
    trade.how,
    trade.area + 1,
    `${trade.cards} cards`,
    `${points} points`,
    ...(trade.keys ? [`${trade.keys} keys`] : []),
    ...flags,
  ].join(' ');
}

const amount = (words: string, what: string): number | null => {
  const found = words.match(new RegExp(`(\\d+) ${what}s?\\b`));
  return found ? Number(found[1]) : null;
};

/** "4 cards, 5 points, 1 Key, favourites" */
function sayAmounts(words: string): string {
  const said = [];
  for (const what of ['card', 'point', 'key']) {
    const n = amount(words, what);
    if (n) said.push(t(`pilfering.companion.n.${what}`, { n }));
  }
  for (const flag of ['bonus', 'ability', 'picked', 'greedy', 'sneaky'])
    if (words.includes(flag)) said.push(t(`pilfering.companion.with.${flag}`));
  return said.join(', ');
}

export function sayEntry({ entry }: Pick<Entered, 'entry'>, names: string[]): string {
  const words = entry.toLowerCase().split(/[\s,]+/);
  const name = names[seatOf(entry)] ?? '';
  const [verb, rest] = name ? [words[1], words.slice(2)] : [words[0], words.slice(1)];
  const more = sayAmounts(words.join(' '));
  const fill = { name, more, area: Number(rest[0]) || 0, n: Number(rest[0]) || 0 };
  switch (verb) {
    case 'choose':
      return t('pilfering.event.chose', { name, panda: t(`pilfering.panda.${rest[0]}`) });
    case 'plan':
      return t('pilfering.foiled', { plan: t(`pilfering.plan.${rest[0]}`) });
    case 'pick':
      return [t('pilfering.companion.entry.pick', fill), more].filter(Boolean).join(', ');
    case 'share':
      return rest[0]
        ? t('pilfering.event.exchanged', { name, other: names[seatOf(`${rest[0]} `)] ?? '' })
        : t('pilfering.event.traded-secret', { name });
    case 'keeper':
    case 'panda':
      return t(`pilfering.shift.${verb}`, { by: signed(Number(rest[0].replace('−', '-'))) });
    default:
      return t(`pilfering.companion.entry.${verb}`, fill);
  }
}

/** The trade that is being corrected, to be mended where it is wrong; null: it was something else, or elsewhere. */
export function readTrade(entry: string | null, area: number, ways: Way[]): Trade | null {
  const words = entry?.toLowerCase() ?? '';
  const found = words.match(/^\w (set|reuse|extend|left) ([12])\b(.*)/);
  const way = ways.find((one) => one.how === found?.[1]);
  if (!found || !way || Number(found[2]) - 1 !== area) return null;
  const trade = plainTrade(area, way);
  trade.cards = Math.min(way.most, amount(words, 'card') ?? way.least);
  trade.keys = amount(words, 'key') ?? 0;
  trade.twos = Math.max(0, (amount(words, 'point') ?? 0) - lootOf(trade, way));
  for (const flag of ['bonus', 'ability', 'picked'] as const) trade[flag] = words.includes(flag);
  return trade;
}

const MARKERS = ['panda', 'keeper'] as const;

/** Nobody scores: a line for each entry, how far it moved both markers and where they stood then, and by which rules. */
export function listEntries(entered: Entered[], names: string[]): Row[] {
  const stand: Record<string, string | number> = { panda: '', keeper: '' };
  const rows = entered.map((one, index): Row => {
    const moves = (one.events as AnyEvent[]).filter(
      (event) => event.event === 'panda' || event.event === 'keeper',
    );
    for (const { event, to } of moves) stand[event] = to;
    const by = MARKERS.map((marker) =>
      moves.reduce((sum, { event, by }) => (event === marker ? sum + by : sum), 0),
    );
    const rules = [...new Set(moves.map(({ rule }) => rule))];
    return [index + 1, sayEntry(one, names), ...by, stand.panda, stand.keeper, rules.join(' ')];
  });
  const ended = (entered.at(-1)?.events as AnyEvent[] | undefined)?.find(({ event }) => event === 'ended');
  const head = ['number', 'entry', 'panda-moved', 'keeper-moved', 'panda', 'keeper', 'rules'];
  return [
    head.map((column) => t(`pilfering.companion.csv.${column}`)),
    ...rows,
    ...(ended?.event === 'ended'
      ? [['', sayEvent(ended, names), '', '', stand.panda, stand.keeper, ended.rule]]
      : []),
  ];
}
