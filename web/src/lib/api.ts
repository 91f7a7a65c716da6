// REST: one door to the server, with the CSRF token, and errors that can be shown as they are.

import { t } from './i18n.svelte';
import { markOfMessage, render } from './messages';
import type { Refused } from './protocol';
import { noteAnswer, server } from './server.svelte';

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly rule: string;
  /** Of the message, where it stayed English. */
  readonly lang: string | undefined;

  constructor(status: number, refused: Partial<Refused>) {
    super(refused.reason ? render(refused.message, refused.reason) : t('shell.noanswer'));
    this.status = status;
    this.code = refused.code ?? 'busy';
    this.rule = refused.rule ?? '';
    this.lang = refused.reason ? markOfMessage(refused.message) : undefined;
  }
}

let csrf = '';

export function setCsrf(token: string): void {
  csrf = token;
}

/** Another one after signing in, and once a day: by it what belongs to a session is known. */
export const sessionMark = (): string => csrf.slice(0, 8);

/** A proxy says so, too, of a server behind it that is not there. */
const UNREACHABLE = [0, 502, 503, 504];

/** Whether the server was not there, which says nothing about what it was asked. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && UNREACHABLE.includes(error.status);

export async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const headers: Record<string, string> = {};
  if (method !== 'GET' && csrf) headers['x-csrf-token'] = csrf;
  if (body !== undefined) headers['content-type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error; // given up by us, which says nothing about the server
    server.away = true;
    throw new ApiError(0, {});
  }
  noteAnswer(answer);
  const text = await answer.text();
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!answer.ok) throw new ApiError(answer.status, (data ?? {}) as Partial<Refused>);
  return data as T;
}

export const get = <T>(path: string, signal?: AbortSignal) => request<T>('GET', path, undefined, signal);
export const post = <T>(path: string, body: unknown = {}) => request<T>('POST', path, body);
export const patch = <T>(path: string, body: unknown, signal?: AbortSignal) =>
  request<T>('PATCH', path, body, signal);
export const remove = <T>(path: string) => request<T>('DELETE', path);
