"""What the Keys in a Trade area may stand for (PP-A8): which cards may swap them out, and which extend a set."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.games.pilfering.engine.areas import Area, set_bonus, set_length, set_start, take_in
from pandarium.games.pilfering.engine.cards import EVERY_LOOT, KEY, NUMBER, ONE_KEY, SUITS, bit, lowest, up_to
from pandarium.games.pilfering.engine.sets import DOWN, EQUAL, NOWHERE, UP, read_set


def fits(area: Area, place: i64, card: i64) -> bool:
    """PP-A10: whether the Key in that place may be this card, all sets considered."""
    number: i64 = 0
    while number < len(area.sets) and set_start(area.sets[number]) + set_length(area.sets[number]) <= place:
        number += 1
    enter: i64 = EVERY_LOOT
    if number < len(area.sets):
        enter = area.enters[number]
    reached: i64 = place
    while number < len(area.sets):
        packed: i64 = area.sets[number]
        start: i64 = set_start(packed)
        if start > reached:
            return True  # it is no part of this set, nor are those before it
        found = area.read(number, place, card, enter, 0)
        if found[0] == 0:
            return False
        enter = found[2]
        reached = start + set_length(packed) - 1
        number += 1
    return True


def can_take_in(area: Area, cards: vec[i64], left: bool) -> bool:
    """PP-F2: whether these cards, a set, still are one with the loose Key at the right or left end of the area."""
    whole = take_in(cards, left)
    return read_set(whole, 0, len(whole), 0, 0, EVERY_LOOT, area.wants, area.reach, NOWHERE, KEY)[0] != 0


def readings(area: Area, place: i64) -> i64:
    """What the card in that place may be; a mask."""
    card: i64 = area.cards[place]
    if card != KEY:
        return bit(card)
    found: i64 = 0
    maybe: i64 = nearby(area, place)
    while maybe != 0:
        if fits(area, place, lowest(maybe)):
            found |= maybe & -maybe
        maybe &= maybe - 1
    return found


def swappable(area: Area, loot: i64) -> i64:
    """Which of these Loot cards may take the place of some Key here (PP-A10); a mask."""
    if area.keys == 0:
        return 0
    found: i64 = 0
    place: i64 = 0
    while place < len(area.cards):
        if area.cards[place] == KEY:
            maybe: i64 = nearby(area, place) & loot & ~found
            while maybe != 0:
                if fits(area, place, lowest(maybe)):
                    found |= maybe & -maybe
                maybe &= maybe - 1
        place += 1
    return found


def extending(area: Area, hand: i64) -> i64:
    """Which cards of this hand may extend the right-most set (PP-A4); a hand, with one Key at most."""
    if area.kinds == 0 or (hand & area.opens == 0 and hand < ONE_KEY):
        return 0  # whatever extends it shares suit or number with its end card
    number: i64 = len(area.sets) - 1
    packed: i64 = area.sets[number]
    maybe: i64 = 0
    if area.kinds & EQUAL != 0 and set_length(packed) < SUITS:
        maybe = area.missing_suits(packed)
    if area.kinds & UP != 0:
        maybe |= area.end << 1
    if area.kinds & DOWN != 0:
        maybe |= area.end >> 1
    maybe &= hand & EVERY_LOOT
    last: i64 = len(area.cards)
    found: i64 = 0
    while maybe != 0:
        if area.read(number, last, lowest(maybe), area.enters[number], 1)[0] != 0:
            found |= maybe & -maybe
        maybe &= maybe - 1
    if hand >= ONE_KEY and area.read(number, last, KEY, area.enters[number], 1)[0] != 0:
        found |= ONE_KEY
    return found


def nearby(area: Area, place: i64) -> i64:
    """A mask with all that the Key in that place may be, and perhaps more: from one set that it is part of."""
    number: i64 = 0
    while number < len(area.sets):
        packed: i64 = area.sets[number]
        start: i64 = set_start(packed)
        if start <= place < start + set_length(packed):
            index: i64 = start
            while area.cards[index] == KEY:
                index += 1
            card: i64 = area.cards[index]
            away: i64 = place - index
            maybe: i64 = area.missing_suits(packed)
            lower: i64 = NUMBER[card] - away
            higher: i64 = NUMBER[card] + away
            if 0 <= lower < area.reach:
                maybe |= bit(card - away)
            if 0 <= higher < area.reach:
                maybe |= bit(card + away)
            return maybe
        number += 1
    return up_to(area.reach)


def leftmost_place(area: Area, place: i64, card: i64) -> i64:
    """The left-most Key that this card may take the place of with the same effect as there (PP-A8).

    Inside a number set the order does not matter, nor inside what earned the bonus, nor after it.
    """
    number: i64 = 0
    while number < len(area.sets):
        packed: i64 = area.sets[number]
        start: i64 = set_start(packed)
        last: i64 = start + set_length(packed) - 1
        if start < place < last:
            if area.missing_suits(packed) & bit(card) == 0:
                return place  # it makes a run, in which every place is another
            index: i64 = start + 1
            split: i64 = start + set_bonus(packed)
            if place >= split > index:
                index = split
            while area.cards[index] != KEY:
                index += 1
            return index
        number += 1
    return place
