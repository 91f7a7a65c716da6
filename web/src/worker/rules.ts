// What the service worker does with a request. Whatever is not named here goes to the server as if there were none.
import type { EngineList } from '../offline/list';

/**
 * A page, a file that never changes under its name, the rules for a device without a server and the list of their files,
 * an answer for everybody, an answer for one person, or the rest.
 */
export type Handling = 'page' | 'file' | 'engine' | 'engine list' | 'shared' | 'own' | 'pass';

/** Answers that are the same for everybody and change only with the server: games, rulebooks, lessons. */
const SHARED =
  /^\/api\/(games(\/[\w-]+(\/(rules|lesson|content))?)?|lessons)(\?language=[a-z]{2,8}(-\w+)?)?$/;
/** What somebody last knew of themselves: who they are, and the tables that go on. */
const OWN = ['/api/me', '/api/tables/mine'];
/** The files of the rules for a device without a server. The worker is one file: it shares no code with pages. */
export const LIST = '/engine.json';
/** Served beside the client under names that stay. */
const BESIDE = /^\/(icon[\w-]*\.(svg|png)|apple-touch-icon\.png|manifest\.webmanifest)$/;
/** Pages of the server's own, which are not the client. */
const NOT_OURS = /^\/(api|docs|openapi\.json|health|metrics|static)(\/|$)/;

export function handlingOf(
  request: {
    method: string;
    url: string;
    mode?: string;
    headers: { has(name: string): boolean };
  },
  origin: string,
): Handling {
  const url = new URL(request.url);
  // A token names another person than the cookie does: games on this device are asked for with one.
  if (request.method !== 'GET' || url.origin !== origin || request.headers.has('authorization'))
    return 'pass';
  const path = url.pathname + url.search;
  if (request.mode === 'navigate') return NOT_OURS.test(url.pathname) ? 'pass' : 'page';
  if (path === LIST) return 'engine list';
  if (url.pathname.startsWith('/assets/engine-')) return 'engine';
  if (url.pathname.startsWith('/assets/') || BESIDE.test(path)) return 'file';
  if (OWN.includes(path)) return 'own';
  return SHARED.test(path) ? 'shared' : 'pass';
}

/** Everything that has to be here for the rules to run. */
export const engineFiles = (list: EngineList): string[] => [
  list.script,
  ...Object.values(list.files).map((file) => file.path),
];

/** Requests after which somebody else may sit here: what was kept of whoever it was must go. */
export const changesPerson = (method: string, path: string): boolean =>
  (method === 'POST' && /^\/api\/(guest|accounts|sessions|passwords|me\/(deletion|password))$/.test(path)) ||
  (method === 'DELETE' && path === '/api/sessions');

/** Caches to remove when a new client takes over: all clients but it and the one before, whose pages may be open still. */
export const outdated = (names: readonly string[], prefix: string, current: string): string[] =>
  names.filter((name) => name.startsWith(prefix) && name !== current).slice(0, -1);

/** Whether a file of the client is needed by whoever reads this language: words of others are not. */
export function isFor(language: string, file: string): boolean {
  const words = file.match(/\/(?:(?:words|said)-)?([a-z]{2})-[\w-]{8}\.js$/)?.[1];
  return !words || words === language;
}
