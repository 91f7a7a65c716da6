// Made from the game's structs by `python -m pandarium.protocol.typescript --write .`: do not edit.

import type { Message, Outcome } from '$lib/protocol';

export type AnyMove =
  | PassMove
  | TakeMove
  | TradeMove;

export type AnyEvent =
  | ClaimedPityEvent
  | DrewPoolEvent
  | EndedEvent
  | PassedTradeEvent
  | RerolledYellowEvent
  | ReturnedDieEvent
  | RolledDiceEvent
  | ScoredRoundEvent
  | TookDieEvent
  | TookTokenEvent
  | TradedDieEvent;

export interface AskChoice {
  ask: 'choice';
  step: 'draft' | 'trade';
  seat: number;
  offers: Offer[];
}

export interface AskPool {
  ask: 'pool';
  draw: number;
}

export interface AskRoll {
  ask: 'roll';
  round: number;
  again: number;
  players: RollOf[];
}

export interface ClaimedPityEvent {
  event: 'pity';
  seat: number;
}

export interface DieToRoll {
  code: string;
  faces: number[];
}

export interface DrewPoolEvent {
  event: 'pool';
  dice: string[];
}

export interface EndedEvent {
  event: 'ended';
}

export interface Line {
  colours: number[];
  total: number;
}

export interface Offer {
  entry: string;
  what: TakeMove | TradeMove | PassMove;
}

export interface PassMove {
  move: 'pass';
}

export interface PassedTradeEvent {
  event: 'passed';
  seat: number;
}

export interface Player {
  dice: string[];
  rolled: Rolled[];
  yellow: number;
  lines: Line[];
  total: number;
}

export interface RerolledYellowEvent {
  event: 'rerolled';
  seat: number;
  dice: Rolled[];
}

export interface ReturnedDieEvent {
  event: 'returned';
  die: string;
}

export interface RollOf {
  dice: DieToRoll[];
  shown: Rolled[] | null;
  line: Line | null;
  yellow: number | null;
}

export type Rolled = [die: string, value: number];

export interface RolledDiceEvent {
  event: 'rolled';
  seat: number;
  dice: Rolled[];
}

export interface RoyalePage {
  ask: AskRoll | AskPool | AskChoice | null;
  view: RoyaleView;
  order: number[];
  pity: number[];
  typed: Typed | null;
}

export interface RoyaleView {
  you: number | null;
  round: number;
  step: string;
  turn: number | null;
  panda: number;
  rerolls: number;
  players: Player[];
  pool: string[];
  bag: Record<string, number>;
  pity: number;
  options: Record<string, boolean>;
  outcome: Outcome | null;
}

export interface ScoredRoundEvent {
  event: 'scored';
  seat: number;
  round: number;
  line: Line;
}

export interface TakeMove {
  move: 'take';
  die: string;
}

export interface TookDieEvent {
  event: 'took';
  seat: number;
  die: string;
}

export interface TookTokenEvent {
  event: 'token';
  seat: number;
  yellow: number;
}

export interface TradeMove {
  move: 'trade';
  seat: number;
  die: string;
}

export interface TradedDieEvent {
  event: 'traded';
  seat: number;
  other: number;
  die: string;
}

export interface Typed {
  seat: number;
  shown: (Rolled | null)[];
  line: Line;
  fault: Message | null;
  reason: string;
}
