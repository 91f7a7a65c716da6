// Ratings as people read them: one decimal, and a change with its sign.
import { locale } from '$lib/i18n.svelte';

const DIGITS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

export const sayRating = (rating: number): string =>
  rating.toLocaleString(locale(), DIGITS).replace('-', '−');

export const sayChange = (before: number, after: number): string =>
  (after - before).toLocaleString(locale(), { ...DIGITS, signDisplay: 'exceptZero' }).replace('-', '−');

export const sayDay = (at: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(at);
