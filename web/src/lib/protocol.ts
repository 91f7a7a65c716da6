// Made from the protocol's structs by `python -m pandarium.protocol.typescript --write .`: do not edit.

export type AnyMessage =
  | Sit
  | PutBot
  | Free
  | BeReady
  | Start
  | Play
  | Undo
  | Ask
  | Answer
  | Resume
  | Leave
  | Return
  | Resign
  | Close
  | Rematch
  | Say
  | SayPhrase
  | React
  | Review
  | Hint
  | Ping;

export type AnyReply =
  | Done
  | Refused
  | Update
  | Changes
  | Hinted
  | Pong;

export type AnyTournamentRequest =
  | SignUp
  | SignOff
  | PutBots
  | Begin
  | Rebuy
  | Decline
  | ComeBack
  | GoAway
  | Cancel;

export type RefusalCode = 'malformed' | 'too large' | 'flood' | 'unknown table' | 'no access' | 'not seated' | 'not your turn' | 'stale' | 'illegal move' | 'bad move' | 'no undo' | 'seat taken' | 'wrong time' | 'not allowed' | 'limit' | 'bad table' | 'busy' | 'unknown person';

export interface Advised {
  entry: string;
  what: any;
  label: string;
  why: string;
  message: Message;
}

export interface Alive {
  status: string;
  version: string;
}

export interface Analysis {
  seat: number;
  done: number;
  of: number;
  unit: 'chips' | 'percent' | 'points';
  level: string;
  playouts: number;
  opinions: Opinion[];
  curve: ChancesAt[];
  turning_points: number[];
}

export interface Answer {
  type: 'answer';
  yes: boolean;
  what?: 'pause' | 'removal' | 'undo' | null;
  id?: number;
}

export interface Ask {
  type: 'ask';
  what: 'pause' | 'removal' | 'undo';
  seat?: number | null;
  id?: number;
}

export interface AskedShown {
  what: 'pause' | 'removal' | 'undo';
  seat: number;
  waiting: number[];
  about?: number | null;
}

export interface BeReady {
  type: 'ready';
  ready?: boolean;
  id?: number;
}

export interface Begin {
  type: 'start';
}

export interface BeginOffline {
  type: 'begin';
  id: string;
  game: string;
  people: OfflineSeat[];
  bots?: string[];
  options?: Record<string, boolean | number | string>;
}

export interface BoardShown {
  number: number;
  players: number[];
  deal: number;
  pot?: number;
  live?: string | null;
  playing?: boolean;
  multiplier?: number;
}

export interface BotStrength {
  rating: number | null;
  won: number | null;
  interval: [number, number];
  games: number;
}

export interface Cancel {
  type: 'cancel';
}

export interface ChallengeExported {
  challenge: string;
  table: string;
  started: number;
  score: number | null;
}

export interface ChallengeLink {
  id: string;
  url: string;
}

export interface ChallengeResult {
  name: string;
  avatar: string;
  person: string;
  table: string;
  seat: number;
  seats: number;
  people: number;
  score: number | null;
  won: boolean;
  finished: number;
}

export interface ChallengeShown {
  id: string;
  game: string;
  title: string;
  day: string | null;
  by: string;
  seats: number[];
  options: Record<string, boolean | number | string>;
  level: string;
  together: boolean;
  steady: boolean;
  commitment: string;
  created: number;
  closes: number | null;
  reveals: number | null;
  secret: string | null;
  next_commitment: string;
  knows: 'nothing' | 'played' | 'playing' | 'seen';
  table: string | null;
  open: boolean;
  practice: boolean;
  played: number;
  results: ChallengeResult[] | null;
}

export interface ChancesAt {
  position: number;
  chances: number[];
}

export interface Changed {
  name?: string | null;
  avatar?: string | null;
  hidden?: boolean | null;
}

export interface Changes {
  type: 'changes';
  seq: number;
  since: number;
  position: number;
  now: number;
  you?: You;
  table?: TableShown;
  actors?: number[];
  timer_since?: number | null;
  timer_due?: number | null;
  view?: Record<string, any>;
  items?: Record<string, Record<string, any>>;
  legal?: LegalMove[];
  may?: May;
  phrases?: Phrase[];
  news?: News[];
}

export interface Choice {
  value: string | number;
  label: string;
  message?: Message | null;
}

export interface ClockShown {
  running: boolean;
  seconds: number;
  at: number;
  level_seconds: number;
  multipliers: number[];
}

export interface Close {
  type: 'close';
  id?: number;
}

export interface ClosingWords {
  words?: string;
}

export interface CodeShown {
  code: string;
  expires: number;
}

export interface ComeBack {
  type: 'come back';
}

export interface ContentShown {
  title?: string;
  entries: EntryShown[];
}

export interface DealShown {
  live: string;
  table: number;
  deal: number;
  gain: number;
}

export interface Decline {
  type: 'decline';
}

export interface Deletion {
  password?: string;
}

export interface DeviceShown {
  id: string;
  device: string;
  created: number;
  seen: number;
  current: boolean;
}

export interface Done {
  type: 'done';
  id?: number;
  seq: number;
  again?: boolean;
  table?: string | null;
}

export interface Entered {
  entry: string;
  events: any[];
  text: string[];
}

export interface EntrantShown {
  number: number;
  name: string;
  place: number;
  chips: number;
  person?: string | null;
  avatar?: string;
  table?: number | null;
  out?: boolean;
  away?: boolean;
  rebuys?: number;
}

export interface EntryFault {
  index: number;
  entry: string;
  reason: string;
  message: Message;
  rule: string;
}

export interface EntryShown {
  code: string;
  rule: string;
  name: string;
  text: string;
  source: 'inferred' | 'ours' | 'printed';
  note?: string | null;
  note_message?: Message | null;
  own?: boolean;
}

export interface EveningChanged {
  version: number;
  entries: string[];
}

export interface EveningEntries {
  names: string[];
  options?: Record<string, boolean | number | string>;
  entries?: string[];
  typing?: string;
  advice?: boolean;
}

export interface EveningExported {
  evening: string;
  game: string;
  started: number;
  ended: number;
  seat: number;
  names: string[];
  scores: number[];
  winners: number[];
}

export interface EveningFinished {
  evening: string;
  game: string;
  names: string[];
  options: Record<string, boolean | number | string>;
  entries: string[];
  begun: number;
  ended: number;
  seat: number;
}

export interface EveningShown {
  page: any;
  entered: Entered[];
  fault: EntryFault | null;
  points: number[][];
  outcome: Outcome | null;
  advice: Advised[];
}

export interface EveningToShare {
  evening: string;
  game: string;
  names: string[];
  options: Record<string, boolean | number | string>;
  entries: string[];
  begun: number;
  rematch_of?: string | null;
}

export interface EveningTold {
  evening: string;
  game: string;
  names: string[];
  options: Record<string, boolean | number | string>;
  entries: string[];
  begun: number;
}

export interface Export {
  me: Me;
  devices: DeviceShown[];
  ratings: RatingShown[];
  tables: TableExported[];
  tournaments: string[];
  challenges: ChallengeExported[];
  said: LineExported[];
  muted: string[];
  reports: ReportExported[];
  results: ResultExported[];
  tallies: TallyShown[];
  evenings: EveningExported[];
  friends: FriendExported[];
  invitations: string[];
  notifications: NotificationSettings;
  subscriptions: SubscriptionExported[];
  webhooks: WebhookShown[];
}

export interface Finding {
  holds: boolean | null;
  text: string;
  message: Message;
}

export interface Free {
  type: 'free';
  seat: number;
  id?: number;
}

export interface FriendExported {
  person: string;
  name: string;
  since: number;
}

export interface FriendLink {
  url: string;
  expires: number;
}

export interface FriendOffer {
  person: string;
  name: string;
  avatar: string;
  you: boolean;
  friend: boolean;
}

export interface FriendShown {
  person: string;
  name: string;
  avatar: string;
  since: number;
  tables: TableListed[];
}

export interface FriendWanted {
  code: string;
}

export interface GameEvent {
  text: string;
  what: any;
}

export interface GameListed {
  name: string;
  title: string;
  tagline: string;
  seats: [number, number];
  minutes: [number, number];
  pace: 'real time' | 'turns';
  cooperative: boolean;
  phrases: boolean;
  rules: number;
  colour: string;
  sign: string;
  lesson: boolean;
  tournaments: boolean;
  companion: boolean;
}

export interface GamePlayed {
  table: string;
  game: string;
  title: string;
  started: number;
  ended: number;
  seats: SeatListed[];
  seat: number;
  place: number;
  score: number;
  won: boolean;
  together: boolean;
  public: boolean;
  before: number | null;
  after: number | null;
  real: boolean;
}

export interface GameShown {
  name: string;
  title: string;
  tagline: string;
  seats: [number, number];
  minutes: [number, number];
  pace: 'real time' | 'turns';
  cooperative: boolean;
  phrases: boolean;
  rules: number;
  colour: string;
  sign: string;
  lesson: boolean;
  tournaments: boolean;
  companion: boolean;
  options: OptionShown[];
  bots: string[];
  ladder: Record<string, BotStrength>;
  tournament: TournamentOffer | null;
  drop_in: Record<string, (boolean | number | string)[]> | null;
}

export interface GoAway {
  type: 'go away';
}

export interface Health {
  status: string;
  database: string;
  version: string;
}

export interface Hint {
  type: 'hint';
  id?: number;
}

export interface HintShown {
  move: string;
  label: string;
  why: string;
  message: Message | null;
}

export interface Hinted {
  type: 'hint';
  id?: number;
  position: number;
  advice: HintShown[];
}

export interface InvitationShown {
  table: TableListed;
  person: string;
  name: string;
  created: number;
  invite: string;
}

export interface InviteShown {
  invite: string;
}

export interface Leave {
  type: 'leave';
  id?: number;
}

export interface LegalMove {
  move: string;
  label: string;
  what: any;
}

export interface LessonListed {
  game: string;
  title: string;
  tagline: string;
  language: string;
  minutes: number;
  steps: number;
}

export interface LessonMove {
  move: string;
  label: string;
  what: any;
  right: boolean;
  text: string;
  rules: string[];
  view: any;
  events: GameEvent[];
  actors: number[];
}

export interface LessonShown {
  game: string;
  title: string;
  tagline: string;
  language: string;
  minutes: number;
  names: string[];
  steps: LessonStep[];
}

export interface LessonStep {
  title: string;
  text: string;
  rules: string[];
  ask: string;
  seat: number;
  view: any;
  events: GameEvent[];
  actors: number[];
  moves: LessonMove[];
}

export interface LevelShown {
  level: number;
  multiplier: number;
  starts: number;
  entry: boolean;
}

export interface LineExported {
  table: string;
  at: number;
  text: string;
}

export interface Login {
  handle: string;
  password: string;
}

export interface MailConfirmed {
  code: string;
}

export interface MailWanted {
  mail: string;
  password: string;
  language?: string;
}

export interface May {
  sit?: boolean;
  ready?: boolean;
  start?: boolean;
  fill?: boolean;
  fewer?: boolean;
  free?: boolean;
  bot?: boolean;
  close?: boolean;
  undo?: boolean;
  ask_undo?: boolean;
  ask_pause?: boolean;
  ask_removal?: boolean;
  answer?: boolean;
  resume?: boolean;
  leave?: boolean;
  come_back?: boolean;
  resign?: boolean;
  talk?: boolean;
  phrase?: boolean;
  hint?: boolean;
  rematch?: boolean;
}

export interface Me {
  id: string;
  name: string;
  avatar: string;
  handle: string | null;
  account: boolean;
  created: number;
  mail: string | null;
  operator: boolean;
  hidden: boolean;
}

export interface Message {
  code: string;
  params?: Record<string, number | string | Message>;
}

export interface MoveOfflineBot {
  type: 'bot';
  since: number;
}

export interface Moved {
  name: string;
  source: number | null;
  target: number;
}

export interface MutedShown {
  person: string;
  name: string;
}

export interface NewAccount {
  handle: string;
  password: string;
  name?: string | null;
  avatar?: string | null;
}

export interface NewChallengeTable {
  seats?: number | null;
  friends?: boolean;
  practice?: boolean;
}

export interface NewGuest {
  name: string;
  avatar?: string;
}

export interface NewReport {
  person: string;
  table: string;
  invite?: string;
  line?: number | null;
  reason: string;
}

export interface NewRestriction {
  kind: 'ban' | 'mute';
  who: string;
  hours?: number | null;
  reason?: string;
}

export interface NewSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: string;
}

export interface NewTable {
  game: string;
  seats: number;
  options?: Record<string, boolean | number | string>;
  bots?: string[];
  sit?: boolean;
  public?: boolean;
  spectators?: boolean;
  rated?: boolean;
  hints?: boolean;
  talk?: 'all' | 'none' | 'phrases' | 'players';
  pace?: Pace;
  autostart?: boolean;
}

export interface NewTournament {
  game: string;
  title?: string;
  options?: Record<string, boolean | number | string>;
  level_seconds?: number | null;
  most?: number;
  late_levels?: number;
  rebuys?: number;
  bots?: number;
  bot?: string | null;
  bots_seconds?: number;
  break_seconds?: number;
  starts?: number | null;
  public?: boolean;
  enter?: boolean;
  pace?: Pace;
}

export interface NewWebhook {
  kind: 'discord' | 'json' | 'slack';
  url: string;
  language?: string;
}

export interface News {
  seq: number;
  at: number;
  type: string;
  seat?: number | null;
  name?: string | null;
  person?: string | null;
  by?: 'bot' | 'clock' | 'person' | null;
  move?: string | null;
  text?: string | null;
  about?: number | null;
  message?: Message | null;
  phrase?: Spoken | null;
  events?: GameEvent[];
  removed?: boolean;
}

export interface NotificationChange {
  turn?: boolean | null;
  seated?: boolean | null;
  tournament?: boolean | null;
  digest?: boolean | null;
  language?: string | null;
}

export interface NotificationSettings {
  turn: boolean;
  seated: boolean;
  tournament: boolean;
  digest: boolean;
  browsers: number;
  mail: boolean;
}

export interface NotificationWays {
  push_key: string | null;
  mail: boolean;
  webhooks: boolean;
}

export interface OfflineGame {
  id: string;
  seats: OfflineSeat[];
  record: RecordFile;
  begun?: number;
  changed?: number;
  outcome?: Outcome | null;
  together?: boolean;
}

export interface OfflineLevels {
  type: 'levels';
  game: string;
}

export interface OfflineSeat {
  name: string;
  avatar?: string;
  bot?: string | null;
  resigned?: boolean;
}

export interface OfflineShown {
  kept: OfflineGame;
  updates: Update[];
  bots?: boolean;
  reply?: Done | Hinted | Refused | Pong | null;
}

export interface OpenOffline {
  type: 'open';
  game: OfflineGame;
}

export interface Opinion {
  position: number;
  move: string;
  label: string;
  what?: any;
  verdict: 'best' | 'bluff' | 'good' | 'mistake' | 'slip' | 'unknown';
  cost?: number | null;
  best?: string;
  best_label?: string;
  best_what?: any;
  why?: string;
  why_message?: Message | null;
  about?: string;
  about_message?: Message | null;
}

export interface OptionShown {
  name: string;
  help: string;
  default: boolean | number | string;
  choices: (boolean | number | string)[];
  labels: string[];
  seats: [number, number] | null;
  when: Record<string, (boolean | number | string)[]>;
}

export interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
  message?: Message | null;
}

export interface OwnPlace {
  place: number | null;
  rating: RatingShown | null;
}

export interface Pace {
  kind?: 'days' | 'live' | 'relaxed';
  bank?: number;
  increment?: number;
  days?: number;
  at_timeout?: 'bot' | 'move';
}

export interface PasswordChange {
  old: string;
  new: string;
}

export interface PasswordReset {
  handle: string;
  code: string;
  password: string;
}

export interface PeopleInvited {
  people: string[];
}

export interface PersonListed {
  id: string;
  name: string;
  avatar: string;
  handle: string | null;
  created: number;
  operator: boolean;
  banned: boolean;
  muted: boolean;
}

export interface PersonShown {
  id: string;
  name: string;
  avatar: string;
  account: boolean;
  ratings: RatingShown[];
}

export interface Phrase {
  id: string;
  words: string;
  params?: Record<string, Choice[]>;
  message?: Message | null;
}

export interface Ping {
  type: 'ping';
  id?: number;
}

export interface Placed {
  place: number;
  name: string;
  out: boolean;
}

export interface Play {
  type: 'play';
  move: string;
  position?: number | null;
  key?: string;
  id?: number;
}

export interface PlayExported {
  sourceName: string;
  sourcePlayId: string;
  playDate: string;
  durationMin: number;
  location: string;
  comments: string;
  game: PlayGame;
  players: PlayPlayer[];
}

export interface PlayGame {
  name: string;
  sourceGameId: string;
  highestWins: boolean;
  noPoints: boolean;
  cooperative: boolean;
}

export interface PlayPlayer {
  name: string;
  sourcePlayerId: string;
  startPlayer: boolean;
  winner: boolean;
  score: string;
  rank: number;
  role: string;
}

export interface Pong {
  type: 'pong';
  id?: number;
  now: number;
}

export interface ProfileShown {
  id: string;
  name: string;
  avatar: string;
  account: boolean;
  created: number;
  hidden: boolean;
  you: boolean;
  ratings: RatingShown[];
  tallies: TallyShown[];
  together: number;
  friend: boolean;
}

export interface PutBot {
  type: 'bot';
  seat: number;
  level?: string | null;
  id?: number;
}

export interface PutBots {
  type: 'bots';
  count: number;
}

export interface RatingPoint {
  table: string;
  ended: number;
  before: number;
  after: number;
}

export interface RatingShown {
  who: string;
  name: string;
  game: string;
  rating: number;
  mu: number;
  sigma: number;
  games: number;
}

export interface React {
  type: 'react';
  what: '🎉' | '🐼' | '👍' | '👏' | '😂' | '😢' | '😮' | '🤔';
  id?: number;
}

export interface RealTable {
  number: number;
  players: string[];
  dealer: string | null;
}

export interface RealTournamentPage {
  kind: 'tournament';
  status: 'ended' | 'open' | 'running';
  players: string[];
  tables: RealTable[];
  moved: Moved[];
  closed: number[];
  standings: Placed[];
  clock: ClockShown;
  buy_in: number;
  most: number;
  rule: string;
}

export interface Rebuy {
  type: 'rebuy';
}

export type RecordEntry = [seat: number, move: string, at: number | null];

export interface RecordFile {
  format: 'pandarium record 1';
  game: string;
  rules: number;
  seats: number;
  players?: string[];
  options?: Record<string, boolean | number | string>;
  content?: Record<string, any> | null;
  seed?: number | null;
  secret?: string | null;
  commitment?: string | null;
  steady?: boolean;
  position?: Record<string, any> | null;
  moves?: RecordEntry[];
  outcome?: Outcome | null;
}

export interface Refused {
  type: 'refused';
  id?: number;
  code: 'bad move' | 'bad table' | 'busy' | 'flood' | 'illegal move' | 'limit' | 'malformed' | 'no access' | 'no undo' | 'not allowed' | 'not seated' | 'not your turn' | 'seat taken' | 'stale' | 'too large' | 'unknown person' | 'unknown table' | 'wrong time';
  reason: string;
  message?: Message | null;
  rule?: string;
  retry_ms?: number | null;
}

export interface Rematch {
  type: 'rematch';
  id?: number;
}

export interface ReplayFrame {
  position: number;
  news: News;
  view?: any;
}

export interface ReplayOffline {
  type: 'replay';
  game: OfflineGame;
  seat?: number | null;
}

export interface ReportExported {
  created: number;
  person: string;
  reason: string;
}

export interface ReportShown {
  id: string;
  created: number;
  reporter: string;
  person: string;
  name: string;
  table: string;
  line: number | null;
  said: string;
  reason: string;
}

export interface RequestBody {
}

export interface ResetWanted {
  handle: string;
  language?: string;
}

export interface ResetWays {
  mail: boolean;
}

export interface Resign {
  type: 'resign';
  id?: number;
}

export interface RestrictionShown {
  kind: 'ban' | 'mute';
  subject: string;
  name: string;
  until: number | null;
  reason: string;
}

export interface ResultExported {
  table: string;
  game: string;
  ended: number;
  place: number;
  score: number;
  won: boolean;
  before: number | null;
  after: number | null;
}

export interface ResultShown {
  changes: SeatResult[];
}

export interface Resume {
  type: 'resume';
  id?: number;
}

export interface Return {
  type: 'return';
  id?: number;
}

export interface Review {
  type: 'review';
  at?: number | null;
  seat?: number | null;
  id?: number;
}

export interface ReviewShown {
  person: string;
  name: string;
  at: number;
  seat?: number | null;
}

export interface RuleShown {
  id: string;
  title: string;
  text: string;
  section: string;
  language: string;
}

export interface Say {
  type: 'say';
  text: string;
  id?: number;
}

export interface SayPhrase {
  type: 'phrase';
  phrase: Spoken;
  id?: number;
}

export interface SeatListed {
  name?: string;
  person?: string | null;
  bot?: string | null;
  avatar?: string;
}

export interface SeatResult {
  seat: number;
  before: number;
  after: number;
}

export interface SeatShown {
  name?: string;
  person?: string | null;
  avatar?: string;
  bot?: string | null;
  ready?: boolean;
  resigned?: boolean;
  here?: boolean;
  clock?: number | null;
  ticking?: boolean;
}

export interface SendOffline {
  type: 'send';
  seat: number;
  message: Sit | PutBot | Free | BeReady | Start | Play | Undo | Ask | Answer | Resume | Leave | Return | Resign | Close | Rematch | Say | SayPhrase | React | Review | Hint | Ping;
  since: number;
}

export interface Session {
  me: Me;
  token: string;
  csrf: string;
}

export interface SharedEvening {
  id: string;
  code: string;
  version: number;
  evening: string;
  game: string;
  names: string[];
  options: Record<string, boolean | number | string>;
  entries: string[];
  begun: number;
  next: string | null;
}

export interface SharingBegun {
  shared: SharedEvening;
  secret: string;
}

export interface SharingEnded {
  secret: string;
}

export interface SignOff {
  type: 'sign off';
}

export interface SignUp {
  type: 'sign up';
}

export interface Sit {
  type: 'sit';
  seat?: number | null;
  move?: string | null;
  id?: number;
}

export interface Spoken {
  id: string;
  params?: Record<string, string | number>;
}

export interface Standing {
  scores?: number[];
  done?: number;
  of?: number;
}

export interface Start {
  type: 'start';
  fill?: string | null;
  fewer?: boolean;
  id?: number;
}

export interface SubscriptionExported {
  service: string;
  created: number;
}

export interface SubscriptionMade {
  id: string;
}

export interface TableCreated {
  id: string;
  invite: string;
  url: string;
}

export interface TableExported {
  id: string;
  game: string;
  status: string;
  host: boolean;
  seat: number | null;
  name: string;
  created: number;
}

export interface TableListed {
  id: string;
  game: string;
  title: string;
  status: 'closed' | 'ended' | 'open' | 'running';
  host: string;
  seats: SeatListed[];
  options: Record<string, boolean | number | string>;
  public: boolean;
  spectators: boolean;
  rated: boolean;
  hints: boolean;
  talk: 'all' | 'none' | 'phrases' | 'players';
  pace: Pace;
  created: number;
  changed: number;
  actors: number[];
  outcome: Outcome | null;
  together: boolean;
  joinable: boolean;
  standing: Standing | null;
  tournament: string | null;
  tournament_title: string;
}

export interface TableOverseen {
  id: string;
  game: string;
  title: string;
  status: 'closed' | 'ended' | 'open' | 'running';
  public: boolean;
  changed: number;
  names: string[];
  tournament: boolean;
}

export interface TableShared {
  token: string;
  url: string;
}

export interface TableShown {
  id: string;
  game: string;
  title: string;
  status: 'closed' | 'ended' | 'open' | 'running';
  options: Record<string, boolean | number | string>;
  seats: SeatShown[];
  host: string;
  public: boolean;
  spectators: boolean;
  rated: boolean;
  hints: boolean;
  talk: 'all' | 'none' | 'phrases' | 'players';
  pace: Pace;
  commitment: string;
  created: number;
  real_time?: boolean;
  watching?: number;
  paused?: string | null;
  paused_message?: Message | null;
  asked?: AskedShown | null;
  outcome?: Outcome | null;
  closed?: string | null;
  closed_message?: Message | null;
  rematch?: string | null;
  secret?: string | null;
  tournament?: string | null;
  challenge?: string | null;
  listed?: boolean;
  what_if?: string | null;
  together?: boolean;
  drop_in?: boolean;
  ways_in?: LegalMove[];
  content?: string;
  autostart?: boolean;
  review?: ReviewShown | null;
}

export interface TallyShown {
  game: string;
  seats: number;
  level: string;
  games: number;
  won: number;
}

export interface TournamentCreated {
  id: string;
  invite: string;
  url: string;
}

export interface TournamentListed {
  id: string;
  game: string;
  title: string;
  game_title: string;
  status: 'cancelled' | 'ended' | 'open' | 'running';
  host: string;
  public: boolean;
  players: number;
  most: number;
  level_seconds: number;
  late_levels: number;
  rebuys: number;
  starts: number | null;
  created: number;
  changed: number;
  winner: string | null;
}

export interface TournamentOffer {
  rule: string;
  seats: number;
  buy_in: number;
  minutes: number;
  level: string;
  options: string[];
}

export interface TournamentShown {
  id: string;
  game: string;
  title: string;
  game_title: string;
  status: 'cancelled' | 'ended' | 'open' | 'running';
  host: string;
  public: boolean;
  players: number;
  most: number;
  level_seconds: number;
  late_levels: number;
  rebuys: number;
  starts: number | null;
  created: number;
  changed: number;
  winner: string | null;
  seq: number;
  now: number;
  options: Record<string, boolean | number | string>;
  content: string;
  pace: Pace;
  bot: string;
  buy_in: number;
  rule: string;
  level: number;
  multiplier: number;
  next_level: number | null;
  started: number | null;
  timetable: LevelShown[];
  left: number;
  deals: number;
  chips: Record<string, number>;
  bought: number;
  standings: EntrantShown[];
  tables: BoardShown[];
  you: YouThere;
  invite: string | null;
  why: string;
  why_message: Message | null;
  commitment: string;
  secret: string | null;
}

export interface Undo {
  type: 'undo';
  position?: number | null;
  id?: number;
}

export interface Update {
  type: 'update';
  seq: number;
  since: number;
  position: number;
  now: number;
  you: You;
  table: TableShown;
  actors?: number[];
  timer_since?: number | null;
  timer_due?: number | null;
  view?: any;
  legal?: LegalMove[];
  may?: May;
  phrases?: Phrase[];
  news?: News[];
}

export interface Verified {
  sound: boolean;
  commitment: string;
  secret: string;
  findings: Finding[];
}

export interface WebhookCreated {
  id: string;
  secret: string;
}

export interface WebhookShown {
  id: string;
  kind: 'discord' | 'json' | 'slack';
  host: string;
  created: number;
}

export interface WhatIf {
  position: number;
  seat: number;
  open?: boolean;
  level?: string | null;
}

export interface Whoami {
  me: Me | null;
  csrf?: string | null;
  token?: string | null;
}

export interface You {
  person: string;
  name: string;
  seat?: number | null;
  host?: boolean;
  invite?: string | null;
}

export interface YouThere {
  host?: boolean;
  player?: number | null;
  table?: number | null;
  live?: string | null;
  place?: number | null;
  out?: boolean;
  away?: boolean;
  offer?: number | null;
  may_enter?: boolean;
  deals?: DealShown[];
}
