// How often each hand is there among a number of cards: the engine's own figures, content/odds.toml, read when the page is built.
const files = import.meta.glob<string>('../content/odds.toml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** By the number of cards, then by the claim: how often it is true. */
export type Odds = Map<number, Record<string, number>>;

/** The few lines of that file that the table shows: `claims`, and `cards` with `held` in every block. */
export function readOdds(text: string): Odds {
  const list = (line: string | undefined) => (line ?? '').split(',').map((part) => part.trim());
  const claims = list(text.match(/^claims = \[(.*)\]$/m)?.[1]).map((name) => name.replaceAll('"', ''));
  const odds: Odds = new Map();
  for (const block of text.split('[[odds]]').slice(1)) {
    const cards = Number(block.match(/^cards = (\d+)$/m)?.[1]);
    const held = list(block.match(/^held = \[(.*)\]$/m)?.[1]).map(Number);
    if (cards && held.length === claims.length)
      odds.set(cards, Object.fromEntries(claims.map((claim, n) => [claim, held[n]])));
  }
  return odds;
}

/** Empty where there are no figures: then the table shows ranks only. */
export const ODDS: Odds = readOdds(Object.values(files)[0] ?? '');

/** The figures for that many cards, or for the nearest number there is. */
export function oddsFor(
  cards: number,
  odds: Odds = ODDS,
): { cards: number; odds: Record<string, number> } | null {
  const nearest = [...odds.keys()].sort((a, b) => Math.abs(a - cards) - Math.abs(b - cards))[0];
  const found = odds.get(nearest);
  return found ? { cards: nearest, odds: found } : null;
}
