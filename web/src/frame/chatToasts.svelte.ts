// What is said while the chat is closed is shown for a moment: whoever looks at the table need not miss it.
import { untrack } from 'svelte';
import { t } from '$lib/i18n.svelte';
import { render } from '$lib/messages';
import { mutes } from '$lib/mutes.svelte';
import { toast } from '$lib/toast.svelte';
import { short } from './places';
import type { TableSession } from './tableSession.svelte';

const MOST_LETTERS = 120;

export function chatToasts(session: () => TableSession): void {
  $effect(() => {
    const at = session();
    const fresh = at.live.fresh;
    untrack(() => {
      if (at.panel === 'chat') return;
      for (const news of fresh) {
        const others = news.type === 'said' && !news.removed && news.person !== at.update?.you.person;
        if (!others || mutes.has(news.person)) continue;
        const text = short(render(news.message, news.text ?? ''), MOST_LETTERS);
        toast(t('frame.chat.new', { name: news.name ?? '', text }));
      }
    });
  });
}
