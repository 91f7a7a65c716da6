"""What there is to think about in a finished game: one seat's decisions, and positions along its course."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

import msgspec

from pandarium.core.match import Match
from pandarium.core.outcome import Outcome
from pandarium.core.record import UNDO, UNDO_BY_CONSENT, Record
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.protocol.analysis import ChancesAt

MOST_DECISIONS: Final = 120
MOST_POINTS: Final = 40
"""A longer game is looked at here and there."""
TURNS: Final = 5
"""Turning points that are marked, at most."""
TURN: Final = 0.15
"""How much the chances must change for it."""

T = TypeVar("T")


class Decision(NamedTuple):
    """A choice that the seat had."""

    position: int
    twin: bytes
    """The position as the seat knew it: a dump that holds no other secret."""
    move: str


class Point(NamedTuple):
    """A position of the course."""

    position: int
    twin: bytes
    outcome: Outcome | None


class Plan(NamedTuple):
    """All of it."""

    decisions: list[Decision]
    points: list[Point]


def plan(record: Record, seat: int) -> Plan:
    """What to think about, seen from that seat. It plays the game out, so it is for a thread."""
    match = Match(record.blank())
    decisions: dict[int, Decision] = {}
    points = [_point(match, 0, seat)]
    for number, entry in enumerate(record.moves):
        undone = entry.move in {UNDO, UNDO_BY_CONSENT}
        if entry.seat == seat and not undone:
            state = match.state_for(seat)
            if len(state.legal(seat)) > 1:
                decisions[number] = Decision(number, _twin(state, seat), entry.move)
        if undone:  # what was taken back is nobody's decision
            decisions.pop(match.move_stack[match.undo_place(entry.seat, entry.move == UNDO_BY_CONSENT)].number, None)
        match.follow(entry)
        points.append(_point(match, number + 1, seat))
    return Plan(spread(list(decisions.values()), MOST_DECISIONS), spread(points, MOST_POINTS))


def spread(items: Sequence[T], most: int) -> list[T]:
    """At most that many of them, evenly, with the first and the last.

    >>> spread([0, 1, 2, 3, 4, 5, 6], 3)
    [0, 3, 6]
    """
    if len(items) <= most:
        return list(items)
    last = len(items) - 1
    return [items[round(number * last / (most - 1))] for number in range(most)]


def turning_points(curve: Sequence[ChancesAt], seat: int) -> list[int]:
    """Where the seat's chances changed most from one point to the next.

    >>> curve = [ChancesAt(position=n, chances=[c]) for n, c in enumerate([0.5, 0.52, 0.9, 0.85, 0.2])]
    >>> turning_points(curve, 0)
    [2, 4]
    """
    mine = [point.chances[min(seat, len(point.chances) - 1)] for point in curve]
    steps = [
        (abs(after - before), point.position) for before, after, point in zip(mine, mine[1:], curve[1:], strict=False)
    ]
    large = sorted((step for step in steps if step[0] >= TURN), reverse=True)[:TURNS]
    return sorted(position for _, position in large)


def _point(match: Match, position: int, seat: int) -> Point:
    state = match.state_for(seat)
    return Point(position, _twin(state, seat), match.state.outcome())


def _twin(state: State, seat: int) -> bytes:
    return msgspec.json.encode(state.resample(seat, Rng(secrets.randbelow(2**63))).dump())
