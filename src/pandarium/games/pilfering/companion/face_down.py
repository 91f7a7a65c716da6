"""A table whose cards nobody tells the device: all of them lie face down.

Every card is the same one here: a Key, of which the engine lets as many as wanted be in a hand (`HIDDEN`).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Final

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.games.pilfering.companion.entries import (
    Left,
)
from pandarium.games.pilfering.companion.page import (
    HandLeft,
)
from pandarium.games.pilfering.engine.cards import (
    KEY,
    NUMBERS,
    ROW,
    column,
    count,
    size,
)
from pandarium.games.pilfering.engine.faults import (
    FAULTS,
    FINE,
)
from pandarium.games.pilfering.engine.flow import Pilfering, PilferingDeal
from pandarium.games.pilfering.engine.prices import cost_of
from pandarium.games.pilfering.engine.setup import HIDEOUT
from pandarium.games.pilfering.engine.state import (
    DRAW_STEP,
    FOR_HAND,
    FOR_HIDEOUT,
)
from pandarium.kit.companion import SEAT_LETTERS, ToldChance

HIDDEN: Final = KEY
"""Any card."""


class FaceDown:
    """How things stand, as far as they were told."""

    def __init__(self, setup: PilferingDeal, names: Sequence[str]) -> None:
        self.setup = setup
        self.names = names
        self.state = Pilfering(setup, ToldChance((0, 0)))  # which Meerkats come is of no account
        self.taken = 0
        """Cards that were picked up this turn and cannot be stashed, as far as they are still there (PP-T3)."""
        self.left: dict[int | None, Left] = {}
        """What was said of hands in the final check; None: of the Secret Stash."""

    def clone(self) -> FaceDown:
        """The same once more, to try something."""
        other = copy(self)
        other.state, other.left = self.state.clone(), dict(self.left)
        return other


def is_player(table: FaceDown, letter: str) -> bool:
    """Whether it is somebody's letter."""
    return len(letter) == 1 and letter.upper() in SEAT_LETTERS[: table.state.seats]


def may_be_plan(table: FaceDown) -> bool:
    """Whether a card is drawn now, and a plan may be among those left."""
    state = table.state
    if state.step != DRAW_STEP or state.plans_left == 0 or state.thin > 0 or state.left == 0:
        return False
    if state.drawing == FOR_HAND:
        return True
    return (len(state.hideout) if state.drawing == FOR_HIDEOUT else size(state.secret)) < HIDEOUT


def twos_in_a_set(table: FaceDown) -> int:
    """The most cards worth 2 points that can lie in one set (PP-C2): those of a suit, or of a number."""
    twos = table.setup.twos & table.setup.loot
    groups = [*ROW, *(column(number) for number in range(NUMBERS))]
    return max(int(count(twos & group)) for group in groups)


def hands_left(table: FaceDown) -> list[HandLeft]:
    """What the final check counts (PP-E5, PP-3)."""
    state = table.state
    held: list[tuple[int | None, int]] = [(seat, int(size(hand))) for seat, hand in enumerate(state.hands)]
    if state.fixed.stash_counts:
        held.append((None, int(size(state.secret))))
    return [_hand_left(table, seat, cards) for seat, cards in held if cards]


def _hand_left(table: FaceDown, seat: int | None, cards: int) -> HandLeft:
    left = table.left.get(seat)
    twos = int(count(table.setup.twos & table.setup.loot))
    cost = None if left is None else int(cost_of(left.points, left.keys))
    return HandLeft(seat, cards, min(cards, twos), min(cards, int(table.setup.keys)), cost)


def refuse(fault: int) -> None:
    """Raise what the rules have against it, if they have anything."""
    if fault != FINE:
        rule, code = FAULTS[fault]
        raise IllegalMove(rule, Message(code))


def check_points(points: int, loot: int, twos: int) -> None:
    """PP-C1: a Loot card has 1 point or 2."""
    most = loot + min(loot, twos)
    if not loot <= points <= most:
        told: dict[str, int | str | Message] = {"n": loot, "least": loot, "most": most}
        raise IllegalMove("PP-C1", Message("pilfering.companion.points", told))
