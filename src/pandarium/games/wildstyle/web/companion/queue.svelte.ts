// Fingers are faster than a server: entries wait here, and go one after the other.

export class Queue {
  waiting = $state.raw<string[]>([]);
  #sent = false;

  push(...entries: string[]): void {
    this.waiting = [...this.waiting, ...entries];
  }

  /** To be called in an effect: the next one, as soon as nothing is under way. */
  run(busy: boolean, enter: (entry: string) => void): void {
    if (busy) return;
    if (this.#sent) {
      this.#sent = false;
      this.waiting = this.waiting.slice(1);
    }
    if (!this.waiting.length) return;
    this.#sent = true;
    enter(this.waiting[0]);
  }
}
