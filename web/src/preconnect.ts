// What a visitor of a table waits for longest, asked for while the page's other scripts are still under way: who we are,
// and the table's socket. A file of its own, and the first to arrive; so it imports nothing.
import type { AnyReply, Whoami } from '$lib/protocol';

/** A socket that nobody listens to yet, and what it said meanwhile. */
export interface EarlySocket {
  socket: WebSocket;
  received: AnyReply[];
}

/** Where a table is received: what has happened since, then what changes. */
export function addressOf(table: string, since: number, invite: string): string {
  const query = new URLSearchParams({ since: String(since), changes: '1' });
  if (invite) query.set('invite', invite);
  return `${location.origin.replace(/^http/, 'ws')}/api/tables/${table}/live?${query}`;
}

const INVITES = 'pandarium.invites';
const MOST_INVITES = 200;

function invites(): [string, string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(INVITES) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** The token that opens a table to us: from the link by which we come now, or came before. Who was let in stays let in. */
export function inviteTo(table: string): string {
  const given = new URLSearchParams(location.search).get('invite');
  if (!given) return invites().find(([id]) => id === table)?.[1] ?? '';
  try {
    const others = invites().filter(([id]) => id !== table);
    localStorage.setItem(INVITES, JSON.stringify([...others, [table, given]].slice(-MOST_INVITES)));
  } catch {
    // private windows may keep nothing: the link itself still opens
  }
  return given;
}

let opened: ({ address: string } & EarlySocket) | null = null;

/** The page of a table: its socket is opened for whoever comes. Those who have no name yet are sent away again. */
function open(): void {
  const table = location.pathname.match(/^\/t\/(\w+)\/*$/)?.[1];
  if (!table) return;
  const address = addressOf(table, 0, inviteTo(table));
  const early = { address, socket: new WebSocket(address), received: [] as AnyReply[] };
  early.socket.onmessage = (event) => early.received.push(JSON.parse(event.data));
  opened = early;
}

async function ask(): Promise<Whoami | null> {
  try {
    const answer = await fetch('/api/me');
    // What the service worker has kept is for those who say so: they ask again.
    return answer.ok && !answer.headers.has('x-pandarium-kept') ? await answer.json() : null;
  } catch {
    return null; // whoever wants to know asks again, and tells what is wrong
  }
}

open();
/** The answer to the first question of every page, who we are; null: there was none. */
export const asked: Promise<Whoami | null> = ask();

/** The socket that was opened to this address, once, and if it still stands. */
export function takeSocket(address: string): EarlySocket | null {
  const early = opened;
  opened = null;
  if (early?.address === address && early.socket.readyState <= WebSocket.OPEN) return early;
  early?.socket.close();
  return null;
}

/** The first that the table said, if it has spoken. */
export const firstReply = (): AnyReply | null => opened?.received[0] ?? null;

/** We are somebody else now: what was opened was not for us. */
export function forgetSocket(): void {
  opened?.socket.close();
  opened = null;
}
