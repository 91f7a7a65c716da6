// Whom we do not want to read: kept by the server, for all our devices, and left out here.
import { SvelteMap } from 'svelte/reactivity';
import { get, post, remove } from './api';
import type { MutedShown } from './protocol';

class Mutes {
  #names = new SvelteMap<string, string>();
  #whose = '';

  /** Know whom this person has muted; asked once. */
  async load(me: string): Promise<void> {
    if (this.#whose === me) return;
    this.#whose = me;
    this.#names.clear();
    for (const one of await get<MutedShown[]>('/api/me/mutes')) this.#names.set(one.person, one.name);
  }

  has(person: string | null | undefined): boolean {
    return !!person && this.#names.has(person);
  }

  get list(): [string, string][] {
    return [...this.#names];
  }

  async add(person: string, name: string): Promise<void> {
    await post(`/api/me/mutes/${person}`);
    this.#names.set(person, name);
  }

  async drop(person: string): Promise<void> {
    await remove(`/api/me/mutes/${person}`);
    this.#names.delete(person);
  }
}

export const mutes = new Mutes();
