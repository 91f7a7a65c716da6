"""What everything costs or gains on the Escape Track, each price once (PP-A2 to PP-A7, PP-A11, PP-T4, PP-T6, PP-E5)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import (
    BITS,
    EVERY_LOOT,
    KEY,
    NUMBER,
    SUIT,
    SUITS,
    bit,
    count,
    keys_of,
)
from pandarium.games.pilfering.engine.moves import (
    EXTEND,
    FIRST_SLOT,
    REUSE,
    SLOT_BITS,
    SLOT_MASK,
    SNEAKY_WAY,
    area_of,
    kind_of,
    with_ability,
)
from pandarium.games.pilfering.engine.sets import EQUAL, NOWHERE, read_set
from pandarium.games.pilfering.engine.setup import PilferingSetup
from pandarium.games.pilfering.engine.state import CHARMING, IN_FORCE, PilferingState

DEAR: Final = 3
"""What a set costs once the limit is reached (PP-A6)."""
CHARMED: Final = 1
"""What it costs then if Charming helps (PP-C6)."""
KEY_COST: Final = 2
"""What a Key in a set costs (PP-A7), what a discarded one gives back (PP-A11), and one in the final check (PP-C4)."""
WATCH_COST: Final = 2
"""Alone: what the Raised Suspicion card on an area costs (PP-V1)."""
TURN_COST: Final = 1
"""What every turn costs (PP-E2)."""
TORCH_COST: Final = 2
"""What a Torch Beam costs (PP-F5)."""
BONUS: Final = 1
"""What all three preferred suits bring (PP-A5)."""
LOW_SIDE: Final = 2
HIGH_SIDE: Final = 4
"""The two sides of the Raised Suspicion card (PP-T6)."""


@mypyc_attr(acyclic=True)
class Price:
    """What a set or an extension does to the markers."""

    points: i64
    """How far the panda moves for the cards."""
    bonus: i64
    """How far it moves for all three preferred suits."""
    charge: i64
    """How far the keeper moves for the set."""
    keys: i64
    """How far it moves for the Keys in it."""
    suspicion: i64
    """How far it moves, where one plays alone, for the Raised Suspicion card on the area."""

    def __init__(self, points: i64, bonus: i64, charge: i64, keys: i64, suspicion: i64) -> None:
        self.points = points
        self.bonus = bonus
        self.charge = charge
        self.keys = keys
        self.suspicion = suspicion

    def panda(self) -> i64:
        """How far the panda moves."""
        return self.points + self.bonus

    def keeper(self) -> i64:
        """How far the keeper moves."""
        return self.suspicion + self.charge + self.keys


def price_of(state: PilferingState, move: i64, cards: vec[i64]) -> Price:
    """PP-A2 to PP-A7: the price of a set or extension that can be played, of these cards."""
    kind: i64 = kind_of(move)
    loot: i64 = 0
    keys: i64 = 0
    index: i64 = 0
    while index < len(cards):
        if cards[index] == KEY:
            keys += 1
        else:
            loot |= bit(cards[index])
        index += 1
    bonus: bool = False
    if kind != EXTEND:
        area = state.area(area_of(move))
        bonus = earns_bonus(area, cards, first_may_be(area, kind))
    return price_for(state, move, points_of(state.fixed, loot), bonus, keys)


def price_for(state: PilferingState, move: i64, points: i64, bonus: bool, keys: i64) -> Price:
    """The same of a move with cards of that many points and that many Keys, whichever they are (PP-A5 to PP-A7)."""
    charge: i64 = charge_of(state, state.area(area_of(move)))
    if charge == DEAR and with_ability(move) and state.ready(state.turn, CHARMING):
        charge = CHARMED
    watched: bool = state.watched != NOWHERE and state.watched == area_of(move) and kind_of(move) != EXTEND
    suspicion: i64 = WATCH_COST if watched else 0
    return Price(points, BONUS if bonus else 0, charge, keys * KEY_COST, suspicion)


def cards_of(state: PilferingState, move: i64) -> vec[i64]:
    """The cards of a set or extension in their order, a re-used end card first."""
    cards = vec[i64](capacity=9)
    if kind_of(move) == REUSE:
        cards = append(cards, state.area(area_of(move)).end_card())
    rest: i64 = move >> FIRST_SLOT
    while rest != 0:
        cards = append(cards, (rest & SLOT_MASK) - 1)
        rest >>= SLOT_BITS
    return cards


def points_of(fixed: PilferingSetup, loot: i64) -> i64:
    """The Panda Points of some Loot cards (PP-C1)."""
    return count(loot) + count(loot & fixed.twos)


def charge_of(state: PilferingState, area: Area) -> i64:
    """PP-A6, PP-S6: what a set or an extension there costs, without Keys."""
    if is_dear(state, area):
        return DEAR
    return state.fixed.below


def is_dear(state: PilferingState, area: Area) -> bool:
    """PP-A6, PP-F5: whether the limit is reached there, or counts as reached."""
    return len(area.cards) >= state.fixed.limit or state.early == IN_FORCE


def penalty_of(fixed: PilferingSetup, way: i64) -> i64:
    """PP-T4: what a pick-up of two cards or more costs, without suspicion; Sneaky halves it, rounded up (PP-C6)."""
    return (fixed.penalty + 1) // 2 if way == SNEAKY_WAY else fixed.penalty


def suspicion_of(state: PilferingState, seat: i64) -> i64:
    """PP-T6: what such a pick-up costs this player beyond that."""
    if state.suspect == seat:
        return state.suspicion
    return 0


def drop_cost(fixed: PilferingSetup, hand: i64) -> i64:
    """PP-E5: what cards in hand cost in the final check."""
    return cost_of(points_of(fixed, hand & EVERY_LOOT), keys_of(hand))


def cost_of(points: i64, keys: i64) -> i64:
    """PP-E5: the same of Loot cards with that many points, and Keys: 2 each (PP-C4)."""
    return points + KEY_COST * keys


def first_may_be(area: Area, kind: i64) -> i64:
    """What the first card of a set may be, if it is a Key."""
    if kind == REUSE:
        return area.end
    return EVERY_LOOT


def earns_bonus(area: Area, cards: vec[i64], enter: i64) -> bool:
    """PP-A5: whether these cards can be read as a number set with all the Meerkat's suits."""
    length: i64 = len(cards)
    if length > SUITS:
        return False
    if enter != EVERY_LOOT and cards[0] == KEY:
        return read_set(cards, 0, length, length, 0, enter, area.wants, area.reach, NOWHERE, KEY)[0] != 0
    number: i64 = NOWHERE
    suits: i64 = 0
    keys: i64 = 0
    index: i64 = 0
    while index < length:
        card: i64 = cards[index]
        if card == KEY:
            keys += 1
        else:
            if number == NOWHERE:
                number = NUMBER[card]
            if NUMBER[card] != number or suits & bit(SUIT[card]) != 0:
                return False
            suits |= bit(SUIT[card])
        index += 1
    return number != NOWHERE and BITS[area.wants & ~suits] <= keys


def is_settled(area: Area, cards: vec[i64], enter: i64, kinds: i64) -> bool:
    """Whether these cards, a set of one of these kinds, are a number set once they are laid (PP-A5, PP-A8)."""
    return kinds == EQUAL or (kinds & EQUAL != 0 and earns_bonus(area, cards, enter))
