import { describe, expect, it } from 'vitest';
import { placesOf } from './places';

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
