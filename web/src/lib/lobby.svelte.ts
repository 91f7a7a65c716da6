// Finding a table and creating one: my tables, and "play now".
import { get, post } from './api';
import { randomPanda } from './avatars';
import { hasFinished } from './finished';
import { locale, perhaps, t, tOf } from './i18n.svelte';
import { strengthOf } from './looks';
import { render } from './messages';
import { goesWith, type OptionValue, PACE, TALK, takesTurns } from './newTable';
import type {
  Done,
  GameListed,
  GameShown,
  NewTable,
  OptionShown,
  Outcome,
  Pace,
  TableCreated,
  TableListed,
} from './protocol';
import { router } from './router.svelte';
import { visitor } from './session.svelte';
import { loadGame } from './shelf.svelte';

/** How many sit down for a quick game: enough for company, not so many that it drags. */
export const usualSeats = ([least, most]: readonly [number, number]): number =>
  Math.min(most, Math.max(least, 4));

/** The level that is a fair first opponent: the middle of those there are. */
export const usualLevel = (levels: readonly string[]): string =>
  levels[Math.floor(levels.length / 2)] ?? 'random';

/** The level for a first game where others have quicker hands: the one below. */
export const firstLevel = (levels: readonly string[]): string =>
  levels[Math.max(1, Math.floor(levels.length / 2) - 1)] ?? usualLevel(levels);

/** Be somebody: a guest with a friendly name if we are nobody yet. */
export async function ensureSomebody(): Promise<void> {
  await visitor.look();
  if (visitor.me) return;
  const panda = newPanda();
  await visitor.be(panda.name, panda.avatar);
}
export function newPanda(): { name: string; avatar: string } {
  return randomPanda(t('lobby.names.first').split('|'), t('lobby.names.second').split('|'));
}

export const invitation = (created: TableCreated): string =>
  `${location.origin}/t/${created.id}?invite=${encodeURIComponent(created.invite)}`;

const send = (id: string, message: unknown) => post<Done>(`/api/tables/${id}/messages`, message);

/** Create a table and put its bots where they were wanted; start it when nobody is waited for. */
export async function createTable(wanted: NewTable, seats?: SeatPlan[]): Promise<TableCreated> {
  await ensureSomebody();
  const { bots, put } = placeBots(seats ?? []);
  const created = await post<TableCreated>('/api/tables', { ...wanted, bots: seats ? bots : wanted.bots });
  for (const [seat, level] of put) await send(created.id, { type: 'bot', seat, level });
  if (seats?.every((seat) => seat !== 'open')) await send(created.id, { type: 'start' });
  return created;
}

/** Who is to sit where: the host, nobody yet, or a bot of that level. */
export type SeatPlan = 'you' | 'open' | { bot: string };

/** The server seats bots from the back; those that are not the last are put in one by one. */
export function placeBots(seats: readonly SeatPlan[]): { bots: string[]; put: [number, string][] } {
  const bots: string[] = [];
  const put: [number, string][] = [];
  let last = true;
  for (let n = seats.length - 1; n >= 0; n--) {
    const seat = seats[n];
    if (typeof seat === 'string') last = false;
    else if (last) bots.unshift(seat.bot);
    else put.unshift([n, seat.bot]);
  }
  return { bots, put };
}

/** One click: a table of that game with bots, started. */
export async function playNow(game: GameListed): Promise<void> {
  const { bots: levels, options } = await loadGame(game.name);
  const seats = usualSeats(game.seats);
  const first = !hasFinished(game.name) && takesTurns(options);
  const bot = { bot: first ? firstLevel(levels) : usualLevel(levels) };
  const plan = Array.from({ length: seats }, (_, n): SeatPlan => (n ? bot : 'you'));
  const created = await createTable(
    { game: game.name, seats, ...(first && { options: { [PACE]: 'turns' } }) },
    plan,
  );
  router.go(`/t/${created.id}`);
}

/** A private table as it usually is; friends come by its link. */
export const withFriends = (game: GameListed): Promise<TableCreated> =>
  createTable({ game: game.name, seats: usualSeats(game.seats) });

/** A table in a list. */
export type TableKnown = TableListed;

/** Where I sit at a table, or -1. */
export const mySeat = (table: TableKnown, me?: string): number =>
  me ? table.seats.findIndex((seat) => seat.person === me) : -1;

export function isMyTurn(table: TableKnown, me?: string): boolean {
  return table.status === 'running' && table.actors.includes(mySeat(table, me));
}

/** Those that wait for me first, then running ones, then open ones; the newest first. */
export function byUrgency(me?: string): (a: TableKnown, b: TableKnown) => number {
  const rank = (table: TableKnown) => (isMyTurn(table, me) ? 0 : table.status === 'running' ? 1 : 2);
  return (a, b) => rank(a) - rank(b) || b.changed - a.changed;
}

/** My tables that are not over, with whose turn it is. */
export async function myTables(): Promise<TableKnown[]> {
  const listed = await get<TableKnown[]>('/api/tables/mine');
  return listed.sort(byUrgency(visitor.me?.id));
}

/** Do something now and every so often while the page is seen; returns how to stop. */
export function whileSeen(every: number, run: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const again = async () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') await run().catch(() => {});
    if (!stopped) timer = setTimeout(again, every);
  };
  const seen = () => document.visibilityState === 'visible' && again();
  document.addEventListener('visibilitychange', seen);
  again();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}

/** A pace in a few words. */
export function sayPace(pace: Pace): string {
  if (pace.kind === 'live')
    return t('lobby.pace.live.short', {
      minutes: Math.round((pace.bank ?? 300) / 60),
      seconds: pace.increment ?? 10,
    });
  if (pace.kind === 'days') return t('lobby.pace.days.short', { days: pace.days ?? 2 });
  return t('lobby.pace.relaxed.short');
}

/** An option's name or value for people: the catalogue's word if a game brings one, otherwise what the server calls it. */
export function sayOption(game: string, word: string, label = word): string {
  const plain = label.replaceAll('_', ' ');
  return perhaps(`${game}.option.${word}`, plain.charAt(0).toUpperCase() + plain.slice(1));
}

/** An option's value for people; the same word may mean something else with another option. */
export const sayValue = (game: string, option: string, value: string, label = value): string =>
  perhaps(`${game}.option.${option}.${value}`, sayOption(game, value, label));

/** What was agreed otherwise than usual, in the game's words; what its box does not offer is nobody's business here. */
export function sayAgreed(game: GameShown, options: Record<string, OptionValue>): string[] {
  return game.options
    .filter(
      (option) =>
        option.name in options && options[option.name] !== option.default && goesWith(option, options),
    )
    .filter((option) => option.name !== TALK || !game.phrases) // the table's talk says it
    .map((option) => {
      const name = sayOption(game.name, option.name);
      const value = options[option.name];
      return value === true ? name : `${name}: ${sayChoice(game.name, option, value)}`;
    });
}

/** A choice of an option for people: never its id. */
export function sayChoice(
  game: string,
  option: Pick<OptionShown, 'name' | 'choices' | 'labels'>,
  value: OptionValue,
): string {
  if (typeof value === 'boolean') return t(value ? 'lobby.new.yes' : 'lobby.new.no');
  const label = option.labels[option.choices.indexOf(value)];
  return sayValue(game, option.name, String(value), label);
}

const AGES: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago something was. */
export function sayAge(at: number, now = Date.now()): string {
  const [unit, length] = AGES.find(([, size]) => now - at >= size) ?? ['minute', 60_000];
  const many = Math.floor(Math.max(0, now - at) / length);
  if (!many) return t('lobby.age.now');
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'always' }).format(-many, unit);
}

/** How far a game is, in its own words. */
export function sayProgress(game: string, { done = 0, of = 0 }: { done?: number; of?: number }): string {
  if (!done && !of) return '';
  return of ? tOf(game, 'lobby.progress', { done, of }) : tOf(game, 'lobby.progress.open', { done });
}

/** Why a game ended; the rule stays with it. */
export function sayReason({ reason, message }: Outcome): string {
  const [text, rule] = reason.split(/ (?=\([A-Z]+-\w+\)$)/);
  return [render(message, text), rule].filter(Boolean).join(' ');
}

const COMMON_LEVELS = ['random', 'hard'];

/** What bots of a level are called: by their game, or by all games alike. */
export function sayLevel(game: string, level: string): string {
  const name = level.split('@')[0]; // what follows is its speed
  return perhaps(`${game}.level.${name}`, COMMON_LEVELS.includes(name) ? t(`lobby.level.${name}`) : name);
}

/** What is known of a game's levels. */
export type Ladder = GameShown['ladder'];

/** How strong bots of a level are, as far as it was measured: a rating like people's, or a share of games won. */
export function sayMeasured(ladder: Ladder | undefined, level: string): string {
  const measured = ladder?.[level.split('@')[0]];
  if (!measured) return '';
  if (measured.won !== null) return t('lobby.bot.won', { percent: Math.round(100 * measured.won) });
  const shown = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return t('lobby.bot.rating', { rating: (measured.rating ?? 0).toLocaleString(locale(), shown) });
}

/** What bots of a level are called where nothing else says that it is a bot, and how strong it is. */
export function sayBot(game: string, level: string, ladder?: Ladder): string {
  const strength = strengthOf(game, level.split('@')[0]);
  const fill = { level: sayLevel(game, level) };
  const measured = sayMeasured(ladder, level);
  if (measured) return `${t('lobby.bot.level', fill)} · ${measured}`; // all of it fits on a phone
  if (strength === undefined) return t('lobby.bot.level', fill);
  return t('lobby.bot.strength', { ...fill, strength: t(`lobby.strength.${strength}`) });
}
