import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadGameWords } from '$lib/i18n.svelte';
import type { GameEvent } from '$lib/protocol';
import {
  absence,
  bestOf,
  CLAIMS,
  everyCard,
  faceOf,
  readBoard,
  rivals,
  SHAPES,
  sortCards,
  stepOf,
} from './cards';
import { ODDS, oddsFor, readOdds } from './odds';
import { sortMoves } from './offer';
import { ABILITIES, BETS, VIEW } from './sample';
import { sayCard, sayEvent, sayMove, sayStatement } from './sentences';
import { arrived, follow, isTold, nothing, touched } from './showdown';

// Words look at the browser's preferences.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} })));

beforeAll(() => loadGameWords('pandante'));

const event = (what: Record<string, unknown>): GameEvent => ({ text: '', what });

describe('cards', () => {
  it('are read from their codes', () => {
    expect(faceOf('k7')).toEqual({ colour: 'black', number: 7 });
    expect(faceOf('p10')).toEqual({ colour: 'purple', number: 10 });
    expect(faceOf('joker')).toEqual({ colour: 'joker', number: 0 });
  });
  it('are 61, each once', () => {
    expect(new Set(everyCard()).size).toBe(61);
    expect(everyCard().map(sayCard)).toContain('red 7');
  });
  it('go from low to high as the moves name them', () => {
    expect(sortCards(['joker', 'r1', 'k10', 'k9'])).toEqual(['k9', 'k10', 'r1', 'joker']);
  });
  it('show an example of every hand', () => {
    expect(Object.keys(SHAPES)).toEqual([...CLAIMS]);
    for (const cards of Object.values(SHAPES)) expect(new Set(cards).size).toBe(cards.length);
  });
});

describe('the betting board', () => {
  it('has every claim with its players, folded ones last', () => {
    const cells = readBoard(VIEW);
    expect(cells.map((cell) => cell.rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(cells[1].seats).toEqual([0, 2]);
    expect(cells[4].seats).toEqual([1]);
  });
  it('marks the highest claim of those who are in', () => {
    expect(readBoard(VIEW).find((cell) => cell.top)?.claim).toBe('full-house');
    const folded = VIEW.players.map((player, seat) => (seat === 1 ? { ...player, folded: true } : player));
    expect(readBoard({ ...VIEW, players: folded }).find((cell) => cell.top)?.claim).toBe('three');
  });
  it('knows what is true, for the viewer only', () => {
    expect(bestOf(VIEW)).toBe('four');
    expect(bestOf({ ...VIEW, yours: null })).toBeNull();
    expect(readBoard({ ...VIEW, yours: null }).some((cell) => cell.true)).toBe(false);
  });
});

describe('the table', () => {
  it('lists the others in turn order, and everybody for a spectator', () => {
    expect(rivals(VIEW, 2)).toEqual([3, 0, 1]);
    expect(rivals(VIEW, null)).toEqual([0, 1, 2, 3]);
  });
  it.each([
    ['bet', 'splash', null, 0],
    ['snack', 'paws', null, 1],
    ['bet', 'tail', null, 2],
    ['announce', 'tail', null, 3],
    ['raise', 'tail', 1, 3],
    ['challenge', 'tail', null, 4],
  ])('knows how far the gambit is: %s at the %s', (phase, street, performer, step) => {
    expect(stepOf({ ...VIEW, phase, street, performer })).toBe(step);
  });
});

describe('PD-G2: who is not in the game', () => {
  const eve = { name: 'Eve', person: 'eve' };
  it.each([
    ['empty', {}, 'free'],
    ['empty', eve, 'coming'],
    ['left', {}, 'left'],
    ['left', eve, 'coming'],
    ['left', { name: 'Ann' }, 'left'], // on one device nobody gives the seat up
    ['eliminated', eve, 'eliminated'],
  ])('%s, at the seat of %o: %s', (away, taken, word) => {
    expect(absence(away, taken)).toBe(word);
  });
});

describe('moves', () => {
  it('are sorted by what plays them', () => {
    const offer = sortMoves(BETS);
    expect([...offer.claims.keys()]).toContain('five');
    expect([...offer.words.keys()]).toEqual(['fold']);
  });
  it('gather the targets of an ability', () => {
    const { abilities } = sortMoves(ABILITIES);
    expect(abilities.find((able) => able.ability === 'peek')?.aims.map((aim) => aim.seat)).toEqual([1, 2]);
    expect(abilities.find((able) => able.ability === 'raise')?.aims).toHaveLength(1);
  });
  it('know the rows of a theft and the champions', () => {
    const choose = (choice: string) => ({ move: choice, label: choice, what: { move: 'choose', choice } });
    const offer = sortMoves([
      choose('steal k3'),
      choose('steal k3 2'),
      choose('champion green'),
      choose('keep'),
    ]);
    expect(offer.cardMove).toBe('steal');
    expect(offer.steals.map((row) => [...row.keys()])).toEqual([['k3'], ['k3']]);
    expect([...offer.champions.keys()]).toEqual(['green']);
    expect([...offer.words.keys()]).toEqual(['keep']);
  });
  it('are said in words', () => {
    const say = (what: object) => sayMove({ what, label: '?' }, ['Mei', 'Otto']);
    expect(say({ move: 'claim', kind: 'bet', claim: 'four' })).toBe('Claim: Four of a Kind');
    expect(say({ move: 'announce', ability: 'peek', seat: 1 })).toBe('Peek at Otto');
    expect(say({ move: 'choose', choice: 'order 213' })).toBe('In the order 2 · 1 · 3');
    expect(say({ move: 'choose', choice: 'place none' })).toBe('Leave it as it is');
    expect(say({ move: 'choose', choice: 'unheard of' })).toBe('?');
    expect(sayStatement({ number: 7, colour: null, pair: 3 })).toBe('7s over 3s');
    expect(sayStatement({ number: 0, colour: 'red', pair: null })).toBe('red, all on the table');
  });
});

describe('a showdown', () => {
  const hot = event({ event: 'hotseat', seat: 1, claim: 'five', said: null });
  const caught = [
    event({ event: 'challenged', hotseat: 1, challengers: [0, 2], counts: 2 }),
    event({
      event: 'shown',
      seat: 1,
      cards: ['k2', 'o9'],
      verdict: 'lie',
      hand: 'pair',
      community: [['r2', 'b7']],
    }),
    event({ event: 'judged', seat: 1, fate: 'exposed' }),
    event({ event: 'gold', amount: 5, source: 1, target: 2, reason: 'challenge' }),
  ];

  it('is put together from several updates', () => {
    const before = follow(nothing(), [hot]);
    expect(isTold(before)).toBe(false);
    const after = follow(before, caught);
    expect(isTold(after)).toBe(true);
    expect(after.scenes[0]).toMatchObject({
      counts: 2,
      cards: ['k2', 'o9'],
      verdict: 'lie',
      hand: 'pair',
      community: [['r2', 'b7']],
      fate: 'exposed',
      paid: { amount: 5, source: 1, target: 2 },
    });
    expect(before.scenes[0].fate).toBeNull();
  });
  it('keeps what nobody saw a secret', () => {
    const show = follow(nothing(), [
      hot,
      event({ event: 'challenged', hotseat: 1, challengers: [], counts: null }),
      event({ event: 'judged', seat: 1, fate: 'real' }),
      event({ event: 'pot', winners: [1], gold: 30, diamonds: 0, left: 0, diamonds_left: 0 }),
    ]);
    expect(show.scenes[0].cards).toBeNull();
    expect(show.pot?.winners).toEqual([1]);
  });
  it('lets the winner show the lie afterwards', () => {
    const won = follow(nothing(), [hot, event({ event: 'judged', seat: 1, fate: 'real' })]);
    const shown = follow(won, [
      event({ event: 'shown', seat: 1, cards: ['k2'], verdict: 'lie' }),
      event({ event: 'coin', source: null, target: 1 }),
    ]);
    expect(shown.scenes[0].verdict).toBe('lie');
    expect(shown.coin).toBe(1);
  });
  it('is history in the next gambit, though its first cards come in the same breath', () => {
    const over = follow(nothing(), [hot, ...caught, event({ event: 'pot', winners: [], gold: 0, left: 9 })]);
    expect(isTold(follow(over, [event({ event: 'street', street: 'splash' })]))).toBe(true);
    expect(isTold(follow(over, [event({ event: 'street', street: 'paws' })]))).toBe(false);
    expect(follow(over, [hot]).scenes).toHaveLength(1);
  });
  it('has several scenes when the first was exposed', () => {
    const second = event({ event: 'hotseat', seat: 0, claim: 'pair', said: null });
    expect(follow(nothing(), [hot, ...caught, second]).scenes.map((scene) => scene.seat)).toEqual([1, 0]);
  });
});

describe('odds', () => {
  const text =
    'claims = ["pair", "three"]\n\n[[odds]]\ncards = 5\nheld = [0.5, 0.1]\n\n[[odds]]\ncards = 7\nheld = [0.9, 0.2]\n';

  it('are read by the number of cards', () => {
    expect(readOdds(text).get(7)).toEqual({ pair: 0.9, three: 0.2 });
  });
  it('are those of the nearest number', () => {
    expect(oddsFor(5, readOdds(text))?.odds.pair).toBe(0.5);
    expect(oddsFor(12, readOdds(text))?.cards).toBe(7);
    expect(oddsFor(5, readOdds(''))).toBeNull();
  });
  it('of the engine know every hand', () => {
    for (const odds of ODDS.values()) expect(Object.keys(odds)).toEqual([...CLAIMS]);
  });
});

describe('what happened', () => {
  it('touches seats, and lays cards', () => {
    const events = [
      event({ event: 'gold', amount: 2, source: 3, target: 'pot', reason: 'bet' }),
      event({ event: 'claimed', seat: 3, claim: 'pair', reason: 'bet' }),
      event({ event: 'cards', count: 1, cards: ['k2'], source: 'deck', target: 'board 1 4', reason: 'deal' }),
      event({ event: 'cards', count: 2, cards: null, source: 'deck', target: 'hand 1', reason: 'deal' }),
    ];
    expect(touched(events)).toEqual([3]);
    expect([...arrived(events)]).toEqual(['k2']);
  });
  it('is said in words', () => {
    const names = ['Mei', 'Otto', 'Ravi'];
    const say = (what: object) => sayEvent(what, names);
    expect(say({ event: 'gold', amount: 3, source: 1, target: 'pot', reason: 'ante' })).toBe('Otto antes 3');
    expect(say({ event: 'gold', amount: 5, source: 1, target: 'pot', reason: 'raise' })).toBe(
      'Otto pays 5 to the pot',
    );
    expect(say({ event: 'gambit', gambit: 2, dealer: 1, casino: 'PD-K7', multiplier: 1 })).toBe(
      'Gambit 2: Otto deals',
    );
    expect(
      say({ event: 'gambit', gambit: 2, dealer: 1, casino: 'suite', multiplier: 1, casino_name: 'Suite' }),
    ).toBe('Gambit 2, Suite: Otto deals');
    expect(say({ event: 'champion', seat: 0, colour: 'red' })).toBe('Mei plays red');
    expect(say({ event: 'champion', seat: 0, colour: 'red', champion: 'Nightshade' })).toBe(
      'Mei plays Nightshade, red',
    );
    expect(say({ event: 'claimed', seat: 0, claim: 'pair', reason: 'lower' })).toBe('Mei goes down to Pair');
    expect(say({ event: 'challenged', hotseat: 0, challengers: [2], counts: 2 })).toBe('Ravi challenges Mei');
    expect(say({ event: 'pot', winners: [1], gold: 24, diamonds: 0, left: 0 })).toBe(
      'Otto takes the pot: 24 gold',
    );
    expect(say({ event: 'ended', winners: [2] })).toBe('The game is over: Ravi');
    expect(say({ event: 'ended', winners: [] })).toBe('The gambit is over');
    expect(say({ event: 'judged', seat: 0, fate: 'too honest' })).toBe(
      'Mei was honest: not the way to win here',
    );
    expect(say({ event: 'cards', count: 2, cards: null, source: 'deck', target: 'hand 1' })).toBe(
      'Otto gets 2 cards',
    );
    expect(say({ event: 'cards', count: 1, cards: ['k2'], source: 'deck', target: 'board 1 4' })).toBe(
      'On the table',
    );
    expect(say({ event: 'nobody knows' })).toBeNull();
  });
});
