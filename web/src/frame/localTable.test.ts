import { describe, expect, it, vi } from 'vitest';
import type { News, Update } from '$lib/protocol';
import { hidesAnything, inTurns, readLocalSetup, whoLooks } from './localTable';

// The modules look at the browser when they are loaded; a bare one is enough here.
vi.hoisted(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal('document', { addEventListener: () => {} });
});

const setup = (query: string) => readLocalSetup(new URLSearchParams(query), (n) => `P${n}`);

describe('the setup of a game on one device', () => {
  it('takes names one by one or with commas', () => {
    expect(setup('game=x&names=Ann,Bo').names).toEqual(['Ann', 'Bo']);
    expect(setup('game=x&names=Ann&names=Bo').names).toEqual(['Ann', 'Bo']);
  });
  it('names those who have none, and counts bots among the seats', () => {
    expect(setup('game=x&seats=4&names=Ann,&bots=hard')).toMatchObject({
      names: ['Ann', 'P2', 'P3'],
      bots: ['hard'],
    });
  });
  it('is for two when it does not say', () => {
    expect(setup('game=x').names).toEqual(['P1', 'P2']);
  });
  it('reads options and forgives broken ones', () => {
    expect(setup('game=x&options={"children":true}').options).toEqual({ children: true });
    expect(setup('game=x&options={').options).toEqual({});
  });
});

describe('a game in real time', () => {
  it('is created in turns where a device is passed around', () => {
    const two = setup('game=x&names=Ann,Bo&options={"family":true,"pace":"real time"}');
    expect(inTurns(two, 'real time').options).toEqual({ family: true, pace: 'turns' });
    expect(inTurns(two, 'turns')).toBe(two);
  });
  it('stays as it is for one person among bots', () => {
    const alone = setup('game=x&names=Ann&bots=hard');
    expect(inTurns(alone, 'real time')).toBe(alone);
  });
});

describe('who looks', () => {
  it('is who acts', () => expect(whoLooks([1], 3, 0)).toBe(1));
  it('stays while bots act or nobody does', () => {
    expect(whoLooks([3], 3, 1)).toBe(1);
    expect(whoLooks([], 3, 2)).toBe(2);
  });
  it('goes round when all act at once', () => {
    expect(whoLooks([0, 1, 2], 3, 1)).toBe(1);
    expect(whoLooks([0, 2], 3, 1)).toBe(2);
    expect(whoLooks([0, 1], 3, 2)).toBe(0);
  });
});

describe('what is hidden from the others around a device', () => {
  const seen = (view: object, ...events: object[]) => ({
    update: { view } as Update,
    log: events.map((what) => ({ events: [{ text: '', what }] }) as News),
  });
  it('is nothing where all see the same, but for who looks', () => {
    expect(hidesAnything([seen({ you: 0, pool: [1] }), seen({ you: 1, pool: [1] })])).toBe(false);
    expect(hidesAnything([seen({ you: 0, hand: [1] })])).toBe(false);
  });
  it('is a hand', () => {
    expect(hidesAnything([seen({ you: 0, hand: [1] }), seen({ you: 1, hand: null })])).toBe(true);
  });
  it('is what only one of them was told before, too', () => {
    expect(hidesAnything([seen({ you: 0 }, { drew: 'r4' }), seen({ you: 1 }, { drew: null })])).toBe(true);
  });
});
