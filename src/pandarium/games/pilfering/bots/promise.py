"""What cards promise, by the weights of a way to play: together in a hand, with an end card, with cards of others."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pilfering.bots.weights import FOLLOW, KEY_HELD, MATCH, Weights
from pandarium.games.pilfering.engine.cards import (
    BITS,
    EVERY_LOOT,
    KEY,
    NEAR,
    NO_CARD,
    NUMBER,
    ROW_MASK,
    SUIT,
    bit,
    count,
    keys_of,
    suits_with,
)


def hand_worth(weights: Weights, hand: i64) -> i64:
    """What cards promise together."""
    rows = weights.rows
    same = weights.same
    worth: i64 = keys_of(hand) * weights.values[KEY_HELD]
    loot: i64 = hand & EVERY_LOOT
    once: i64 = 0
    more: i64 = 0
    rest: i64 = loot
    while rest != 0:
        row: i64 = rest & ROW_MASK
        worth += rows[row]
        more |= once & row
        once |= row
        rest >>= 9
    number: i64 = 0
    while more != 0:
        if more & 1 != 0:
            worth += same[BITS[suits_with(loot, number)]]
        more >>= 1
        number += 1
    return worth


def end_worth(weights: Weights, end: i64, hand: i64, charge: i64) -> i64:
    """What could go on from an end card: the best set with it, and cards that match it."""
    w = weights.values
    if end == NO_CARD:
        return 0
    if end == KEY:
        return w[MATCH] * 2
    loot: i64 = hand & EVERY_LOOT
    number: i64 = NUMBER[end]
    row: i64 = (loot >> (SUIT[end] * 9)) & ROW_MASK
    longest: i64 = BITS[suits_with(loot, number)]
    if row != 0:
        length: i64 = 0
        above: i64 = row >> (number + 1)
        while above & 1 != 0:
            length += 1
            above >>= 1
        longest = max(longest, length)
        length = 0
        at: i64 = number - 1
        while at >= 0 and row & bit(at) != 0:
            length += 1
            at -= 1
        longest = max(longest, length)
    worth: i64 = count(loot & NEAR[end]) * w[MATCH]
    if longest >= 2:
        worth += (longest + 1 - charge + 1) * w[FOLLOW]
    return worth


def links(card: i64, hand: i64) -> i64:
    """How many cards there the card could be in a set with."""
    if card == KEY:
        return 2
    row: i64 = (hand >> (SUIT[card] * 9)) & ROW_MASK
    number: i64 = NUMBER[card]
    around: i64 = 31 * bit(number + 2) >> 4
    return BITS[row & around & ROW_MASK] + BITS[suits_with(hand & EVERY_LOOT, number)]
