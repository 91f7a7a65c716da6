import { describe, expect, it, vi } from 'vitest';
import { countdown, tableUrl, tournamentUrl } from './tournament.svelte';

// The modules look at the browser when they are loaded; a bare one is enough here.
vi.hoisted(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('document', { addEventListener: () => {} });
});

describe('tournaments', () => {
  it('count down', () => {
    expect([0, 1, 59_001, 900_000, 3_661_000, -5].map(countdown)).toEqual([
      '0:00',
      '0:01',
      '1:00',
      '15:00',
      '1:01:01',
      '0:00',
    ]);
  });
  it('lead to the table, with the way in', () => {
    expect(tableUrl({ invite: 'a&b' }, 't_1')).toBe('/t/t_1?invite=a%26b');
    expect(tableUrl({ invite: null }, 't_1')).toBe('/t/t_1');
    expect(tournamentUrl({ id: 'c_1', invite: 'x', public: true })).toBe('/tournaments/c_1');
    expect(tournamentUrl({ id: 'c_1', invite: 'x', public: false })).toBe('/tournaments/c_1?invite=x');
  });
});
