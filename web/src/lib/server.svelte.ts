// Whether the server answers. Pages that ask again and again say so when it does not, and take it back when it does.
export const server = $state({
  away: false,
  /** When what is shown instead of its answers was received; 0: nothing is. */
  kept: 0,
});

/** The service worker marks what it has kept: the server itself did not answer. */
export function noteAnswer(answer: Response): void {
  server.kept = Number(answer.headers.get('x-pandarium-kept') ?? 0);
  server.away = server.kept > 0;
}
