// The legal moves, sorted by what on the table plays them.
import type { LegalMove } from '$lib/protocol';
import type { AnyMove } from './types';

/** An ability with all that it may aim at. */
export interface Able {
  ability: string;
  aims: { seat: number | null; row: number | null; legal: LegalMove }[];
}

export interface Saying {
  number: number;
  colour: string | null;
  pair: number | null;
  legal: LegalMove;
}

export interface Offer {
  /** By the claim: a bet or an upgrade. */
  claims: Map<string, LegalMove>;
  /** By the card in my hand. */
  cards: Map<string, LegalMove>;
  /** What becomes of such a card. */
  cardMove: 'discard' | 'top' | 'reveal' | 'steal' | null;
  abilities: Able[];
  says: Saying[];
  snacks: { diamonds: number; legal: LegalMove }[];
  /** By the champion's colour. */
  champions: Map<string, LegalMove>;
  /** Fern's: by row, from 0, then by card. */
  steals: Map<string, LegalMove>[];
  /** Everything else, by its notation: fold, pass, pay, go, challenge, trust, keep, ... */
  words: Map<string, LegalMove>;
}

const empty = (): Offer => ({
  claims: new Map(),
  cards: new Map(),
  cardMove: null,
  abilities: [],
  says: [],
  snacks: [],
  champions: new Map(),
  steals: [],
  words: new Map(),
});

export function sortMoves(legal: LegalMove[]): Offer {
  const offer = empty();
  for (const one of legal) {
    const what = one.what as AnyMove;
    switch (what.move) {
      case 'claim':
        offer.claims.set(what.claim, one);
        break;
      case 'card':
        offer.cards.set(what.card, one);
        offer.cardMove = what.kind as Offer['cardMove'];
        break;
      case 'snack':
        offer.snacks.push({ diamonds: what.diamonds ?? 0, legal: one });
        break;
      case 'announce':
        addAbility(offer, what, one);
        break;
      case 'say':
        offer.says.push({
          number: what.number,
          colour: what.colour ?? null,
          pair: what.pair ?? null,
          legal: one,
        });
        break;
      case 'choose':
        addChoice(offer, what.choice, one);
        break;
      default:
        offer.words.set(what.word, one);
    }
  }
  if (offer.steals.length) offer.cardMove = 'steal';
  return offer;
}

function addAbility(offer: Offer, what: Extract<AnyMove, { move: 'announce' }>, legal: LegalMove) {
  const aim = { seat: what.seat ?? null, row: what.row ?? null, legal };
  const known = offer.abilities.find((able) => able.ability === what.ability);
  if (known) known.aims.push(aim);
  else offer.abilities.push({ ability: what.ability, aims: [aim] });
}

function addChoice(offer: Offer, choice: string, legal: LegalMove) {
  const [verb, what, row] = choice.split(' ');
  if (verb === 'champion') offer.champions.set(what, legal);
  else if (verb === 'steal') {
    const at = row ? 1 : 0;
    while (offer.steals.length <= at) offer.steals.push(new Map());
    offer.steals[at].set(what, legal);
  } else offer.words.set(choice, legal);
}
