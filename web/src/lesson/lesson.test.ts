import { describe, expect, it } from 'vitest';
import type { LessonMove, LessonShown, LessonStep } from '$lib/protocol';
import { Course } from './lesson.svelte';

const move = (name: string, right: boolean): LessonMove => ({
  move: name,
  label: name,
  what: {},
  right,
  text: name,
  rules: [],
  view: name,
  events: [{ text: name, what: {} }],
  actors: [],
});
const step = (ask: string, moves: LessonMove[] = []): LessonStep => ({
  title: 'x',
  text: 'x',
  rules: [],
  ask,
  seat: 0,
  view: 'before',
  events: [{ text: 'led here', what: {} }],
  actors: [0],
  moves,
});
const lesson: LessonShown = {
  game: 'g',
  title: 'x',
  tagline: 'x',
  language: 'en',
  minutes: 1,
  names: ['A'],
  steps: [step(''), step('Do it', [move('good', true), move('bad', false)])],
};
const course = (at = 0) => new Course(lesson, at);

describe('a lesson', () => {
  it('goes on from a step where nothing is asked', () => {
    const one = course();
    expect(one.settled).toBe(true);
    one.next();
    expect([one.at, one.settled]).toEqual([1, false]);
  });

  it('takes a move of the step and no other, once', () => {
    const one = course(1);
    expect([one.make('jump'), one.make('bad'), one.make('good')]).toEqual([false, true, false]);
    expect([one.made?.view, one.events[0].text, one.settled]).toEqual(['bad', 'bad', false]);
    one.again();
    expect([one.make('good'), one.settled]).toEqual([true, true]);
  });

  it('counts what was right at the first try', () => {
    const first = course(1);
    first.make('good');
    expect(first.score).toEqual({ asked: 1, answered: 1, right: 1 });
    const second = course(1);
    second.make('bad');
    second.again();
    second.make('good');
    expect(second.score).toEqual({ asked: 1, answered: 1, right: 0 });
  });

  it('counts a question that was skipped as missed, and forgets all of it when begun again', () => {
    const one = course(1);
    one.next();
    expect([one.done, one.score.answered, one.score.right]).toEqual([true, 0, 0]);
    one.restart();
    one.next();
    one.make('good');
    expect([one.done, one.at, one.score.right]).toEqual([false, 1, 1]);
  });

  it('shows what led to a position on the way forward only', () => {
    const one = course();
    expect(one.events).toHaveLength(1);
    one.next();
    expect(one.events).toHaveLength(1);
    one.back();
    expect(one.events).toHaveLength(0);
  });

  it('goes on where it is when it is told in other words', () => {
    const german = { ...lesson, steps: [step(''), step('Tu es', [move('good', true), move('bad', false)])] };
    german.steps[1].moves[1].text = 'schlecht';
    const one = course(1);
    one.make('bad');
    const [stage, events] = [one.stage, one.events];
    one.translate(german);
    expect([one.at, one.step.ask, one.made?.text]).toEqual([1, 'Tu es', 'schlecht']);
    expect([one.stage, one.events, one.score.right]).toEqual([stage, events, 0]);
    one.again();
    one.translate(lesson);
    expect([one.at, one.step.ask, one.made]).toEqual([1, 'Do it', null]);
  });

  it('does not fall off either end', () => {
    expect([course(-3).at, course(99).at, course(Number.NaN).at]).toEqual([0, 1, 0]);
  });
});
