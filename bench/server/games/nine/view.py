"""What each viewer may see of Nine Cells: everything but the others' lucky cells of this round."""

from __future__ import annotations

from typing import Any

import msgspec

from pandarium.core.outcome import Outcome
from pandarium.games.nine.engine import flow
from pandarium.games.nine.engine.flow import Nine
from pandarium.games.nine.engine.state import EMPTY


class Player(msgspec.Struct, frozen=True):
    """One player's place at the table."""

    lucky: int | None
    """The lucky cell of this round. None: this viewer may not see it, or the game is over."""
    shown: int | None
    """The lucky cell of the round before."""
    cells: int
    """How many cells are theirs."""
    score: int


class NineView(msgspec.Struct, frozen=True):
    """The table as a viewer sees it."""

    you: int | None
    turn: int | None
    round: int
    rounds: int
    board: list[int | None]
    """Who has claimed each cell."""
    players: list[Player]
    outcome: Outcome | None


def view(state: Nine, viewer: int | None) -> NineView:
    """Fill the view."""
    over = state.is_over()
    return NineView(
        you=viewer,
        turn=None if over else state.turn,
        round=min(state.round, state.fixed.rounds),
        rounds=state.fixed.rounds,
        board=[None if owner == EMPTY else owner for owner in state.owners],
        players=[
            Player(
                lucky=state.lucky[seat] + 1 if viewer == seat and not over else None,
                shown=state.shown[seat] + 1 if state.shown else None,
                cells=state.owners.count(seat),
                score=score,
            )
            for seat, score in enumerate(state.scores)
        ],
        outcome=state.outcome(),
    )


# Events: what happened, for the log and for animation.


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened at the table."""


class DrewLucky(Event, frozen=True, tag="drew"):
    """A player drew a lucky cell (NC-2)."""

    seat: int
    cell: int | None
    """None: this viewer may not see it."""


class ClaimedCell(Event, frozen=True, tag="claimed"):
    """A player claimed a cell (NC-4)."""

    seat: int
    cell: int


class ScoredRound(Event, frozen=True, tag="scored"):
    """A player showed a lucky cell and scored a round (NC-5)."""

    seat: int
    cell: int
    points: int


class Ended(Event, frozen=True, tag="ended"):
    """The game is over (NC-6)."""

    scores: tuple[int, ...]


def redact(event: tuple[Any, ...], viewer: int | None) -> Event:
    """A raw event as this viewer may know it: nobody hears which cell another drew."""
    kind, *rest = event
    if kind == flow.DRAWN:
        seat, cell = rest
        return DrewLucky(seat, cell + 1 if viewer == seat else None)
    if kind == flow.CLAIMED:
        seat, cell = rest
        return ClaimedCell(seat, cell + 1)
    if kind == flow.SCORED:
        seat, cell, points = rest
        return ScoredRound(seat, cell + 1, points)
    return Ended(*rest)
