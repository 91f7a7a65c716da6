"""Playouts for the search: the rest of a game, played by a planner's quick hands, and judged.

Whole numbers throughout: compiled and interpreted code play alike.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.wildstyle.bots.move_value import NEVER, PLANNER, MoveValue
from pandarium.games.wildstyle.bots.placement_value import POINT, PlacementValue
from pandarium.games.wildstyle.bots.removal import best_value
from pandarium.games.wildstyle.engine.cards import ICONS, is_full
from pandarium.games.wildstyle.engine.flow import Wildstyle
from pandarium.games.wildstyle.engine.scoring import tags_owed, works_of
from pandarium.games.wildstyle.engine.state import REMOVING

WINNING: Final = 500
"""To win is worth this much more than the points."""


class Playout:
    """The rest of a game, played by quick hands."""

    work: Wildstyle
    rng: Rng
    hands: list[MoveValue]

    def __init__(self, work: Wildstyle, worth: vec[i64], rng: Rng) -> None:
        self.work = work
        self.rng = rng
        self.hands = []
        seat: i64 = 0
        while seat < work.seats:
            values = MoveValue(work, seat, PLANNER)
            values.light = True
            icon: i64 = 0
            while icon < ICONS:
                values.worth[icon] = worth[seat * ICONS + icon]
                icon += 1
            self.hands.append(values)
            seat += 1

    def finish(self) -> None:
        """Play on until only cop cars are left to pay for."""
        work = self.work
        round: i64 = work.round
        while work.phase < REMOVING:
            if work.round != round:
                round = work.round
                for values in self.hands:
                    values.forget()
            seat = work.to_act(self.rng)
            hand = self.hands[seat]
            if is_full(work.set_of(seat, 0)) or is_full(work.set_of(seat, 1)) or work.triggered:
                hand.placements = PlacementValue(work, seat)
            work.apply(seat, hand.choose(), None)

    def judge(self, me: i64) -> i64:
        """What that seat scores in the end, in hundredths of a point, less a part of what the best other does.

        Of many others each matters less: their luck would drown what a place is worth.
        """
        work = self.work
        mine: i64 = 0
        best: i64 = NEVER
        seat: i64 = 0
        while seat < work.seats:
            works = works_of(work, seat)
            value: i64 = best_value(works, works.every, tags_owed(work, seat)) * POINT
            if seat == me:
                mine = value
            else:
                best = max(best, value)
            seat += 1
        return mine - (best - (WINNING if mine > best else 0)) // (work.seats - 1)
