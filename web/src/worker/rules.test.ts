import { describe, expect, it } from 'vitest';
import { changesPerson, engineFiles, handlingOf, isFor, outdated } from './rules';

const HOME = 'https://play.example';
const ask = (path: string, more: { method?: string; mode?: string; headers?: Record<string, string> } = {}) =>
  handlingOf(
    {
      method: more.method ?? 'GET',
      url: new URL(path, HOME).href,
      mode: more.mode,
      headers: new Headers(more.headers),
    },
    HOME,
  );

describe('the service worker', () => {
  it.each([
    ['/assets/shell-abc.js', 'file'],
    ['/icon-192.png', 'file'],
    ['/assets/engine-python-1a2b.bin', 'engine'],
    ['/engine.json', 'engine list'],
    ['/api/games', 'shared'],
    ['/api/games/royale/rules?language=de', 'shared'],
    ['/api/games/royale/lesson?language=en', 'shared'],
    ['/api/lessons?language=fr', 'shared'],
    ['/api/me', 'own'],
    ['/api/tables/mine', 'own'],
  ])('keeps %s as %s', (path, handling) => expect(ask(path)).toBe(handling));

  it.each([
    '/api/tables',
    '/api/tables/t_1',
    '/api/tables/t_1/state?since=4',
    '/api/tables/mine?status=ended&limit=12',
    '/api/me/devices',
    '/api/me/export',
    '/api/people/p_1',
    '/api/admin/people',
    '/sw.js',
    'https://elsewhere.example/assets/x.js',
  ])('never keeps %s', (path) => expect(ask(path)).toBe('pass'));

  it('takes pages of the client, and no page of the server', () => {
    expect(ask('/t/t_1?invite=x', { mode: 'navigate' })).toBe('page');
    expect(ask('/docs', { mode: 'navigate' })).toBe('pass');
    expect(ask('/api/tables/t_1/record', { mode: 'navigate' })).toBe('pass');
  });

  it('lets through what changes something, and what is asked by token', () => {
    expect(ask('/api/me', { method: 'PATCH' })).toBe('pass');
    expect(ask('/api/tables/mine', { headers: { authorization: 'Bearer x' } })).toBe('pass');
  });

  it('knows when somebody else may be here', () => {
    expect(changesPerson('DELETE', '/api/sessions')).toBe(true);
    expect(changesPerson('POST', '/api/sessions')).toBe(true);
    expect(changesPerson('POST', '/api/tables/t_1/messages')).toBe(false);
  });

  it('keeps the words of one language', () => {
    const files = [
      'words-de-DvcOtTqN.js',
      'said-fr-DRua5HQ4.js',
      'de-B0SO_d4X.js',
      'Me-B0SO_d4X.js',
      'shell-Djc7JB5T.js',
    ];
    expect(files.filter((file) => isFor('de', `/assets/${file}`))).toEqual([
      files[0],
      files[2],
      files[3],
      files[4],
    ]);
  });

  it('knows what the rules consist of', () => {
    const file = (name: string) => ({ path: `/assets/engine-${name}-1.bin`, bytes: 1 });
    const files = {
      python: file('python'),
      library: file('library'),
      packages: file('packages'),
      rules: file('rules'),
    };
    expect(
      engineFiles({ info: {}, bytes: 4, games: [], script: '/assets/engine-pyodide-1.js', files }),
    ).toEqual(['/assets/engine-pyodide-1.js', ...Object.values(files).map(({ path }) => path)]);
  });

  it('removes old clients but the last, whose pages may be open', () => {
    const names = ['client 1', 'shared', 'client 2', 'client 3'];
    expect(outdated(names, 'client ', 'client 3')).toEqual(['client 1']);
    expect(outdated(['client 3'], 'client ', 'client 3')).toEqual([]);
  });
});
