// The rules on this device, for when the server does not answer: loaded once, when somebody asks for them, and kept.
import { ApiError } from '$lib/api';
import { LIST } from './list';
import type { Ask, Tell } from './rules-worker';

export const engine = $state({
  /** Whether they run: not asked for, on their way, there, or it was tried in vain. */
  state: 'off' as 'off' | 'loading' | 'ready' | 'failed',
  /** How much of them is there, from 0 to 1. */
  share: 0,
  /** Whether they are kept here; null: not known yet. */
  kept: null as boolean | null,
  /** Whether the last answer was theirs, and not the server's. */
  answering: false,
});

let worker: Worker | null = null;
let ready: Promise<void> | null = null;
const waiting = new Map<number, { done: (text: string) => void; failed: (error: Error) => void }>();
let asked = 0;

/** Have them run, from this device or from the server. */
export function loadEngine(): Promise<void> {
  ready ??= start().catch((error) => {
    ready = null;
    engine.state = 'failed';
    throw error;
  });
  return ready;
}

function start(): Promise<void> {
  engine.state = 'loading';
  engine.share = 0;
  return new Promise((done, failed) => {
    worker = new Worker(new URL('./rules-worker.ts', import.meta.url), { type: 'module' });
    worker.onerror = () => stop('the worker did not start', failed);
    worker.onmessage = ({ data }: MessageEvent<Tell>) => {
      if (data.type === 'loading') engine.share = data.share;
      else if (data.type === 'failed') stop(data.why, failed);
      else if (data.type === 'ready') {
        engine.state = 'ready';
        done();
      } else {
        const one = waiting.get(data.id);
        waiting.delete(data.id);
        if (data.type === 'answer') one?.done(data.text);
        else one?.failed(new Error(data.why));
      }
    };
  });
}

function stop(why: string, failed: (error: Error) => void): void {
  worker?.terminate();
  worker = null;
  failed(new Error(why));
  for (const one of waiting.values()) one.failed(new Error(why));
  waiting.clear();
}

/** What the rules on this device say; a refusal is raised as if the server had sent it. */
export async function askEngine<T>(game: string, told: unknown): Promise<T> {
  await loadEngine();
  const id = ++asked;
  const text = await new Promise<string>((done, failed) => {
    waiting.set(id, { done, failed });
    worker?.postMessage({ id, game, told: JSON.stringify(told) } satisfies Ask);
  });
  const said = JSON.parse(text);
  if (said.refused) throw new ApiError(400, said.refused);
  return said as T;
}

/** Have the service worker keep them, so that they are here without a server. True when they are. */
export async function keepEngine(): Promise<boolean> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return false;
  const keeper = (await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })).active;
  const active = keeper ?? (await navigator.serviceWorker.ready).active;
  if (!active) return false;
  const { port1, port2 } = new MessageChannel();
  const told = new Promise<boolean>((done) => {
    port1.onmessage = ({ data }) => done(data === true);
  });
  active.postMessage({ type: 'keep engine' }, [port2]);
  engine.kept = await told;
  return engine.kept;
}

/** Whether they are kept here. */
export async function lookForEngine(): Promise<boolean> {
  engine.kept = 'caches' in globalThis && !!(await caches.match(LIST).catch(() => undefined));
  return engine.kept;
}

/** How many bytes they are to load; null where this server has none. */
export async function engineBytes(): Promise<number | null> {
  try {
    const answer = await fetch(LIST);
    return answer.ok ? (await answer.json()).bytes : null;
  } catch {
    return null;
  }
}
