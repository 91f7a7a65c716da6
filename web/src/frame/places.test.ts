import { describe, expect, it } from 'vitest';
import { fateOf, placesOf } from './places';

const name = (seat: number) => 'ABCDE'[seat];
const ranks = (winners: number[], scores: number[]) =>
  placesOf({ winners, scores, reason: '' }, name).map((place) => `${place.name}${place.rank}`);

describe('places', () => {
  it('follow the scores, equal ones share a rank', () => {
    expect(ranks([2], [10, 7, 12, 10])).toEqual(['C1', 'A2', 'D2', 'B4']);
  });
  it('put whom the rules name as winner first, whatever the scores', () => {
    expect(ranks([1], [5, 3])).toEqual(['B1', 'A2']);
  });
  it('let several winners share the first place', () => {
    expect(ranks([0, 1], [5, 5, 9])).toEqual(['A1', 'B1', 'C3']);
  });
  it('know a game that nobody won', () => {
    expect(ranks([], [0, 0])).toEqual(['A1', 'B1']);
  });
});

describe('the fate of those who play together', () => {
  it('is one for all, alone or with others', () => {
    expect(fateOf({ winners: [0, 1], scores: [3, 3], reason: '' })).toBe('frame.end.together.won');
    expect(fateOf({ winners: [], scores: [0, 0], reason: '' })).toBe('frame.end.together.lost');
    expect(fateOf({ winners: [0], scores: [3], reason: '' })).toBe('frame.end.alone.won');
    expect(fateOf({ winners: [], scores: [0], reason: '' })).toBe('frame.end.alone.lost');
  });
});
