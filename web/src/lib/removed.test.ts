import { describe, expect, it } from 'vitest';
import type { News } from './protocol';
import { withoutRemoved } from './removed';

const news = (seq: number, type: string, more: Partial<News> = {}): News => ({ seq, at: 0, type, ...more });

describe('lines that were taken away', () => {
  const log = [news(1, 'sat'), news(2, 'said', { text: 'rude' }), news(3, 'said', { text: 'kind' })];

  it('lose their words', () => {
    const left = withoutRemoved(log, [news(4, 'removed', { text: '2' })]);
    expect(left.map((one) => one.text)).toEqual([undefined, '', 'kind']);
    expect(left[1].removed).toBe(true);
    expect(log[1].text).toBe('rude');
  });

  it('are lines of chat, and nothing else', () => {
    expect(withoutRemoved(log, [news(4, 'removed', { text: '1' })])).toEqual(log);
    expect(withoutRemoved(log, [news(4, 'said', { text: '2' })])).toBe(log);
  });
});
