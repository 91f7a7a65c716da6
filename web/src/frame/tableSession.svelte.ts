// A session at a table: what the parts of the frame share. It asks the live table and remembers what is open on screen.
import { post } from '$lib/api';
import { locale, t } from '$lib/i18n.svelte';
import type { LiveTable, Unsent } from '$lib/live.svelte';
import { mutes } from '$lib/mutes.svelte';
import type { May, News, SeatShown, TableShown, Update } from '$lib/protocol';
import { complain, toast } from '$lib/toast.svelte';
import { namesOf, renderLog, sinceMyLastMove } from './lines';

export type PanelName = 'log' | 'chat' | 'rules';
export type DialogName = 'menu' | 'keys' | 'resign' | 'invite' | 'verify' | 'webhooks';

/** Somebody at the table whom one wants to know more of; `line`: because of what they said. */
export interface About {
  person: string;
  name: string;
  line?: News;
}

export interface LocalWays {
  /** How many people share this device. */
  people: number;
  /** Create the same table again, for the same people on this device. */
  rematch: () => void;
  /** There is no server: where the replay is, and how the record is kept. */
  offline?: { replay: string; download: () => void };
}

export class TableSession {
  readonly live: LiveTable;
  /** Pass-and-play: several people on one device. */
  readonly local: LocalWays | null;
  panel = $state<PanelName | null>(null);
  dialog = $state<DialogName | null>(null);
  /** Whose card is open. */
  about = $state.raw<About | null>(null);
  /** The rule at which the rulebook is open. */
  rule = $state('');
  thinking = $state(false);
  /** The result was put aside to look at the table. */
  aside = $state(false);
  readChat = $state(0);
  /** Moves that were sent; `seq` is the entry that shows them, 0 until the answer is there. */
  #sent = $state.raw<{ move: string; seq: number }[]>([]);

  constructor(live: LiveTable, local: LocalWays | null = null) {
    this.live = live;
    this.local = local;
  }

  /** Several people look at this screen in turns: nobody is "you". */
  get passed(): boolean {
    return (this.local?.people ?? 0) > 1;
  }
  /** What there is beside the table: nobody chats where nobody is far away. */
  get panels(): PanelName[] {
    return this.local?.offline && this.table?.talk === 'none' ? ['log', 'rules'] : ['log', 'chat', 'rules'];
  }
  get update(): Update | null {
    return this.live.update;
  }
  get table(): TableShown | null {
    return this.live.update?.table ?? null;
  }
  get seats(): SeatShown[] {
    return this.table?.seats ?? [];
  }
  get seat(): number | null {
    return this.update?.you.seat ?? null;
  }
  get actors(): number[] {
    return this.update?.actors ?? [];
  }
  get mine(): SeatShown | null {
    return this.seat === null ? null : (this.seats[this.seat] ?? null);
  }
  /** I play myself: I sit here, no bot stands in, I have not resigned. */
  get playing(): boolean {
    return this.mine !== null && !this.mine.bot && !this.mine.resigned && this.table?.status === 'running';
  }
  get myTurn(): boolean {
    return this.playing && this.seat !== null && this.actors.includes(this.seat);
  }
  /** Moves that are under way: neither refused nor shown by the table yet; oldest first. */
  get pending(): string[] {
    return this.#sent.filter((one) => this.#awaits(one)).map((one) => one.move);
  }
  /** A move is under way: nothing is offered until the table shows it. */
  get busy(): boolean {
    return this.pending.length > 0;
  }
  #awaits({ seq }: { seq: number }): boolean {
    return !seq || seq > (this.update?.seq ?? 0);
  }
  /** When the table's own timer runs out, by our clock. */
  get due(): number | null {
    const due = this.update?.timer_due;
    return due ? due - this.live.skew : null;
  }
  /** What the server would let us do now, besides moves. */
  get may(): May {
    return this.update?.may ?? {};
  }

  names = $derived.by(() => namesOf(this.seats));
  lines = $derived.by(() => {
    const called = [locale(), ...this.seats.map((seat) => seat.name ?? '')].join('\n');
    return renderLog(this.live.log, this.names, called, this.table?.tournament ? this.table.game : '');
  });
  chat = $derived.by<News[]>(() =>
    this.live.log.filter(
      (news) => (news.type === 'said' || news.type === 'reacted') && !mutes.has(news.person),
    ),
  );
  said = $derived(this.chat.filter((news) => news.type === 'said'));
  since = $derived.by(() =>
    this.seat === null ? { lines: [], actions: 0 } : sinceMyLastMove(this.live.log, this.seat, this.names),
  );

  name(seat: number): string {
    return this.names(seat);
  }

  /** Send a message; a refusal is said, with its rule. Tells whether it was done. */
  async act(message: Unsent): Promise<boolean> {
    try {
      await this.live.send(message);
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  /** `ahead`: do not wait for what is under way. Whoever plays in real time may act again before the answer comes. */
  play = async (move: string, ahead = false): Promise<void> => {
    if (this.busy && !ahead) return;
    const one = { move, seq: 0 };
    this.#sent = [...this.#sent.filter((other) => this.#awaits(other)), one];
    try {
      one.seq = (await this.live.play(move)).seq;
      this.#sent = [...this.#sent];
    } catch (error) {
      this.#sent = this.#sent.filter((other) => other !== one);
      complain(error);
    }
  };

  /** Take the old link back: it opens nothing any more. The new one comes with the next update. */
  renewInvite = async (): Promise<void> => {
    try {
      await post(`/api/tables/${encodeURIComponent(this.live.id)}/invite`);
      toast(t('frame.invite.renewed'), { kind: 'good' });
    } catch (error) {
      complain(error);
    }
  };

  /** By right where that is possible, else by asking the others. */
  async undo(): Promise<void> {
    if (this.busy) return;
    if (this.may.undo) await this.act({ type: 'undo', position: this.update?.position });
    else if (this.may.ask_undo) await this.act({ type: 'ask', what: 'undo' });
  }

  async hint(): Promise<void> {
    if (!this.may.hint || this.thinking) return;
    this.thinking = true;
    try {
      await this.live.hint();
      if (!this.live.advice.length) toast(t('frame.hint.none'));
    } catch (error) {
      complain(error);
    } finally {
      this.thinking = false;
    }
  }

  toggle(panel: PanelName): void {
    if (!this.panels.includes(panel)) return;
    this.panel = this.panel === panel ? null : panel;
  }

  openRule = (rule: string): void => {
    this.rule = rule;
    this.panel = 'rules';
  };
}
