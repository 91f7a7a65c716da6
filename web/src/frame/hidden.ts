// A hidden tab would count as present, so the server would not push; phones keep it for long.
import type { LiveTable } from '$lib/live.svelte';
import { isPushedTo } from '$lib/notify.svelte';
import { visitor } from '$lib/session.svelte';

/** Milliseconds for which it calls by itself. */
const STILL_THERE = 30_000;

/** Where the server calls while no page is open, a hidden page leaves the table until it is seen again. */
export function restWhileHidden(live: LiveTable): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    if (isPushedTo(visitor.me?.id)) live.rest();
  };
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(rest, STILL_THERE);
    else live.resume();
  };
  document.addEventListener('visibilitychange', look);
  document.addEventListener('freeze', rest);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    document.removeEventListener('freeze', rest);
  };
}
