// An evening at a real table as its page holds it: the entries are kept on this device, and whatever follows from them
// is asked for anew after each. Where it is shared, an entry counts when the server has it, too; while the server is away,
// entries wait here, and are sent when it is back.

import { isUnreachable } from './api';
import { type Evening, findEvening, follow, keepEvening, newId, type Sharing } from './evenings';
import { t } from './i18n.svelte';
import { markOfMessage, render } from './messages';
import type { EntryFault, EveningShown, SharedEvening } from './protocol';
import {
  beginSharing,
  type Followed,
  isAboutOthers,
  isGone,
  isStale,
  merged,
  readShared,
  stopSharing,
  writeShared,
} from './sharedEvenings';
import { complain, sentenceOf, toast } from './toast.svelte';

/** Milliseconds of silence after which what is being typed is sent. */
const PAUSE = 120;

/** What became of entries: ours count, others were faster, or the server could not be reached. */
type Written = 'done' | SharedEvening | null;

const resultOf = ({ outcome }: EveningShown): Evening['result'] =>
  outcome && { winners: outcome.winners, scores: outcome.scores };

export class EveningSession implements Followed {
  evening = $state.raw<Evening | null>(null);
  shown = $state.raw<EveningShown | null>(null);
  #asking = $state(false);
  #writing = $state(false);
  /** Whether we hear of what others enter, where it is shared. */
  following = $state(true);
  /** The server was not there when it was last asked. */
  away = $state(false);
  waits = () => {};
  /** The entry that is being corrected; null: the next one is new. */
  correcting = $state<number | null>(null);
  #asked = 0;
  #work: Promise<void> = Promise.resolve();
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.evening = findEvening(id);
  }

  get busy(): boolean {
    return this.#asking || this.#writing;
  }

  get sharing(): Sharing | null {
    return this.evening?.shared ?? null;
  }

  /** Whether something is entered here that others do not see yet. */
  get waiting(): boolean {
    return !!this.sharing?.sent;
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
    if (this.correcting !== null) {
      await this.#ask(this.entries.slice(0, this.correcting));
      return;
    }
    const shown = await this.#ask(this.entries);
    // What others have finished is over here, too.
    if (shown && this.evening && !shown.outcome !== !this.evening.result)
      this.#set({ ...this.evening, result: resultOf(shown) });
  }

  /** A new entry, or another in the place of one. One that cannot be is told, and changes nothing. */
  async enter(entry: string): Promise<void> {
    if (!this.evening || this.busy) return;
    await this.#alone(async () => {
      const before = this.shown;
      for (;;) {
        const place = this.place;
        const known = this.entries;
        const entries = [...known.slice(0, place), entry, ...known.slice(place + 1)];
        const shown = await this.#ask(entries, place);
        if (!shown) return;
        const written = await this.#write(entries);
        if (written === 'done') {
          this.correcting = null;
          return this.#keep(entries, shown);
        }
        if (!written) {
          this.shown = before;
          return;
        }
        this.#take(written);
        // Others have entered what other players did: ours goes behind it, if it still fits.
        if (place < known.length || !isAboutOthers(entry, known, written.entries)) return this.#tellStale();
      }
    });
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
    // Not before the page shows how things stood then: what is typed until it does would be lost.
    if (await this.#ask(index === null ? this.entries : this.entries.slice(0, index)))
      this.correcting = index;
  }

  /** What is being typed: its worth is told as soon as there is a moment. */
  type(text: string): void {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#preview(text), PAUSE);
  }

  async advise(): Promise<void> {
    await this.#ask(this.entries.slice(0, this.place), null, true);
  }

  /** Let other phones follow this evening, and enter into it. */
  async share(): Promise<void> {
    await this.#alone(async () => {
      if (!this.evening || this.sharing) return;
      this.#set(await beginSharing(this.evening));
      this.following = true;
    });
  }

  /** The server forgets it, or where another phone shared it, this one follows no more. What was entered stays here. */
  async stopSharing(): Promise<void> {
    await this.#alone(async () => {
      if (!this.evening) return;
      await stopSharing(this.evening);
      this.#set({ ...this.evening, shared: undefined });
    });
  }

  /** It is among the games of this person now. */
  put(among: string): void {
    if (this.evening) this.#set({ ...this.evening, among });
  }

  known(): Sharing | null {
    return this.sharing;
  }

  async changed(news: SharedEvening, asked: number): Promise<void> {
    await this.#work.catch(() => {}); // what is being written has its own answer
    if (!this.sharing || news.id !== this.sharing.id) return;
    if (this.waiting) return this.send(); // it meets the news there
    // An earlier one than we asked for: the server had to go back to a backup.
    if (news.version <= this.sharing.version && news.version >= asked) return;
    this.#take(news);
    await this.load();
  }

  ended(): void {
    if (!this.evening) return;
    this.#set({ ...this.evening, shared: undefined });
    toast(t('companion.share.over'), { stay: 10_000 });
  }

  reached(yes: boolean): void {
    this.following = yes;
  }

  async send(): Promise<void> {
    while (this.evening?.shared?.sent) {
      await this.#work.catch(() => {});
      const { shared, entries } = this.evening;
      if (!shared?.sent) return;
      try {
        const { version } = await writeShared(shared.id, shared.version, entries);
        // More may have been entered while it was on its way.
        const all = this.entries === entries;
        if (this.sharing) this.#share({ ...shared, version, sent: all ? undefined : entries });
        this.following = true;
      } catch (error) {
        if (!isStale(error)) throw error;
        const news = await readShared(shared.id);
        await this.#work.catch(() => {});
        await this.#alone(() => this.#meet(news));
      }
    }
  }

  /** What was entered here while the server was away meets what others have entered. */
  async #meet(news: SharedEvening): Promise<void> {
    const { evening, sharing } = this;
    if (!evening || !sharing?.sent) return;
    const both = merged(sharing.sent, evening.entries, news.entries);
    const shown = both && (await follow(evening, both));
    this.#take(news);
    if (shown && !shown.fault && this.sharing) {
      this.#share({ ...this.sharing, sent: news.entries });
      this.#keep(both, shown);
      if (this.correcting === null) this.shown = shown;
      return;
    }
    // It went two ways. Theirs is what all share; ours is kept as an evening of its own.
    keepEvening({ ...evening, id: newId(), shared: undefined });
    toast(t('companion.share.apart'), { kind: 'bad', stay: 20_000 });
    await this.load();
  }

  /** What others have made of it. */
  #take(news: SharedEvening): void {
    const { evening, sharing, correcting } = this;
    if (!evening || !sharing) return;
    const same = (index: number) => news.entries[index] === evening.entries[index];
    // What is being corrected must still be there.
    if (correcting !== null && !Array.from({ length: correcting + 1 }, (_, index) => index).every(same))
      this.correcting = null;
    const { code, version, next } = news;
    const shared = { ...sharing, code, version, next: next ?? undefined, sent: undefined };
    this.#set({ ...evening, entries: news.entries, changed: Date.now(), result: null, shared });
  }

  /** Write entries to where others see them, if it is shared. */
  async #write(entries: string[]): Promise<Written> {
    const sharing = this.sharing;
    if (!sharing) return 'done';
    if (sharing.sent) return this.#wait(sharing);
    try {
      this.#took((await writeShared(sharing.id, sharing.version, entries)).version);
      return 'done';
    } catch (error) {
      if (isUnreachable(error)) return this.#wait(sharing);
      if (isGone(error)) {
        this.ended();
        return 'done';
      }
      if (!isStale(error)) return this.#lost(error);
    }
    try {
      const news = await readShared(sharing.id);
      // The answer to what we wrote got lost: it was ours.
      if (JSON.stringify(news.entries) !== JSON.stringify(entries)) return news;
      this.#took(news.version);
      return 'done';
    } catch (error) {
      return this.#lost(error);
    }
  }

  #took(version: number): void {
    if (this.sharing) this.#share({ ...this.sharing, version });
  }

  /** It counts here, and is sent when the server is back. */
  #wait(sharing: Sharing): 'done' {
    if (!sharing.sent) this.#share({ ...sharing, sent: this.entries });
    this.following = false;
    setTimeout(() => this.waits()); // when it is kept
    return 'done';
  }

  #share(shared: Sharing): void {
    if (this.evening) this.#set({ ...this.evening, shared });
  }

  #lost(error: unknown): null {
    this.away = true;
    complain(error);
    return null;
  }

  async #tellStale(): Promise<void> {
    toast(t('companion.share.stale'), { kind: 'bad' });
    await this.load();
  }

  async #replace(entries: string[]): Promise<void> {
    await this.#alone(async () => {
      const before = this.shown;
      const shown = await this.#ask(entries);
      if (!shown) return;
      const written = await this.#write(entries);
      if (written === 'done') return this.#keep(entries, shown);
      this.shown = before;
      if (!written) return;
      this.#take(written);
      await this.#tellStale();
    });
  }

  /** One change at a time. */
  async #alone(change: () => Promise<void>): Promise<void> {
    if (this.#writing) return;
    this.#writing = true;
    this.#work = change().finally(() => {
      this.#writing = false;
    });
    await this.#work;
  }

  #set(evening: Evening): void {
    this.evening = evening;
    keepEvening(evening);
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
    this.#asking = true;
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
      if (now === this.#asked) this.#asking = false;
    }
  }

  #keep(entries: string[], shown: EveningShown): void {
    if (!this.evening) return;
    this.#set({ ...this.evening, entries, changed: Date.now(), result: resultOf(shown) });
  }
}
