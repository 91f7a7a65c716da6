import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as I18n from './i18n.svelte';
import type * as Messages from './messages';

// The modules look at the browser when they are loaded; a bare one is enough here.
let i18n: typeof I18n;
let messages: typeof Messages;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('document', { addEventListener: () => {}, documentElement: {} });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  i18n = await import('./i18n.svelte');
  messages = await import('./messages');
});
afterEach(() => i18n.choose('en'));

async function german(game = ''): Promise<void> {
  await i18n.choose('de');
  await i18n.loadGameWords(game);
  if (game)
    await vi.waitFor(() => expect(i18n.sentence({ code: `${game}.refusal.game_over` })).toBeTruthy(), {
      timeout: 300_000,
    });
}

const late = { code: 'core.undo.nothing' };

describe('a message', () => {
  it('is said in the language of its reader', async () => {
    await german();
    expect(messages.render(late, 'there is no move to take back')).toBe(
      'es gibt keinen Zug, der zurückzunehmen wäre',
    );
    expect(messages.render({ code: 'protocol.not_seated' }, 'x')).toBe('du sitzt nicht an diesem Tisch');
  });
  it('is the server’s own English in English, which needs no catalogue', async () => {
    expect(messages.render(late, 'there is no move to take back')).toBe('there is no move to take back');
    await german();
    await i18n.choose('en');
    expect(messages.render(late, 'as it came')).toBe('as it came');
    expect(i18n.sentence(late)).toBeUndefined();
  });
  it('is said in English where its language or its game has no sentence for it', async () => {
    await german();
    expect(messages.render({ code: 'core.nobody_wrote_this' }, 'as it came')).toBe('as it came');
    expect(messages.render({ code: 'nogame.refusal' }, 'as it came')).toBe('as it came');
    expect(messages.render(null, 'as it came')).toBe('as it came');
    expect(messages.render(undefined, '')).toBe('');
  });
  it('may have messages in its gaps', async () => {
    await german('pilfering');
    const card = { code: 'pilfering.card.r', params: { number: 4 } };
    expect(messages.render({ code: 'pilfering.refusal.duty_open', params: { card } }, 'x')).toBe(
      'spiel erst die Karte, von der an du aufgenommen hast: roter Fuchs 4',
    );
    const unknown = { code: 'pilfering.card.unheard-of' };
    const refusal = { code: 'pilfering.refusal.duty_open', params: { card: unknown } };
    expect(messages.render(refusal, 'first play the odd one')).toBe('first play the odd one');
  });
  it('chooses words by number, and writes numbers as in the language', async () => {
    await german('pilfering');
    const spaces = (n: number) => messages.render({ code: 'pilfering.count.spaces', params: { n } }, 'x');
    expect([spaces(1), spaces(0), spaces(1200)]).toEqual(['1 Feld', '0 Felder', '1.200 Felder']);
  });
  it('leaves braces in what people wrote alone, and what people are called', async () => {
    await german();
    const text = '{n} or {x|a|b}';
    expect(messages.render({ code: 'core.text', params: { text } }, 'x')).toBe(text);
    expect(messages.render({ code: 'protocol.sits_there', params: { name: '{name}' } }, 'x')).toBe(
      'dort sitzt {name}',
    );
  });
  it('has the sentences of the game at the table, and of no other', async () => {
    await german('wildstyle');
    const crew = { code: 'wildstyle.crew.red' };
    expect(messages.render({ code: 'wildstyle.first.took', params: { crew } }, 'x')).toBe(
      'Rot hat sie schneller genommen',
    );
    expect(messages.render({ code: 'pilfering.refusal.no_key' }, 'you have no Key')).toBe('you have no Key');
  });
});
