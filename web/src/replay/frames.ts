// A replay's frames: what the server sends, where rounds and turns begin, and what each frame says.
import { t, tOf } from '$lib/i18n.svelte';
import type { GameEvent, News } from '$lib/protocol';

/** One position of a game, with the news that led to it, as one viewer could see it then. */
export interface Frame {
  position: number;
  news: News;
  // biome-ignore lint/suspicious/noExplicitAny: each game types its own view
  view: any;
}

/** Where something begins that is worth jumping to. */
export interface Mark {
  at: number;
  kind: 'round' | 'turn';
  /** The round's number, or the seat whose turn begins. */
  number: number;
}

const roundOf = (frame: Frame): number | null =>
  typeof frame.view?.round === 'number' ? frame.view.round : null;

/** Rounds, if the game's view counts them; otherwise turns: where another seat begins to move. */
export function marksOf(frames: Frame[]): Mark[] {
  const rounds: Mark[] = [];
  const turns: Mark[] = [];
  let round: number | null = null;
  let mover: number | null = null;
  for (const [at, frame] of frames.entries()) {
    const here = roundOf(frame);
    if (here !== null && here !== round) rounds.push({ at, kind: 'round', number: here });
    round = here;
    const seat = frame.news.seat ?? null;
    if (frame.news.type === 'moved' && seat !== null && seat !== mover)
      turns.push({ at, kind: 'turn', number: seat });
    if (frame.news.type === 'moved') mover = seat;
  }
  return rounds.length > 1 ? rounds : turns;
}

/** The last mark before a frame, and the first after it; the start and the end when there is none. */
export function around(marks: Mark[], at: number, last: number): { before: number; after: number } {
  return {
    before: marks.findLast((mark) => mark.at < at)?.at ?? 0,
    after: marks.find((mark) => mark.at > at)?.at ?? last,
  };
}

/** A silence longer than this counts for no more: the table was paused, or the server away. */
const LONGEST_SILENCE = 60_000;

/** When each frame came about, in milliseconds of the game: by the times in the log, which are the server's. */
export function timesOf(frames: Frame[]): number[] {
  let time = 0;
  return frames.map((frame, at) => {
    const silence = at ? frame.news.at - frames[at - 1].news.at : 0;
    time += Math.min(Math.max(silence, 0), LONGEST_SILENCE);
    return time;
  });
}

/** The last frame that had come about by then; times do not go down. */
export function frameAt(times: number[], time: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}

/** Minutes and seconds, as on a stopwatch. */
export const stopwatch = (time: number): string => {
  const seconds = Math.floor(time / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Something that a frame says: in words, and the game's event if one is behind it. */
export interface Said {
  text: string;
  what?: GameEvent['what'];
}

/** What a frame says: first what was done, then what came of it. `dealt`: the game, if it is one deal of a tournament and not a game of its own. */
export function lines(frame: Frame, name: (seat: number) => string, dealt = ''): Said[] {
  const { news } = frame;
  const said: Said[] = (news.events ?? []).filter((event) => event.text);
  if (news.type === 'started')
    return [{ text: dealt ? tOf(dealt, 'frame.log.started.deal') : t('replay.began') }, ...said];
  if (typeof news.seat !== 'number') return said.length ? said : [{ text: t('replay.choice') }];
  if (news.type === 'undone') return [{ text: t('replay.undone', { name: name(news.seat ?? 0) }) }];
  return said.length ? said : [{ text: t('replay.hidden', { name: name(news.seat ?? 0) }) }];
}

/** Who moves next: the seat of the next move that stands in the log. */
export function actors(frames: Frame[], at: number): number[] {
  const next = frames[at + 1]?.news;
  return next?.type === 'moved' && typeof next.seat === 'number' ? [next.seat] : [];
}
