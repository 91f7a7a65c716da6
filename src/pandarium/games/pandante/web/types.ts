// Made from the game's structs by `python -m pandarium.protocol.typescript --write .`: do not edit.

import type { ClockShown, Message, Outcome } from '$lib/protocol';

export type AnyMove =
  | AnnounceMove
  | CardMove
  | ChooseMove
  | ClaimMove
  | PlainMove
  | SayMove
  | SnackMove;

export type AnyEvent =
  | AnnouncedAbilityEvent
  | BeganGambitEvent
  | BeganStreetEvent
  | ChallengedEvent
  | ClaimedEvent
  | EndedEvent
  | FoldedEvent
  | GainedRuneEvent
  | JoinedEvent
  | JudgedEvent
  | LeftEvent
  | MovedCardsEvent
  | MovedCoinEvent
  | MovedDiamondsEvent
  | MovedGoldEvent
  | PassedEvent
  | PeekedEvent
  | PotGoneEvent
  | ReadyEvent
  | ResolvedAbilityEvent
  | SaidEvent
  | ShowedHandEvent
  | ShuffledEvent
  | SitsOutEvent
  | TookChampionEvent
  | TookHotseatEvent;

export interface AnnounceMove {
  move: 'announce';
  ability: string;
  seat?: number | null;
  row?: number | null;
}

export interface Announced {
  ability: string;
  seat: number | null;
  row: number | null;
  state: string;
}

export interface AnnouncedAbilityEvent {
  event: 'announced';
  seat: number;
  ability: string;
  target: number | null;
  row: number | null;
}

export interface AskCasino {
  ask: 'casino';
  casinos: CasinoOffer[];
}

export interface AskChallenge {
  ask: 'challenge';
  seat: number;
  claim: string;
  said: Statement | null;
  challengers: Challenger[];
  gain: number;
}

export interface AskChoice {
  ask: 'choice';
  step: string;
  seat: number;
  rule: string;
  offers: Offer[];
  rest: string | null;
}

export interface AskDeal {
  ask: 'deal';
  entry: string;
}

export interface AskDealer {
  ask: 'dealer';
  entries: string[];
}

export interface AskHand {
  ask: 'hand';
  seat: number;
  claim: string;
  said: Statement | null;
  accuser: number | null;
  price: number;
  gain: number;
  entries: Record<string, string>;
}

export interface AskKind {
  ask: 'kind';
  one: string;
  several: string;
}

export interface BeganGambitEvent {
  event: 'gambit';
  gambit: number;
  dealer: number;
  casino: string | null;
  multiplier: number;
  casino_name?: string;
}

export interface BeganStreetEvent {
  event: 'street';
  street: string;
}

export interface Card {
  name: string;
  text: string;
  rule: string;
  id?: string;
  source?: 'inferred' | 'ours' | 'printed' | null;
  ours?: '' | 'details' | 'name' | 'suits';
}

export interface CardMove {
  move: 'card';
  kind: string;
  card: string;
}

export interface CasinoOffer {
  entry: string;
  name: string;
  text: string;
  rule: string;
}

export interface ChallengedEvent {
  event: 'challenged';
  hotseat: number;
  challengers: number[];
  counts: number | null;
}

export interface Challenger {
  seat: number;
  price: number;
}

export interface Checked {
  verdict: string | null;
  best: string | null;
  true_claims: string[];
  fault: Message | null;
  reason: string;
}

export interface ChooseMove {
  move: 'choose';
  choice: string;
}

export interface ClaimMove {
  move: 'claim';
  kind: string;
  claim: string;
}

export interface ClaimedEvent {
  event: 'claimed';
  seat: number;
  claim: string;
  reason: string;
}

export interface EndedEvent {
  event: 'ended';
  winners: number[];
}

export interface FoldedEvent {
  event: 'folded';
  seat: number;
  reason: string;
}

export interface GainedRuneEvent {
  event: 'rune';
  seat: number;
  runes: number;
}

export interface Held {
  card: string | null;
  open: boolean;
}

export interface JoinedEvent {
  event: 'joined';
  seat: number;
  gold: number;
}

export interface JudgedEvent {
  event: 'judged';
  seat: number;
  fate: string;
}

export interface LeftEvent {
  event: 'left';
  seat: number;
  reason: string;
  gold: number;
}

export interface MovedCardsEvent {
  event: 'cards';
  count: number;
  cards: string[] | null;
  source: string;
  target: string;
  reason: string;
  champion?: string;
}

export interface MovedCoinEvent {
  event: 'coin';
  source: number | null;
  target: number | null;
}

export interface MovedDiamondsEvent {
  event: 'diamonds';
  amount: number;
  source: number | string;
  target: number | string;
  reason: string;
}

export interface MovedGoldEvent {
  event: 'gold';
  amount: number;
  source: number | string;
  target: number | string;
  reason: string;
}

export interface Offer {
  entry: string;
  what: PlainMove | ClaimMove | SnackMove | CardMove | AnnounceMove | SayMove | ChooseMove;
  price: number;
}

export interface PandantePage {
  ask: AskKind | AskDealer | AskCasino | AskDeal | AskChoice | AskChallenge | AskHand | null;
  view: PandanteView;
  paid: Payment[];
  snacks: (number | null)[];
  clock: ClockShown | null;
  checked: Checked | null;
}

export interface PandanteView {
  you: number | null;
  gambit: number;
  phase: string;
  street: string;
  turn: number | null;
  actors: number[];
  dealer: number;
  performer: number | null;
  hotseat: number | null;
  casino: Card | null;
  casinos_left: number;
  multiplier: number;
  target: number | null;
  pot: number;
  pot_diamonds: number;
  antes: number;
  coin: number | null;
  board: Row[];
  deck: number;
  top: (string | null)[];
  discards: number;
  aside: (string | null)[];
  abilities: Announced[];
  abilities_left: number;
  discard_to: number | null;
  discard_from: number;
  players: Player[];
  yours: You | null;
  options: Record<string, boolean | number | string>;
  outcome: Outcome | null;
  champions?: Card[];
}

export interface PassedEvent {
  event: 'passed';
  seat: number;
  reason: string;
}

export interface Payment {
  what: 'diamonds' | 'gold';
  amount: number;
  source: number | string;
  target: number | string;
  reason: string;
  rule: string;
}

export interface PeekedEvent {
  event: 'peeked';
  seat: number;
  other: number;
  card: string | null;
}

export interface PlainMove {
  move: 'plain';
  word: string;
}

export interface Player {
  gold: number;
  diamonds: number;
  staked: number;
  colour: string | null;
  champion: Card | null;
  claim: string | null;
  said: Statement | null;
  hand: Held[];
  second_hand: Held[];
  runes: number;
  coin: boolean;
  folded: boolean;
  sits_out: boolean;
  below_zero: boolean;
  away: string | null;
  extra: boolean;
  slept: boolean;
  showdown: string | null;
  ready: boolean;
  won: number;
}

export interface PotGoneEvent {
  event: 'pot';
  winners: number[];
  gold: number;
  diamonds: number;
  left: number;
  diamonds_left: number;
}

export interface ReadyEvent {
  event: 'ready';
  seat: number;
}

export interface ResolvedAbilityEvent {
  event: 'ability';
  seat: number;
  ability: string;
  target: number | null;
  row: number | null;
  works: boolean;
}

export interface Row {
  cards: (string | null)[];
  adder: number | null;
}

export interface SaidEvent {
  event: 'said';
  seat: number;
  claim: string;
  said: Statement | null;
}

export interface SayMove {
  move: 'say';
  number: number;
  colour?: string | null;
  pair?: number | null;
}

export interface ShowedHandEvent {
  event: 'shown';
  seat: number;
  cards: string[];
  verdict: string;
  hand: string | null;
  community: string[][];
}

export interface ShuffledEvent {
  event: 'shuffled';
}

export interface SitsOutEvent {
  event: 'sits out';
  seat: number;
}

export interface SnackMove {
  move: 'snack';
  diamonds?: number;
}

export interface Statement {
  number: number;
  colour: string | null;
  pair: number | null;
}

export interface TookChampionEvent {
  event: 'champion';
  seat: number;
  colour: string;
  champion?: string;
}

export interface TookHotseatEvent {
  event: 'hotseat';
  seat: number;
  claim: string;
  said: Statement | null;
}

export interface You {
  true_claims: string[];
  challenges: boolean | null;
  coming: (string | null)[];
  known_discards: string[];
  bet_price: number;
  snack_price: number | null;
  upgrade_price: number | null;
  challenge_price: number | null;
  challenge_gain: number | null;
  pay_price: number | null;
}
