import '@fontsource-variable/fredoka';
import '@fontsource-variable/nunito';
import './tokens.css';
import './base.css';
import { mount } from 'svelte';
import { keepFocus } from '$lib/focus';
import { choose, preferred } from '$lib/i18n.svelte';
import App from './App.svelte';

const target = document.getElementById('app');
// The words first, so that nobody sees the page in one language and then in another; without them it is English.
choose(preferred())
  .catch(() => {})
  .then(() => {
    if (!target) return;
    mount(App, { target });
    keepFocus();
  });
