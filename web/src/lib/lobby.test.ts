import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as finished from './finished';
import type * as Lobby from './lobby.svelte';
import type * as Agree from './newTable';
import type * as Toast from './toast.svelte';

// The modules look at the browser when they are loaded; a bare one is enough here.
let lobby: typeof Lobby;
let agree: typeof Agree;
let words: typeof Toast;
beforeAll(async () => {
  const still = { matches: false, addEventListener: () => {} };
  vi.stubGlobal('matchMedia', () => still);
  vi.stubGlobal('location', { pathname: '/', search: '', origin: 'https://pandas.example' });
  vi.stubGlobal('document', { addEventListener: () => {} });
  vi.stubGlobal('addEventListener', () => {});
  lobby = await import('./lobby.svelte');
  agree = await import('./newTable');
  words = await import('./toast.svelte');
});

const table = (wanted: Partial<Lobby.TableKnown>): Lobby.TableKnown =>
  ({
    status: 'running',
    changed: 0,
    seats: [
      { name: 'Ann', person: 'p_ann' },
      { name: 'Ben', person: 'p_ben' },
    ],
    ...wanted,
  }) as Lobby.TableKnown;

describe('bots at a new table', () => {
  it('that take the last seats are told when it is created', () => {
    expect(lobby.placeBots(['you', 'open', { bot: 'hard' }, { bot: 'greedy' }])).toEqual({
      bots: ['hard', 'greedy'],
      put: [],
    });
  });
  it('that sit before an open seat are put there afterwards', () => {
    expect(lobby.placeBots(['you', { bot: 'hard' }, 'open', { bot: 'greedy' }])).toEqual({
      bots: ['greedy'],
      put: [[1, 'hard']],
    });
  });
});

describe('how strong a level is', () => {
  const rated = { rating: 22.04, won: null, interval: [21, 23] as [number, number], games: 400 };
  const together = { rating: null, won: 0.775, interval: [0.6, 0.9] as [number, number], games: 40 };
  it('stands beside its name, as a rating or a share of wins', () => {
    expect(lobby.sayMeasured({ hard: rated }, 'hard')).toBe('rating 22.0');
    expect(lobby.sayMeasured({ hard: together }, 'hard@quick')).toBe('wins 78%');
    expect(lobby.sayBot('', 'hard', { hard: rated })).toMatch(/^Bot · .* · rating 22\.0$/);
  });
  it('is not told where nobody measured it', () => {
    expect(lobby.sayMeasured({ hard: rated }, 'random')).toBe('');
    expect(lobby.sayMeasured(undefined, 'hard')).toBe('');
    expect(lobby.sayBot('', 'random', {})).not.toContain('rating');
  });
});

describe('a quick game', () => {
  it('has four seats if the game allows it', () => {
    expect(lobby.usualSeats([2, 10])).toBe(4);
    expect(lobby.usualSeats([5, 8])).toBe(5);
    expect(lobby.usualSeats([2, 2])).toBe(2);
  });
  it('is against the middle level', () => {
    expect(lobby.usualLevel(['random', 'greedy', 'hard'])).toBe('greedy');
    expect(lobby.usualLevel([])).toBe('random');
  });
  it('is against the level below, the first time that hands would race', () => {
    expect(lobby.firstLevel(['random', 'filler', 'planner', 'strong'])).toBe('filler');
    expect(lobby.firstLevel(['random', 'hard'])).toBe('hard');
    expect(lobby.firstLevel([])).toBe('random');
  });
});

describe('my tables', () => {
  it('that wait for me come first, then running ones, then open ones', () => {
    const open = table({ id: 'open', status: 'open', changed: 9 });
    const theirs = table({ id: 'theirs', actors: [1], changed: 8 });
    const mine = table({ id: 'mine', actors: [0], changed: 1 });
    expect([open, theirs, mine].sort(lobby.byUrgency('p_ann')).map((one) => one.id)).toEqual([
      'mine',
      'theirs',
      'open',
    ]);
  });
  it('never wait for somebody who does not sit there', () => {
    expect(lobby.isMyTurn(table({ actors: [0, 1] }), 'p_eve')).toBe(false);
    expect(lobby.isMyTurn(table({ actors: [0, 1] }), undefined)).toBe(false);
  });
});

describe('what is agreed', () => {
  const form = (): Agree.NewTableForm => ({
    game: 'royale',
    seats: ['you', 'open', 'hard'],
    options: { children: true },
    public: true,
    spectators: false,
    hints: true,
    rated: false,
    autostart: null,
    talk: 'players',
    kind: 'live',
    bank: 'quick',
    days: 3,
    timeout: 'bot',
    speed: 'usual',
  });
  it('says how fast bots are, if the host does', () => {
    expect(agree.planOf(['you', 'open', 'filler'])).toEqual(['you', 'open', { bot: 'filler' }]);
    expect(agree.planOf(['you', 'open', 'filler'], 'quick')).toEqual([
      'you',
      'open',
      { bot: 'filler@quick' },
    ]);
  });
  it('becomes a table as the server takes it', () => {
    expect(agree.tableOf(form())).toEqual({
      game: 'royale',
      seats: 3,
      options: { children: true },
      public: true,
      spectators: false,
      rated: false,
      hints: true,
      talk: 'players',
      pace: { kind: 'live', bank: 120, increment: 5, at_timeout: 'bot' },
    });
  });
  it('starts by itself where moves take days, unless the host wants it otherwise', () => {
    expect(agree.startsByItself({ kind: 'days', autostart: null })).toBe(true);
    expect(agree.startsByItself({ kind: 'relaxed', autostart: null })).toBe(false);
    expect(agree.startsByItself({ kind: 'days', autostart: false })).toBe(false);
    expect(agree.tableOf({ ...form(), kind: 'days' }).autostart).toBe(true);
    expect(agree.tableOf(form()).autostart).toBeUndefined();
  });
  it('has days only when days were chosen, and no hints when it is rated', () => {
    expect(agree.paceOf({ ...form(), kind: 'days' })).toEqual({ kind: 'days', days: 3, at_timeout: 'bot' });
    expect(agree.paceOf({ ...form(), kind: 'relaxed' })).toEqual({ kind: 'relaxed' });
    expect(agree.tableOf({ ...form(), rated: true }).hints).toBe(false);
  });
  it("says once who may talk: the game's own option follows", () => {
    const strict = { ...form(), options: { talk: 'strict' } };
    const asked = (talk: Agree.Talk, seats = 3) => {
      const { talk: said, options } = agree.tableOf({ ...strict, talk, seats: strict.seats.slice(0, seats) });
      return [said, options?.talk];
    };
    expect(asked('phrases')).toEqual(['phrases', 'strict']);
    expect(asked('all')).toEqual(['all', 'open']);
    expect(asked('phrases', 1)).toEqual(['all', 'open']); // nobody to give a hand away to
    expect(agree.talksOf(true, 2)).toEqual(['phrases', 'all', 'players', 'none']);
    expect(agree.talksOf(true, 1)).not.toContain('phrases');
    expect(agree.talksOf(false, 4)).not.toContain('phrases');
  });
  it('leaves out what does nothing with that many players', () => {
    const offered = [
      { name: 'level', seats: null, when: {} },
      { name: 'solo_suspicion', seats: [1, 1], when: {} },
      { name: 'timer', seats: [2, 4], when: {} },
    ] satisfies Parameters<typeof agree.optionsFor>[0];
    const options = { level: 'hard', solo_suspicion: true, timer: 3 };
    expect(agree.tableOf({ ...form(), options }, offered).options).toEqual({ level: 'hard', timer: 3 });
    expect(agree.optionsFor(offered, options, 1)).toEqual({ level: 'hard', solo_suspicion: true });
    expect(offered.map((option) => agree.applies(option, 1))).toEqual([true, true, false]);
  });
  it('is rated only with a clock', () => {
    expect(agree.tableOf({ ...form(), rated: true }).rated).toBe(true);
    const relaxed = agree.tableOf({ ...form(), rated: true, kind: 'relaxed' });
    expect([relaxed.rated, relaxed.hints]).toEqual([false, true]);
  });
  it('keeps the seats that stay when their number changes', () => {
    expect(agree.resized(['you', 'open', 'hard'], 5, 'greedy')).toEqual([
      'you',
      'open',
      'hard',
      'hard',
      'hard',
    ]);
    expect(agree.resized(['you', 'open', 'hard'], 2, 'greedy')).toEqual(['you', 'open']);
    expect(agree.resized(['you'], 2, 'greedy')).toEqual(['you', 'greedy']);
  });
  it('goes to the page for one device with all names and bots', () => {
    const query = new URL(
      agree.localUrl('royale', ['Ann, the first', 'Ben'], ['hard'], { children: true }),
      'https://x',
    ).searchParams;
    expect(query.getAll('names')).toEqual(['Ann  the first', 'Ben']);
    expect(query.getAll('bots')).toEqual(['hard']);
    expect([query.get('game'), query.get('seats'), query.get('options')]).toEqual([
      'royale',
      '3',
      '{"children":true}',
    ]);
  });
});

describe('why a game ended', () => {
  it('is said as the server says it, with its rule', () => {
    const because = (reason: string) => lobby.sayReason({ winners: [], scores: [], reason });
    expect(because('the Timer ran out (PP-E7)')).toBe('the Timer ran out (PP-E7)');
    expect(because('everybody else resigned')).toBe('everybody else resigned');
  });
});

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    words.toasts.list = [];
  });
  it('do not pile up when the same is said again, and are three at most', () => {
    words.toast('No.', { rule: 'PR-11' });
    words.toast('No.', { rule: 'PR-11' });
    expect(words.toasts.list).toHaveLength(1);
    for (const text of ['a', 'b', 'c', 'd']) words.toast(text);
    expect(words.toasts.list.map((one) => one.text)).toEqual(['b', 'c', 'd']);
  });
  it('go when they have been read; long ones stay longer', () => {
    words.toast('Copied.');
    vi.advanceTimersByTime(words.readingTime('Copied.') + 1);
    expect(words.toasts.list).toEqual([]);
    expect(words.readingTime('x'.repeat(80))).toBeGreaterThan(words.readingTime('x'));
  });
  it('say a refusal with its rule', () => {
    words.complain({ message: 'there is no green d20 in the pool', rule: 'PR-11' });
    expect(words.toasts.list[0]).toMatchObject({
      text: 'There is no green d20 in the pool.',
      rule: 'PR-11',
      kind: 'bad',
    });
  });
});

describe('options that go only with others', () => {
  const options: Parameters<typeof agree.optionsFor>[0] = [
    { name: 'abilities', seats: null, when: { gambling: ['no'] } },
    { name: 'gambling', seats: null, when: {} },
    { name: 'limit', seats: null, when: { gambling: ['drop-in'] } },
  ];
  const chosen = { abilities: 'dark', gambling: 'drop-in', limit: 504 };

  it('are not offered without them', () => {
    const names = (gambling: string) =>
      options.filter((option) => agree.goesWith(option, { gambling })).map(({ name }) => name);
    expect(names('no')).toEqual(['abilities', 'gambling']);
    expect(names('drop-in')).toEqual(['gambling', 'limit']);
  });

  it('are left out then, whatever was chosen before', () => {
    expect(agree.optionsFor(options, chosen, 3)).toEqual({ gambling: 'drop-in', limit: 504 });
    expect(agree.optionsFor(options, { ...chosen, gambling: 'no' }, 3)).toEqual({
      abilities: 'dark',
      gambling: 'no',
    });
  });
});

describe('a first game', () => {
  const pace = { name: 'pace', default: 'real time', choices: ['real time', 'turns'] };
  const family = { name: 'family', default: false, choices: [false, true] };
  it('is played in turns where that can be, so that nobody is faster', () => {
    expect(agree.usualOptions([pace, family], true)).toEqual({ pace: 'turns', family: false });
    expect(agree.usualOptions([pace, family], false)).toEqual({ pace: 'real time', family: false });
    expect(agree.usualOptions([family], true)).toEqual({ family: false });
  });
  it('is one until a game of it was finished in this browser', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    expect(finished.hasFinished('wildstyle')).toBe(false);
    finished.rememberFinished('wildstyle');
    finished.rememberFinished('royale');
    expect(['wildstyle', 'royale', 'pandante'].map(finished.hasFinished)).toEqual([true, true, false]);
    kept.set('pandarium.finished', 'not a list');
    expect(finished.hasFinished('wildstyle')).toBe(false);
  });
});
