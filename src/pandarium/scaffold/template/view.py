"""What each viewer may see: everything but other players' lucky cards and the dice to come. The same for events."""

from __future__ import annotations

from typing import Any

import msgspec

from pandarium.core.outcome import Outcome
from pandarium.core.record import outcome_of

from .engine import events
from .engine.flow import Race
from .engine.state import SLIP


class Player(msgspec.Struct, frozen=True):
    """One panda on the bamboo."""

    height: int
    rolls: list[int]
    """How often each face came up, 1 first."""
    lucky: int | None
    """The lucky card; None: not for your eyes."""


class RaceView(msgspec.Struct, frozen=True):
    """The race as a viewer sees it."""

    you: int | None
    round: int
    rounds: int
    top: int
    first: int
    turn: int | None
    steps: int
    """Climbed in this turn, not yet safe."""
    players: list[Player]
    outcome: Outcome | None


def view(state: Race, viewer: int | None) -> RaceView:
    """Fill the view."""
    return RaceView(
        you=viewer,
        round=state.round,
        rounds=state.stalk.rounds,
        top=state.stalk.top,
        first=state.first,
        turn=None if state.over else state.turn,
        steps=state.steps,
        players=[
            Player(
                height=state.heights[seat],
                rolls=state.rolls[seat][:],
                lucky=state.lucky[seat] if state.over or seat == viewer else None,
            )
            for seat in range(state.seats)
        ],
        outcome=outcome_of(state),
    )


# Events: what happened, for the log and for animation.


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened."""


class Dealt(Event, frozen=True, tag="dealt"):
    """A player drew a lucky card (BD-S1); what it shows only for that player."""

    seat: int
    card: int | None


class Began(Event, frozen=True, tag="began"):
    """Chance named the first player (BD-S1)."""

    seat: int


class Rolled(Event, frozen=True, tag="rolled"):
    """A player climbed, or slipped and lost the steps of this turn (BD-2)."""

    seat: int
    face: int
    lost: int


class Rested(Event, frozen=True, tag="rested"):
    """A player kept the steps of this turn (BD-3)."""

    seat: int
    height: int


class Revealed(Event, frozen=True, tag="revealed"):
    """A lucky card was shown, with the steps it is worth (BD-5)."""

    seat: int
    card: int
    steps: int


class Ended(Event, frozen=True, tag="ended"):
    """The race is over (BD-4)."""


def redact(event: tuple[Any, ...], viewer: int | None) -> Event:
    """A raw event as this viewer may know it."""
    kind, *rest = event
    if kind == events.DEALT:
        seat, card = rest
        return Dealt(seat, card if seat == viewer else None)
    if kind == events.ROLLED:
        seat, face, steps = rest
        return Rolled(seat, face, steps if face == SLIP else 0)
    plain: dict[int, type[Event]] = {events.BEGAN: Began, events.RESTED: Rested, events.REVEALED: Revealed}
    return plain[kind](*rest) if kind in plain else Ended()
