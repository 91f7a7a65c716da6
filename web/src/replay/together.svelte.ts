// Looking through a finished game together: a line to the table on which one leads and the others follow.
import type { AnyReply, ReviewShown } from '$lib/protocol';

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
/** Close codes after which coming back is no use. */
const FINAL = new Set([4400, 4401, 4403, 4404]);

export class Together {
  /** Who leads, and where they are; null: nobody. */
  lead = $state.raw<ReviewShown | null>(null);
  connected = $state(false);
  /** We want to lead. */
  leading = $state(false);
  /** We go where the leader goes. */
  following = $state(true);
  /** Why not, if the table does not let us. */
  refused = $state('');

  #address: string;
  #socket: WebSocket | null = null;
  #here: { at: number; seat: number | null } = { at: 0, seat: null };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = FIRST_PAUSE;
  #closed = false;

  /** `me` is who we are; `invite` or `share` opens a table that is not open to all. */
  constructor(
    table: string,
    readonly me: string,
    invite: string,
    share: string,
  ) {
    const query = new URLSearchParams({ changes: '1', ...(invite && { invite }), ...(share && { share }) });
    this.#address = `${location.origin.replace(/^http/, 'ws')}/api/tables/${encodeURIComponent(table)}/live?${query}`;
    this.#open();
  }

  /** Somebody else leads. */
  get led(): boolean {
    return this.lead !== null && this.lead.person !== this.me;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Lead from here on, or give it up. */
  setLeading(on: boolean): void {
    this.leading = on;
    this.refused = '';
    this.#send(on);
  }

  /** We look at this frame now; whoever leads tells the others. */
  goTo(at: number, seat: number | null): void {
    if (at === this.#here.at && seat === this.#here.seat) return;
    this.#here = { at, seat };
    if (this.leading) this.#send(true);
  }

  #send(on: boolean): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const { at, seat } = this.#here;
    const place = on ? { at, ...(seat !== null && { seat }) } : {};
    this.#socket.send(JSON.stringify({ id: 1, type: 'review', ...place }));
  }

  #open(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onopen = () => {
      this.connected = true;
      this.#pause = FIRST_PAUSE;
      if (this.leading) this.#send(true); // the table forgot us when the line broke
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data) as AnyReply);
    socket.onclose = (event) => {
      this.connected = false;
      if (this.#closed || FINAL.has(event.code)) return;
      this.#timer = setTimeout(() => this.#open(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    };
  }

  #receive(reply: AnyReply): void {
    if (reply.type === 'update' || reply.type === 'changes') {
      if (reply.table) this.lead = reply.table.review ?? null;
    } else if (reply.type === 'refused') {
      this.leading = false;
      this.refused = reply.reason;
    }
  }
}
