import '@fontsource-variable/fredoka';
import '@fontsource-variable/nunito';
import './tokens.css';
import './base.css';
import { mount } from 'svelte';
import { keepFocus } from '$lib/focus';
import { loadTable } from '$lib/games';
import { choose, preferred } from '$lib/i18n.svelte';
import { stayUsable } from '$lib/offline';
import { partsOf } from '$lib/router.svelte';
import { visitor } from '$lib/session.svelte';
import App from './App.svelte';
import { firstReply } from './preconnect';

const target = document.getElementById('app');

/** Whoever comes by a table's link waits for the table: its game is drawn together with its frame, if it is known yet. */
async function arrive(): Promise<void> {
  if (!partsOf('/t/:id', location.pathname)) return;
  await visitor.look();
  const said = firstReply();
  if (said?.type === 'update')
    await Promise.all([import('./pages/Table.svelte'), loadTable(said.table.game)]);
}

// The words first, so that nobody sees the page in one language and then in another; without them it is English.
Promise.allSettled([choose(preferred()), arrive()]).then(() => {
  if (!target) return;
  target.replaceChildren();
  mount(App, { target });
  keepFocus();
  stayUsable();
});
