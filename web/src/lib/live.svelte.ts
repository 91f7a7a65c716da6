// A live table: one socket, which reconnects silently when it drops. Its first update is complete by itself; after that
// it tells what has changed.
import { addressOf, takeSocket } from '../preconnect';
import { patched } from './changes';
import { t } from './i18n.svelte';
import { markOfMessage, render } from './messages';
import type {
  AnyMessage,
  AnyReply,
  Done,
  GameEvent,
  Hinted,
  HintShown,
  News,
  Refused,
  Update,
} from './protocol';
import { withoutRemoved } from './removed';

/** A message before it has a number. */
export type Unsent = {
  [K in AnyMessage['type']]: Omit<Extract<AnyMessage, { type: K }>, 'id'>;
}[AnyMessage['type']];

export class RefusedError extends Error {
  readonly code: string;
  readonly rule: string;
  /** Of the message, where it stayed English. */
  readonly lang: string | undefined;

  constructor(refused: Pick<Refused, 'code' | 'reason' | 'message' | 'rule'>) {
    super(render(refused.message, refused.reason));
    this.code = refused.code;
    this.rule = refused.rule ?? '';
    this.lang = markOfMessage(refused.message);
  }
}

/** What carries messages to a table and back: a WebSocket, or what behaves like one on a device without a server. */
export type TableSocket = Pick<WebSocket, 'readyState' | 'send' | 'close'> & {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
};

/** Close codes after which coming back is no use. */
const FINAL = new Set([4400, 4401, 4403, 4404]);
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;

/** A mark by which a move that is sent twice is recognised. (crypto.randomUUID is missing on plain http in a home network.) */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('');

interface Waiting {
  message: Unsent;
  resolve: (reply: Done | Hinted) => void;
  reject: (error: Error) => void;
}

export class LiveTable {
  readonly id: string;
  update = $state.raw<Update | null>(null);
  /** Everything that ever happened at the table, as far as we may know it. */
  log = $state.raw<News[]>([]);
  /** The news of the last update: what to animate. */
  fresh = $state.raw<News[]>([]);
  connected = $state(false);
  /** Why there will be no more: a table that is not ours to see, or not there. */
  over = $state<RefusedError | null>(null);
  advice = $state.raw<HintShown[]>([]);
  /** The server's clock minus ours, in milliseconds. */
  skew = 0;

  /** The token of the link by which we came. */
  readonly invite: string;
  #token: string | null;
  #connect: (() => TableSocket) | null;
  #socket: TableSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #resting = false;
  #refusal: Refused | null = null;

  /**
   * `token` is for pass-and-play, where several people share a browser; otherwise the cookie says who we are.
   * `connect`: the table is not a server's.
   */
  constructor(
    id: string,
    invite = '',
    token: string | null = null,
    connect: (() => TableSocket) | null = null,
  ) {
    this.id = id;
    this.invite = invite;
    this.#token = token;
    this.#connect = connect;
    this.#open();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    for (const one of this.#waiting.values())
      one.reject(new RefusedError({ code: 'busy', reason: 'left the table' }));
    this.#waiting.clear();
  }

  /** Nobody looks: the server is to call us otherwise. What was not answered is sent again when somebody does. */
  rest(): void {
    this.#resting = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
  resume(): void {
    if (!this.#resting || this.#closed) return;
    this.#resting = false;
    this.#open();
  }

  /** Send a message; resolves when the server has done it. What was not answered before a break is sent again. */
  send(message: Unsent): Promise<Done | Hinted> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message, resolve, reject });
      this.#write(id, message);
    });
  }

  /** Play a move; the answer says which update will show it. */
  async play(move: string): Promise<Done> {
    this.advice = [];
    return (await this.send({
      type: 'play',
      move,
      position: this.update?.position ?? 0,
      key: newKey(),
    })) as Done;
  }

  async hint(): Promise<void> {
    const reply = await this.send({ type: 'hint' });
    if (reply.type === 'hint' && reply.position === this.update?.position) this.advice = reply.advice;
  }

  /** Game events of the last update, oldest first. */
  get events(): GameEvent[] {
    return this.fresh.flatMap((news) => news.events ?? []);
  }

  #open(): void {
    const address = addressOf(this.id, this.log.at(-1)?.seq ?? 0, this.invite);
    const early = this.#token || this.#connect ? null : takeSocket(address);
    const protocols = this.#token ? ['pandarium', `token.${this.#token}`] : [];
    const socket = (early?.socket ?? this.#connect?.() ?? new WebSocket(address, protocols)) as TableSocket;
    this.#socket = socket;
    socket.onopen = () => this.#joined();
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data) as AnyReply);
    socket.onclose = (event) => this.#lost(event.code);
    if (!early) return;
    if (socket.readyState === WebSocket.OPEN) this.#joined();
    for (const reply of early.received) this.#receive(reply);
  }

  #joined(): void {
    this.connected = true;
    this.#pause = FIRST_PAUSE;
    for (const [id, one] of this.#waiting) this.#write(id, one.message);
  }

  #lost(code: number): void {
    this.connected = false;
    if (this.#closed || this.#resting) return;
    if (FINAL.has(code)) {
      this.over = new RefusedError(this.#refusal ?? { code: 'no access', reason: t('shell.closed') });
      return;
    }
    this.#timer = setTimeout(() => this.#open(), this.#pause * (0.7 + Math.random() * 0.6));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #write(id: number, message: Unsent): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ id, ...message }));
  }

  #receive(reply: AnyReply): void {
    if (reply.type === 'update') {
      this.#take(reply);
      return;
    }
    if (reply.type === 'changes') {
      if (this.update) this.#take(patched(this.update, reply));
      return;
    }
    const id = reply.id ?? 0;
    const one = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (reply.type === 'refused') {
      this.#refusal = reply;
      one?.reject(new RefusedError(reply));
    } else if (reply.type !== 'pong') one?.resolve(reply);
  }

  #take(update: Update): void {
    const last = this.log.at(-1)?.seq ?? 0;
    const fresh = (update.news ?? []).filter((news) => news.seq > last);
    if (this.update && update.position !== this.update.position) this.advice = [];
    this.skew = update.now - Date.now();
    if (fresh.length) this.log = withoutRemoved([...this.log, ...fresh], fresh);
    this.fresh = this.update ? fresh : [];
    this.update = update;
  }
}
