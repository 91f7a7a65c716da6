// The player of a replay: where we are, whether it runs, and what is to be animated.
import { prefs } from '$lib/prefs.svelte';
import type { GameEvent } from '$lib/protocol';
import { around, type Frame, frameAt, type Mark, marksOf, timesOf } from './frames';

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** A game that was played in real time can also be flown through. */
export const CLOCK_SPEEDS = [0.5, 1, 2, 4, 8] as const;
/** Milliseconds that a jump by time goes. */
export const LEAP = 5000;

/** Milliseconds that a frame stands before the next one, and more for each thing that happened in it. */
const STAND = 1100;
const PER_EVENT = 180;
const MOST_EVENTS = 10;
/** Milliseconds between two looks at the clock. */
const TICK = 50;

export class Replay {
  frames = $state.raw<Frame[]>([]);
  at = $state(0);
  playing = $state(false);
  speed = $state<number>(1);
  /** Whether it was played in real time: then the replay has its rhythm, and goes by time. */
  timed = $state(false);
  /** Where we are by time, in milliseconds from the start. */
  now = $state(0);
  /** What the last step forward brought; nothing after a jump. */
  events = $state.raw<GameEvent[]>([]);

  #marks = $derived<Mark[]>(marksOf(this.frames));
  #times = $derived<number[]>(timesOf(this.frames));
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** By this device's clock, when it was last looked at. */
  #looked = 0;

  get marks(): Mark[] {
    return this.#marks;
  }

  /** When each frame came about. */
  get times(): number[] {
    return this.#times;
  }

  get last(): number {
    return Math.max(0, this.frames.length - 1);
  }

  /** How long the game took. */
  get whole(): number {
    return this.times[this.last] ?? 0;
  }

  get frame(): Frame | undefined {
    return this.frames[this.at];
  }

  /** The same game through other eyes: the place is kept. */
  load(frames: Frame[], at: number, timed = false): void {
    this.frames = frames;
    this.timed = timed;
    this.jump(at);
  }

  /** One on, animated. */
  forward(): void {
    if (this.at >= this.last) return;
    this.at += 1;
    this.now = this.times[this.at];
    this.events = this.frame?.news.events ?? [];
    if (this.playing && !this.timed) this.#wait();
  }

  back(): void {
    this.jump(this.at - 1);
  }

  /** Anywhere, at once; whoever jumps wants to look. */
  jump(to: number): void {
    this.pause();
    this.at = Math.max(0, Math.min(this.last, Math.round(to) || 0));
    this.now = this.times[this.at] ?? 0;
    this.events = [];
  }

  /** To a time; what runs runs on from there. */
  seek(to: number): void {
    this.now = Math.max(0, Math.min(this.whole, to || 0));
    this.at = frameAt(this.times, this.now);
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
    if (this.timed) {
      this.#looked = performance.now();
      this.#timer = setTimeout(() => this.#tick(), TICK);
    } else this.#wait(0.4);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** The game's own rhythm: whatever came about since the last look. */
  #tick(): void {
    const looked = performance.now();
    const until = this.now + (looked - this.#looked) * this.speed;
    this.#looked = looked;
    const came: GameEvent[] = [];
    while (this.at < this.last && this.times[this.at + 1] <= until) {
      this.at += 1;
      came.push(...(this.frame?.news.events ?? []));
    }
    if (came.length) this.events = came;
    this.now = Math.min(until, this.whole);
    if (this.at >= this.last) this.playing = false;
    else this.#timer = setTimeout(() => this.#tick(), TICK);
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
