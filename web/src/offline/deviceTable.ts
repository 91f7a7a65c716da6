// A table on this device: for each of its people what behaves like a socket, and behind it the rules in their worker
// instead of a server. One question at a time: what is sent is answered in order, and bots move in between.
import type { TableSocket } from '$lib/live.svelte';
import { prefs } from '$lib/prefs.svelte';
import type { OfflineShown, SendOffline, Update } from '$lib/protocol';
import { askTable } from './engine.svelte';
import type { KeptGame } from './games';

/** Milliseconds from one move of a bot to the next, as at a server: people want to see what happens. */
const BOT_DELAY = 700;
/** Close codes: nothing comes of trying again. */
const BROKEN = 4400;

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export class DeviceTable {
  #sockets = new Map<number, TableSocket>();
  #queue: Promise<void> = Promise.resolve();
  #seq = 0;
  #shownAt = 0;
  #driving = false;
  #closed = false;
  #keep: (game: KeptGame) => void;

  /** `keep` is told of every change, before anybody sees it. */
  constructor(game: KeptGame, keep: (game: KeptGame) => void) {
    this.#keep = keep;
    this.#do(() => askTable<OfflineShown>({ type: 'open', game }));
  }

  /** A connection for the person in that seat. */
  connect(seat: number): TableSocket {
    const socket: TableSocket = {
      readyState: WebSocket.CONNECTING,
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => this.#send(seat, String(text)),
      close: () => this.#close(),
    };
    this.#sockets.set(seat, socket);
    return socket;
  }

  #close(): void {
    this.#closed = true;
  }

  #send(seat: number, text: string): void {
    const message = JSON.parse(text) as SendOffline['message'];
    this.#do(() => askTable<OfflineShown>({ type: 'send', seat, message, since: this.#seq }), seat);
  }

  #do(ask: () => Promise<OfflineShown>, seat?: number): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#closed) return;
      try {
        this.#show(await ask(), seat);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  #show({ kept, updates, bots, reply }: OfflineShown, seat?: number): void {
    if (this.#closed) return;
    this.#keep(kept);
    for (const update of updates) this.#tell(update);
    this.#seq = updates[0]?.seq ?? this.#seq;
    this.#shownAt = Date.now();
    if (reply && seat !== undefined) this.#sockets.get(seat)?.onmessage?.({ data: JSON.stringify(reply) });
    if (bots && !this.#driving) this.#drive();
  }

  #tell(update: Update): void {
    const socket = this.#sockets.get(update.you.seat ?? -1);
    if (!socket) return;
    if (socket.readyState !== WebSocket.OPEN) {
      Object.assign(socket, { readyState: WebSocket.OPEN });
      socket.onopen?.();
    }
    socket.onmessage?.({ data: JSON.stringify(update) });
  }

  /** The next bot thinks at once; what it does is shown when what was before has been looked at. */
  #drive(): void {
    this.#driving = true;
    this.#do(async () => {
      try {
        const shown = await askTable<OfflineShown>({ type: 'bot', since: this.#seq });
        await wait(Math.max(0, this.#shownAt + BOT_DELAY * prefs.pause - Date.now()));
        return shown;
      } finally {
        this.#driving = false;
      }
    });
  }

  #fail(error: unknown): void {
    this.#closed = true;
    const refused = { type: 'refused', id: 0, code: 'busy', reason: (error as Error).message };
    for (const socket of this.#sockets.values()) {
      socket.onmessage?.({ data: JSON.stringify(refused) });
      socket.onclose?.({ code: BROKEN });
    }
  }
}
