// "It is your turn": in the title, on the favicon, as a sound, and as the browser's notification if that was wanted.
import { prefs } from './prefs.svelte';
import { play } from './sound';

const HOME = 'Pandarium';
const SIZE = 64;
/** Milliseconds: a table that was just opened has more to draw than the tab. */
const LATER = 400;
const plain = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]');

let usual: string | null = null;
let badged: string | null = null;
let wanted = false;

/** What the tab says. */
export function setTitle(title: string): void {
  document.title = title ? `${title} · ${HOME}` : HOME;
}

/** Put a dot on the favicon, or take it away. */
export async function badge(on: boolean): Promise<void> {
  const link = plain();
  if (!link) return;
  usual ??= link.href;
  wanted = on;
  if (on && !badged) {
    await new Promise((done) => setTimeout(done, LATER));
    badged ??= await drawBadge(usual);
  }
  link.href = (wanted && badged) || usual;
}

async function drawBadge(icon: string): Promise<string | null> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  try {
    const image = new Image();
    image.src = icon;
    await image.decode();
    pen.drawImage(image, 0, 0, SIZE, SIZE);
  } catch {
    // without the icon the dot alone will do
  }
  const style = getComputedStyle(document.documentElement);
  pen.beginPath();
  pen.arc(SIZE * 0.74, SIZE * 0.26, SIZE * 0.24, 0, 2 * Math.PI);
  pen.fillStyle = style.getPropertyValue('--gold-bright');
  pen.strokeStyle = style.getPropertyValue('--on-gold');
  pen.lineWidth = 4;
  pen.fill();
  pen.stroke();
  return canvas.toDataURL('image/png');
}

/** Whether the browser lets us notify; asks if nobody has yet. Call it from a click. */
export async function allowNotifications(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  const answer =
    Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  return answer === 'granted';
}

/** By what the server knows that this browser wants to be told while no page is open, and whose it is. */
export interface KeptPush {
  id: string;
  person: string;
  session: string;
}
const PUSH = 'pandarium.push';

export function keptPush(): KeptPush | null {
  try {
    return JSON.parse(localStorage.getItem(PUSH) ?? 'null');
  } catch {
    return null;
  }
}
export function keepPush(kept: KeptPush): void {
  try {
    localStorage.setItem(PUSH, JSON.stringify(kept));
  } catch {
    // private windows may keep nothing
  }
}
export function forgetPush(): void {
  try {
    localStorage.removeItem(PUSH);
  } catch {
    // nothing was kept
  }
}
/** Whether this person is told here while no page is open. */
export const isPushedTo = (person?: string): boolean => Boolean(person) && keptPush()?.person === person;

let shown: Notification | null = null;
let tagged = '';
const registered = async () =>
  'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;

/** Call the player: with a sound if they want sounds, with a notification if they want those and look elsewhere. */
export function call(title: string, text: string, tag: string): void {
  play('turn');
  if (!prefs.likes.notify || !document.hidden) return;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    shown = new Notification(title, { body: text, tag, icon: '/icon-192.png' });
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  } catch {
    // Phones let only service workers notify.
    tagged = tag;
    const more = { body: text, tag, icon: '/icon-192.png', data: { url: location.pathname } };
    registered()
      .then((there) => there?.showNotification(title, more))
      .catch(() => {});
  }
}

/** They are looking: nothing needs to stand there any more. */
export function uncall(): void {
  shown?.close();
  shown = null;
  if (!tagged) return;
  const tag = tagged;
  tagged = '';
  registered()
    .then((there) => there?.getNotifications({ tag }))
    .then((all) => {
      for (const one of all ?? []) one.close();
    })
    .catch(() => {});
}
