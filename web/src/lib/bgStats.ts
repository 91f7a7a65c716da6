// A game for the app BG Stats: it takes a play as JSON in the address of its own page.
import { get } from '$lib/api';
import type { PlayExported } from '$lib/protocol';

const APP = 'https://app.bgstatsapp.com/createPlay.html?data=';

export const addressOfPlay = (play: PlayExported): string => APP + encodeURIComponent(JSON.stringify(play));

/** Ask for a game, and where the app takes it; `query` lets us in where only a link does. */
export async function linkToBgStats(table: string, query = ''): Promise<string> {
  return addressOfPlay(await get<PlayExported>(`/api/tables/${encodeURIComponent(table)}/play${query}`));
}
