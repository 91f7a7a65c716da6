import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Companion from './companion';
import type { Step } from './types';

// The modules look at the browser when they are loaded; a bare one is enough here.
let companion: typeof Companion;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  const i18n = await import('$lib/i18n.svelte');
  await Promise.all([i18n.loadGameWords('wildstyle'), i18n.withWords('companion', Promise.resolve())]);
  companion = await import('./companion');
});

const say = (entry: string, events: unknown[] = []) =>
  companion.sayEntry({ entry, events, text: [] }, ['Ann', 'Ben']);

describe('an evening with the real box', () => {
  it('knows whom an entry is about', () => {
    expect(['A tag B3', 'e stop', 'map A RRP/ARRF', 'go 5'].map(companion.seatOf)).toEqual([0, 4, -1, -1]);
    expect([0, 4].map(companion.letterOf)).toEqual(['A', 'E']);
  });
  it('tells times as clocks do', () => {
    expect([0, 9.9, 61, 3600, -4].map(companion.clock)).toEqual(['0:00', '0:09', '1:01', '60:00', '0:00']);
  });
  it('says entries as people would', () => {
    expect(say('map A RRP/ARRF/APASM/FFAM/AMF')).toBe('District A as printed');
    expect(say('map 1a 3b')).toBe('Districts: 1a, 3b');
    expect(say('map draw 4711')).toBe('Districts drawn by lot');
    expect(say('objectives tricorners zone_control')).toBe('Objectives: Tricorners, Zone Control');
    expect(say('objectives draw 7', [{ event: 'laid', objectives: ['bestagon'] }])).toBe(
      'Objectives: Bestagon',
    );
    expect(say('A stop 1790000000')).toBe('Ann has no tags left');
    expect(say('B tag b3 b4')).toBe('Ben has a tag on B3, B4');
    expect(say('B cars 1')).toBe('Ben: 1 cop car');
    expect(say('over 12')).toBe('The round is over');
    expect(say('A dances')).toBe('A dances');
  });
  it('remembers boards that were entered by hand, each once', () => {
    const rows = 'RRP/ARRF/APASM/FFAM/AMF';
    const evenings = [
      { game: 'wildstyle', entries: [`map A ${rows}`, 'map none', `map B ${rows.toLowerCase()}`] },
      { game: 'royale', entries: ['map A SSS/SSSS'] },
    ];
    expect(companion.boardsIn(evenings)).toEqual([rows]);
  });
  it('goes into a spreadsheet with its objectives by name', () => {
    const step = (kind: Step['kind'], of: number[], code = ''): Step => ({
      kind,
      rule: '',
      code,
      of,
      sums: of,
    });
    const steps = [
      step('cars', [1, 0]),
      step('solo', [0, 2]),
      step('objective', [9, 0], 'tricorners'),
      step('objective', [4, 6], 'border_wars'),
      step('tags', [11, 8]),
      step('total', [24, 14]),
    ];
    const objectives = ['tricorners', 'border_wars'].map((code) => ({
      code,
      title: code,
      side: 'A',
      points: 1,
      text: '',
    }));
    expect(companion.listScores({ steps, objectives }, ['Ann', 'Ben'])).toEqual([
      ['Player', 'Tricorners', 'Border Wars', 'Tags', 'Total'],
      ['Ann', 9, 4, 11, 24],
      ['Ben', 0, 6, 8, 14],
    ]);
  });
});
