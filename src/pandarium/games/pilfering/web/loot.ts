// Cards by their codes: `r4`, `key`. No rule is known here.

export const SUITS = ['r', 'y', 'g', 'b', 'p'] as const;
export type Suit = (typeof SUITS)[number];
const COLOURS: Record<Suit, string> = { r: 'red', y: 'yellow', g: 'green', b: 'blue', p: 'purple' };

/** The panda face that stands for each panda of the game. */
export const FACES: Record<string, string> = {
  sharing: 'ribbon',
  greedy: 'bamboo',
  sneaky: 'bandit',
  charming: 'blossom',
  crafty: 'glasses',
};
export const PANDAS = Object.keys(FACES);

export const suitOf = (code: string): Suit | null => (code === 'key' ? null : (code[0] as Suit));
export const numberOf = (code: string): string => (code === 'key' ? '' : code.slice(1));
export const colourOf = (code: string): string => {
  const suit = suitOf(code);
  return suit ? `var(--loot-${COLOURS[suit]})` : 'var(--loot-key)';
};
/** The word for a suit or a card, in the catalogue: see sayCard. */
export const suitWord = (suit: string): string => `pilfering.suit.${suit}`;

/** What a panda's ability does, in the catalogue: alone there is only the Secret Stash to share with. */
export const abilityWord = (view: { players: unknown[] }, panda: string): string =>
  panda === 'sharing' && view.players.length === 1
    ? 'pilfering.panda.sharing.alone'
    : `pilfering.panda.${panda}.does`;

/** A card in hand: Keys are alike, so each gets a name of its own. */
export interface Held {
  id: string;
  code: string;
}
export type Sorting = 'suit' | 'number' | 'own';

export function held(hand: string[]): Held[] {
  let keys = 0;
  return hand.map((code) => ({ id: code === 'key' ? `key${keys++}` : code, code }));
}

const bySuit = (code: string) =>
  code === 'key' ? 99 : SUITS.indexOf(code[0] as Suit) * 10 + Number(code[1]);
const byNumber = (code: string) =>
  code === 'key' ? 99 : Number(code[1]) * 10 + SUITS.indexOf(code[0] as Suit);

/** The hand in the order that the player wants; `own` is the order in which they last saw it, new cards at its end. */
export function arranged(hand: Held[], sorting: Sorting, own: string[]): Held[] {
  const place = (card: Held) => {
    const at = own.indexOf(card.id);
    return at < 0 ? own.length : at;
  };
  const rank = (card: Held) =>
    sorting === 'suit' ? bySuit(card.code) : sorting === 'number' ? byNumber(card.code) : place(card);
  return [...hand].sort((one, other) => rank(one) - rank(other));
}

/** One card put where another lies. */
export function moved(ids: string[], id: string, to: number): string[] {
  const rest = ids.filter((one) => one !== id);
  const at = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, at), id, ...rest.slice(at)];
}

/** Where each card of an area lies, in card widths: the Limit card is turned and takes more room. */
export function laidOut(count: number, mark: number | null, turned: number): { at: number[]; width: number } {
  const at: number[] = [];
  let x = 0;
  for (let place = 0; place < count; place += 1) {
    at.push(x);
    x += place === mark ? turned : 1;
  }
  return { at, width: x };
}
