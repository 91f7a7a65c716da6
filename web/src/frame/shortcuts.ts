// Keys. Letters act only where nothing is being typed and nothing lies over the table.
import type { TableSession } from './tableSession.svelte';

const TYPING = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]';

/** `numbers`: the digits play the legal moves, where the game's own table has no keys for them. */
export function shortcut(event: KeyboardEvent, at: TableSession, numbers: boolean): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
  const target = event.target as Element | null;
  if (event.key === 'Escape') {
    if (!at.dialog && !document.querySelector('dialog[open]')) close(at);
    return;
  }
  if (target?.closest?.(TYPING) || document.querySelector('dialog[open]')) return;
  const act = KEYS[event.key.toLowerCase()];
  if (act) {
    event.preventDefault();
    act(at);
    return;
  }
  const move = /^[1-9]$/.test(event.key) && numbers && at.update?.legal?.[Number(event.key) - 1];
  if (move) {
    event.preventDefault();
    at.play(move.move);
  }
}

function close(at: TableSession): void {
  if (at.panel && !matchMedia('(min-width: 64rem)').matches) at.panel = null;
  else if (at.live.advice.length) at.live.advice = [];
}

const KEYS: Record<string, (at: TableSession) => void> = {
  u: (at) => void at.undo(),
  h: (at) => void at.hint(),
  r: (at) => at.toggle('rules'),
  c: (at) => at.toggle('chat'),
  l: (at) => at.toggle('log'),
  m: (at) => {
    at.dialog = 'menu';
  },
  '?': (at) => {
    at.dialog = 'keys';
  },
};
