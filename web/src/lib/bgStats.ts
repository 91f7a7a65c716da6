// A game for the app BG Stats. It takes a play as JSON in an address: of the two that it knows this is the one that phones
// with the app open in it, and all others as a page that says where to get it; bgstats:// does nothing without the app.
import { get } from './api';
import type { Evening } from './evenings';
import type { PlayExported } from './protocol';

const APP = 'https://app.bgstatsapp.com/createPlay.html?data=';
const SOURCE = 'Pandarium';

export const addressOfPlay = (play: PlayExported): string => APP + encodeURIComponent(JSON.stringify(play));

/** Ask for a game, and where the app takes it; `query` lets us in where only a link does. */
export async function linkToBgStats(table: string, query = ''): Promise<string> {
  return addressOfPlay(await get<PlayExported>(`/api/tables/${encodeURIComponent(table)}/play${query}`));
}

/** When it was, as the app reads it: in UTC. */
const moment = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** An evening at a real table, which this device alone knows, in the same shape as games of the server. */
export function playOfEvening(evening: Evening, title: string, together: boolean): PlayExported {
  const { winners, scores } = evening.result ?? { winners: [], scores: [] };
  const worth = (seat: number) => [winners.includes(seat) ? 1 : 0, scores[seat] ?? 0];
  const isAhead = (one: number[], other: number[]) =>
    one[0] > other[0] || (one[0] === other[0] && one[1] > other[1]);
  return {
    sourceName: SOURCE,
    sourcePlayId: evening.id,
    playDate: moment(evening.changed),
    durationMin: Math.max(1, Math.round((evening.changed - evening.begun) / 60_000)),
    location: '',
    comments: '',
    game: {
      name: title,
      sourceGameId: evening.game,
      highestWins: true,
      noPoints: together,
      cooperative: together,
    },
    players: evening.names.map((name, seat) => ({
      name,
      sourcePlayerId: name,
      startPlayer: false,
      winner: winners.includes(seat),
      score: together ? '' : String(scores[seat] ?? ''),
      rank: together ? 0 : 1 + scores.filter((_, other) => isAhead(worth(other), worth(seat))).length,
      role: '',
    })),
  };
}
