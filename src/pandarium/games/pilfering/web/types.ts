// Made from the game's structs by `python -m pandarium.protocol.typescript --write .`: do not edit.

import type { Message, Outcome } from '$lib/protocol';

export type AnyMove =
  | ChooseMove
  | DiscardMove
  | DrawMove
  | EscapeMove
  | GiveMove
  | PassMove
  | PickMove
  | PlaceMove
  | PlayMove
  | ShareMove
  | StartMove
  | StashMove
  | SwapMove;

export type AnyEvent =
  | AreaWatchedEvent
  | BeganTurnEvent
  | ChosePandaEvent
  | DealtEvent
  | DeclinedStartEvent
  | DiscardedKeyEvent
  | DoorClosedEvent
  | DrewEvent
  | DutyDoneEvent
  | EndedEvent
  | ExchangedEvent
  | FinalCheckEvent
  | FoiledPlanEvent
  | MetMeerkatsEvent
  | MetPlanEvent
  | MovedKeeperEvent
  | MovedPandaEvent
  | NoEffectEvent
  | OfferedEvent
  | PassedEvent
  | PickedUpEvent
  | PlacedCardEvent
  | PlayedCardsEvent
  | PlayedOnEvent
  | ReachedLimitEvent
  | RummagedEvent
  | SecretFilledEvent
  | SecretMovedEvent
  | StashedEvent
  | SuspicionEvent
  | SwappedKeyEvent
  | TimerTurnedEvent
  | ToppedUpEvent
  | TradedSecretEvent
  | UsedAbilityEvent
  | WashedAwayEvent
  | WentOutEvent;

export interface AreaBooks {
  cards: number;
  dear: boolean;
  charge: number;
  watched: boolean;
}

export interface AreaView {
  meerkat: string;
  likes: string[];
  cards: string[];
  sets: SetView[];
  keys: KeyView[];
  end: string[];
  grows: string[];
  mark: number | null;
  charge: number;
  watched: boolean;
}

export interface AreaWatchedEvent {
  event: 'watched';
  area: number;
}

export interface AskAction {
  ask: 'action';
  seat: number;
  door: boolean;
  ways: Way[][];
  keys: number;
  twos: number;
  bonus: number;
  helps: string[][];
  duty: boolean;
  swap: boolean;
  discard: number;
  share: number[];
  ability: boolean;
  stash: boolean;
  keep: boolean;
}

export interface AskCard {
  ask: 'card';
  seat: number;
  why: 'hand' | 'hideout' | 'secret';
  loot: boolean;
  plans: string[];
}

export interface AskCheck {
  ask: 'check';
  seat: number;
  cards: number;
  least: number;
  most: number;
}

export interface AskHands {
  ask: 'hands';
  hands: HandLeft[];
}

export interface AskPanda {
  ask: 'panda';
  seat: number;
  pandas: string[];
}

export interface AskPlace {
  ask: 'place';
  seat: number;
}

export interface AskRefresh {
  ask: 'refresh';
  seat: number;
  draw: boolean;
  one: boolean;
  several: PickUp[];
}

export interface AskStart {
  ask: 'start';
}

export interface BeganTurnEvent {
  event: 'turn';
  seat: number;
  number: number;
}

export interface ChooseMove {
  move: 'choose';
  panda: string;
}

export interface ChosePandaEvent {
  event: 'chose';
  seat: number;
  panda: string;
}

export interface DealtEvent {
  event: 'dealt';
  seat: number;
  count: number;
  cards: string[] | null;
}

export interface DeclinedStartEvent {
  event: 'declined';
  seat: number;
}

export interface DiscardMove {
  move: 'discard';
}

export interface DiscardedKeyEvent {
  event: 'discarded';
  seat: number;
}

export interface DoorClosedEvent {
  event: 'door-closed';
  seat: number;
}

export interface DrawMove {
  move: 'draw';
}

export interface DrewEvent {
  event: 'drew';
  seat: number;
  card: string | null;
}

export interface DutyDoneEvent {
  event: 'duty';
  seat: number;
  card: string;
}

export interface EndedEvent {
  event: 'ended';
  won: boolean;
  how: string;
  rule: string;
}

export interface EscapeMove {
  move: 'escape';
  yes: boolean;
}

export interface ExchangedEvent {
  event: 'exchanged';
  seat: number;
  given: string | null;
  other: number;
  taken: string | null;
}

export interface FinalCheckEvent {
  event: 'final';
  hands: string[][];
  cost: number;
}

export interface FoiledPlanEvent {
  event: 'plan';
  seat: number;
  plan: string;
}

export interface GiveMove {
  move: 'give';
  card: string;
}

export interface HandLeft {
  seat: number | null;
  cards: number;
  twos: number;
  keys: number;
  cost: number | null;
}

export interface KeyView {
  place: number;
  readings: string[];
}

export interface MetMeerkatsEvent {
  event: 'meerkats';
  first: number;
  second: number;
}

export interface MetPlanEvent {
  event: 'met-plan';
  plan: string;
}

export interface MovedKeeperEvent {
  event: 'keeper';
  by: number;
  to: number;
  why: string;
  rule: string;
}

export interface MovedPandaEvent {
  event: 'panda';
  by: number;
  to: number;
  why: string;
  rule: string;
}

export interface NoEffectEvent {
  event: 'no-effect';
  seat: number;
  plan: string;
}

export interface OfferedEvent {
  event: 'offered';
  seat: number;
  other: number;
  card: string | null;
}

export interface PassMove {
  move: 'pass';
}

export interface PassedEvent {
  event: 'passed';
  seat: number;
}

export interface PickMove {
  move: 'pick';
  cards: number;
  way: string;
}

export interface PickUp {
  way: string;
  least: number;
  most: number;
  cost: number;
}

export interface PickedUpEvent {
  event: 'picked';
  seat: number;
  cards: string[];
  way: string;
}

export interface PilferingBooks {
  turn: number;
  turns: number;
  panda: number;
  keeper: number;
  win: number;
  limit: number;
  areas: AreaBooks[];
  players: PlayerBooks[];
  hideout: number;
  deck: number;
  plans: number;
  suspect: number | null;
  suspicion: number;
  pick_up: number[];
  timer: number;
  time_up: number;
  timekeeper: number | null;
  early: string;
  early_seat: number | null;
  gate: string;
  gate_seat: number | null;
  dropped: number;
  outcome: Outcome | null;
}

export interface PilferingPage {
  ask: AskPanda | AskStart | AskRefresh | AskCard | AskAction | AskPlace | AskCheck | AskHands | null;
  books: PilferingBooks;
  typed: Typed | null;
}

export interface PilferingView {
  you: number | null;
  step: string;
  turn: number;
  acting: number | null;
  turns: number;
  panda: number;
  keeper: number;
  win: number;
  limit: number;
  twos: string[];
  areas: AreaView[];
  players: PlayerView[];
  hideout: string[];
  secret: string[];
  deck: number;
  plans: number;
  plans_gone: string[];
  plans_met: string[];
  box: string[];
  away: number;
  duty: string | null;
  gift: string | null;
  rummaged: string | null;
  suspect: number | null;
  suspicion: number;
  pick_up: number[];
  timer: number;
  time_up: number;
  timekeeper: number | null;
  early: string;
  early_seat: number | null;
  gate: string;
  gate_seat: number | null;
  final_cost: number | null;
  unknown_cards: number;
  previews: Preview[];
  options: Record<string, any>;
  outcome: Outcome | null;
}

export interface PlaceMove {
  move: 'place';
  area: number;
}

export interface PlacedCardEvent {
  event: 'placed';
  seat: number;
  area: number;
  card: string;
}

export interface PlayMove {
  move: 'play';
  how: string;
  area: number;
  cards: string[];
  ability: boolean;
}

export interface PlayedCardsEvent {
  event: 'played';
  seat: number;
  how: string;
  area: number;
  cards: string[];
  place: number;
  bonus: boolean;
}

export interface PlayedOnEvent {
  event: 'played-on';
  seat: number;
}

export interface PlayerBooks {
  panda: string | null;
  ability: boolean;
  cards: number;
  out: boolean;
}

export interface PlayerView {
  panda: string | null;
  ability: boolean;
  cards: number;
  hand: string[] | null;
  known: string[];
  held: string[];
  out: boolean;
}

export type Preview = [move: string, panda: number, keeper: number];

export interface ReachedLimitEvent {
  event: 'limit';
  area: number;
  place: number;
  card: string;
}

export interface RummagedEvent {
  event: 'rummaged';
  seat: number;
  card: string;
}

export interface SecretFilledEvent {
  event: 'secret-filled';
  card: string;
}

export interface SecretMovedEvent {
  event: 'secret-moved';
  card: string;
}

export interface SetView {
  start: number;
  length: number;
  kinds: string[];
  bonus: boolean;
}

export interface ShareMove {
  move: 'share';
  card: string;
  seat: number | null;
  secret: string | null;
}

export interface StartMove {
  move: 'start';
  yes: boolean;
}

export interface StashMove {
  move: 'stash';
  card: string;
}

export interface StashedEvent {
  event: 'stashed';
  seat: number;
  card: string;
}

export interface SuspicionEvent {
  event: 'suspicion';
  seat: number;
  side: number;
}

export interface SwapMove {
  move: 'swap';
  area: number;
  place: number;
  card: string;
}

export interface SwappedKeyEvent {
  event: 'swapped';
  seat: number;
  area: number;
  place: number;
  card: string;
}

export interface TimerTurnedEvent {
  event: 'timer';
  seat: number;
  quarters: number;
  time_up: number;
}

export interface ToppedUpEvent {
  event: 'topped-up';
  card: string;
}

export interface TradedSecretEvent {
  event: 'traded-secret';
  seat: number;
  given: string;
  taken: string;
}

export interface Typed {
  entry: string;
  moves: (MovedPandaEvent | MovedKeeperEvent)[];
  ended: EndedEvent | null;
  fault: Message | null;
  reason: string;
  rule: string;
}

export interface UsedAbilityEvent {
  event: 'ability';
  seat: number;
  panda: string;
}

export interface WashedAwayEvent {
  event: 'washed-away';
  card: string;
}

export interface Way {
  how: string;
  least: number;
  most: number;
  reused: number;
}

export interface WentOutEvent {
  event: 'out';
  seat: number;
}
