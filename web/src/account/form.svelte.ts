// A form that sends something: busy meanwhile, and with the refusal beside what was refused.

export class Sending {
  busy = $state(false);
  error = $state('');

  /** Send it, once; tells whether that was done. */
  async send(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.error = '';
    try {
      await work();
      return true;
    } catch (problem) {
      this.error = (problem as Error).message;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
