import { describe, expect, it } from 'vitest';
import { boardsIn, clock, letterOf, seatOf } from './companion';

describe('an evening with the real box', () => {
  it('knows whom an entry is about', () => {
    expect(['A tag B3', 'e stop', 'map A RRP/ARRF', 'go 5'].map(seatOf)).toEqual([0, 4, -1, -1]);
    expect([0, 4].map(letterOf)).toEqual(['A', 'E']);
  });
  it('tells times as clocks do', () => {
    expect([0, 9.9, 61, 3600, -4].map(clock)).toEqual(['0:00', '0:09', '1:01', '60:00', '0:00']);
  });
  it('remembers boards that were entered by hand, each once', () => {
    const rows = 'RRP/ARRF/APASM/FFAM/AMF';
    const evenings = [
      { game: 'wildstyle', entries: [`map A ${rows}`, 'map none', `map B ${rows.toLowerCase()}`] },
      { game: 'royale', entries: ['map A SSS/SSSS'] },
    ];
    expect(boardsIn(evenings)).toEqual([rows]);
  });
});
