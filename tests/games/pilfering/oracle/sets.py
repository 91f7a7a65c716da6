"""What is a set, and what a Key in it may be (PP-A1, PP-A8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations

from .pieces import KEY, SUITS, TWO_POINTS, Area, Card, Cards, Options


def suit(card: Card) -> str:
    return card[0]


def number(card: Card) -> int:
    return int(card[1:])


def points(card: Card) -> int:
    """Panda Points of a card in a set (PP-C1, PP-C4)."""
    if card == KEY:
        return 0
    return 2 if card in TWO_POINTS else 1


def weight(card: Card) -> int:
    """What a card left over costs in the final check (PP-E5)."""
    return 2 if card == KEY else points(card)


def alike(one: Card, other: Card) -> bool:
    return suit(one) == suit(other) or number(one) == number(other)


@lru_cache(None)
def every_card(top: int) -> Cards:
    return tuple(f"{s}{n}" for s in SUITS for n in range(1, top + 1))


@lru_cache(None)
def every_set(length: int, top: int) -> tuple[Cards, ...]:
    """Every legal set of so many cards, without Keys, in the order of laying (PP-A1)."""
    found: list[Cards] = []
    for s in SUITS:
        for start in range(1, top + 1):
            up = [start + step for step in range(length)]
            down = [start - step for step in range(length)]
            for run in (up, down):
                if all(1 <= n <= top for n in run):
                    found.append(tuple(f"{s}{n}" for n in run))
    for n in range(1, top + 1):
        for suits in permutations(SUITS, length):
            found.append(tuple(f"{s}{n}" for s in suits))
    return tuple(sorted(set(found)))


@lru_cache(None)
def sets_with(card: Card, place: int, length: int, top: int) -> tuple[Cards, ...]:
    """Those of them that have this card in this place."""
    return tuple(written for written in every_set(length, top) if written[place] == card)


@lru_cache(None)
def meanings(cards: Cards, top: int) -> tuple[Cards, ...]:
    """Every legal set that these cards may be, Key by Key (PP-A8). Also for 1 and 2 cards: the beginnings of sets."""
    natural = [place for place, card in enumerate(cards) if card != KEY]
    if natural:
        possible = sets_with(cards[natural[0]], natural[0], len(cards), top)
    else:
        possible = every_set(len(cards), top)
    return tuple(
        written for written in possible if all(laid in (KEY, meant) for laid, meant in zip(cards, written, strict=True))
    )


def is_number_set(cards: Cards) -> bool:
    return len({number(card) for card in cards}) == 1


Reading = dict[int, Card]


@lru_cache(100_000)
def readings(area: Area, top: int) -> tuple[Reading, ...]:
    """Every way to read all Keys that are part of sets, so that every set of the area is one: place -> card."""
    partial: list[Reading] = [{}]
    for laid in area.sets:
        places = range(laid.start, laid.start + laid.length)
        cards = tuple(area.cards[place] for place in places)
        longer: list[Reading] = []
        for meant in meanings(cards, top):
            own = meant[1 : laid.laid] if laid.joined else meant[: laid.laid]
            if laid.bonus and not pays_bonus(own, area.likes):
                continue
            for reading in partial:
                joined = dict(reading)
                for place, card in zip(places, meant, strict=True):
                    if area.cards[place] == KEY and joined.setdefault(place, card) != card:
                        break
                else:
                    if joined not in longer:
                        longer.append(joined)
        partial = longer
    return tuple(partial)


def pays_bonus(meant: Cards, likes: str) -> bool:
    """A number set with all three preferred suits (PP-A5)."""
    return is_number_set(meant) and set(likes) <= {suit(card) for card in meant}


def may_be(area: Area, place: int, options: Options) -> frozenset[Card]:
    """What the card at this place may be. A loose Key is anything (PP-F2)."""
    place %= len(area.cards)
    if area.cards[place] != KEY:
        return frozenset({area.cards[place]})
    if not is_loose(area, place):
        return frozenset(reading[place] for reading in readings(area, options.key_top))
    return frozenset(every_card(options.key_top))


def consistent(area: Area, top: int) -> bool:
    return bool(readings(area, top))


def is_loose(area: Area, place: int) -> bool:
    """PP-F2: whether the card there is part of no set."""
    place %= len(area.cards)
    return not any(laid.start <= place < laid.start + laid.length for laid in area.sets)


def loose_key(area: Area, place: int) -> bool:
    """PP-F2: whether a Key lies there that a set next to it takes in."""
    return bool(area.cards) and area.cards[place] == KEY and is_loose(area, place)


def without(hand: Iterable[Card], cards: Iterable[Card]) -> Cards:
    """The hand without these cards, each taken once."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def has(hand: Iterable[Card], cards: Iterable[Card]) -> bool:
    return not Counter(cards) - Counter(hand)


@lru_cache(100_000)
def arrangements(hand: Cards, before: Cards, top: int) -> tuple[Cards, ...]:
    """Every way to lay cards of the hand, one after the other, so that they could begin or be a set after `before`."""
    found: list[Cards] = []
    for card in sorted(set(hand)):
        cards = (*before, card)
        if meanings(cards, top):
            found.append(cards)
            found.extend(arrangements(without(hand, [card]), cards, top))
    return tuple(found)
