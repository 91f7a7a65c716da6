import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Refusals from './refusals';

// The modules look at the browser when they are loaded; a bare one is enough here.
let refusals: typeof Refusals;
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('document', { addEventListener: () => {}, documentElement: {} });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  refusals = await import('./refusals');
});

describe('what the server says', () => {
  const german = (text: string) =>
    refusals.translation({
      'you have no Key': 'du hast keinen Schlüssel',
      'there is no {die} in the pool': 'nicht in der Auslage: {die}',
      'there is no seat {n}, only 0 to {m}': 'Platz {n} gibt es nicht',
      '{name} sits there': 'dort sitzt {name}',
      'somebody sits there': 'dort sitzt jemand',
      'too many {what}: wait {n} seconds': 'zu viele {what}: warte {n|eine Sekunde|# Sekunden}',
      'the game is paused: {why}': 'Pause: {why}',
      '{name} has left': '{name} ist gegangen',
      'green d20': 'grüner W20',
      'tables created': 'neue Tische',
      'what is it ({n})?': 'was ist das ({n})?',
    })(text);

  it('is found by its English', () => {
    expect(german('you have no Key')).toBe('du hast keinen Schlüssel');
  });
  it('stays as it came where nothing fits', () => {
    expect(german('you have no Keys')).toBe('you have no Keys');
    expect(german('constructor')).toBe('constructor');
    expect(german('')).toBe('');
  });
  it('has gaps, and what fills them is translated in turn', () => {
    expect(german('there is no green d20 in the pool')).toBe('nicht in der Auslage: grüner W20');
    expect(german('there is no odd d7 in the pool')).toBe('nicht in der Auslage: odd d7');
    expect(german('the game is paused: Ann has left')).toBe('Pause: Ann ist gegangen');
  });
  it('has numbers in gaps of one letter, and words by number', () => {
    expect(german('there is no seat 7, only 0 to 3')).toBe('Platz 7 gibt es nicht');
    expect(german('there is no seat of yours, only 0 to 3')).toBe('there is no seat of yours, only 0 to 3');
    expect(german('too many tables created: wait 1.0 seconds')).toBe(
      'zu viele neue Tische: warte eine Sekunde',
    );
    expect(german('too many tables created: wait 12 seconds')).toBe(
      'zu viele neue Tische: warte 12 Sekunden',
    );
    expect(german('what is it (3)?')).toBe('was ist das (3)?'); // signs stand for themselves
  });
  it('leaves names alone, whatever people are called', () => {
    expect(german('green d20 sits there')).toBe('dort sitzt green d20');
    expect(german('{n} has left sits there')).toBe('dort sitzt {n} has left');
  });
  it('means what says most', () => {
    expect(german('somebody sits there')).toBe('dort sitzt jemand');
    const german2 = refusals.translation({ '{one} is {two}': 'wenig', '{one} is taken by {two}': 'viel' });
    expect(german2('it is taken by Ann')).toBe('viel');
  });
});

describe('phrases', () => {
  const english = {
    'zoo.phrase.need': 'I need a {number}.',
    'zoo.phrase.look': 'Look at the {card} in area {shown}.',
    'zoo.hand': 'Your hand',
  };
  const words = {
    'zoo.phrase.need': 'Ich brauche eine {number}.',
    'zoo.phrase.look': 'Auf Platz {shown}: {card}!',
    'zoo.phrase.new': 'Neu',
    'zoo.hand': 'Deine Hand',
    'farm.phrase.need': 'Nein.',
  };
  it('are those of the game that both languages have', () => {
    expect(refusals.phrasesOf('zoo', english, words)).toEqual({
      'I need a {number}.': 'Ich brauche eine {number}.',
      'Look at the {card} in area {shown}.': 'Auf Platz {shown}: {card}!',
    });
  });
  it('are known with their gaps filled, and while they are still open', () => {
    const german = refusals.translation({ ...refusals.phrasesOf('zoo', english, words), Key: 'Schlüssel' });
    expect(german('I need a 4.')).toBe('Ich brauche eine 4.');
    expect(german('Look at the Key in area 2.')).toBe('Auf Platz 2: Schlüssel!');
    expect(german('I need a {number}.')).toBe('Ich brauche eine {number}.');
    expect(german('Look at the {place} in area {area}.')).toBe('Auf Platz {area}: {place}!');
  });
});

describe('a translator', () => {
  it('knows what the server refuses, and the game at the table', async () => {
    const german = await refusals.translator('de', 'pilfering', {}, {});
    expect(german('you do not sit at this table')).toBe('du sitzt nicht an diesem Tisch');
    expect(german('first play the red 4 that you picked up from')).toContain('roter Fuchs 4');
    const elsewhere = await refusals.translator('de', 'wildstyle', {}, {});
    expect(elsewhere('red took it first')).toBe('Rot hat sie schneller genommen');
    expect(elsewhere('you have no Key')).toBe('you have no Key');
  });
  it('says what a language or a game lacks in English', async () => {
    const none = await refusals.translator('xx', 'pilfering', {}, {});
    expect(none('you have no Key')).toBe('you have no Key');
    const german = await refusals.translator('de', 'leduc', {}, {});
    expect(german('there is no such table')).toBe('diesen Tisch gibt es nicht');
  });
});
