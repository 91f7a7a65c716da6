// What is agreed before a game, as the page for a new table holds it; pure, so that it can be tested alone.
import type { SeatPlan } from './lobby.svelte';
import type { NewTable, OptionShown, Pace } from './protocol';

export type OptionValue = boolean | number | string;

export interface NewTableForm {
  game: string;
  /** The first is the host's; "open" waits for a person, anything else is a bot's level. */
  seats: string[];
  options: Record<string, OptionValue>;
  public: boolean;
  spectators: boolean;
  hints: boolean;
  rated: boolean;
  /** Begin as soon as every seat is taken; null: as suits the pace. */
  autostart: boolean | null;
  talk: Talk;
  kind: 'relaxed' | 'live' | 'days';
  bank: BankName;
  days: number;
  timeout: 'move' | 'bot';
  /** How fast bots react where everybody acts at once; "usual": each as suits its level. */
  speed: Speed;
}

/** Who may write; "phrases": only what the game's own phrases say, while it runs. */
export type Talk = 'phrases' | 'all' | 'players' | 'none';
/** The game's option that says the same: one choice on the page sets both. */
export const TALK = 'talk';
/** The option of a game in real time that can also be played in turns. */
export const PACE = 'pace';

/** What a table begins with; in a first game nobody is faster than the others, where the game can be played in turns. */
export function usualOptions(
  options: readonly Pick<OptionShown, 'name' | 'default' | 'choices'>[],
  first: boolean,
): Record<string, OptionValue> {
  const usual = Object.fromEntries(options.map((option) => [option.name, option.default]));
  return first && takesTurns(options) ? { ...usual, [PACE]: 'turns' } : usual;
}

/** Whether a game in real time can be played in turns as well. */
export const takesTurns = (options: readonly Pick<OptionShown, 'name' | 'choices'>[]): boolean =>
  options.some((option) => option.name === PACE && option.choices.includes('turns'));

/** What can be agreed about talk: phrases only where the game has them and somebody else sits there. */
export const talksOf = (phrases: boolean, seats: number): Talk[] => [
  ...(phrases && seats > 1 ? (['phrases'] as const) : []),
  'all',
  'players',
  'none',
];

/** Whether an option changes anything with that many players; else it is not offered. */
export const applies = ({ seats: range }: Pick<OptionShown, 'seats'>, seats: number): boolean =>
  !range || (range[0] <= seats && seats <= range[1]);

/** Whether an option goes with these values of the others; else it is not offered, either. */
export const goesWith = ({ when }: Pick<OptionShown, 'when'>, values: Record<string, OptionValue>): boolean =>
  Object.entries(when).every(([name, among]) => !(name in values) || among.includes(values[name]));

/** What was chosen, without what is not offered any more: other seats or values may have been there when it was. */
export function optionsFor(
  options: readonly Pick<OptionShown, 'name' | 'seats' | 'when'>[],
  chosen: Record<string, OptionValue>,
  seats: number,
): Record<string, OptionValue> {
  const idle = options.filter((option) => !applies(option, seats) || !goesWith(option, chosen));
  const names = new Set(idle.map((option) => option.name));
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => !names.has(name)));
}

export const SPEEDS = ['usual', 'calm', 'brisk', 'quick'] as const;
export type Speed = (typeof SPEEDS)[number];

export const BANKS = {
  quick: { bank: 120, increment: 5 },
  usual: { bank: 300, increment: 10 },
  calm: { bank: 900, increment: 20 },
} as const;
export type BankName = keyof typeof BANKS;

export function paceOf(form: NewTableForm): Pace {
  if (form.kind === 'live') return { kind: 'live', ...BANKS[form.bank], at_timeout: form.timeout };
  if (form.kind === 'days') return { kind: 'days', days: form.days, at_timeout: form.timeout };
  return { kind: 'relaxed' };
}

/** Whoever plays over days is not here when the last one comes: the game need not wait for anybody to start it. */
export const startsByItself = (form: Pick<NewTableForm, 'autostart' | 'kind'>): boolean =>
  form.autostart ?? form.kind === 'days';

/** Without a clock a rated game that goes badly need never end: the server creates no such table. */
export const isRated = (form: NewTableForm): boolean => form.rated && form.kind !== 'relaxed';

export function tableOf(
  form: NewTableForm,
  offered: readonly Pick<OptionShown, 'name' | 'seats' | 'when'>[] = [],
): NewTable {
  const talk = form.talk === 'phrases' && form.seats.length < 2 ? 'all' : form.talk;
  const options: Record<string, OptionValue> =
    TALK in form.options ? { [TALK]: talk === 'phrases' ? 'strict' : 'open' } : {};
  return {
    game: form.game,
    seats: form.seats.length,
    options: optionsFor(offered, { ...form.options, ...options }, form.seats.length),
    public: form.public,
    spectators: form.spectators,
    rated: isRated(form),
    hints: form.hints && !isRated(form),
    talk,
    pace: paceOf(form),
    ...(startsByItself(form) && { autostart: true }),
  };
}

/** Who sits where; `speed` is for bots in real time. */
export const planOf = (seats: readonly string[], speed: Speed = 'usual'): SeatPlan[] =>
  seats.map((seat) => {
    if (seat === 'you' || seat === 'open') return seat;
    return { bot: speed === 'usual' ? seat : `${seat}@${speed}` };
  });

/** As many seats as wanted: those there are stay as they are, new ones are like the last. */
export function resized(seats: readonly string[], count: number, usual: string): string[] {
  const kept = seats.slice(0, count);
  const more = seats.length > 1 ? seats[seats.length - 1] : usual;
  return [...kept, ...Array(Math.max(0, count - kept.length)).fill(more)];
}

/** Where a game on one device begins. That page reads commas as the end of a name. */
export function localUrl(
  game: string,
  names: readonly string[],
  bots: readonly string[],
  options: Record<string, OptionValue>,
): string {
  const query = new URLSearchParams({
    game,
    seats: String(names.length + bots.length),
    options: JSON.stringify(options),
  });
  for (const name of names) query.append('names', name.replaceAll(',', ' '));
  for (const bot of bots) query.append('bots', bot);
  return `/local/new?${query}`;
}
