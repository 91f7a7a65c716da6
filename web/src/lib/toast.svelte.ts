// Short words that come and go: refusals with their rule, "copied", "connection lost".

export type ToastKind = 'word' | 'good' | 'bad';
export interface Toast {
  id: number;
  text: string;
  kind: ToastKind;
  /** The ID of a rule: shown as a link into the rulebook. */
  rule: string;
  /** The language of the text, where it is not the page's. */
  lang?: string;
}
export interface ToastWishes {
  rule?: string;
  lang?: string;
  kind?: ToastKind;
  /** Milliseconds; without it, as long as it takes to read. */
  stay?: number;
}

const MOST = 3;
const next = { id: 1 };

class Toasts {
  list = $state<Toast[]>([]);
  /** Opens the rulebook at a rule; a table sets it, elsewhere the ID is only text. */
  openRule = $state.raw<((rule: string) => void) | null>(null);

  add(text: string, { rule = '', lang, kind = 'word', stay }: ToastWishes = {}): number {
    const id = next.id++;
    // Said again, it stays longer but does not pile up.
    const others = this.list.filter((toast) => toast.text !== text || toast.rule !== rule);
    this.list = [...others, { id, text, kind, rule, lang }].slice(-MOST);
    setTimeout(() => this.drop(id), stay ?? readingTime(text));
    return id;
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

/** Long enough to notice it and to read it at leisure. */
export const readingTime = (text: string): number => Math.min(12_000, 3_000 + 60 * text.length);

export const toasts = new Toasts();

/** Say something for a moment. */
export function toast(text: string, wishes: ToastWishes = {}): number {
  return toasts.add(text, wishes);
}

/** With a capital and a full stop. */
export const sentenceOf = (words: string): string =>
  words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?…:]$/.test(words) ? '' : '.');

/** Say what went wrong, with its rule if it has one. */
export function complain(error: unknown): void {
  const { message = String(error), rule = '', lang } = error as { message?: string } & ToastWishes;
  toasts.add(sentenceOf(message), { rule, lang, kind: 'bad' });
}
