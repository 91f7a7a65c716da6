import { describe, expect, it, vi } from 'vitest';
import { isCostly, savesData } from './connection';

const on = (connection?: object) => vi.stubGlobal('navigator', { languages: ['en-GB'], connection });

describe('a connection', () => {
  it.each([
    ['is good where nothing is known of it', undefined, false],
    ['is good where the browser says so', { saveData: false, effectiveType: '4g' }, false],
    ['costs where somebody saves data', { saveData: true, effectiveType: '4g' }, true],
    ['takes long on 3g', { saveData: false, effectiveType: '3g' }, true],
    ['takes longer on 2g', { effectiveType: '2g' }, true],
    ['takes longest on what is worse', { effectiveType: 'slow-2g' }, true],
  ])('%s', (_, connection, costly) => {
    on(connection);
    expect(isCostly()).toBe(costly);
  });

  it('is to be spared where somebody asked for that alone', () => {
    on({ saveData: false, effectiveType: '2g' });
    expect(savesData()).toBe(false);
    on({ saveData: true });
    expect(savesData()).toBe(true);
  });
});
