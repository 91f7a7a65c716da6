"""What lies on the table of Panda Royale, and how it is copied and observed. The rules are in `rules.py`."""

from __future__ import annotations

from typing import Any, Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State
from pandarium.games.royale.dice import CLEAR_D6, DRAFTABLE, KINDS, DiceBox, count, one
from pandarium.games.royale.scoring import line_total

ROUNDS: Final = 10
MOST_SEATS: Final = 10

TRADE_STEP: Final = 3
"""Steps are numbered as in PR-1; rolling and pity dice need no decision."""
DRAFT_STEP: Final = 4
OVER: Final = 5

NOBODY: Final = -1

SCORE_BIAS: Final = 0x8000
SEAT_BYTES: Final = 1 + KINDS + 2 + 2


class RoyaleSetup(Setup):
    """A laid table: how many players, which dice, which options."""

    dice: DiceBox
    first_roll: bool
    bag: i64
    pink: i64

    def __init__(self, game: Any, seats: int, options: dict[str, Any], content: Any, dice: DiceBox) -> None:
        super().__init__(game, seats, options, content)
        self.dice = dice
        self.first_roll = options["first_roll"]
        self.bag = dice.bag
        if options["children"]:  # PR-14
            self.bag -= count(dice.bag, CLEAR_D6) * one(CLEAR_D6)
        self.pink = dice.pity[seats - 2]  # PR-S1


class Table(State):
    """Everything on the table. All of it is open, except what the dice will show."""

    laid: RoyaleSetup
    seats: i64
    round: i64
    step: i64
    turn: i64
    """Whose decision it is."""
    panda: i64
    """Who has the Panda token; NOBODY before the first roll."""
    hands: vec[i64]
    pool: i64
    bag: i64
    rolled: vec[i64]
    """What each player rolled this round: the hand at that time,"""
    faces: vec[i64]
    """the faces that score,"""
    yellows: vec[i64]
    """and the yellow sums that decided the token, after the last re-roll (PR-3)."""
    rerolls: i64
    sheet: vec[i64]
    """One line per player and round, in that order of rounds (PR-15)."""
    totals: vec[i64]

    def __init__(self, setup: RoyaleSetup, rng: Rng) -> None:
        super().__init__(setup, rng)
        self.laid = setup
        self.seats = setup.seats

    def copy_table(self, twin: Table) -> None:
        """Lay everything on another table just so."""
        twin.sealed = self.sealed
        twin.round = self.round
        twin.step = self.step
        twin.turn = self.turn
        twin.panda = self.panda
        twin.hands = self.hands[:]
        twin.pool = self.pool
        twin.bag = self.bag
        twin.rolled = self.rolled[:]
        twin.faces = self.faces[:]
        twin.yellows = self.yellows[:]
        twin.rerolls = self.rerolls
        twin.sheet = self.sheet[:]
        twin.totals = self.totals[:]

    def actors(self) -> list[int]:
        """One seat at a time; nobody when the game is over."""
        if self.step == OVER:
            return []
        return [self.turn]

    def round_score(self, seat: i64) -> i64:
        """What that player scored in the last roll."""
        return line_total(self.sheet[len(self.sheet) - self.seats + seat])

    def observe(self, seat: int) -> bytes:
        """Players in clockwise order from the observer, then pool, bag, round, step, token and turn."""
        self.check_viewer(seat)
        me: i64 = seat
        seen = BytesWriter()
        offset: i64 = 0
        while offset < self.seats:
            player: i64 = (me + offset) % self.seats
            seen.append(1)
            observe_kinds(seen, self.hands[player], KINDS)
            observe_score(seen, self.totals[player])
            observe_score(seen, self.round_score(player))
            offset += 1
        while offset < MOST_SEATS:
            seen.write(EMPTY_SEAT)
            offset += 1
        observe_kinds(seen, self.pool, DRAFTABLE)
        observe_kinds(seen, self.bag, DRAFTABLE)
        seen.append(u8(self.round))
        seen.append(u8(self.step))
        seen.append(u8((self.panda - me + self.seats) % self.seats))
        seen.append(u8((self.turn - me + self.seats) % self.seats))
        return seen.getvalue()


EMPTY_SEAT: Final = bytes(SEAT_BYTES)


def observe_kinds(seen: BytesWriter, hand: i64, kinds: i64) -> None:
    """How many dice of each kind."""
    while kinds > 0:
        seen.append(u8(hand & 15))
        hand >>= 4
        kinds -= 1


def observe_score(seen: BytesWriter, score: i64) -> None:
    """A score as two bytes, high first, 0 standing in the middle."""
    biased: i64 = score + SCORE_BIAS
    seen.append(u8((biased >> 8) & 255))
    seen.append(u8(biased & 255))
