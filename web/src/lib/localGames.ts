// Games on this device: several people share it, and the browser keeps the tokens with which they play.
import type { TableListed } from './protocol';

export interface Local {
  name: string;
  token: string;
}
export interface LocalTable {
  invite: string;
  people: Local[];
  /** What was asked for, to create it again; browsers have kept it by this name. */
  wish: LocalSetup;
  /** Nobody minds: no cover between turns, whatever is hidden. */
  open: boolean;
  /** What was last known of it, for the list while there is no server. */
  listed?: TableListed;
}
export interface LocalSetup {
  game: string;
  names: string[];
  bots: string[];
  options: Record<string, boolean | number | string>;
}

const PREFIX = 'pandarium.local.';

export function keepLocal(id: string, table: LocalTable): void {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify(table));
  } catch {
    // a private window forgets it when it is closed; until then the page has it
  }
}

export function findLocal(id: string): LocalTable | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + id) ?? 'null');
  } catch {
    return null;
  }
}

/** The tables that this browser has kept. */
export function localIds(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : [],
    );
  } catch {
    return [];
  }
}

/** Ask for one of them as one of those who play it; these requests leave the visitor's own cookie alone. */
async function look(id: string): Promise<TableListed | null> {
  const kept = findLocal(id);
  if (!kept?.people.length) return null;
  const headers = { authorization: `Bearer ${kept.people[0].token}` };
  const answer = await fetch('/api/tables/mine', { credentials: 'omit', headers }).catch(() => null);
  if (!answer) return kept.listed ?? null;
  if (answer.status === 401) localStorage.removeItem(PREFIX + id); // nobody can go on with it any more
  if (!answer.ok) return null;
  const listed = ((await answer.json()) as TableListed[]).find((table) => table.id === id);
  if (JSON.stringify(listed) !== JSON.stringify(kept.listed)) keepLocal(id, { ...kept, listed });
  return listed ?? null;
}

/** Games on this device that are not over, the newest first. */
export async function localTables(): Promise<TableListed[]> {
  const found = await Promise.all(localIds().map((id) => look(id).catch(() => null)));
  return found.filter((table) => table !== null).sort((a, b) => b.changed - a.changed);
}
