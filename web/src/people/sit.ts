// Sit down with one tap: take a free seat, and go to the table.
import { post } from '$lib/api';
import { router } from '$lib/router.svelte';

export async function sitAt(table: string, invite = ''): Promise<void> {
  const query = invite ? `?invite=${encodeURIComponent(invite)}` : '';
  await post(`/api/tables/${encodeURIComponent(table)}/messages${query}`, { type: 'sit' });
  router.go(`/t/${table}${query}`);
}
