"""What the device shows of an evening with Wildstyle's box."""

from __future__ import annotations

from typing import Literal

import msgspec

from pandarium.core.message import Message
from pandarium.games.wildstyle.view.table import Icon, ObjectiveView, WildView


class Side(msgspec.Struct, frozen=True):
    """One side of a district board, as it is printed here."""

    name: str
    rows: str


class AskMap(msgspec.Struct, frozen=True, tag_field="ask", tag="map"):
    """Which districts lie on the table (WS-S1)."""

    boards: list[str]
    """Rows of the boards that were entered; '' for the others."""
    places: list[list[int]]
    """Where the middle of each is to lie, in axial coordinates."""
    sides: list[Side]
    later: bool
    """Whether that may wait until the scoring."""


class AskObjectives(msgspec.Struct, frozen=True, tag_field="ask", tag="objectives"):
    """Which objectives lie next to it (WS-S2, WS-S5)."""

    a: int
    """How many on their A side,"""
    b: int
    """and on their B side."""
    choices: list[ObjectiveView]
    """All that may be drawn; tile by tile, A and B."""


class RoundTimes(msgspec.Struct, frozen=True):
    """A round as it went; times in seconds, None where nobody told them."""

    began: int | None
    triggered: int | None
    ended: int | None
    by: Literal["piles", "tags", ""]
    """What triggered its end (WS-12)."""
    who: int | None
    """Whose last tag did."""


class AskRound(msgspec.Struct, frozen=True, tag_field="ask", tag="round"):
    """A round is prepared, is on, or comes to its end."""

    round: int
    stage: Literal["ready", "play", "last"]
    """last: the end was triggered, no new sets (WS-12)."""
    stopped: list[int]
    """Who has placed the last tag (WS-11),"""
    done: list[int]
    """and who else is done (WS-13)."""
    piles_empty: bool
    countdown: int
    """Seconds of the countdown (WS-2),"""
    grace: int
    """and of silence that close a round (WS-13); both 0 at the relaxed pace."""
    split: int
    """Into how many piles the deck is split (WS-S4),"""
    draw: int
    """how many of them are draw piles,"""
    share: int
    """and how many share piles there are."""


class AskTags(msgspec.Struct, frozen=True, tag_field="ask", tag="tags"):
    """Whose tags lie where. They are in the view."""

    cars: list[int]
    """Everybody's cop cars,"""
    most: int
    """tags that a player can have (WS-C4),"""
    cars_left: int
    """and cop cars that nobody has."""


class Range(msgspec.Struct, frozen=True):
    """How often an objective can have been met with those tags."""

    least: int
    most: int


class CountOf(msgspec.Struct, frozen=True):
    """One player's tags without a map."""

    cars: int
    icons: list[int] | None
    """Tags left on each icon; None: not entered yet."""
    ranges: list[Range]
    """For each objective; empty until the tags are entered."""
    times: list[int] | None
    objectives: list[int]
    """Points of the objectives; empty until they are entered."""
    tags: int


class AskCount(msgspec.Struct, frozen=True, tag_field="ask", tag="count"):
    """Tags by icon, and how often each objective was met: for tables without a map."""

    players: list[CountOf]
    most: int
    cars_left: int


class RemoveOf(msgspec.Struct, frozen=True):
    """What a player gives up for cop cars (WS-20)."""

    owed: int
    picks: list[str]
    best: list[str]
    """What is best given up for the cop cars that are still to be paid for,"""
    points: int
    """what is scored then,"""
    most: int
    """and what the best choice of all would have come to."""


class AskRemove(msgspec.Struct, frozen=True, tag_field="ask", tag="remove"):
    """Everybody with cop cars chooses tags that go."""

    players: list[RemoveOf]


class Step(msgspec.Struct, frozen=True):
    """A step of the scoring, in the order of the rulebook."""

    kind: Literal["cars", "solo", "objective", "tags", "total"]
    rule: str
    code: str
    """Which objective; '' at other steps."""
    of: list[int]
    """For every seat: tags that go, or points."""
    sums: list[int]
    """What everybody has after this step."""


class Place(msgspec.Struct, frozen=True):
    """A line of the ranking (WS-32)."""

    place: int
    seat: int
    points: int
    cars: int


class Typed(msgspec.Struct, frozen=True):
    """Tags by icon that are being entered: what they score, and what the objectives can come to."""

    seat: int
    tags: int
    ranges: list[Range]
    fault: Message | None = None
    reason: str = ""
    """The same in English."""


class WildstylePage(msgspec.Struct, frozen=True):
    """What the device shows."""

    ask: AskMap | AskObjectives | AskRound | AskTags | AskCount | AskRemove | None
    """None: the game is over."""
    view: WildView | None
    """The table; None: there is no map, or it is not known yet."""
    objectives: list[ObjectiveView]
    icons: list[Icon]
    rounds: list[RoundTimes]
    """Those that began."""
    steps: list[Step]
    """Once the game is over,"""
    ranking: list[Place]
    """and who came in where."""
    typed: Typed | None
