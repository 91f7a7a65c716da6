import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Api from '$lib/api';
import type { EveningEntries } from '$lib/protocol';

const engine = { state: 'off', kept: null as boolean | null, answering: false };
const askEngine = vi.fn(async () => 'of the device');
vi.mock('./engine.svelte', () => ({
  engine,
  askEngine,
  lookForEngine: async () => engine.kept ?? false,
}));

let askServerOrDevice: (path: string, game: string, told: EveningEntries) => Promise<unknown>;
let api: typeof Api;
const fetched = vi.fn<() => Promise<Response>>();
const answer = async () => new Response('"of the server"');
const gone = async () => Promise.reject(new TypeError('no network'));

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('fetch', fetched);
  Object.assign(engine, { state: 'off', kept: null, answering: false });
  askEngine.mockClear();
  fetched.mockReset();
  api = await import('$lib/api');
  ({ askServerOrDevice } = await import('./evaluateEvening'));
});

const ask = () => askServerOrDevice('/api/x', 'royale', { names: [] });

describe('what follows from entries', () => {
  it('is told by the server while it answers', async () => {
    engine.kept = true;
    fetched.mockImplementation(answer);
    expect(await ask()).toBe('of the server');
    expect(askEngine).not.toHaveBeenCalled();
    expect(engine.answering).toBe(false);
  });

  it('is told by the device when it does not, and the server is left alone for a while', async () => {
    engine.kept = true;
    fetched.mockImplementation(gone);
    expect([await ask(), await ask()]).toEqual(['of the device', 'of the device']);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(engine.answering).toBe(true);
  });

  it('is told by the device when the server takes too long; a bot may think for longer', async () => {
    vi.useFakeTimers();
    engine.kept = true;
    fetched.mockImplementation(() => new Promise(() => {}));
    const advice = askServerOrDevice('/api/x', 'royale', { names: [], advice: true });
    const entry = ask();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await entry).toBe('of the device');
    expect(askEngine).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(16_000);
    expect(await advice).toBe('of the device');
    vi.useRealTimers();
  });

  it('is told by nobody where the device has no rules', async () => {
    fetched.mockImplementation(gone);
    await expect(ask()).rejects.toBeInstanceOf(api.ApiError);
    expect(askEngine).not.toHaveBeenCalled();
  });

  it('is what the server refuses, too', async () => {
    engine.kept = true;
    fetched.mockImplementation(
      async () => new Response('{"code":"malformed","reason":"no"}', { status: 400 }),
    );
    await expect(ask()).rejects.toMatchObject({ status: 400 });
    expect(askEngine).not.toHaveBeenCalled();
  });
});
