// Being told while no page is open: this browser's subscription at its push service, and what the server sends there.
import { get, patch, post, remove, sessionMark } from '$lib/api';
import { preferred } from '$lib/i18n.svelte';
import { allowNotifications, forgetPush, isPushedTo, keepPush, keptPush } from '$lib/notify.svelte';
import { prefs } from '$lib/prefs.svelte';
import type {
  NotificationChange,
  NotificationSettings,
  NotificationWays,
  SubscriptionMade,
} from '$lib/protocol';
import { visitor } from '$lib/session.svelte';

/** The server's key as browsers want it. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const canSubscribe = () => 'serviceWorker' in navigator && 'PushManager' in window;

class Push {
  ways = $state.raw<NotificationWays | null>(null);
  settings = $state.raw<NotificationSettings | null>(null);
  /** This browser is told while no page is open. */
  on = $state(false);
  /** It was tried, and its push service did not let us. */
  #failed = $state(false);

  /** Server and browser can do it. */
  get possible(): boolean {
    return Boolean(this.ways?.push_key) && canSubscribe() && !this.#failed;
  }

  async look(): Promise<void> {
    this.ways ??= await get<NotificationWays>('/api/notifications');
    await visitor.look();
    this.on = isPushedTo(visitor.me?.id);
    this.settings = visitor.me ? await get<NotificationSettings>('/api/me/notifications') : null;
  }

  /** Ask for permission, and be told from now on: also while no page is open, where that is possible. */
  async enable(): Promise<boolean> {
    if (!(await allowNotifications())) return false;
    prefs.set('notify', true);
    await this.look();
    if (!this.possible || !visitor.me) return true;
    try {
      await this.#subscribe();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.#failed = true; // a browser without a push service: it calls while a page is open, and says so
    }
    return true;
  }

  async disable(): Promise<void> {
    prefs.set('notify', false);
    const kept = keptPush();
    forgetPush();
    this.on = false;
    if (!canSubscribe()) return;
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    if (kept && visitor.me) await remove(`/api/me/subscriptions/${kept.id}`);
    await this.look();
  }

  async change(change: NotificationChange): Promise<void> {
    this.settings = await patch<NotificationSettings>('/api/me/notifications', {
      ...change,
      language: preferred(),
    });
  }

  /** The session may be another one now: the server tells only those who are signed in. */
  async renew(): Promise<void> {
    const kept = keptPush();
    if (!kept || kept.person !== visitor.me?.id || kept.session === sessionMark()) return;
    this.ways = await get<NotificationWays>('/api/notifications');
    if (this.possible && Notification.permission === 'granted') await this.#subscribe();
  }

  async #subscribe(): Promise<void> {
    const person = visitor.me?.id ?? '';
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const { pushManager } = await navigator.serviceWorker.ready;
    const key = bytesOf(this.ways?.push_key ?? '');
    const old = await pushManager.getSubscription();
    const theirs = new Uint8Array(old?.options.applicationServerKey ?? new ArrayBuffer(0));
    // A server that was set up anew has another key: the old subscription is worth nothing.
    if (old && theirs.join() !== key.join()) await old.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    const { id } = await post<SubscriptionMade>('/api/me/subscriptions', {
      endpoint,
      p256dh: keys?.p256dh,
      auth: keys?.auth,
      language: preferred(),
    });
    keepPush({ id, person, session: sessionMark() });
    this.on = true;
    this.settings = await get<NotificationSettings>('/api/me/notifications');
  }
}

export const push = new Push();
