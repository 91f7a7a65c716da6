// A tournament as it goes on: asked for again and again, and answered as soon as there is something new.
import { ApiError, get, post } from './api';
import type { AnyTournamentRequest, TournamentListed, TournamentShown } from './protocol';

const WAIT = 20;
/** Where hundreds of tables play at once there is something new all the time. */
const PAUSE = 700;
const AGAIN = 3_000;
const HOPELESS = new Set([401, 403, 404]);

export class LiveTournament {
  readonly id: string;
  now = $state.raw<TournamentShown | null>(null);
  /** Why there is nothing to see. */
  lost = $state('');
  /** The server's clock minus ours, in milliseconds. */
  skew = 0;
  #invite: string;
  #stopped = false;

  constructor(id: string, invite = '') {
    this.id = id;
    this.#invite = invite;
    this.#follow();
  }

  /** For an effect: what it returns ends it. */
  stop = (): void => {
    this.#stopped = true;
  };

  get over(): boolean {
    return this.now?.status === 'ended' || this.now?.status === 'cancelled';
  }

  #path(more = ''): string {
    const invite = this.#invite ? `invite=${encodeURIComponent(this.#invite)}` : '';
    const query = [invite, more].filter(Boolean).join('&');
    return `/api/tournaments/${encodeURIComponent(this.id)}${query ? `?${query}` : ''}`;
  }

  #take(shown: TournamentShown): void {
    // An answer that was under way for long must not bring the past back.
    if (this.now && shown.seq < this.now.seq) return;
    this.skew = shown.now - Date.now();
    this.now = shown;
  }

  async #follow(): Promise<void> {
    while (!this.#stopped && !this.over) {
      try {
        const since = this.now ? `since=${this.now.seq}&wait=${document.hidden ? 1 : WAIT}` : '';
        this.#take(await get<TournamentShown>(this.#path(since)));
        await pause(document.hidden ? AGAIN : PAUSE);
      } catch (error) {
        if (error instanceof ApiError && HOPELESS.has(error.status)) {
          this.lost = error.message;
          return;
        }
        await pause(AGAIN);
      }
    }
  }

  /** Send a message; raises ApiError. */
  async send(request: AnyTournamentRequest): Promise<void> {
    const path = this.#path().replace(/(\?|$)/, '/messages$1');
    this.#take(await post<TournamentShown>(path, request));
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Where the next deal of mine is played, with the way in. */
export const tableUrl = (shown: Pick<TournamentShown, 'invite'>, live: string): string =>
  `/t/${live}${shown.invite ? `?invite=${encodeURIComponent(shown.invite)}` : ''}`;

export const tournamentUrl = (shown: Pick<TournamentShown, 'id' | 'invite' | 'public'>): string =>
  `/tournaments/${shown.id}${shown.public || !shown.invite ? '' : `?invite=${encodeURIComponent(shown.invite)}`}`;

export const listTournaments = (status?: string) =>
  get<TournamentListed[]>(`/api/tournaments?limit=50${status ? `&status=${status}` : ''}`);
export const myTournaments = (status?: string) =>
  get<TournamentListed[]>(`/api/tournaments/mine?limit=50${status ? `&status=${status}` : ''}`);

/** Minutes and seconds of a countdown; hours where there are some. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
