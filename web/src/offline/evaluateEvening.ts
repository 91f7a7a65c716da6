// Who works out what follows from an evening's entries: the server while it answers, else the rules on this device.
import { ApiError, isUnreachable, post } from '$lib/api';
import type { EveningEntries } from '$lib/protocol';
import { askEngine, engine, lookForEngine } from './engine.svelte';

/** Milliseconds that the server gets where this device could answer as well, */
const PATIENCE = 4_000;
/** that its bots get, */
const THINKING = 20_000;
/** and after which it is tried again when it did not. */
const PAUSE = 20_000;

let silentUntil = 0;

export async function askServerOrDevice<T>(path: string, game: string, told: EveningEntries): Promise<T> {
  const here = engine.state === 'ready' || engine.kept || (engine.kept === null && (await lookForEngine()));
  if (here && Date.now() < silentUntil) return askDevice(game, told);
  try {
    const asked = post<T>(path, told);
    const answer = await (here ? inTime(asked, told.advice ? THINKING : PATIENCE) : asked);
    engine.answering = false;
    return answer;
  } catch (error) {
    if (!here || !isUnreachable(error)) throw error;
    silentUntil = Date.now() + PAUSE;
    return askDevice(game, told);
  }
}

async function askDevice<T>(game: string, told: unknown): Promise<T> {
  engine.answering = true;
  return askEngine<T>(game, told);
}

/** The answer, or none, as if the network were gone: on a weak one it might take minutes to be. */
function inTime<T>(answer: Promise<T>, patience: number): Promise<T> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const none = new Promise<never>((_, failed) => {
    late = setTimeout(() => failed(new ApiError(0, {})), patience);
  });
  return Promise.race([answer, none]).finally(() => clearTimeout(late));
}

/** The next question goes to the server again. */
export function trustServer(): void {
  silentUntil = 0;
}
