// Evenings that several phones share: the server keeps the entries under a code, and every phone follows. Whoever writes
// says which version they saw, so that nothing is lost or entered twice.
import { ApiError, get, isUnreachable, patch, post } from './api';
import { beginEvening, type Evening, findEvening, keepEvening, newId } from './evenings';
import type { SharedEvening, SharingBegun } from './protocol';

/** Milliseconds between two attempts while the server cannot be reached: the first, and the longest. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;
/** and those that the server gets to take an entry, before it waits on this phone. */
const PATIENCE = 4_000;

const addressOf = (id: string) => `/api/evenings/${encodeURIComponent(id)}`;
export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;
export const isStale = (error: unknown) => error instanceof ApiError && error.status === 409;

/** As people type it: capitals, and no letter that a code cannot have. */
export const codeOf = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 4);

/** Where a code leads: what others scan. */
export const linkTo = (code: string): string => `${location.origin}/companion?code=${code}`;

/** Share an evening from now on. */
export async function beginSharing(evening: Evening): Promise<Evening> {
  const { shared, secret } = await post<SharingBegun>('/api/evenings', {
    evening: evening.id,
    game: evening.game,
    names: evening.names,
    options: evening.options,
    entries: evening.entries,
    begun: evening.begun,
  });
  return { ...evening, shared: { id: shared.id, code: shared.code, version: shared.version, secret } };
}

/** Have the server forget it, if this phone has shared it. What others share is theirs to end. */
export async function stopSharing({ shared }: Evening): Promise<void> {
  if (!shared?.secret) return;
  try {
    await post(`${addressOf(shared.id)}/end`, { secret: shared.secret });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

export const readShared = (id: string, after?: number, signal?: AbortSignal) =>
  get<SharedEvening>(addressOf(id) + (after === undefined ? '' : `?after=${after}`), signal);

/** Entries that follow upon a version. Where nobody answers in time it is as if nobody were there: it may have got through. */
export async function writeShared(id: string, version: number, entries: string[]): Promise<SharedEvening> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE);
  try {
    return await patch<SharedEvening>(addressOf(id), { version, entries }, late.signal);
  } catch (error) {
    throw late.signal.aborted ? new ApiError(0, {}) : error;
  } finally {
    clearTimeout(timer);
  }
}

const startsWith = (entries: string[], begin: string[]) =>
  begin.length <= entries.length && begin.every((entry, index) => entry === entries[index]);

/** Open the evening with a code. */
export const joinEvening = async (code: string): Promise<Evening> =>
  keepShared(await get<SharedEvening>(`/api/evenings/codes/${encodeURIComponent(code)}`));

/** Go on to the evening that was begun after one. */
export const joinNext = async (id: string): Promise<Evening> => keepShared(await readShared(id));

/** Play again with the same names: those who follow the old one are told where. If another phone was faster, that is it.
 * While the server is not there, it is one on this phone alone. */
export async function shareRematch(old: Evening): Promise<Evening> {
  try {
    const { shared, secret } = await post<SharingBegun>('/api/evenings', {
      evening: newId(),
      game: old.game,
      names: old.names,
      options: old.options,
      entries: [],
      begun: Date.now(),
      rematch_of: old.shared?.id,
    });
    return keepShared(shared, secret || undefined);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return beginEvening(old.game, old.names, old.options);
  }
}

/** This device keeps it from now on, under the id that all phones have for it. */
function keepShared(found: SharedEvening, own?: string): Evening {
  const ours = findEvening(found.evening);
  if (ours?.shared?.sent && ours.shared.id === found.id) return ours; // its page puts both together
  // It went another way here after an earlier sharing: that is kept as an evening of its own.
  if (ours && !startsWith(found.entries, ours.entries))
    keepEvening({ ...ours, id: newId(), shared: undefined });
  const secret = own ?? (ours?.shared?.id === found.id ? ours.shared.secret : undefined);
  const evening: Evening = {
    id: found.evening,
    game: found.game,
    names: found.names,
    options: found.options,
    entries: found.entries,
    begun: found.begun,
    changed: Date.now(),
    result: null,
    among: ours?.among,
    shared: { id: found.id, code: found.code, version: found.version, secret },
  };
  keepEvening(evening);
  return evening;
}

/** Whether what others entered meanwhile leaves room for an entry behind it: all of it is about other players. The same
 * player's may be the same roll, entered on two phones. */
export function isAboutOthers(entry: string, known: string[], now: string[]): boolean {
  return startsWith(now, known) && now.slice(known.length).every((line) => subject(line) !== subject(entry));
}

const subject = (line: string) => line.split(' ', 1)[0].toUpperCase();

/** What was entered here while the server was away, put together with what it has now; null: they went two ways. `sent` is
 * what both knew. */
export function merged(sent: string[], ours: string[], theirs: string[]): string[] | null {
  if (!startsWith(theirs, sent)) return null; // others have corrected, or taken something back
  if (startsWith(ours, theirs)) return ours; // nothing new; or it is ours, and the answer to it got lost
  if (theirs.length === sent.length) return ours; // we have corrected
  if (!startsWith(ours, sent)) return null;
  const added = ours.slice(sent.length);
  return added.every((entry) => isAboutOthers(entry, sent, theirs)) ? [...theirs, ...added] : null;
}

export interface Followed {
  /** What we know: the evening's id and version; null: it is not shared (any more). */
  known(): { id: string; version: number } | null;
  /** How it is now; `asked` is the version that we knew when we asked. */
  changed(news: SharedEvening, asked: number): Promise<void>;
  /** It is not shared any more. */
  ended(): void;
  reached(yes: boolean): void;
  /** Send what was entered while the server was away, if anything was; raises what the server says to it. */
  send(): Promise<void>;
  /** To be called when something waits to be sent. */
  waits: () => void;
}

/** Follow a shared evening until the answer is called: ask, and be answered when something changes. A phone that slept, or
 * had no connection, asks as soon as it can again. */
export function followShared(session: Followed): () => void {
  let stopped = false;
  let asking = new AbortController();
  let wake = () => {};
  // What was asked before the phone slept may never be answered.
  const again = () => {
    if (document.visibilityState !== 'visible') return;
    asking.abort();
    wake();
  };
  const pauseFor = (milliseconds: number) =>
    new Promise<void>((done) => {
      wake = done;
      setTimeout(done, milliseconds);
    });

  async function run() {
    let pause = FIRST_PAUSE;
    let lost = false;
    while (!stopped) {
      asking = new AbortController();
      try {
        await session.send();
        const known = session.known();
        if (!known || stopped) return;
        // After a silence whatever is there is news: that there is an answer at all.
        const news = await readShared(known.id, lost ? undefined : known.version, asking.signal);
        pause = FIRST_PAUSE;
        lost = false;
        if (stopped) return;
        session.reached(true);
        await session.changed(news, known.version);
      } catch (error) {
        if (stopped) return;
        if (isGone(error)) return session.ended();
        if (asking.signal.aborted) continue;
        lost = true;
        session.reached(false);
        await pauseFor(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
      }
    }
  }
  session.waits = again;
  run();
  document.addEventListener('visibilitychange', again);
  addEventListener('online', again);
  return () => {
    stopped = true;
    asking.abort();
    wake();
    document.removeEventListener('visibilitychange', again);
    removeEventListener('online', again);
  };
}
