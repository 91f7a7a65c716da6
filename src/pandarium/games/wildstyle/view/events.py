"""Events of Wildstyle: what happened, for the log and for animation, and as each viewer may hear of it."""

from __future__ import annotations

from typing import Any

import msgspec

from pandarium.games.wildstyle.content import CARD_NAMES, HEX_NAMES
from pandarium.games.wildstyle.engine import events
from pandarium.games.wildstyle.view.table import Score, cards, hexes, objectives


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened at the table."""


class LaidMap(Event, frozen=True, tag="laid"):
    """The map and the objectives of this game (WS-S1, WS-S2)."""

    sides: list[str]
    rotations: list[int]
    objectives: list[str]


class BeganRound(Event, frozen=True, tag="round"):
    """A new round: six more tags on every mat, all cards shuffled (WS-S3, WS-14)."""

    round: int


class DealtHand(Event, frozen=True, tag="dealt"):
    """A player got a hand of three cards (WS-S3)."""

    seat: int
    cards: list[str] | None
    """None: this viewer may not see them."""


class SaidReady(Event, frozen=True, tag="ready"):
    """A player has seen hand and map (WS-2)."""

    seat: int


class BeganCountdown(Event, frozen=True, tag="countdown"):
    """Everyone is ready: three, two, one (WS-2)."""


class StartedRound(Event, frozen=True, tag="go"):
    """Go (WS-2)."""

    round: int


class DrewCard(Event, frozen=True, tag="drew"):
    """A player drew a card (WS-3)."""

    seat: int
    pile: int
    card: str | None
    """None: this viewer may not see it."""
    left: int
    """Cards left in the pile."""


class AddedCard(Event, frozen=True, tag="added"):
    """A card went from a hand onto a set (WS-4)."""

    seat: int
    card: str
    space: int
    size: int
    """Cards in the set now."""


class SharedCard(Event, frozen=True, tag="shared"):
    """A card went from a hand onto a share pile (WS-5)."""

    seat: int
    card: str
    pile: int


class TookCard(Event, frozen=True, tag="took"):
    """A card went from a share pile onto a set (WS-6)."""

    seat: int
    pile: int
    card: str
    space: int
    size: int


class TookCar(Event, frozen=True, tag="car"):
    """A player took a cop car, to rush a set (WS-8)."""

    seat: int
    cars: int
    """The player's, now."""
    left: int


class PlacedTag(Event, frozen=True, tag="tagged"):
    """A tag went from the mat onto the map (WS-7)."""

    seat: int
    space: int
    hex: str
    icon: str
    mat: int
    """Tags left on the mat."""


class ClearedSet(Event, frozen=True, tag="cleared"):
    """The cards of a set are out for this round (WS-7, WS-10)."""

    seat: int
    space: int
    cards: list[str]


class StoppedPlaying(Event, frozen=True, tag="stopped"):
    """A player has placed the last tag of this round (WS-11)."""

    seat: int


class TriggeredEnd(Event, frozen=True, tag="triggered"):
    """From now on no new sets (WS-12)."""

    piles_empty: bool
    """Or else at most one player has tags left."""


class Passed(Event, frozen=True, tag="passed"):
    """A player does nothing for now; once the end was triggered, nothing more (WS-13)."""

    seat: int
    triggered: bool


class EndedRound(Event, frozen=True, tag="round over"):
    """The round is over (WS-13)."""

    round: int


class ChoseTag(Event, frozen=True, tag="chose"):
    """You chose a tag that goes for a cop car; the others do not know of it yet (WS-20)."""

    seat: int
    hex: str
    left: int
    """Tags still to be chosen."""


class RemovedTags(Event, frozen=True, tag="removed"):
    """Tags that went for cop cars, shown when everybody had chosen (WS-20)."""

    seat: int
    hexes: list[str]


class RemovedSolo(Event, frozen=True, tag="solo"):
    """Tags that went because they touched no other of their owner (WS-20)."""

    seat: int
    hexes: list[str]


class Scored(Event, frozen=True, tag="scored"):
    """What a player scored (WS-20)."""

    seat: int
    objectives: list[str]
    score: Score


class Ended(Event, frozen=True, tag="ended"):
    """Three rounds are over, and scored (WS-20)."""


def redact(event: tuple[Any, ...], viewer: int | None) -> Event | None:
    """A raw event as this viewer may hear of it: cards dealt and drawn, and tags chosen, are their owner's secret."""
    kind, *rest = event
    match kind:
        case events.LAID:
            return LaidMap(rest[0], rest[1], objectives(rest[2]))
        case events.DEALT:
            seat, hand = rest
            return DealtHand(seat, cards(hand) if viewer == seat else None)
        case events.DREW:
            seat, pile, card, left = rest
            return DrewCard(seat, pile, CARD_NAMES[card] if viewer == seat else None, left)
        case events.ADDED:
            seat, card, space, size = rest
            return AddedCard(seat, CARD_NAMES[card], space, size)
        case events.SHARED:
            seat, card, pile = rest
            return SharedCard(seat, CARD_NAMES[card], pile)
        case events.TOOK:
            seat, pile, card, space, size = rest
            return TookCard(seat, pile, CARD_NAMES[card], space, size)
        case events.TAGGED:
            seat, space, hex, icon, mat = rest
            return PlacedTag(seat, space, HEX_NAMES[hex], "SRAFMP"[icon], mat)
        case events.CLEARED:
            seat, space, cleared = rest
            return ClearedSet(seat, space, cards(cleared))
        case events.PICKED:
            seat, hex, left = rest
            return ChoseTag(seat, HEX_NAMES[hex], left) if viewer == seat else None  # WS-20: in secret
        case events.REMOVED:
            return RemovedTags(rest[0], hexes(rest[1]))
        case events.SOLO:
            return RemovedSolo(rest[0], hexes(rest[1]))
        case events.SCORED:
            seat, chosen, points, tags = rest
            return Scored(seat, objectives(chosen), Score(points, tags, sum(points) + tags))
    return _PLAIN[kind](*rest)


_PLAIN: dict[int, type[Event]] = {
    events.ROUND: BeganRound,
    events.SAID_READY: SaidReady,
    events.COUNTING: BeganCountdown,
    events.STARTED: StartedRound,
    events.CAR: TookCar,
    events.STOPPED: StoppedPlaying,
    events.TRIGGERED: TriggeredEnd,
    events.PASSED: Passed,
    events.ROUND_OVER: EndedRound,
    events.ENDED: Ended,
}
