// Evenings at a real table: each is a list of entries, and this browser keeps it. The server works out what follows from
// one and keeps nothing, unless it is shared (sharedEvenings.ts); without it, the rules on this device do.
import type { CompanionWords, Row } from './games';
import { t } from './i18n.svelte';
import type { OptionValue } from './newTable';
import type { EveningEntries, EveningShown, Outcome } from './protocol';

export interface Evening {
  id: string;
  game: string;
  /** In the order of the seats, clockwise. */
  names: string[];
  options: Record<string, OptionValue>;
  entries: string[];
  /** By this device's clock, in milliseconds. */
  begun: number;
  changed: number;
  /** Null: it goes on. */
  result: Pick<Outcome, 'winners' | 'scores'> | null;
  /** Other phones enter into it, too; without it, it is on this device alone. */
  shared?: Sharing;
  /** Among whose games it was put from here: a person's id. */
  among?: string;
}

/** What this device knows of an evening that the server keeps for several. */
export interface Sharing {
  id: string;
  code: string;
  /** The newest that we have seen. */
  version: number;
  /** Its entries, where this phone has others: it could not send what was entered since. */
  sent?: string[];
  /** Ends it; only who has begun it has one. */
  secret?: string;
  /** The one that was begun after it, with the same names. */
  next?: string;
}

const PREFIX = 'pandarium.evening.';

/** Whether the browser kept it; a private window may refuse to. */
export function keepEvening(evening: Evening): boolean {
  try {
    localStorage.setItem(PREFIX + evening.id, JSON.stringify(evening));
    return true;
  } catch {
    return false;
  }
}

export function findEvening(id: string): Evening | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + id) ?? 'null');
  } catch {
    return null;
  }
}

export function forgetEvening(id: string): void {
  localStorage.removeItem(PREFIX + id);
}

/** All that this browser has kept, the newest first. */
export function keptEvenings(): Evening[] {
  try {
    return Object.keys(localStorage)
      .flatMap((key) => (key.startsWith(PREFIX) ? [findEvening(key.slice(PREFIX.length))] : []))
      .filter((one) => one !== null)
      .sort((a, b) => b.changed - a.changed);
  } catch {
    return [];
  }
}

export const newId = (): string => Date.now().toString(36) + Math.random().toString(36).slice(2, 6);

/** A new evening, kept from now on. */
export function beginEvening(game: string, names: string[], options: Record<string, OptionValue>): Evening {
  const now = Date.now();
  const evening: Evening = {
    id: newId(),
    game,
    names,
    options,
    entries: [],
    begun: now,
    changed: now,
    result: null,
  };
  keepEvening(evening);
  return evening;
}

/** What follows from these entries. */
export async function follow(
  evening: Evening,
  entries: string[],
  more: Pick<EveningEntries, 'typing' | 'advice'> = {},
): Promise<EveningShown> {
  const { askServerOrDevice } = await import('../offline/evaluateEvening'); // lists of evenings do without
  return askServerOrDevice(`/api/games/${encodeURIComponent(evening.game)}/companion`, evening.game, {
    names: evening.names,
    options: evening.options,
    entries,
    ...more,
  });
}

/** The names that were typed, without those left empty; null: two are the same, and nobody could tell who is meant. */
export function distinct(names: string[]): string[] | null {
  const typed = names.map((name) => name.trim()).filter(Boolean);
  return new Set(typed.map((name) => name.toLocaleLowerCase())).size === typed.length ? typed : null;
}

const quoted = (cell: string | number): string =>
  /[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);

/** The evening for a spreadsheet, as its game lists it, or by its points; null: there is nothing to list. */
export function listEvening(
  { listScores, listEntries }: Pick<CompanionWords, 'listScores' | 'listEntries'>,
  shown: EveningShown,
  names: string[],
): Row[] | null {
  if (!shown.points.some((row) => row.length)) return listEntries?.(shown.entered, names) ?? null;
  return listScores?.(shown.page, names) ?? listPoints(names, shown.points);
}

/** A line for each player, a column for each round. */
function listPoints(names: string[], points: number[][]): Row[] {
  const rounds = Math.max(0, ...points.map((row) => row.length));
  const head = [
    t('companion.csv.player'),
    ...Array.from({ length: rounds }, (_, n) => n + 1),
    t('companion.csv.total'),
  ];
  const rows = names.map((name, seat) => [
    name,
    ...Array.from({ length: rounds }, (_, n) => points[seat][n] ?? ''),
    points[seat].reduce((sum, score) => sum + score, 0),
  ]);
  return [head, ...rows];
}

/** A table for a spreadsheet. */
export const asCsv = (rows: Row[]): string => rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');

/** Have the browser save a file. */
export function saveFile(name: string, kind: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: kind }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
