// Entries of an evening with real cards, as lines of a list; and what pads have in common.
import { perhaps, t } from '$lib/i18n.svelte';
import type { Entered } from '$lib/protocol';
import { sayMove } from './sentences';
import type { AnyMove, Payment } from './types';

/** By the clock of this device: entries that need the time begin with it. */
export const seconds = (): number => Math.floor(Date.now() / 1000);

/** One of them, by chance: the real one lies on the table, or the phone draws it. */
export const draw = <One>(from: One[]): One => from[Math.floor(Math.random() * from.length)];

const seatOf = (letter: string) => letter.toUpperCase().charCodeAt(0) - 65;

/** A move as it is written, taken apart. */
export function readMove(text: string): AnyMove {
  const [verb, ...rest] = text.split(' ');
  switch (verb) {
    case 'bet':
    case 'upgrade':
      return { move: 'claim', kind: verb, claim: rest[0] ?? '' };
    case 'snack':
      return { move: 'snack', diamonds: Number(rest[0] ?? 0) };
    case 'announce': {
      const aim = rest[1] ?? '';
      const named = /^[a-f]$/i.test(aim) ? { seat: seatOf(aim) } : {};
      return { move: 'announce', ability: rest[0] ?? '', ...named, ...(aim === '2' ? { row: 1 } : {}) };
    }
    case 'say': {
      const pair = rest[1] === 'over' ? { pair: Number(rest[2]) } : {};
      const colour = rest[1] && rest[1] !== 'over' ? { colour: rest[1] } : {};
      return { move: 'say', number: Number(rest[0]), ...colour, ...pair };
    }
    case 'fold':
    case 'pass':
    case 'go':
    case 'pay':
      return { move: 'plain', word: verb };
    default:
      return { move: 'choose', choice: text };
  }
}

/** What somebody does, in the words of this page where it has its own. */
export function sayOffer(what: AnyMove, names: string[]): string {
  const choice = what.move === 'choose' ? what.choice : '';
  const own = choice && perhaps(`pandante.companion.choice.${choice.replaceAll(' ', '-')}`, '');
  return own || sayMove({ what, label: choice }, names);
}

/** Who pays or is paid. */
export const sayPurse = (purse: number | string, names: string[]): string =>
  typeof purse === 'number' ? (names[purse] ?? '') : t(`pandante.companion.purse.${purse}`);

/** Why, in a word or two. */
export const sayReason = (reason: string): string =>
  perhaps(`pandante.companion.why.${reason}`, '') || perhaps(`pandante.ability.${reason}`, reason);

/** Payments of the same kind go together: three antes are one line. */
export function groupPayments(paid: Payment[]): (Payment & { from: (number | string)[] })[] {
  const found: (Payment & { from: (number | string)[] })[] = [];
  for (const one of paid) {
    const same = found.find(
      (other) =>
        other.what === one.what &&
        other.amount === one.amount &&
        other.target === one.target &&
        other.reason === one.reason,
    );
    if (same) same.from.push(one.source);
    else found.push({ ...one, from: [one.source] });
  }
  return found;
}

export function sayEntry({ entry }: Entered, names: string[]): string {
  const words = entry.trim().split(/\s+/);
  if (/^\d+$/.test(words[0])) words.shift();
  const [first, ...rest] = words;
  const told = rest.join(' ');
  const list = rest.map((letter) => names[seatOf(letter)] ?? letter).join(', ');
  switch (first.toLowerCase()) {
    case 'dealer':
      return t('pandante.companion.entry.dealer', { name: list });
    case 'challenge':
      return told === 'nobody'
        ? t('pandante.companion.nobody')
        : t('pandante.companion.entry.challenge', { names: list });
    case 'casino':
    case 'join':
    case 'out':
    case 'played':
      return t(`pandante.companion.entry.${first.toLowerCase()}`, { what: told });
    case 'table':
    case 'tables':
    case 'start':
    case 'deal':
      return t(`pandante.companion.entry.${first.toLowerCase()}`);
    case 'all':
    case 'clock':
      return t(`pandante.companion.entry.${first.toLowerCase()}.${told}`);
  }
  const name = names[seatOf(first)] ?? first;
  const what = told.startsWith('shows ')
    ? t(`pandante.companion.verdict.${rest[1]}`)
    : sayOffer(readMove(told), names);
  return t('pandante.companion.entry.move', { name, what });
}
