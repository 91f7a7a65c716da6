// The rules on this device, for when the server does not answer: kept here once an evening at a real table begins or
// somebody asks for them, started when they are needed.
import { ApiError } from '$lib/api';
import { isCostly } from '$lib/connection';
import type {
  BeginOffline,
  MoveOfflineBot,
  OfflineLevels,
  OpenOffline,
  ReplayOffline,
  SendOffline,
} from '$lib/protocol';
import { type EngineList, LIST } from './list';
import type { Ask, Tell } from './rules-worker';

type AnyOfflineRequest =
  | BeginOffline
  | OpenOffline
  | SendOffline
  | MoveOfflineBot
  | ReplayOffline
  | OfflineLevels;

export const engine = $state({
  /** Whether they run: not asked for, on their way, there, or it was tried in vain. */
  state: 'off' as 'off' | 'loading' | 'ready' | 'failed',
  /** How much of them is there, from 0 to 1. */
  share: 0,
  /** Whether they are kept here; null: not known yet. */
  kept: null as boolean | null,
  /** Whether the last answer was theirs, and not the server's. */
  answering: false,
  /** Whether they come in the background: not asked for, on their way, just come, or it was tried in vain. */
  coming: 'no' as 'no' | 'now' | 'done' | 'failed',
});

/** Whether this browser can keep and run them. */
export const canKeep = (): boolean => 'serviceWorker' in navigator && 'DecompressionStream' in globalThis;

/** Whether they come by themselves when an evening begins; else whoever wants them asks. */
export const comesAlone = (): boolean => canKeep() && !isCostly();

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

/** What the rules on this device say of an evening; a refusal is raised as if the server had sent it. */
export const askEngine = <T>(game: string, told: unknown): Promise<T> => ask<T>({ evening: game }, told);

/** What a table on this device says. */
export const askTable = <T>(told: AnyOfflineRequest): Promise<T> => ask<T>('table', told);

async function ask<T>(about: Ask['about'], told: unknown): Promise<T> {
  await loadEngine();
  const id = ++asked;
  const text = await new Promise<string>((done, failed) => {
    waiting.set(id, { done, failed });
    worker?.postMessage({ id, about, told: JSON.stringify(told) } satisfies Ask);
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

/** Have them come onto this device while nobody waits: they are kept, and not started. Where that costs, nothing is done. */
export async function keepInBackground(): Promise<void> {
  if (!comesAlone() || engine.coming === 'now' || engine.state === 'loading') return;
  engine.coming = (await lookForEngine()) ? 'no' : 'now';
  if (engine.coming === 'now') engine.coming = (await keepEngine().catch(() => false)) ? 'done' : 'failed';
}

/** Whether they are kept here. */
export async function lookForEngine(): Promise<boolean> {
  engine.kept = 'caches' in globalThis && !!(await caches.match(LIST).catch(() => undefined));
  return engine.kept;
}

/** What they consist of; null where this server has none, and where none answers that has. */
export async function engineList(): Promise<EngineList | null> {
  try {
    const answer = await fetch(LIST);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
