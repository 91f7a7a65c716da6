import type { Player, WildView } from './types';
// The final scoring in the order of the rulebook, as the view tells it.

export interface Step {
  kind: 'cars' | 'solo' | 'objective' | 'tags' | 'total';
  /** Which objective. */
  index: number;
  /** For every seat: tags that go, or points. */
  of: number[];
}

export function listSteps(view: WildView): Step[] {
  const each = (read: (player: Player) => number) => view.players.map(read);
  return [
    { kind: 'cars', index: 0, of: each((player) => player.picks?.length ?? 0) },
    { kind: 'solo', index: 0, of: each((player) => player.solo.length) },
    ...view.objectives.map(
      (_, index): Step => ({
        kind: 'objective',
        index,
        of: each((player) => player.score.objectives[index]),
      }),
    ),
    { kind: 'tags', index: 0, of: each((player) => player.score.tags) },
    { kind: 'total', index: 0, of: each((player) => player.score.total) },
  ];
}

/** What a player has after that many steps. */
export function sumOf(player: Player, steps: Step[], at: number): number {
  let sum = 0;
  for (const step of steps.slice(0, at + 1)) {
    if (step.kind === 'objective') sum += player.score.objectives[step.index];
    else if (step.kind === 'tags') sum += player.score.tags;
  }
  return sum;
}

/** Tags that the objective of a step counts, as `seat hex`; null at other steps. */
export function countedAt(view: WildView, step: Step | undefined): Set<string> | null {
  if (step?.kind !== 'objective') return null;
  return new Set(
    view.players.flatMap((player, seat) => (player.counted[step.index] ?? []).map((hex) => `${seat} ${hex}`)),
  );
}

/** Tags that are crossed out at a step, as `seat hex`. */
export function goneAt(view: WildView, steps: Step[], at: number): Set<string> {
  const gone = new Set<string>();
  view.players.forEach((player, seat) => {
    for (const hex of player.picks ?? []) gone.add(`${seat} ${hex}`);
    if (steps[at]?.kind !== 'cars') for (const hex of player.solo) gone.add(`${seat} ${hex}`);
  });
  return gone;
}
