// A link by which somebody becomes a friend: made, and handed to wherever people talk.
import { post } from '$lib/api';
import type { FriendLink } from '$lib/protocol';

export const makeLink = () => post<FriendLink>('/api/me/friends/link');

/** Into the clipboard; tells whether there is one. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
