import { describe, expect, it, vi } from 'vitest';

vi.mock('$lib/i18n.svelte', () => ({
  t: (word: string, fill = {}) => `${word} ${JSON.stringify(fill)}`,
  tOf: (game: string, word: string) => `${game}: ${word}`,
}));

import type { News } from '$lib/protocol';
import { actors, around, type Frame, frameAt, lines, marksOf, stopwatch, timesOf } from './frames';

const frame = (type: string, seat: number | null, view: unknown = {}, texts: string[] = []): Frame => ({
  position: 0,
  news: { seq: 1, at: 0, type, seat, events: texts.map((text) => ({ text, what: {} })) } as News,
  view,
});

describe('times', () => {
  const at = (...times: number[]): Frame[] =>
    times.map((time) => ({ ...frame('moved', 0), news: { ...frame('moved', 0).news, at: time } }));

  it('are counted from the first frame, by the log', () => {
    expect(timesOf(at(5000, 5000, 5250, 8000))).toEqual([0, 0, 250, 3000]);
  });

  it('never run backwards, and a pause counts for a minute at most', () => {
    expect(timesOf(at(1000, 900, 3_600_900, 3_601_000))).toEqual([0, 0, 60_000, 60_100]);
  });

  it('lead to the last frame that had come about', () => {
    const times = [0, 0, 250, 3000];
    expect([-1, 0, 249, 250, 2999, 3000, 9999].map((time) => frameAt(times, time))).toEqual([
      0, 1, 1, 2, 2, 3, 3,
    ]);
    expect(frameAt([], 100)).toBe(0);
  });

  it('read like a stopwatch', () => {
    expect([0, 999, 61_500, 600_000].map(stopwatch)).toEqual(['0:00', '0:00', '1:01', '10:00']);
  });
});

describe('marks', () => {
  it('stand where a round begins, when the view counts rounds', () => {
    const frames = [1, 1, 2, 2, 3].map((round) => frame('moved', 0, { round }));
    expect(marksOf(frames).map((mark) => [mark.kind, mark.number, mark.at])).toEqual([
      ['round', 1, 0],
      ['round', 2, 2],
      ['round', 3, 4],
    ]);
  });

  it('stand where another seat begins to move, when it does not', () => {
    const frames = [frame('started', null), frame('moved', 1), frame('moved', 1), frame('moved', 0)];
    expect(marksOf(frames).map((mark) => [mark.kind, mark.number, mark.at])).toEqual([
      ['turn', 1, 1],
      ['turn', 0, 3],
    ]);
  });

  it('show the way back and forth, to the ends if need be', () => {
    const marks = [1, 2, 3].map((number) => ({ at: number * 10, kind: 'round' as const, number }));
    expect(around(marks, 20, 50)).toEqual({ before: 10, after: 30 });
    expect(around(marks, 5, 50)).toEqual({ before: 0, after: 10 });
    expect(around(marks, 31, 50)).toEqual({ before: 30, after: 50 });
    expect(around([], 3, 7)).toEqual({ before: 0, after: 7 });
  });
});

describe('a frame in words', () => {
  const name = (seat: number) => `P${seat}`;
  it('tells the events, and an undo, and a move nobody saw', () => {
    const texts = (one: Frame) => lines(one, name).map((said) => said.text);
    expect(texts(frame('moved', 0, {}, ['A takes', '', 'B rolls']))).toEqual(['A takes', 'B rolls']);
    expect(texts(frame('undone', 1))).toEqual(['replay.undone {"name":"P1"}']);
    expect(texts(frame('moved', 1))).toEqual(['replay.hidden {"name":"P1"}']);
    expect(texts(frame('moved', null))).toEqual(['replay.choice {}']);
    expect(texts(frame('started', null, {}, ['Dealt']))).toEqual(['replay.began {}', 'Dealt']);
    expect(lines(frame('started', null), name, 'leduc')[0].text).toBe('leduc: frame.log.started.deal');
  });
});

describe('actors', () => {
  it('are whoever moves next, and nobody at the end', () => {
    const frames = [frame('started', null), frame('moved', 2), frame('undone', 2)];
    expect([0, 1, 2].map((at) => actors(frames, at))).toEqual([[2], [], []]);
  });
});
