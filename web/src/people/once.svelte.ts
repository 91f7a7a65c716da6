// One thing at a time: whoever taps twice while something is under way wants it once. What goes wrong is said.
import { complain } from '$lib/toast.svelte';

export class Once {
  /** What is under way; empty: nothing. */
  busy = $state('');

  async run(what: string, action: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = what;
    try {
      await action();
    } catch (error) {
      complain(error);
    } finally {
      this.busy = '';
    }
  }
}
