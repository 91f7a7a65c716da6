import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Shared from './sharedEvenings';

// The modules look at the browser when they are loaded; a bare one is enough here.
let shared: typeof Shared;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  shared = await import('./sharedEvenings');
});

describe('a shared evening', () => {
  it('has a code that may be typed in any way', () => {
    expect(shared.codeOf(' kq-tr ')).toBe('KQTR');
    expect(shared.codeOf('kqtrx')).toBe('KQTR');
    expect(shared.codeOf('1k')).toBe('K');
  });

  it('takes an entry behind those about others', () => {
    const known = ['A roll 3'];
    expect(shared.isAboutOthers('C roll 2', known, ['A roll 3', 'B roll 5'])).toBe(true);
    expect(shared.isAboutOthers('C roll 2', known, known)).toBe(true);
  });

  it('never takes what may be the same event, entered on two phones', () => {
    const known = ['A roll 3'];
    expect(shared.isAboutOthers('B roll 5', known, ['A roll 3', 'b roll 4'])).toBe(false);
    expect(shared.isAboutOthers('pool b8 r6', known, ['A roll 3', 'pool b8 r8'])).toBe(false);
  });

  it('never takes an entry that was made before others corrected or took something back', () => {
    expect(shared.isAboutOthers('C roll 2', ['A roll 3', 'B roll 5'], ['A roll 3'])).toBe(false);
    expect(shared.isAboutOthers('C roll 2', ['A roll 3', 'B roll 5'], ['A roll 4', 'B roll 5'])).toBe(false);
  });
});
