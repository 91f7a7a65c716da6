// Made from the game's structs by `python -m pandarium.protocol.typescript --write .`: do not edit.

import type { Message, Outcome } from '$lib/protocol';

export type AnyMove =
  | AddMove
  | ClearMove
  | DrawMove
  | GoMove
  | PassMove
  | ReadyMove
  | RemoveMove
  | RushMove
  | ScrapMove
  | ShareMove
  | TagMove
  | TakeMove;

export type AnyEvent =
  | AddedCardEvent
  | BeganCountdownEvent
  | BeganRoundEvent
  | ChoseTagEvent
  | ClearedSetEvent
  | DealtHandEvent
  | DrewCardEvent
  | EndedEvent
  | EndedRoundEvent
  | LaidMapEvent
  | PassedEvent
  | PlacedTagEvent
  | RemovedSoloEvent
  | RemovedTagsEvent
  | SaidReadyEvent
  | ScoredEvent
  | SharedCardEvent
  | StartedRoundEvent
  | StoppedPlayingEvent
  | TookCarEvent
  | TookCardEvent
  | TriggeredEndEvent;

export interface AddMove {
  move: 'add';
  card: string;
  space: number;
}

export interface AddedCardEvent {
  event: 'added';
  seat: number;
  card: string;
  space: number;
  size: number;
}

export interface BeganCountdownEvent {
  event: 'countdown';
}

export interface BeganRoundEvent {
  event: 'round';
  round: number;
}

export interface BoardView {
  letter: string;
  side: string;
  rotation: number;
  q: number;
  r: number;
}

export interface ChoseTagEvent {
  event: 'chose';
  seat: number;
  hex: string;
  left: number;
}

export interface ClearMove {
  move: 'clear';
  space: number;
}

export interface ClearedSetEvent {
  event: 'cleared';
  seat: number;
  space: number;
  cards: string[];
}

export interface DealtHandEvent {
  event: 'dealt';
  seat: number;
  cards: string[] | null;
}

export interface DrawMove {
  move: 'draw';
  pile: number;
}

export interface DrewCardEvent {
  event: 'drew';
  seat: number;
  pile: number;
  card: string | null;
  left: number;
}

export interface EndedEvent {
  event: 'ended';
}

export interface EndedRoundEvent {
  event: 'round over';
  round: number;
}

export interface GoMove {
  move: 'go';
}

export interface Hex {
  name: string;
  q: number;
  r: number;
  icon: string;
  border: boolean;
  tags: number[];
}

export interface Icon {
  code: string;
  name: string;
  points: number;
}

export interface LaidMapEvent {
  event: 'laid';
  sides: string[];
  rotations: number[];
  objectives: string[];
}

export interface ObjectiveView {
  code: string;
  title: string;
  side: string;
  points: number;
  text: string;
}

export interface PassMove {
  move: 'pass';
}

export interface PassedEvent {
  event: 'passed';
  seat: number;
  triggered: boolean;
}

export interface PlacedTagEvent {
  event: 'tagged';
  seat: number;
  space: number;
  hex: string;
  icon: string;
  mat: number;
}

export interface Player {
  crew: string;
  hand: string[] | null;
  hand_size: number;
  sets: string[][];
  mat: number;
  supply: number;
  cars: number;
  tags: string[];
  ready: boolean;
  passed: boolean;
  stopped: boolean;
  remove: number;
  picks: string[] | null;
  solo: string[];
  counted: string[][];
  score: Score;
}

export interface ReadyMove {
  move: 'ready';
}

export interface RemoveMove {
  move: 'remove';
  hex: string;
}

export interface RemovedSoloEvent {
  event: 'solo';
  seat: number;
  hexes: string[];
}

export interface RemovedTagsEvent {
  event: 'removed';
  seat: number;
  hexes: string[];
}

export interface RushMove {
  move: 'rush';
  space: number;
  hex: string;
}

export interface SaidReadyEvent {
  event: 'ready';
  seat: number;
}

export interface Score {
  objectives: number[];
  tags: number;
  total: number;
}

export interface ScoredEvent {
  event: 'scored';
  seat: number;
  objectives: string[];
  score: Score;
}

export interface ScrapMove {
  move: 'scrap';
  space: number;
}

export interface ShareMove {
  move: 'share';
  card: string;
  pile: number;
}

export interface SharePile {
  cards: string[];
  touch: Touch | null;
}

export interface SharedCardEvent {
  event: 'shared';
  seat: number;
  card: string;
  pile: number;
}

export interface StartedRoundEvent {
  event: 'go';
  round: number;
}

export interface StoppedPlayingEvent {
  event: 'stopped';
  seat: number;
}

export interface TagMove {
  move: 'tag';
  space: number;
  hex: string;
}

export interface TakeMove {
  move: 'take';
  pile: number;
  card: string;
  space: number;
}

export interface TookCarEvent {
  event: 'car';
  seat: number;
  cars: number;
  left: number;
}

export interface TookCardEvent {
  event: 'took';
  seat: number;
  pile: number;
  card: string;
  space: number;
  size: number;
}

export interface Touch {
  seat: number;
  what: 'shared' | 'took';
  card: string;
}

export interface TriggeredEndEvent {
  event: 'triggered';
  piles_empty: boolean;
}

export interface WildView {
  you: number | null;
  round: number;
  rounds: number;
  phase: 'countdown' | 'over' | 'play' | 'ready' | 'remove';
  pace: string;
  acting: number[];
  turn: number | null;
  triggered: boolean;
  timer: number;
  cars: number;
  piles: number[];
  aside: number;
  shares: SharePile[];
  discards: Record<string, number>;
  unseen: Record<string, number>;
  players: Player[];
  boards: BoardView[];
  hexes: Hex[];
  objectives: ObjectiveView[];
  icons: Icon[];
  colours: string[];
  options: Record<string, boolean | number | string>;
  outcome: Outcome | null;
}
