import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { News } from '$lib/protocol';

// On a busy machine the first import takes longer than a test may.
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  await import('./lines');
}, 60_000);
const load = () => import('./lines');

const seats = [{ name: 'Ann' }, { name: 'Bo' }, {}];
const news = (seq: number, type: string, rest: Partial<News> = {}): News => ({
  seq,
  at: seq * 1000,
  type,
  ...rest,
});
const move = (seq: number, seat: number, ...texts: string[]) =>
  news(seq, 'moved', {
    seat,
    by: 'person',
    events: texts.map((text) => ({ text, what: { event: 'x', seat } })),
  });

describe('the log', () => {
  it('knows who it was when free seats are gone and others have moved up', async () => {
    const { namesOf, renderLog } = await load();
    const log = [
      news(1, 'readied', { seat: 3, text: 'yes' }),
      news(2, 'freed', { seat: 2 }),
      news(3, 'seats removed', { text: '1 2' }),
      news(4, 'started'),
      news(5, 'resigned', { seat: 1 }),
    ];
    const lines = renderLog(log, namesOf([{ name: 'Ann' }, { name: 'Bo' }]));
    expect(lines.map((line) => line.text)).toEqual([
      'Bo is ready',
      'somebody gets up',
      'The game begins',
      'Bo resigns',
    ]);
    expect(lines[0].seat).toBe(1);
  });

  it('says for whom time was up, but not when a countdown ends', async () => {
    const { namesOf, renderLog } = await load();
    const done = { text: 'Bo is done', what: { event: 'passed', seat: 1 } };
    const go = { text: 'Go!', what: { event: 'started round' } };
    const log = [
      news(1, 'moved', { seat: 0, by: 'clock', events: [go] }),
      news(2, 'moved', { seat: 1, by: 'clock', events: [done] }),
      news(3, 'moved', { seat: 1, by: 'person', events: [done] }),
    ];
    expect(renderLog(log, namesOf(seats)).map((line) => line.text)).toEqual([
      'Go!',
      'Time is up for Bo',
      'Bo is done',
      'Bo is done',
    ]);
  });

  it('calls what is played a deal where it is one of a tournament, or what the game calls it', async () => {
    const { namesOf, renderLog } = await load();
    const said = (dealt: string) => renderLog([news(1, 'started')], namesOf(seats), '', dealt)[0].text;
    expect(said('')).toBe('The game begins');
    expect(said('a game without words')).toBe('The deal begins');
    expect(said('pandante')).toBe('The gambit begins');
  });

  it('does not say who of several has chosen, and strikes out the choice of whoever takes it back', async () => {
    const { namesOf, renderLog } = await load();
    const mine = { text: 'You have chosen', what: { event: 'ready', seat: 0 } };
    const log = [
      news(1, 'moved', { seat: 0, events: [mine] }),
      news(2, 'moved'),
      news(3, 'undone'),
      news(4, 'moved'),
    ];
    expect(renderLog(log, namesOf(seats)).map((line) => [line.text, line.undone])).toEqual([
      ['You have chosen', false],
    ]);
    const back = renderLog([...log, news(5, 'undone', { seat: 0 })], namesOf(seats));
    expect(back[0].undone).toBe(true);
  });

  it('has a line for every event of a move, with the seat it is about', async () => {
    const { namesOf, renderLog } = await load();
    const other = news(2, 'moved', { seat: 0, events: [{ text: 'Bo pays 2', what: { seat: 1 } }] });
    const card = { text: 'The card is K', what: { event: 'turned' } };
    const bet = { text: 'Ann raises', what: { event: 'bet', seat: 0 } };
    const lines = renderLog([news(1, 'moved', { seat: 0, events: [bet, card] }), other], namesOf(seats));
    expect(lines.map((line) => [line.text, line.seat])).toEqual([
      ['Ann raises', 0],
      ['The card is K', null],
      ['Bo pays 2', 1],
    ]);
    expect(new Set(lines.map((line) => line.key)).size).toBe(3);
  });

  it('says that somebody moved where the move itself is hidden', async () => {
    const { namesOf, renderLog } = await load();
    const [line] = renderLog([move(1, 1)], namesOf(seats));
    expect(line.text).toContain('Bo');
  });

  it('strikes out what was taken back, and only that', async () => {
    const { namesOf, renderLog } = await load();
    const log = [
      move(1, 0, 'first'),
      move(2, 1, 'second'),
      news(3, 'undone', { seat: 1 }),
      move(4, 1, 'third'),
    ];
    const struck = renderLog(log, namesOf(seats)).filter((line) => line.undone);
    expect(struck.map((line) => line.text)).toEqual(['second']);
  });

  it('strikes out move by move when several are taken back, and says so once', async () => {
    const { namesOf, renderLog } = await load();
    const back = { seat: 0, text: 'by consent' };
    const log = [
      move(1, 0, 'a'),
      move(2, 1, 'b'),
      news(3, 'undone', back),
      news(4, 'undone', { ...back, at: 3000 }),
    ];
    expect(renderLog(log, namesOf(seats)).map((line) => line.undone)).toEqual([true, true, false]);
  });

  it('leaves chat and reactions to the chat', async () => {
    const { namesOf, renderLog } = await load();
    expect(
      renderLog([news(1, 'said', { text: 'hi' }), news(2, 'reacted', { text: '🎉' })], namesOf(seats)),
    ).toEqual([]);
  });

  it('knows a word for every kind of news', async () => {
    const { namesOf, renderLog } = await load();
    const kinds = ['sat', 'seated', 'freed', 'readied', 'started', 'undone', 'paused', 'resumed', 'stood in'];
    kinds.push('returned', 'resigned', 'adjourned', 'rematched', 'closed');
    const log = kinds.map((kind, n) => news(n + 1, kind, { seat: 0, text: '1000' }));
    log.push(news(90, 'asked', { seat: 0, text: 'undo' }), news(91, 'asked', { seat: 0, text: 'pause' }));
    log.push(
      news(94, 'asked', { seat: 0, text: 'removal', about: 1 }),
      news(95, 'stood in', { seat: 0, text: 'removed' }),
    );
    log.push(news(92, 'answered', { seat: 0, text: 'yes' }), news(93, 'answered', { seat: 0, text: 'no' }));
    const lines = renderLog(log, namesOf(seats));
    expect(lines).toHaveLength(log.length);
    for (const line of lines) expect(line.text).not.toMatch(/^frame\.|\{/);
  });
});

describe('since my last turn', () => {
  it('tells what the others did after my last move', async () => {
    const { namesOf, sinceMyLastMove } = await load();
    const log = [
      news(1, 'started'),
      move(2, 0, 'mine'),
      move(3, 1, 'b'),
      news(4, 'said', { text: 'x' }),
      move(5, 2, 'c'),
    ];
    const { lines, actions } = sinceMyLastMove(log, 0, namesOf(seats));
    expect(lines.map((line) => line.text)).toEqual(['b', 'c']);
    expect(actions).toBe(2);
  });

  it('begins with the deal when I have not moved yet', async () => {
    const { namesOf, sinceMyLastMove } = await load();
    const { lines } = sinceMyLastMove([news(1, 'started'), move(2, 1, 'b')], 0, namesOf(seats));
    expect(lines.map((line) => line.text)).toEqual(['b']);
  });

  it('is silent about what was taken back again', async () => {
    const { namesOf, sinceMyLastMove } = await load();
    const log = [move(1, 0, 'mine'), move(2, 1, 'b'), news(3, 'undone', { seat: 1 }), move(4, 1, 'c')];
    const texts = sinceMyLastMove(log, 0, namesOf(seats)).lines.map((line) => line.text);
    expect(texts).not.toContain('b');
    expect(texts).toContain('c');
  });
});
