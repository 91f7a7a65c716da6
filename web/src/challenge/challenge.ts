// Challenges: one deal that many play. What the pages around them share.
import { get, post } from '$lib/api';
import { locale, t } from '$lib/i18n.svelte';
import { ensureSomebody } from '$lib/lobby.svelte';
import type { ChallengeLink, ChallengeResult, ChallengeShown, TableCreated } from '$lib/protocol';
import { router } from '$lib/router.svelte';

export const loadDaily = () => get<ChallengeShown[]>('/api/daily');
export const loadChallenge = (id: string) => get<ChallengeShown>(`/api/challenges/${encodeURIComponent(id)}`);

/** Take a challenge, and go to its table. */
export async function take(
  id: string,
  wanted: { seats?: number; friends?: boolean; practice?: boolean },
): Promise<void> {
  await ensureSomebody();
  const created = await post<TableCreated>(`/api/challenges/${encodeURIComponent(id)}/tables`, wanted);
  router.go(`/t/${created.id}`);
}

/** Hand on the deal of a finished table. */
export async function make(table: string): Promise<void> {
  const link = await post<ChallengeLink>(`/api/tables/${encodeURIComponent(table)}/challenge`);
  router.go(`/challenge/${link.id}`);
}

export const dayOf = (day: string) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
export const timeOf = (moment: number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(moment);

/** What it is called above its page. */
export function nameOf(one: ChallengeShown, mine: boolean): string {
  if (one.day) return t('challenge.daily.of', { day: dayOf(one.day) });
  return mine ? t('challenge.by.you') : t('challenge.by', { name: one.by || t('challenge.nobody') });
}

/** Results by the size of the table, each with a rank: only who sat at a table of the same size is compared. */
export function groupsOf(
  results: ChallengeResult[],
): { seats: number; rows: (ChallengeResult & { rank: number })[] }[] {
  const sizes = [...new Set(results.map((one) => one.seats))].sort((a, b) => a - b);
  return sizes.map((seats) => {
    const rows = results.filter((one) => one.seats === seats);
    const better = (one: ChallengeResult, other: ChallengeResult) =>
      Number(one.won) - Number(other.won) || (one.score ?? 0) - (other.score ?? 0);
    const rank = (one: ChallengeResult) =>
      1 + rows.filter((other) => other.score !== null && better(other, one) > 0).length;
    return { seats, rows: rows.map((one) => ({ ...one, rank: rank(one) })) };
  });
}
