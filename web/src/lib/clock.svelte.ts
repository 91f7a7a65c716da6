// Clocks. The server tells what is left now and then; in between they tick here, on the server's time.

/** A clock that has less than this left is shown as low. */
export const LOW = 20_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The time, ticking as long as somebody looks at it. */
class Ticker {
  now = $state(Date.now());
  #timer: ReturnType<typeof setInterval> | undefined;
  #watchers = 0;

  /** Call in an effect; what it returns stops it. */
  watch(): () => void {
    this.now = Date.now();
    this.#watchers += 1;
    this.#timer ??= setInterval(() => {
      this.now = Date.now();
    }, 250);
    return () => {
      this.#watchers -= 1;
      if (this.#watchers) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }
}

export const ticker = new Ticker();

/** What is left of `clock`, which was true at `at` (both the server's), when our own clock shows `now`. */
export function left(clock: number, ticking: boolean, at: number, skew: number, now: number): number {
  const gone = ticking ? Math.max(0, now + skew - at) : 0;
  return Math.max(0, clock - gone);
}

/** Minutes and seconds; hours and days where there are some; tenths at the very end. */
export function spell(ms: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  if (ms >= DAY) return `${Math.floor(ms / DAY)}d ${Math.floor((ms % DAY) / HOUR)}h`;
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)}:${two(Math.floor((ms % HOUR) / MINUTE))} h`;
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
