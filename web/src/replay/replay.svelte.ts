// The player of a replay: where we are, whether it runs, and what is to be animated.
import { prefs } from '$lib/prefs.svelte';
import type { GameEvent } from '$lib/protocol';
import { around, type Frame, type Mark, marksOf } from './frames';

export const SPEEDS = [0.5, 1, 2, 4] as const;

/** Milliseconds that a frame stands before the next one, and more for each thing that happened in it. */
const STAND = 1100;
const PER_EVENT = 180;
const MOST_EVENTS = 10;

export class Replay {
  frames = $state.raw<Frame[]>([]);
  at = $state(0);
  playing = $state(false);
  speed = $state<number>(1);
  /** What the last step forward brought; nothing after a jump. */
  events = $state.raw<GameEvent[]>([]);

  #marks = $derived<Mark[]>(marksOf(this.frames));
  #timer: ReturnType<typeof setTimeout> | undefined;

  get marks(): Mark[] {
    return this.#marks;
  }

  get last(): number {
    return Math.max(0, this.frames.length - 1);
  }

  get frame(): Frame | undefined {
    return this.frames[this.at];
  }

  /** The same game through other eyes: the place is kept. */
  load(frames: Frame[], at: number): void {
    this.frames = frames;
    this.jump(at);
  }

  /** One on, animated. */
  forward(): void {
    if (this.at >= this.last) return;
    this.at += 1;
    this.events = this.frame?.news.events ?? [];
    if (this.playing) this.#wait();
  }

  back(): void {
    this.jump(this.at - 1);
  }

  /** Anywhere, at once; whoever jumps wants to look. */
  jump(to: number): void {
    this.pause();
    this.at = Math.max(0, Math.min(this.last, Math.round(to) || 0));
    this.events = [];
  }

  previousMark(): void {
    this.jump(around(this.marks, this.at, this.last).before);
  }

  nextMark(): void {
    this.jump(around(this.marks, this.at, this.last).after);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.at >= this.last) this.jump(0);
    this.playing = true;
    this.#wait(0.4);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #wait(share = 1): void {
    clearTimeout(this.#timer);
    if (this.at >= this.last) {
      this.playing = false;
      return;
    }
    const happened = Math.min(MOST_EVENTS, this.events.length);
    // Who has motion slowed down or off still wants to read: the frames stand long enough for that.
    const time = (STAND + PER_EVENT * happened) * Math.max(1, prefs.pace);
    this.#timer = setTimeout(() => this.forward(), (share * time) / this.speed);
  }
}
