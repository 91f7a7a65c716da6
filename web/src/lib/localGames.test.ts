import { afterEach, expect, it, vi } from 'vitest';
import { findLocal, keepLocal, localTables } from './localGames';
import type { TableListed } from './protocol';

const LISTED = { id: 't_1', title: 'Panda Royale', seats: [], changed: 5 } as unknown as TableListed;

function storage(): void {
  const kept: Record<string, string> = {};
  const own = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
  };
  const proxy = new Proxy(own, {
    ownKeys: () => Object.keys(kept),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  vi.stubGlobal('localStorage', proxy);
}

afterEach(() => vi.unstubAllGlobals());

it('games on this device are listed without a server, as they were last known', async () => {
  storage();
  keepLocal('t_1', {
    invite: 'x',
    people: [{ name: 'Ann', token: 'a' }],
    wish: { game: 'royale', names: ['Ann'], bots: [], options: {} },
    open: false,
  });
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
  expect(await localTables()).toEqual([]); // nothing was known yet
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify([LISTED])));
  expect(await localTables()).toEqual([LISTED]);
  expect(findLocal('t_1')?.people).toEqual([{ name: 'Ann', token: 'a' }]);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
  expect(await localTables()).toEqual([LISTED]);
});
