// What is said about people: needed on few pages, so it comes with them.
import { bring } from '$lib/i18n.svelte';
import words from '../words/en/people.json';

bring(words);
