import { describe, expect, it } from 'vitest';
import { byColour, clans, figure, keepSlots, kindOf, place, ranking, signed, wordOf } from './dice';
import { ranks, readHighlights, sortMoves } from './offer';
import { KINDS, TRADES, VIEW } from './sample';
import german from './words/de.json';
import words from './words/en.json';

describe('dice', () => {
  it('say what they score, in every language', () => {
    for (const code of KINDS)
      for (const catalogue of [words, german] as Record<string, string>[])
        expect(
          catalogue[`royale.scores.${code[0]}`] && catalogue[`royale.brief.${code[0]}`],
          code,
        ).toBeTruthy();
  });
  it('are known by their code', () => {
    expect(kindOf('p12')).toEqual({ colour: 'purple', sides: 12, glitter: false, traded: false });
    expect(kindOf('s6')).toEqual({ colour: 'blue', sides: 6, glitter: true, traded: false });
    expect(kindOf('c6*')).toEqual({ colour: 'clear', sides: 6, glitter: false, traded: true });
  });

  it('have a name each', () => {
    for (const code of KINDS) expect(words).toHaveProperty([wordOf(code)]);
  });

  it('show what they rolled, one face each, and new ones nothing', () => {
    const shown = place(
      ['b6', 'b6', 'g20'],
      [
        ['b6', 2],
        ['b6', 5],
        ['k12', 9],
      ],
    );
    expect(shown.map((die) => [die.code, die.value, die.gone])).toEqual([
      ['b6', 2, false],
      ['b6', 5, false],
      ['g20', null, false],
      ['k12', 9, true],
    ]);
    expect(new Set(shown.map((die) => die.key)).size).toBe(4);
  });

  it('stand by colour with what the colour scored', () => {
    const blue = clans(VIEW.players[0]).find((clan) => clan.colour === 'blue');
    expect(blue?.dice.map((die) => die.value)).toEqual([7, 5]);
    expect(blue?.points).toBe(24);
  });

  it('write negative figures with a true minus', () => {
    expect(figure(-3)).toBe('−3');
    expect(signed(0)).toBe('+0');
    expect(signed(-12)).toBe('−12');
  });
});

describe('the pool', () => {
  const fresh = keepSlots([], ['b6', 'b6', 'r8'], 4, null);

  it('has a place for every die of the round', () => {
    expect(fresh.map((slot) => slot.code)).toEqual(['b6', 'b6', 'r8', null]);
  });

  it('keeps the places of dice that are taken', () => {
    const after = keepSlots(fresh, ['b6', 'r8'], 4, 2);
    expect(after.map((slot) => slot.code)).toEqual([expect.any(String), null, 'r8', null]);
    expect(after[1]).toEqual({ code: null, was: 'b6', by: 2 });
  });

  it('empties the very place that was pressed', () => {
    expect(keepSlots(fresh, ['b6', 'r8'], 4, 0, 0).map((slot) => slot.code)).toEqual([
      null,
      'b6',
      'r8',
      null,
    ]);
  });

  it('starts anew with other dice', () => {
    const after = keepSlots(fresh, ['g20', 'y8', 'c6', 'p8'], 4, 1);
    expect(after.map((slot) => slot.code)).toEqual(['g20', 'y8', 'c6', 'p8']);
    expect(keepSlots(fresh, [], 4, null).every((slot) => slot.code === null && slot.was === null)).toBe(true);
  });
});

describe('moves', () => {
  it('each stand for a thing on the table, and none is lost', () => {
    const takes = ['b6', 'r8'].map((die) => ({
      move: `take ${die}`,
      label: die,
      what: { move: 'take', die },
    }));
    const other = { move: 'dance', label: 'Dance', what: { move: 'dance' } };
    const offer = sortMoves([...takes, ...TRADES, other]);
    expect([...offer.takes.keys()]).toEqual(['b6', 'r8']);
    expect(offer.trades.get(2)?.map((one) => one.die)).toEqual(['g20', 'p12']);
    expect(offer.others.map((one) => one.move)).toEqual(['pass', 'dance']);
    const reachable = offer.takes.size + [...offer.trades.values()].flat().length + offer.others.length;
    expect(reachable).toBe(takes.length + TRADES.length + 1);
  });

  it('carry the place of their advice', () => {
    const rank = ranks([
      { move: 'take r8', label: '', why: '', message: null },
      { move: 'take b6', label: '', why: '', message: null },
    ]);
    expect([rank.get('take r8'), rank.get('take b6'), rank.get('pass')]).toEqual([1, 2, undefined]);
  });
});

describe('a highlights', () => {
  it('tells who rolled, scored and took what', () => {
    const highlights = readHighlights([
      { text: 'Otto takes the blue d6', what: { event: 'took', seat: 1, die: 'b6' } },
      { text: '', what: { event: 'rolled', seat: 0, dice: [['y6', 3]] } },
      { text: '', what: { event: 'token', seat: 0, yellow: 3 } },
      { text: '', what: { event: 'scored', seat: 0, round: 2, line: { colours: [3], total: 3 } } },
    ]);
    expect(highlights).toMatchObject({
      rolled: true,
      taker: 1,
      seats: [1],
      round: 2,
      token: { seat: 0, yellow: 3 },
      act: { event: 'took', seat: 1, die: 'b6' },
    });
    expect(highlights.scores.get(0)).toBe(3);
    expect(readHighlights([]).rolled).toBe(false);
  });
});

describe('the score sheet', () => {
  it('adds up by colour, in all rounds and in one', () => {
    for (const player of VIEW.players) {
      expect(byColour(player, null).reduce((sum, one) => sum + one)).toBe(player.total);
      expect(byColour(player, 2)).toEqual(player.lines[1].colours);
    }
  });

  it('ranks equal totals at the same place', () => {
    expect(ranking([10, 30, 30, 5]).map((one) => [one.seat, one.place])).toEqual([
      [1, 1],
      [2, 1],
      [0, 3],
      [3, 4],
    ]);
  });
});
