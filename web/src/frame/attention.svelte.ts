// Calls the player when something wants their attention: their turn, the end, a word said.

import { untrack } from 'svelte';
import { t } from '$lib/i18n.svelte';
import { mutes } from '$lib/mutes.svelte';
import { badge, call, setTitle, uncall } from '$lib/notify.svelte';
import { play } from '$lib/sound';
import type { TableSession } from './tableSession.svelte';

/** To be called while a component is set up. */
export function attention(session: () => TableSession): void {
  const mine = $derived(session().myTurn);
  const asked = $derived.by(() => {
    const { seat, table } = session();
    return seat !== null && (table?.asked?.waiting.includes(seat) ?? false);
  });
  const title = $derived(session().table?.title ?? '');
  const ended = $derived(session().table?.status === 'ended');
  let first = true;

  $effect(() => {
    const wanted = mine || asked;
    setTitle(wanted ? `● ${t(mine ? 'frame.turn.yours' : 'frame.asked')} – ${title}` : title);
    badge(wanted);
  });
  $effect(() => {
    if (!title) return;
    if ((mine || asked) && !first)
      call(
        title,
        t(mine ? 'frame.turn.yours' : 'frame.asked'),
        untrack(() => session().live.id),
      );
    else uncall();
    first = false;
  });
  let before: boolean | null = null;
  $effect(() => {
    if (!title) return;
    if (ended && before === false) play('end');
    before = ended;
  });
  $effect(() => {
    const at = session();
    const fresh = at.live.fresh;
    const me = untrack(() => at.update?.you.person);
    if (fresh.some((news) => news.type === 'said' && news.person !== me && !mutes.has(news.person)))
      play('chat');
    else if (fresh.some((news) => news.type === 'moved') && !untrack(() => mine)) play('move');
  });
  $effect(() => () => {
    setTitle('');
    badge(false);
    uncall();
  });
}
