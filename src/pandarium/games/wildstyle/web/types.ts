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

export interface AskCount {
  ask: 'count';
  players: CountOf[];
  most: number;
  cars_left: number;
}

export interface AskMap {
  ask: 'map';
  boards: string[];
  places: number[][];
  sides: Side[];
  later: boolean;
}

export interface AskObjectives {
  ask: 'objectives';
  a: number;
  b: number;
  choices: ObjectiveView[];
}

export interface AskRemove {
  ask: 'remove';
  players: RemoveOf[];
}

export interface AskRound {
  ask: 'round';
  round: number;
  stage: 'last' | 'play' | 'ready';
  stopped: number[];
  done: number[];
  piles_empty: boolean;
  countdown: number;
  grace: number;
  split: number;
  draw: number;
  share: number;
}

export interface AskTags {
  ask: 'tags';
  cars: number[];
  most: number;
  cars_left: number;
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

export interface CountOf {
  cars: number;
  icons: number[] | null;
  ranges: Range[];
  times: number[] | null;
  objectives: number[];
  tags: number;
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

export interface Place {
  place: number;
  seat: number;
  points: number;
  cars: number;
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

export interface Range {
  least: number;
  most: number;
}

export interface ReadyMove {
  move: 'ready';
}

export interface RemoveMove {
  move: 'remove';
  hex: string;
}

export interface RemoveOf {
  owed: number;
  picks: string[];
  best: string[];
  points: number;
  most: number;
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

export interface RoundTimes {
  began: number | null;
  triggered: number | null;
  ended: number | null;
  by: '' | 'piles' | 'tags';
  who: number | null;
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

export interface Side {
  name: string;
  rows: string;
}

export interface StartedRoundEvent {
  event: 'go';
  round: number;
}

export interface Step {
  kind: 'cars' | 'objective' | 'solo' | 'tags' | 'total';
  rule: string;
  code: string;
  of: number[];
  sums: number[];
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

export interface Typed {
  seat: number;
  tags: number;
  ranges: Range[];
  fault: Message | null;
  reason: string;
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

export interface WildstylePage {
  ask: AskMap | AskObjectives | AskRound | AskTags | AskCount | AskRemove | null;
  view: WildView | null;
  objectives: ObjectiveView[];
  icons: Icon[];
  rounds: RoundTimes[];
  steps: Step[];
  ranking: Place[];
  typed: Typed | null;
}
