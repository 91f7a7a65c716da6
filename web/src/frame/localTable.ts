// Several people on one device: each is a guest with a token of their own, kept in this browser for that table.
import { ApiError } from '$lib/api';
import { keepLocal, type Local, type LocalSetup } from '$lib/localGames';
import type { News, NewTable, Refused, Session, TableCreated, Update } from '$lib/protocol';

const AVATARS = [
  'bamboo',
  'scarf',
  'straw',
  'glasses',
  'crown',
  'ribbon',
  'bandit',
  'blossom',
  'beanie',
  'phones',
];

/** What the address asks for: names one by one or with commas between; seats without a name get one. */
export function readLocalSetup(query: URLSearchParams, unnamed: (n: number) => string): LocalSetup {
  const list = (name: string) => query.getAll(name).flatMap((text) => text.split(','));
  const bots = list('bots').filter(Boolean);
  const given = list('names').map((name) => name.trim());
  const people = Math.max(1, Number(query.get('seats') ?? 0) - bots.length || given.length || 2);
  const names = Array.from({ length: people }, (_, n) => (given[n] || unnamed(n + 1)).slice(0, 32));
  let options: LocalSetup['options'] = {};
  try {
    options = JSON.parse(query.get('options') || '{}');
  } catch {
    // as usual, then
  }
  return { game: query.get('game') ?? '', names, bots, options };
}

/** On one device nobody can be first to a card: several people play in turns what is else played in real time. */
export const inTurns = (setup: LocalSetup, pace: string): LocalSetup =>
  pace === 'real time' && setup.names.length > 1
    ? { ...setup, options: { ...setup.options, pace: 'turns' } }
    : setup;

/** These requests leave the visitor's own cookie alone: they neither send it nor take a new one. */
async function ask<T>(path: string, body: unknown, token = ''): Promise<T> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(path, {
    method: 'POST',
    credentials: 'omit',
    headers,
    body: JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ApiError(answer.status, data as Partial<Refused>);
  return data as T;
}

/** Create the table, seat everybody, start. */
export async function createLocalTable(setup: LocalSetup, open = false): Promise<string> {
  const people: Local[] = [];
  for (const [n, name] of setup.names.entries()) {
    const guest = await ask<Session>('/api/guest', { name, avatar: AVATARS[n % AVATARS.length] });
    people.push({ name, token: guest.token });
  }
  const [host, ...others] = people;
  const table: NewTable = {
    game: setup.game,
    seats: people.length + setup.bots.length,
    options: setup.options,
    bots: setup.bots,
  };
  const created = await ask<TableCreated>('/api/tables', table, host.token);
  const say = (token: string, message: unknown) =>
    ask(`/api/tables/${created.id}/messages?invite=${encodeURIComponent(created.invite)}`, message, token);
  for (const [n, one] of others.entries()) {
    await say(one.token, { type: 'sit', seat: n + 1 });
    await say(one.token, { type: 'ready' });
  }
  await say(host.token, { type: 'start' });
  keepLocal(created.id, { invite: created.invite, people, wish: setup, open });
  return created.id;
}

/** Whose view is shown: who is to act; while bots act or all is over, whoever was shown before. */
export function whoLooks(actors: number[], people: number, before: number): number {
  const local = actors.filter((seat) => seat < people);
  if (!local.length || local.includes(before)) return before;
  return local.find((seat) => seat > before) ?? local[0];
}

/** What somebody has been told, as far as others may not have been: who looks at it is left out of it. */
const told = ({ update, log }: Seen): string => {
  const { you: _, ...view } = (update?.view ?? {}) as Record<string, unknown>;
  return JSON.stringify([view, log.map((news) => news.events?.map((event) => event.what))]);
};

interface Seen {
  update: Update | null;
  log: News[];
}

/** Whether these people see different things: then the one before must not look on when the next one does. */
export function hidesAnything(people: readonly Seen[]): boolean {
  const [first, ...others] = people;
  if (!others.length) return false;
  const known = told(first);
  return others.some((one) => told(one) !== known);
}
