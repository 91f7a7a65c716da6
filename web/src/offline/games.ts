// Games that this device plays by itself: kept in this browser with every move, and nowhere else.
import { avatars } from '$lib/avatars';
import type { OptionValue } from '$lib/newTable';
import type { OfflineGame } from '$lib/protocol';
import { askTable } from './engine.svelte';

/** A game as it is kept; `open`: nobody wants the table covered between turns. */
export type KeptGame = OfflineGame & { open?: boolean };

const PREFIX = 'pandarium.device.';
/** Finished games that are kept: the oldest go first. */
const MOST = 100;

export const keyOf = (id: string): string => PREFIX + id;

/** Whether the browser kept it; a private window may refuse to, and so may a full disk. */
export function keepGame(game: KeptGame): boolean {
  try {
    localStorage.setItem(keyOf(game.id), JSON.stringify(game));
    return true;
  } catch {
    return false;
  }
}

export function findGame(id: string): KeptGame | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(id)) ?? 'null');
  } catch {
    return null;
  }
}

export function forgetGame(id: string): void {
  localStorage.removeItem(keyOf(id));
}

/** All that this browser has kept, the newest first. */
export function keptGames(): KeptGame[] {
  try {
    return Object.keys(localStorage)
      .flatMap((key) => (key.startsWith(PREFIX) ? (findGame(key.slice(PREFIX.length)) ?? []) : []))
      .sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0));
  } catch {
    return [];
  }
}

/** Those that go on. */
export const runningGames = (): KeptGame[] => keptGames().filter((game) => !game.outcome);

export interface DeviceSetup {
  game: string;
  names: string[];
  bots: string[];
  options: Record<string, OptionValue>;
}

/** A new game; its id. */
export async function beginGame({ game, names, bots, options }: DeviceSetup, open = false): Promise<string> {
  const id = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join('');
  const people = names.map((name, n) => ({ name, avatar: avatars[n % avatars.length].id }));
  const begun = await askTable<OfflineGame>({ type: 'begin', id, game, people, bots, options });
  for (const old of keptGames()
    .filter((one) => one.outcome)
    .slice(MOST))
    forgetGame(old.id);
  if (!keepGame({ ...begun, open })) throw new Error('not kept');
  // A browser that is short of room asks nobody else's leave before it throws something away.
  void navigator.storage?.persist?.();
  return id;
}

/** The same people, bots and options once more. */
export const beginAgain = ({ seats, record, open }: KeptGame): Promise<string> =>
  beginGame(
    {
      game: record.game,
      names: seats.filter(isPerson).map((seat) => seat.name),
      bots: seats.flatMap((seat) => (isPerson(seat) ? [] : (seat.bot ?? []))),
      options: record.options ?? {},
    },
    open,
  );

/** Whoever has given up sits here, too, though a bot plays on. */
export const isPerson = (seat: KeptGame['seats'][number]): boolean => !seat.bot || Boolean(seat.resigned);

/** The record as a file: `pandarium verify` and `pandarium replay` read it. */
export function downloadRecord(game: KeptGame): void {
  const link = document.createElement('a');
  const day = new Date(game.begun ?? 0).toISOString().slice(0, 10);
  link.href = URL.createObjectURL(new Blob([JSON.stringify(game.record)], { type: 'application/json' }));
  link.download = `pandarium-${game.record.game}-${day}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
