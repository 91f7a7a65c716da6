// The service worker: without a server the client still opens, with what it last knew.
import { savesData } from './connection';
import { preferred } from './i18n.svelte';
import { isPushedTo } from './notify.svelte';
import { visitor } from './session.svelte';
import { loadShelf } from './shelf.svelte';

/** Milliseconds after the page was drawn: nothing that somebody waits for shares its line with this. */
const QUIET = 4_000;

/** What lessons and rulebooks are made of, in the reader's language. */
async function lessonsAndRules(): Promise<string[]> {
  const language = preferred();
  const games = (await loadShelf()).map((game) => `/api/games/${encodeURIComponent(game.name)}`);
  return [
    '/api/games',
    '/api/lessons',
    `/api/lessons?language=${language}`,
    ...games.flatMap((path) => [
      path,
      `${path}/content`,
      `${path}/rules?language=${language}`,
      `${path}/lesson?language=${language}`,
    ]),
  ];
}

/** Have the service worker look after this page, and keep what is needed without a server: once for each visit. */
export function stayUsable(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  setTimeout(async () => {
    try {
      await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
      const worker = (await navigator.serviceWorker.ready).active;
      await visitor.look();
      if (isPushedTo(visitor.me?.id)) await (await import('../account/push.svelte')).push.renew();
      if (savesData()) return;
      const own = visitor.me ? ['/api/me', '/api/tables/mine'] : [];
      worker?.postMessage({ type: 'keep', language: preferred(), shared: await lessonsAndRules(), own });
    } catch {
      // private windows have no service workers; everything else works without
    }
  }, QUIET);
}
