"""What lies on the table of Panda Royale, and how it is copied. The rules are in the other modules."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State
from pandarium.games.royale.engine.dice import CLEAR_D6, DiceSet, count, one
from pandarium.games.royale.engine.numbering import count_actions

ROUNDS: Final = 10
MOST_SEATS: Final = 10

CHOICE: Final = 0
"""No step is to be carried out: somebody has a choice."""
ROLL_STEP: Final = 1
"""Steps are numbered as in PR-1; the first two need no decision."""
PITY_STEP: Final = 2
TRADE_STEP: Final = 3
DRAFT_STEP: Final = 4
OVER: Final = 5

NOBODY: Final = -1


class RoyaleSetup(Setup):
    """What is fixed before the first roll: how many players, which dice, which options."""

    dice: DiceSet
    first_roll: bool
    bag: i64
    pink: i64

    def __init__(self, game: Any, seats: int, options: dict[str, Any], content: Any, dice: DiceSet) -> None:
        super().__init__(game, seats, options, content)
        self.actions = count_actions(seats)
        self.dice = dice
        self.first_roll = options["first_roll"]
        self.bag = dice.bag
        if options["children"]:  # PR-14
            self.bag -= count(dice.bag, CLEAR_D6) * one(CLEAR_D6)
        self.pink = dice.pity[seats - 2]  # PR-S1


class RoyaleState(State):
    """Everything on the table. All of it is open, except what the dice will show.

    Numbers have a value from the start: compiled code reads such fields without asking whether there is one.
    """

    fixed: RoyaleSetup
    """`setup`, with what Panda Royale adds to it."""
    seats: i64 = 0
    round: i64 = 0
    step: i64 = 0
    turn: i64 = 0
    """Whose decision it is."""
    panda: i64 = 0
    """Who has the Panda token; NOBODY before the first roll."""
    hands: vec[i64]
    pool: i64 = 0
    bag: i64 = 0
    rolled: vec[i64]
    """What each player rolled this round: the hand at that time,"""
    faces: vec[i64]
    """the faces that score,"""
    yellows: vec[i64]
    """and the yellow sums that decided the token, after the last re-roll (PR-3)."""
    rerolls: i64 = 0
    sheet: vec[i64]
    """One line per player and round, in that order of rounds (PR-15)."""
    totals: vec[i64]

    def __init__(self, setup: RoyaleSetup, rng: Rng) -> None:
        super().__init__(setup, rng)
        self.fixed = setup
        self.seats = setup.seats

    def copy_to(self, other: RoyaleState) -> None:
        """Make another state of the same set-up stand where this one does."""
        other.sealed = self.sealed
        other.round = self.round
        other.step = self.step
        other.turn = self.turn
        other.panda = self.panda
        other.hands = self.hands[:]
        other.pool = self.pool
        other.bag = self.bag
        other.rolled = self.rolled[:]
        other.faces = self.faces[:]
        other.yellows = self.yellows[:]
        other.rerolls = self.rerolls
        other.sheet = self.sheet[:]
        other.totals = self.totals[:]
