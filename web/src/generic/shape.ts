// What a value looks like when nobody has drawn it: as a word, a row of chips, a table, a list of named things.
import { t } from '$lib/i18n.svelte';
import type { LegalMove } from '$lib/protocol';

export type Shape =
  | { kind: 'word'; text: string; none?: boolean }
  | { kind: 'chips'; texts: string[] }
  | { kind: 'table'; columns: string[]; rows: { name: string; seat: number | null; cells: unknown[] }[] }
  | { kind: 'list'; items: unknown[] }
  | { kind: 'named'; entries: [string, unknown][] };

type Named = Record<string, unknown>;
const plain = (value: unknown): boolean => value === null || typeof value !== 'object';
const isNamed = (value: unknown): value is Named => !plain(value) && !Array.isArray(value);

/** Keys whose numbers are seats: they are told by name. */
const SEATS = new Set([
  'turn',
  'seat',
  'you',
  'player',
  'first',
  'winner',
  'winners',
  'dealer',
  'actor',
  'host',
  'by',
  'who',
]);
/** What the frame shows already. */
const KNOWN = new Set(['you', 'turn', 'outcome']);

/** to_call → To call; firstRound → First round. */
export function readable(key: string): string {
  const words = key
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function word(value: unknown, key: string, names: string[]): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'generic.yes' : 'generic.no');
  if (typeof value === 'number' && SEATS.has(key) && names[value]) return names[value];
  return String(value);
}

export function shapeOf(value: unknown, key: string, names: string[]): Shape {
  if (plain(value) || value === undefined) {
    return { kind: 'word', text: word(value, key, names), none: value === null || value === undefined };
  }
  if (Array.isArray(value)) {
    if (!value.length) return { kind: 'word', text: t('generic.none'), none: true };
    if (value.every(plain)) return { kind: 'chips', texts: value.map((one) => word(one, key, names)) };
    if (value.every(isNamed)) return tableOf(value, names);
    return { kind: 'list', items: value };
  }
  const entries = Object.entries(value as Named);
  return entries.length ? { kind: 'named', entries } : { kind: 'word', text: t('generic.none'), none: true };
}

/** One row for each; as many as there are seats: each is somebody's. */
function tableOf(rows: Named[], names: string[]): Shape {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const seats = rows.length === names.length;
  return {
    kind: 'table',
    columns,
    rows: rows.map((row, n) => ({
      name: seats ? names[n] : String(n + 1),
      seat: seats ? n : null,
      cells: columns.map((column) => row[column]),
    })),
  };
}

/** The view without what the frame shows, simple things first. */
export function partsOf(view: Named): { facts: [string, unknown][]; things: [string, unknown][] } {
  const entries = Object.entries(view).filter(([key]) => !KNOWN.has(key));
  return {
    facts: entries.filter(([, value]) => plain(value)),
    things: entries.filter(([, value]) => !plain(value)),
  };
}

export interface Group {
  name: string;
  moves: { legal: LegalMove; number: number }[];
}

/** Moves of one kind together, where that makes groups worth having. */
export function groupMoves(legal: LegalMove[]): Group[] {
  const groups = new Map<string, Group>();
  for (const [n, one] of legal.entries()) {
    const name = typeof one.what?.move === 'string' ? one.what.move : '';
    const group: Group = groups.get(name) ?? { name, moves: [] };
    group.moves.push({ legal: one, number: n + 1 });
    groups.set(name, group);
  }
  const found = [...groups.values()];
  const worth = found.length > 1 && found.some((group) => group.moves.length > 2);
  return worth
    ? found
    : [{ name: '', moves: found.flatMap((group) => group.moves).sort((a, b) => a.number - b.number) }];
}
