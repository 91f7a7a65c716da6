import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Contents from './contents.svelte';

// The module looks at the browser when it is loaded; a bare one is enough here.
let contents: typeof Contents;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('document', { addEventListener: () => {}, documentElement: {} });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  contents = await import('./contents.svelte');
});

const entry = (code: string, more = {}) => ({
  code,
  rule: 'PP-F5',
  name: 'Torch Beam',
  text: 'The keeper moves 2 spaces.',
  source: 'printed' as const,
  ...more,
});

describe('contents', () => {
  afterEach(() => contents.showContents({ entries: [] }));

  it('mark what is ours and nothing else', () => {
    const { noteOf, ours, showContents, withNote } = contents;
    showContents({ entries: [entry('plan.torch', { source: 'ours', note: 'Ours.' }), entry('plan.caring')] });
    expect(ours().map((one) => one.code)).toEqual(['plan.torch']);
    expect([noteOf('plan.torch'), noteOf('plan.caring'), noteOf('plan.none')]).toEqual(['Ours.', '', '']);
    expect(withNote('Keeper +2.', 'plan.torch')).toBe('Keeper +2. Ours.');
    expect(withNote('Keeper +2.', 'plan.caring')).toBe('Keeper +2.');
  });

  it('keep our words, which are translated, unless a pack has others', () => {
    const { nameOf, showContents, textOf } = contents;
    showContents({
      title: 'Mine',
      entries: [entry('plan.torch', { name: 'Siren', own: false }), entry('plan.muddy')],
    });
    expect([nameOf('plan.torch', 'Taschenlampe'), nameOf('plan.muddy', 'Matsch')]).toEqual([
      'Siren',
      'Matsch',
    ]);
    expect([contents.packTitle(), contents.packEntries().map((one) => one.code)]).toEqual([
      'Mine',
      ['plan.torch'],
    ]);
    expect(textOf('plan.torch', 'Wort')).toBe('The keeper moves 2 spaces.');
    expect(textOf('plan.muddy', 'Wort')).toBe('Wort');
  });
});
