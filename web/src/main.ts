import '@fontsource-variable/fredoka';
import '@fontsource-variable/nunito';
import './tokens.css';
import './base.css';
import { mount } from 'svelte';
import { keepFocus } from '$lib/focus';
import { choose, preferred } from '$lib/i18n.svelte';
import { openEarly } from '$lib/live.svelte';
import { partsOf, router } from '$lib/router.svelte';
import { visitor } from '$lib/session.svelte';
import App from './App.svelte';

const target = document.getElementById('app');

/** Whoever comes by a table's link waits for its socket: it is opened while the page is being built. */
async function arrive(): Promise<void> {
  const parts = partsOf('/t/:id', location.pathname);
  if (!parts) return;
  await visitor.look();
  if (visitor.me) openEarly(parts.id, router.query.get('invite') ?? '');
}

// The words first, so that nobody sees the page in one language and then in another; without them it is English.
Promise.allSettled([choose(preferred()), arrive()]).then(() => {
  if (!target) return;
  mount(App, { target });
  keepFocus();
});
