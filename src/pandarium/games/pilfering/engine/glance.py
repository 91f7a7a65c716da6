"""The ends of the Trade areas at a glance: what may follow, how far a run might go, which Keys might come back."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import EVERY_LOOT, KEY, NEAR, NUMBER, ROW, SUIT, bit, count, lowest, near


def behind(end: i64, crafty: bool) -> i64:
    """What a new set may begin with behind an end card that is one of these (PP-A2)."""
    if end == 0:
        return 0
    if crafty:
        return EVERY_LOOT
    return NEAR[lowest(end)] if end & (end - 1) == 0 else near(end)


def opens_of(area: Area, crafty: bool) -> i64:
    """What a new set may begin with in this area; Crafty does not help where nothing lies."""
    if crafty and area.end != 0:
        return EVERY_LOOT
    return area.opens


def settled(end: i64) -> i64:
    """The end card if there is no doubt what it is, else nothing."""
    if end & (end - 1) != 0:
        return 0
    return end


def ends_in_key(area: Area) -> bool:
    """Whether a Key lies at the right end."""
    return len(area.cards) != 0 and area.cards[len(area.cards) - 1] == KEY


def to_swap(area: Area, hand: i64) -> i64:
    """How many Keys of the area these cards might bring to hand (PP-A10); rather too many than too few."""
    maybe: i64 = area.swaps() & hand & EVERY_LOOT
    if maybe == 0:
        return 0
    cards: i64 = count(maybe)
    return cards if cards < area.keys else area.keys


def touches(area: Area, card: i64, hand: i64, keys: i64) -> bool:
    """Whether the card might extend the area's right-most set, now or after others, or take a Key's place there."""
    if area.grows & bit(card) != 0 or (area.keys != 0 and area.swaps() & bit(card) != 0):
        return True
    if area.end & ROW[SUIT[card]] == 0 or not area.ends_in_set():
        return False
    last: i64 = len(area.cards) - 1
    if area.ends_plainly() and NUMBER[area.cards[last - 1]] == NUMBER[area.cards[last]]:
        return False
    return runs_on_to(area.end, card, hand, keys)


def runs_on_to(ends: i64, card: i64, hand: i64, keys: i64) -> bool:
    """Whether a run that ends in one of these cards might be extended up to this one, which the hand has, too."""
    ends &= ROW[SUIT[card]]
    while ends != 0:
        end: i64 = lowest(ends)
        between: i64 = bit(card) - bit(end + 1) if card > end else bit(end) - bit(card + 1)
        if count(between & ~hand) <= keys:
            return True
        ends &= ends - 1
    return False
