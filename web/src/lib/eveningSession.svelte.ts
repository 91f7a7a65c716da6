// An evening at a real table as its page holds it: the entries are kept on this device, and whatever follows from them
// is asked for anew after each.

import { type Evening, findEvening, follow, keepEvening } from './evenings';
import { markOfMessage, render } from './messages';
import type { EntryFault, EveningShown } from './protocol';
import { complain, sentenceOf, toast } from './toast.svelte';

/** Milliseconds of silence after which what is being typed is sent. */
const PAUSE = 120;

export class EveningSession {
  evening = $state.raw<Evening | null>(null);
  shown = $state.raw<EveningShown | null>(null);
  busy = $state(false);
  /** The server was not there when it was last asked. */
  away = $state(false);
  /** The entry that is being corrected; null: the next one is new. */
  correcting = $state<number | null>(null);
  #asked = 0;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.evening = findEvening(id);
  }

  get entries(): string[] {
    return this.evening?.entries ?? [];
  }

  /** Where the next entry goes: behind the others, or in the place of one. */
  get place(): number {
    return this.correcting ?? this.shown?.fault?.index ?? this.entries.length;
  }

  /** What is wrong with the entries, while none is being corrected by choice. */
  get fault(): EntryFault | null {
    return this.correcting === null ? (this.shown?.fault ?? null) : null;
  }

  /** Ask again what follows from the entries. */
  async load(): Promise<void> {
    await this.#ask(this.correcting === null ? this.entries : this.entries.slice(0, this.correcting));
  }

  /** A new entry, or another in the place of one. One that cannot be is told, and changes nothing. */
  async enter(entry: string): Promise<void> {
    if (!this.evening || this.busy) return;
    const place = this.place;
    const entries = [...this.entries.slice(0, place), entry, ...this.entries.slice(place + 1)];
    const shown = await this.#ask(entries, place);
    if (!shown) return;
    this.correcting = null;
    this.#keep(entries, shown);
  }

  /** Take the last entry back. */
  async undo(): Promise<void> {
    await this.#replace(this.entries.slice(0, -1));
  }

  /** Leave out the entry that is being corrected, or does not fit. */
  async drop(): Promise<void> {
    const place = this.place;
    this.correcting = null;
    await this.#replace(this.entries.filter((_, index) => index !== place));
  }

  /** Go back to before the entry that does not fit: those behind it are entered again. */
  async cut(): Promise<void> {
    await this.#replace(this.entries.slice(0, this.place));
  }

  /** Correct an entry, or leave it as it is (null). */
  async correct(index: number | null): Promise<void> {
    this.correcting = index;
    await this.load();
  }

  /** What is being typed: its worth is told as soon as there is a moment. */
  type(text: string): void {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#preview(text), PAUSE);
  }

  async advise(): Promise<void> {
    await this.#ask(this.entries.slice(0, this.place), null, true);
  }

  async #replace(entries: string[]): Promise<void> {
    const shown = await this.#ask(entries);
    if (shown) this.#keep(entries, shown);
  }

  async #preview(typing: string): Promise<void> {
    if (!this.evening || this.busy) return;
    const now = this.#asked;
    const shown = await follow(this.evening, this.entries.slice(0, this.place), { typing }).catch(() => null);
    if (shown && this.shown && now === this.#asked) this.shown = { ...this.shown, page: shown.page };
  }

  /** Ask what follows; with a place, an entry there that does not fit is told and the answer forgotten. */
  async #ask(entries: string[], place: number | null = null, advice = false): Promise<EveningShown | null> {
    if (!this.evening) return null;
    clearTimeout(this.#typing);
    const now = ++this.#asked;
    this.busy = true;
    try {
      const shown = await follow(this.evening, entries, { advice });
      this.away = false;
      if (now !== this.#asked) return null;
      if (place !== null && shown.fault?.index === place) {
        const { message, reason, rule } = shown.fault;
        toast(sentenceOf(render(message, reason)), { rule, lang: markOfMessage(message), kind: 'bad' });
        return null;
      }
      this.shown = shown;
      return shown;
    } catch (error) {
      this.away = true;
      complain(error);
      return null;
    } finally {
      if (now === this.#asked) this.busy = false;
    }
  }

  #keep(entries: string[], shown: EveningShown): void {
    if (!this.evening) return;
    const result = shown.outcome && { winners: shown.outcome.winners, scores: shown.outcome.scores };
    this.evening = { ...this.evening, entries, changed: Date.now(), result };
    keepEvening(this.evening);
  }
}
