// The log in words: what the table's news say, line by line. What was taken back is still there, but marked.

import { t, tOf } from '$lib/i18n.svelte';
import { render } from '$lib/messages';
import type { News } from '$lib/protocol';

export interface Line {
  /** Unique: the log entry's number and the line within it. */
  key: string;
  seq: number;
  at: number;
  kind: 'game' | 'table';
  seat: number | null;
  text: string;
  /** The game's event behind the line, where a game draws its own; see EventLine.svelte. */
  // biome-ignore lint/suspicious/noExplicitAny: each game types its own events
  what?: any;
  undone: boolean;
}

/** How a person is called in a sentence. */
type Names = (seat: number | null | undefined) => string;

export const namesOf =
  (seats: { name?: string }[]): Names =>
  (seat) =>
    seat === null || seat === undefined
      ? t('frame.somebody')
      : seats[seat]?.name || t('frame.seat', { n: seat + 1 });

/** News that are a line about the table; chat and reactions have their own place. */
const TABLE: Record<string, string> = {
  sat: 'frame.log.sat',
  seated: 'frame.log.seated',
  freed: 'frame.log.freed',
  left: 'frame.log.left',
  resumed: 'frame.log.resumed',
  returned: 'frame.log.returned',
  resigned: 'frame.log.resigned',
  rematched: 'frame.log.rematched',
};

function sentence(news: News, names: Names, dealt: string): string | null {
  const name = news.name || names(news.seat);
  switch (news.type) {
    case 'readied':
      return t(news.text === 'yes' ? 'frame.log.ready' : 'frame.log.unready', { name });
    case 'undone':
      return t(news.text === 'by consent' ? 'frame.log.undone.consent' : 'frame.log.undone', { name });
    case 'asked':
      return t(`frame.log.asked.${news.text}`, { name, who: names(news.about) });
    case 'answered':
      return t(news.text === 'yes' ? 'frame.log.agreed' : 'frame.log.refused', { name });
    case 'paused':
      return t('frame.log.paused', { why: render(news.message, news.text ?? '') });
    case 'stood in':
      if (news.text === 'removed') return t('frame.log.stoodin.removed', { name });
      return t(news.text === 'clock' ? 'frame.log.stoodin.clock' : 'frame.log.stoodin', { name });
    case 'adjourned':
      return t('frame.log.adjourned', { n: Math.max(1, Math.round(Number(news.text) / 1000)) });
    case 'closed':
      return t('frame.log.closed', { why: render(news.message, news.text ?? '') });
    case 'started':
      return dealt ? tOf(dealt, 'frame.log.started.deal') : t('frame.log.started');
    default:
      return TABLE[news.type] ? t(TABLE[news.type], { name, level: news.text ?? '' }) : null;
  }
}

function linesOf(news: News, names: Names, dealt: string): Line[] {
  const { seq, at } = news;
  const seat = news.seat ?? null;
  const events = (news.events ?? []).map((event, n): Line => {
    const who = typeof event.what?.seat === 'number' ? event.what.seat : null;
    return {
      key: `${seq}.${n + 1}`,
      seq,
      at,
      kind: 'game',
      seat: who,
      text: event.text,
      what: event.what,
      undone: false,
    };
  });
  if (news.type === 'moved') {
    // When a countdown ends that is nobody's doing, and nobody's fault.
    if (news.by === 'clock' && events.some((line) => line.seat === seat)) {
      const text = t('frame.log.clock', { name: names(seat) });
      return [{ key: `${seq}.0`, seq, at, kind: 'table', seat, text, undone: false }, ...events];
    }
    // One of several choices at the same time: whose it was is nobody else's business.
    if (events.length || seat === null) return events;
    const text = t('frame.log.moved', { name: names(seat) });
    return [{ key: `${seq}.0`, seq, at, kind: 'game', seat, text, undone: false }];
  }
  const text = news.type === 'undone' && seat === null ? null : sentence(news, names, dealt);
  if (text === null) return events;
  return [{ key: `${seq}.0`, seq, at, kind: 'table', seat, text, undone: false }, ...events];
}

const movedUp = new WeakMap<News, News>();

/** The log by the seats that there are now: when seats are taken away, those behind them move up. */
function bySeatsNow(log: News[]): News[] {
  const removal = log.find((news) => news.type === 'seats removed');
  if (!removal) return log;
  const gone = (removal.text ?? '').split(' ').map(Number);
  return log.map((news) => {
    if (news.seq >= removal.seq || typeof news.seat !== 'number') return news;
    const seat = gone.includes(news.seat)
      ? null
      : news.seat - gone.filter((one) => one < Number(news.seat)).length;
    const now = movedUp.get(news) ?? { ...news, seat };
    movedUp.set(news, now);
    return now;
  });
}

/** Lines that were told before, as long as the words in them would be the same: who redraws them finds nothing new. */
const rendered = new WeakMap<News, { called: string; lines: Line[] }>();

function remembered(news: News, names: Names, called: string, dealt: string): Line[] {
  const before = rendered.get(news);
  if (before?.called === called) return before.lines;
  const lines = linesOf(news, names, dealt);
  rendered.set(news, { called, lines });
  return lines;
}

/**
 * The log, without chat. An undo strikes out the lines of the last move that still stood.
 * `called` says how people are called, in one word: where it is the same, old lines stay the very same objects.
 * `dealt`: the game, if what is played here is one deal of a tournament and not a game of its own.
 */
export function renderLog(log: News[], names: Names, called = '', dealt = ''): Line[] {
  const lines: Line[] = [];
  const standing: News[] = [];
  let before: News | null = null;
  for (const news of bySeatsNow(log)) {
    if (news.type === 'said' || news.type === 'reacted' || news.type === 'removed') continue;
    if (news.type === 'moved') standing.push(news);
    if (news.type === 'undone') {
      // Where several choose at once, others may have chosen since.
      const own = news.text
        ? -1
        : standing.findLastIndex((move) => (move.seat ?? null) === (news.seat ?? null));
      const [back] = standing.splice(own, 1);
      for (const [n, line] of lines.entries())
        if (line.seq === back?.seq) lines[n] = { ...line, undone: true };
    }
    // Taken back by consent as far as somebody's own move: one line says it for all of them.
    const again =
      news.type === 'undone' &&
      before?.type === 'undone' &&
      before.text === news.text &&
      before.at === news.at;
    if (!again)
      lines.push(...(called ? remembered(news, names, called, dealt) : linesOf(news, names, dealt)));
    before = news;
  }
  return lines;
}

const TELLING = new Set([
  'moved',
  'undone',
  'stood in',
  'returned',
  'resigned',
  'paused',
  'resumed',
  'adjourned',
]);

/** What happened since this seat's own last move (or since the deal), without its own doing. */
export function sinceMyLastMove(log: News[], seat: number, names: Names): { lines: Line[]; actions: number } {
  const mine = log.findLastIndex((news) => news.type === 'moved' && news.seat === seat);
  const from = mine >= 0 ? mine : log.findLastIndex((news) => news.type === 'started');
  const after = from < 0 ? [] : log.slice(from + 1).filter((news) => TELLING.has(news.type));
  const actions = after.filter((news) => news.type === 'moved' && news.seat !== seat).length;
  return { lines: renderLog(after, names).filter((line) => !line.undone), actions };
}
