// Who I am. Nobody needs an account: a name and a panda are enough, and the server keeps them in a signed cookie.
import { asked, forgetSocket } from '../preconnect';
import { get, patch, post, remove, setCsrf } from './api';
import { preferred } from './i18n.svelte';
import type { Me, Session, Whoami } from './protocol';

class Visitor {
  me = $state<Me | null>(null);
  known = $state(false);

  #looking: Promise<void> | null = null;
  #early: Promise<Whoami | null> | null = asked;

  /** Ask the server who we are; it is asked once. */
  look(): Promise<void> {
    this.#looking ??= this.#ask();
    return this.#looking;
  }

  async #ask(): Promise<void> {
    try {
      const early = this.#early;
      this.#early = null; // it was true when the page was opened
      const who = (await early) ?? (await get<Whoami>('/api/me'));
      if (who.csrf) setCsrf(who.csrf);
      this.me = who.me;
    } catch (error) {
      this.#looking = null; // the next who wants to know asks again
      throw error;
    } finally {
      this.known = true;
    }
  }

  /** Be somebody: a guest if we are nobody yet, otherwise the same person with another name or panda. */
  async be(name: string, avatar: string): Promise<Me> {
    if (this.me) {
      const changed = await patch<Me>('/api/me', { name, avatar });
      this.me = { ...this.me, ...changed };
      return this.me;
    }
    return this.#take(await post<Session>('/api/guest', { name, avatar }));
  }

  async register(handle: string, password: string): Promise<Me> {
    return this.#take(await post<Session>('/api/accounts', { handle, password }));
  }

  async logIn(handle: string, password: string): Promise<Me> {
    return this.#take(await post<Session>('/api/sessions', { handle, password }));
  }

  /** End this session, or all that we have on any device. */
  async logOut(everywhere = false): Promise<void> {
    await remove(`/api/sessions${everywhere ? '?everywhere=true' : ''}`);
    this.me = null;
  }

  /** Choose a new password; whoever is signed in elsewhere is no longer. */
  async changePassword(old: string, next: string): Promise<Me> {
    return this.#take(await post<Session>('/api/me/password', { old, new: next }));
  }

  async resetPassword(handle: string, code: string, password: string): Promise<Me> {
    return this.#take(await post<Session>('/api/passwords', { handle, code, password }));
  }

  /** Have a code sent to an address; it is ours once we have confirmed it. */
  async giveMail(mail: string, password: string): Promise<void> {
    const language = preferred();
    await post('/api/me/mail', { mail, password, language });
  }

  async confirmMail(code: string): Promise<void> {
    this.me = await post<Me>('/api/me/mail/confirm', { code });
  }

  async forgetMail(): Promise<void> {
    await remove('/api/me/mail');
    if (this.me) this.me = { ...this.me, mail: null };
  }

  /** Be nobody, here and for good. */
  async forget(password: string): Promise<void> {
    await post('/api/me/deletion', { password });
    this.me = null;
  }

  #take(session: Session): Me {
    setCsrf(session.csrf);
    forgetSocket();
    this.me = session.me;
    return session.me;
  }
}

export const visitor = new Visitor();
