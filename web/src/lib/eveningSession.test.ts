import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EveningSession as Session } from './eveningSession.svelte';
import type { Evening } from './evenings';
import type { SharedEvening } from './protocol';

// A server that keeps one evening, and rules for which every entry fits but 'X …'.
const server = { there: true, version: 3, entries: ['A roll 3'], written: 0 };
const kept = new Map<string, string>();
const toast = vi.fn();

const shared = () =>
  ({ id: 'e_1', code: 'KQTR', evening: 'x', game: 'royale', names: [], next: null }) as object;
const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const now = (): SharedEvening =>
  ({ ...shared(), version: server.version, entries: server.entries }) as SharedEvening;

async function fetched(path: string, { method = 'GET', body = '' } = {}): Promise<Response> {
  if (!server.there) throw new TypeError('no network');
  if (path.includes('/companion')) return answer(200, rules(JSON.parse(body).entries));
  if (method === 'PATCH') {
    const told = JSON.parse(body);
    if (told.version !== server.version) return answer(409, { code: 'stale', reason: 'no' });
    Object.assign(server, {
      version: server.version + 1,
      entries: told.entries,
      written: server.written + 1,
    });
  }
  return answer(200, now());
}
function rules(entries: string[]) {
  const index = entries.findIndex((entry) => entry.startsWith('X'));
  return {
    page: {},
    entered: [],
    fault: index < 0 ? null : { index, entry: entries[index], reason: 'no' },
    outcome: null,
    points: [],
  };
}

let session: Session;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.doMock('./toast.svelte', () => ({ toast, complain: () => {}, sentenceOf: String }));
  vi.doMock('../offline/engine.svelte', () => ({
    engine: { state: 'ready', kept: true, answering: false },
    askEngine: async (_: string, told: { entries: string[] }) => rules(told.entries),
  }));
  kept.clear();
  toast.mockClear();
  Object.assign(server, { there: true, version: 3, entries: ['A roll 3'], written: 0 });
  const evening = {
    id: 'x',
    game: 'royale',
    names: [],
    options: {},
    entries: ['A roll 3'],
    begun: 0,
    changed: 0,
  };
  const mine: Evening = { ...evening, result: null, shared: { id: 'e_1', code: 'KQTR', version: 3 } };
  kept.set('pandarium.evening.x', JSON.stringify(mine));
  const { EveningSession } = await import('./eveningSession.svelte');
  session = new EveningSession('x');
  await session.load();
});

const stored = () => [...kept.values()].map((text): Evening => JSON.parse(text));

describe('what is entered into a shared evening while the server is away', () => {
  beforeEach(async () => {
    server.there = false;
    await session.enter('B roll 5');
    await session.enter('B roll 6');
    await session.undo();
    expect(session.entries).toEqual(['A roll 3', 'B roll 5']);
    expect(session.waiting).toBe(true);
    await expect(session.send()).rejects.toMatchObject({ status: 0 });
    server.there = true;
  });

  it('is kept, also when the page is closed, and sent when it is back', async () => {
    expect(stored()[0].entries).toEqual(['A roll 3', 'B roll 5']);
    await session.send();
    expect(server).toMatchObject({ version: 4, entries: ['A roll 3', 'B roll 5'] });
    expect(session.waiting).toBe(false);
    await session.enter('C roll 1');
    expect(server.entries).toHaveLength(3);
  });

  it('goes behind what others entered about others', async () => {
    Object.assign(server, { version: 4, entries: ['A roll 3', 'C roll 2'] });
    await session.changed(now(), 3);
    expect(server.entries).toEqual(['A roll 3', 'C roll 2', 'B roll 5']);
    expect(session.entries).toEqual(server.entries);
    expect(toast).not.toHaveBeenCalled();
  });

  it('is sent once where it had got through, and only the answer was lost', async () => {
    Object.assign(server, { version: 4, entries: ['A roll 3', 'B roll 5'] });
    await session.send();
    expect(server.entries).toEqual(['A roll 3', 'B roll 5']);
  });

  it.each([
    ['entered the same otherwise', ['A roll 3', 'B roll 4']],
    ['corrected something', ['A roll 4']],
    ['entered what leaves no room for it', ['A roll 3', 'X']],
  ])('is an evening of its own where others %s', async (_, entries) => {
    Object.assign(server, { version: 4, entries });
    await session.send();
    expect(server).toMatchObject({ version: 4, entries, written: 0 });
    expect(session.entries).toEqual(entries);
    expect(session.waiting).toBe(false);
    expect(toast).toHaveBeenCalledTimes(1);
    const own = stored().filter((one) => !one.shared);
    expect(own.map((one) => one.entries)).toEqual([['A roll 3', 'B roll 5']]);
  });
});
