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

/** What the fields of these forms have in common, for `Field`. */
export const HANDLE = {
  required: true,
  maxlength: 100,
  autocomplete: 'username',
  autocapitalize: 'none',
  spellcheck: 'false',
} as const;
export const CODE = { ...HANDLE, maxlength: 40, autocomplete: 'one-time-code' } as const;
export const NEW_PASSWORD = {
  type: 'password',
  required: true,
  minlength: 8,
  maxlength: 200,
  autocomplete: 'new-password',
} as const;
