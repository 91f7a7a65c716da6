/// <reference lib="webworker" />
// The service worker: the client opens without a server, and notifications come while no page is open.
//
// Pages come from the server whenever it answers, so that a new client is there at once. Files with a hash in their name
// are kept: they cannot be out of date. Of the API only what rules.ts names is kept, and used only without an answer.
import { changesPerson, engineFiles, handlingOf, isFor, LIST, outdated } from './rules';

declare const __CLIENT__: { version: string; files: string[] };
declare const self: ServiceWorkerGlobalScope;

const PREFIX = 'pandarium client ';
const CLIENT = PREFIX + __CLIENT__.version;
const SHARED = 'pandarium shared';
const OWN = 'pandarium own';
const ENGINE = 'pandarium engine';
const SHELL = '/';
/** When an answer came that is shown now instead of a new one. */
const KEPT = 'x-pandarium-kept';
/** A proxy says that the server behind it is not there. */
const UNREACHABLE = [502, 503, 504];

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

/** Only the page itself: what else it needs was just loaded, and is kept when the page says so. */
async function install(): Promise<void> {
  const cache = await caches.open(CLIENT);
  await cache.add(new Request(SHELL, { cache: 'no-cache', credentials: 'omit' }));
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

async function activate(): Promise<void> {
  for (const name of outdated(await caches.keys(), PREFIX, CLIENT)) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const handling = handlingOf(request, self.location.origin);
  if (handling === 'page') event.respondWith(page(event));
  else if (handling === 'file') event.respondWith(file(request));
  else if (handling === 'engine') event.respondWith(engineFile(request));
  else if (handling === 'engine list') event.respondWith(engineList(request));
  else if (handling === 'shared') event.respondWith(newest(request, SHARED));
  else if (handling === 'own') event.respondWith(newest(request, OWN));
  else if (changesPerson(request.method, new URL(request.url).pathname)) event.waitUntil(forgetPerson());
});

/** How often somebody came or went: what was asked for before is not kept after. */
let people = 0;

async function forgetPerson(): Promise<void> {
  people += 1;
  await caches.delete(OWN);
}

async function page(event: FetchEvent): Promise<Response> {
  try {
    const answer: Response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (!UNREACHABLE.includes(answer.status)) return answer;
    return (await shell()) ?? answer;
  } catch (error) {
    const kept = await shell();
    if (kept) return kept;
    throw error;
  }
}

const shell = async (): Promise<Response | undefined> => (await caches.open(CLIENT)).match(SHELL);

async function file(request: Request): Promise<Response> {
  const named = new URL(request.url).pathname.startsWith('/assets/');
  const kept = await caches.match(request.url);
  if (kept && named) return kept;
  try {
    const answer = await fetch(request);
    // Whoever asks for a part of another client keeps it, too: its page is open.
    if (answer.ok && named) await put(CLIENT, request.url, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

// The rules for when there is no server are megabytes: they come when a page asks for them, and are kept up to date then.

async function engineFile(request: Request): Promise<Response> {
  return (await caches.match(request.url, { cacheName: ENGINE })) ?? fetch(request);
}

/** The newest; without a server, the one whose files are all here. */
async function engineList(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  if (answer && !UNREACHABLE.includes(answer.status)) return answer;
  return (await caches.match(LIST, { cacheName: ENGINE })) ?? answer ?? Response.error();
}

let keeping: Promise<void> | null = null;

/** Keep the newest, for all pages that ask at the same time. */
function keepEngine(): Promise<void> {
  keeping ??= keepNewestEngine().finally(() => {
    keeping = null;
  });
  return keeping;
}

/** The list last, when all that it names is here; then what is no longer named goes. */
async function keepNewestEngine(): Promise<void> {
  const answer = await fetch(LIST, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${LIST}: ${answer.status}`);
  const paths = engineFiles(await answer.clone().json());
  const cache = await caches.open(ENGINE);
  for (const path of paths) if (!(await cache.match(path))) await cache.add(path);
  await cache.put(LIST, answer);
  for (const { url } of await cache.keys()) {
    if (![LIST, ...paths].includes(new URL(url).pathname)) await cache.delete(url);
  }
}

/** The server's answer; without one, the last that there was, with when that was. */
async function newest(request: Request, name: string): Promise<Response> {
  const asked = people;
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(name, request.url, answer.clone(), asked);
    if (!UNREACHABLE.includes(answer.status)) return answer;
    return (await (await caches.open(name)).match(request.url)) ?? answer;
  } catch (error) {
    const kept = await (await caches.open(name)).match(request.url);
    if (kept) return kept;
    throw error;
  }
}

async function keep(name: string, url: string, answer: Response, asked: number): Promise<void> {
  const headers = { 'content-type': 'application/json', [KEPT]: String(Date.now()) };
  let body = await answer.text();
  // Nothing that proves who somebody is lies around.
  if (name === OWN && new URL(url).pathname === '/api/me') body = JSON.stringify({ me: JSON.parse(body).me });
  if (name !== OWN || asked === people) await put(name, url, new Response(body, { headers }));
}

/** A full disk is no reason to show nothing. */
const put = async (name: string, url: string, answer: Response): Promise<void> =>
  (await caches.open(name)).put(url, answer).catch(() => {});

// The page says when it is quiet, and what to keep then: one after the other, so that nobody waits for it.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'keep') event.waitUntil(keepAll(event.data));
  if (event.data?.type === 'keep engine') {
    const told = keepEngine().then(
      () => true,
      () => false,
    );
    event.waitUntil(told.then((kept) => event.ports[0]?.postMessage(kept)));
  }
});

interface Keep {
  language: string;
  /** For everybody, and for whoever is here. */
  shared: string[];
  own: string[];
}

async function keepAll({ language, shared, own }: Keep): Promise<void> {
  const cache = await caches.open(CLIENT);
  for (const path of __CLIENT__.files) {
    if (isFor(language, path) && !(await caches.match(path))) await cache.add(path).catch(() => {});
  }
  if (await caches.match(LIST, { cacheName: ENGINE })) await keepEngine().catch(() => {});
  for (const path of own) await newest(new Request(path), OWN).catch(() => {});
  for (const path of shared) await newest(new Request(path), SHARED).catch(() => {});
  for (const client of await self.clients.matchAll()) client.postMessage({ type: 'kept' });
}

interface Told {
  title: string;
  body: string;
  url: string;
  tag: string;
}

self.addEventListener('push', (event) => {
  event.waitUntil(notify(event.data?.json()));
});

async function notify(told?: Partial<Told>): Promise<void> {
  const url = new URL(told?.url ?? '/', self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window' });
  // Whoever looks at it needs no call; browsers let us be silent then.
  if (windows.some((one) => one.visibilityState === 'visible' && new URL(one.url).pathname === url.pathname))
    return;
  await self.registration.showNotification(told?.title ?? 'Pandarium', {
    body: told?.body ?? '',
    tag: told?.tag ?? 'pandarium',
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url: url.pathname },
  });
}

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeAgain(event as ExtendableEvent & { oldSubscription?: PushSubscription }));
});

/** The push service wants another address: tell the server, as whoever is signed in here. */
async function subscribeAgain({ oldSubscription }: { oldSubscription?: PushSubscription }): Promise<void> {
  const { push_key } = await (await fetch('/api/notifications')).json();
  const { csrf } = await (await fetch('/api/me')).json();
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? push_key;
  if (!csrf || !applicationServerKey) return;
  const made = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = made.toJSON();
  await fetch('/api/me/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
    body: JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth }),
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? '/'));
});

/** Show the table: in the window that shows it already, else in a new one. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === path);
  if (there) await there.focus();
  else await self.clients.openWindow(path);
}
