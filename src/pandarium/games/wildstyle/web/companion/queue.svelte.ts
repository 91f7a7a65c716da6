// Fingers are faster than a server: entries wait here, and go one after the other.

export class Queue {
  waiting = $state.raw<string[]>([]);
  #sent = false;

  push(...entries: string[]): void {
    this.waiting = [...this.waiting, ...entries];
  }

  /** For an effect: the next one goes when nothing is under way, and what was entered before is kept. */
  run(busy: boolean, enter: (entry: string) => void): (() => void) | undefined {
    if (busy || !this.waiting.length) return;
    const timer = setTimeout(() => {
      if (this.#sent) this.waiting = this.waiting.slice(1);
      this.#sent = this.waiting.length > 0;
      if (this.#sent) enter(this.waiting[0]);
    });
    return () => clearTimeout(timer);
  }
}
