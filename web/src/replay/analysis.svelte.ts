// What bots think of the game: asked for once, then looked at until it is all there.
import { get, post } from '$lib/api';
import type { Analysis, Opinion } from '$lib/protocol';

/** Milliseconds between two looks at what has been found. */
const AGAIN = 1000;

export class BotsOpinion {
  found = $state.raw<Analysis | null>(null);
  #address: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(address: string) {
    this.#address = address;
  }

  /** Nobody has asked yet. */
  get unasked(): boolean {
    return this.found?.of === 0;
  }

  get thinking(): boolean {
    return this.found !== null && this.found.done < this.found.of;
  }

  async look(): Promise<void> {
    this.#take(await get<Analysis>(this.#address));
  }

  async ask(): Promise<void> {
    this.#take(await post<Analysis>(this.#address));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #take(found: Analysis): void {
    this.found = found;
    clearTimeout(this.#timer);
    // Whoever cannot be reached now is asked again; a worker that went away leaves it to the next who asks.
    if (this.thinking) this.#timer = setTimeout(() => this.look().catch(() => this.#take(found)), AGAIN);
  }
}

/** A chance as people say it. */
export const percent = (chance: number): number => Math.round(100 * chance);

/** The chance of a seat; where all play together there is one for all. */
export const chanceOf = (chances: number[], seat: number): number =>
  chances[Math.min(seat, chances.length - 1)];

/** Whether a decision is worth another look. */
export const isCostly = (one: Opinion): boolean => one.verdict === 'slip' || one.verdict === 'mistake';
export const isFine = (one: Opinion): boolean => ['best', 'good', 'bluff'].includes(one.verdict);
