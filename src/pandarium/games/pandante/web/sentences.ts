// Cards, hands, moves and events in words, in the language that was chosen: the server's own words are English.
import { perhaps, t } from '$lib/i18n.svelte';
import type { LegalMove } from '$lib/protocol';
import { faceOf } from './cards';
import type { AnyMove, Statement } from './types';

export function sayCard(code: string): string {
  const { colour, number } = faceOf(code);
  return colour === 'joker'
    ? t('pandante.joker')
    : t('pandante.card', { colour: t(`pandante.colour.${colour}`), number });
}

export const sayClaim = (claim: string): string => t(`pandante.hand.${claim}`);
export const sayAbility = (ability: string): string => perhaps(`pandante.ability.${ability}`, ability);

export function sayStatement({ number, colour, pair }: Statement): string {
  if (colour)
    return t(number ? 'pandante.say.colour' : 'pandante.say.table', {
      number,
      colour: t(`pandante.colour.${colour}`),
    });
  return pair ? t('pandante.say.over', { number, pair }) : t('pandante.say.number', { number });
}

/** An ability with what it aims at. */
export function sayAim(ability: string, seat: number | null, row: number | null, names: string[]): string {
  const name = sayAbility(ability);
  if (seat !== null) return t('pandante.aim.at', { ability: name, name: names[seat] ?? '' });
  return row === 1 ? t('pandante.aim.row', { ability: name, row: row + 1 }) : name;
}

/** A legal move as a player would say it. */
export function sayMove({ what, label }: Pick<LegalMove, 'what' | 'label'>, names: string[]): string {
  const move = what as AnyMove;
  switch (move.move) {
    case 'claim':
      return t(`pandante.move.${move.kind}`, { hand: sayClaim(move.claim) });
    case 'snack':
      return move.diamonds ? t('pandante.snack.big', { n: move.diamonds }) : t('pandante.snack.take');
    case 'card':
      return t(`pandante.move.${move.kind}`, { card: sayCard(move.card) });
    case 'announce':
      return sayAim(move.ability, move.seat ?? null, move.row ?? null, names);
    case 'say':
      return sayStatement({ number: move.number, colour: move.colour ?? null, pair: move.pair ?? null });
    case 'plain':
      return perhaps(`pandante.word.${move.word}`, label);
    default:
      return sayChoice(move.choice, label);
  }
}

function sayChoice(choice: string, label: string): string {
  const [verb, what, row] = choice.split(' ');
  if (verb === 'champion') return t('pandante.move.champion', { colour: t(`pandante.colour.${what}`) });
  if (verb === 'steal')
    return t(row ? 'pandante.move.steal.two' : 'pandante.move.steal', { card: sayCard(what) });
  if (verb === 'sit' && what) return t('pandante.move.sit', { n: Number(what) });
  if (verb === 'order') return t('pandante.move.order', { order: [...what].join(' · ') });
  return perhaps(`pandante.word.${choice.replaceAll(' ', '-')}`, label);
}

/** An event as a sentence, or null where the server's own has to do. Cards of it are drawn beside. */
// biome-ignore lint/suspicious/noExplicitAny: every event has fields of its own
export function sayEvent(event: any, names: string[]): string | null {
  const who = (purse: unknown) => (typeof purse === 'number' ? (names[purse] ?? '') : '');
  const fill = {
    name: who(event.seat),
    other: who(event.other ?? event.target),
    source: who(event.source),
    target: who(event.target),
    n: event.amount ?? event.gold ?? event.count ?? event.gambit ?? event.runes ?? event.left ?? 0,
    hand: event.claim ? sayClaim(event.claim) : '',
    more: event.said ? sayStatement(event.said) : '',
    ability: event.ability ? sayAim(event.ability, event.target ?? null, event.row ?? null, names) : '',
  };
  const say = (word: string) => (perhaps(word, '') ? t(word, fill) : null);
  switch (event.event) {
    case 'gambit':
      return t(event.casino_name ? 'pandante.event.gambit.casino' : 'pandante.event.gambit', {
        n: event.gambit,
        name: who(event.dealer),
        casino: event.casino_name ?? '',
      });
    case 'street':
      return t(`pandante.street.${event.street}`);
    case 'gold':
      return (
        say(`pandante.event.gold.${event.reason}`) ??
        say(typeof event.target === 'number' ? 'pandante.event.gold.to' : 'pandante.event.gold.pot')
      );
    case 'diamonds':
      if (typeof event.source === 'number') return say('pandante.event.diamonds.spent');
      return say(
        typeof event.target === 'number' ? 'pandante.event.diamonds.won' : 'pandante.event.diamonds.bank',
      );
    case 'champion':
      return t(event.champion ? 'pandante.event.champion.named' : 'pandante.event.champion', {
        name: fill.name,
        colour: t(`pandante.colour.${event.colour}`),
        champion: event.champion ?? '',
      });
    case 'cards':
      return sayCards(event, names);
    case 'claimed':
      return say(`pandante.event.claimed.${event.reason}`) ?? say('pandante.event.claimed.lower');
    case 'passed':
      return say(`pandante.event.passed.${event.reason}`);
    case 'hotseat':
      return say(event.said ? 'pandante.event.hotseat.said' : 'pandante.event.hotseat');
    case 'ability':
      return say(event.works ? 'pandante.event.ability' : 'pandante.event.ability.nothing');
    case 'challenged':
      return event.counts === null
        ? t('pandante.event.unchallenged', { name: who(event.hotseat) })
        : t('pandante.event.challenged', { name: who(event.counts), other: who(event.hotseat) });
    case 'judged':
      return say(`pandante.event.judged.${String(event.fate).replaceAll(' ', '-')}`);
    case 'pot':
      if (event.winners.length === 0) return say('pandante.event.pot.rolls');
      return t(event.winners.length > 1 ? 'pandante.event.pot.split' : 'pandante.event.pot.won', {
        names: event.winners.map(who).join(', '),
        n: event.gold,
      });
    case 'ended':
      return t(event.winners.length ? 'pandante.event.ended' : 'pandante.event.ended.gambit', {
        names: event.winners.map(who).join(', '),
      });
    case 'coin':
      return say(event.target === null ? 'pandante.event.coin.spent' : 'pandante.event.coin.taken');
    case 'left':
      return say(event.reason === 'leave' ? 'pandante.event.left' : 'pandante.event.left.out');
    case 'sits out':
      return say('pandante.event.sits-out');
    case 'folded':
    case 'announced':
    case 'said':
    case 'ready':
    case 'peeked':
    case 'rune':
    case 'joined':
    case 'shuffled':
    case 'shown':
      return say(`pandante.event.${event.event}`);
    default:
      return null;
  }
}

/** Cards that went somewhere; which ones is drawn beside. */
function sayCards(
  event: { count: number; cards: string[] | null; source: string; target: string },
  names: string[],
): string | null {
  const owner = (place: string) =>
    /^(second )?hand \d+$/.test(place) ? (names[Number(place.split(' ').at(-1))] ?? '') : '';
  const fill = { source: owner(event.source), target: owner(event.target), n: event.count };
  if (event.target.startsWith('board')) return t('pandante.event.cards.board');
  if (fill.source && event.source === event.target) return t('pandante.event.cards.shows', fill);
  if (event.source === 'deck' && fill.target)
    return t(event.cards ? 'pandante.event.cards.get' : 'pandante.event.cards.get.hidden', fill);
  if (event.target === 'discards' && fill.source)
    return t(event.cards ? 'pandante.event.cards.discard' : 'pandante.event.cards.discard.hidden', fill);
  if (fill.source && fill.target)
    return t(event.cards ? 'pandante.event.cards.give' : 'pandante.event.cards.give.hidden', fill);
  if (fill.source && event.target === 'deck')
    return t(event.cards ? 'pandante.event.cards.top' : 'pandante.event.cards.top.hidden', fill);
  if (event.source === 'deck')
    return t(event.cards ? 'pandante.event.cards.drawn' : 'pandante.event.cards.drawn.hidden', fill);
  if (event.target === 'discards') return t('pandante.event.cards.gone', fill);
  return null;
}
