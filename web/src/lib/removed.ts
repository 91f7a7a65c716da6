// Lines that an operator has taken away are taken from those who have read them, too.
import type { News } from './protocol';

/** The log without the words that a `removed` entry among the fresh ones names. */
export function withoutRemoved(log: News[], fresh: News[]): News[] {
  const gone = new Set(fresh.filter((news) => news.type === 'removed').map((news) => Number(news.text)));
  if (!gone.size) return log;
  return log.map((news) =>
    gone.has(news.seq) && news.type === 'said'
      ? { ...news, text: '', message: undefined, phrase: undefined, removed: true }
      : news,
  );
}
