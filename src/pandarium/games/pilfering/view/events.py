"""What happened, for the log and for animation: raw events as each viewer may hear of them."""

from __future__ import annotations

from typing import Any

import msgspec

from pandarium.games.pilfering.content import PANDA_CODES
from pandarium.games.pilfering.engine import events
from pandarium.games.pilfering.engine.cards import CODES, is_plan
from pandarium.games.pilfering.engine.moves import EXTEND, LEFT, REUSE, SET
from pandarium.games.pilfering.engine.state import CAUGHT, CHECK_FAILED, ESCAPED, NO_CARDS, NOT_READY, OUT_OF_TIME

PLAY_NAMES = {SET: "set", REUSE: "reuse", EXTEND: "extend", LEFT: "left"}
RESULTS = {
    ESCAPED: "escaped",
    CAUGHT: "caught",
    OUT_OF_TIME: "timer",
    NO_CARDS: "no cards",
    CHECK_FAILED: "final check",
    NOT_READY: "not ready",
}
RULES_OF_RESULTS = {
    "escaped": "PP-E5",
    "caught": "PP-E2",
    "timer": "PP-E7",
    "no cards": "PP-E4",
    "final check": "PP-E5",
    "not ready": "PP-2",
}
REASONS = {
    events.BY_POINTS: ("points", "PP-A2"),
    events.BY_BONUS: ("bonus", "PP-A5"),
    events.BY_SET: ("set", "PP-A6"),
    events.BY_KEYS: ("keys", "PP-A7"),
    events.BY_DISCARD: ("discard", "PP-A11"),
    events.BY_PICK_UP: ("pick-up", "PP-T4"),
    events.BY_SUSPICION: ("suspicion", "PP-T6"),
    events.BY_TURN: ("turn", "PP-E2"),
    events.BY_TORCH: ("torch", "PP-F5"),
    events.BY_FINAL: ("final", "PP-E5"),
    events.BY_CARD: ("card", "PP-C7"),
}
WAYS = ("plain", "greedy", "sneaky")


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened at the table."""


class MetMeerkats(Event, frozen=True, tag="meerkats"):
    """Two Meerkats trade today, by their number in the content (PP-S3)."""

    first: int
    second: int


class ChosePanda(Event, frozen=True, tag="chose"):
    """A player chose a panda (PP-S3)."""

    seat: int
    panda: str


class Dealt(Event, frozen=True, tag="dealt"):
    """A player was dealt a hand; others hear only how many (PP-S3)."""

    seat: int
    count: int
    cards: list[str] | None


class MetPlan(Event, frozen=True, tag="met-plan"):
    """A Foiled Plan showed up at set-up and will be shuffled back (PP-S5)."""

    plan: str


class DeclinedStart(Event, frozen=True, tag="declined"):
    """A player would rather not start (PP-S3)."""

    seat: int


class BeganTurn(Event, frozen=True, tag="turn"):
    """A turn began (PP-T1)."""

    seat: int
    number: int


class Drew(Event, frozen=True, tag="drew"):
    """A player drew from the deck; others do not see what (PP-T2)."""

    seat: int
    card: str | None


class PickedUp(Event, frozen=True, tag="picked"):
    """Cards went from the right of the Hideout to a hand, the left-most first (PP-T2)."""

    seat: int
    cards: list[str]
    way: str
    """plain, greedy, sneaky."""


class Suspicion(Event, frozen=True, tag="suspicion"):
    """The Raised Suspicion card lies with this player now, and shows this (PP-T6)."""

    seat: int
    side: int


class UsedAbility(Event, frozen=True, tag="ability"):
    """A panda used its ability (PP-A12)."""

    seat: int
    panda: str


class PlayedCards(Event, frozen=True, tag="played"):
    """Cards went from a hand to an area (PP-A2, PP-A3, PP-A4, PP-F3)."""

    seat: int
    how: str
    """set, reuse, extend, left."""
    area: int
    cards: list[str]
    """The whole set as it lies; a re-used end card first. Of an extension the one card."""
    place: int
    """Where the first card from the hand lies now."""
    bonus: bool


class MovedPanda(Event, frozen=True, tag="panda"):
    """The panda marker moved."""

    by: int
    to: int
    why: str
    rule: str


class MovedKeeper(Event, frozen=True, tag="keeper"):
    """The keeper marker moved."""

    by: int
    to: int
    why: str
    rule: str


class ReachedLimit(Event, frozen=True, tag="limit"):
    """An area has as many cards as its Meerkat takes gladly (PP-A6)."""

    area: int
    place: int
    card: str


class SwappedKey(Event, frozen=True, tag="swapped"):
    """A Loot card took the place of a Key, which went to the hand (PP-A10)."""

    seat: int
    area: int
    place: int
    card: str


class DiscardedKey(Event, frozen=True, tag="discarded"):
    """A Key went from a hand to the box (PP-A11)."""

    seat: int


class DutyDone(Event, frozen=True, tag="duty"):
    """The card that was picked up from has been played (PP-T5)."""

    seat: int
    card: str


class AreaWatched(Event, frozen=True, tag="watched"):
    """Alone: the Raised Suspicion card lies on this area now (PP-V1)."""

    area: int


class Passed(Event, frozen=True, tag="passed"):
    """A player ended their actions (PP-A13)."""

    seat: int


class Stashed(Event, frozen=True, tag="stashed"):
    """A card went from a hand to the right end of the Hideout (PP-E1)."""

    seat: int
    card: str


class ToppedUp(Event, frozen=True, tag="topped-up"):
    """A card went from the deck to the right end of the Hideout (PP-E4)."""

    card: str


class SecretMoved(Event, frozen=True, tag="secret-moved"):
    """A card went from the Secret Stash to the right end of the Hideout (PP-1)."""

    card: str


class SecretFilled(Event, frozen=True, tag="secret-filled"):
    """A card went from the deck to the Secret Stash (PP-1)."""

    card: str


class WentOut(Event, frozen=True, tag="out"):
    """A player has no cards left (PP-E6)."""

    seat: int


class TimerTurned(Event, frozen=True, tag="timer"):
    """The Timer lies with this player and has turned so many quarters (PP-E6, PP-E7)."""

    seat: int
    quarters: int
    time_up: int
    """The quarter turn on which time is up."""


class PlayedOn(Event, frozen=True, tag="played-on"):
    """A player decided not to run for it yet (PP-E3)."""

    seat: int


class FinalCheck(Event, frozen=True, tag="final"):
    """The pandas ran, and dropped what they held (PP-E5)."""

    hands: list[list[str]]
    cost: int


class FoiledPlan(Event, frozen=True, tag="plan"):
    """A Foiled Plan came up (PP-F1)."""

    seat: int
    plan: str


class NoEffect(Event, frozen=True, tag="no-effect"):
    """It foiled nothing."""

    seat: int
    plan: str


class Rummaged(Event, frozen=True, tag="rummaged"):
    """A card came from the deck, to be placed (PP-F2)."""

    seat: int
    card: str


class PlacedCard(Event, frozen=True, tag="placed"):
    """The rummaged card went to the end of an area (PP-F2)."""

    seat: int
    area: int
    card: str


class DoorClosed(Event, frozen=True, tag="door-closed"):
    """A player made no Back Door Trade (PP-F3)."""

    seat: int


class WashedAway(Event, frozen=True, tag="washed-away"):
    """The left-most card of the Hideout went to the box (PP-F5)."""

    card: str


class Offered(Event, frozen=True, tag="offered"):
    """Sharing: a card for one of another player's; only its owner knows which (PP-C6)."""

    seat: int
    other: int
    card: str | None


class Exchanged(Event, frozen=True, tag="exchanged"):
    """Two players swapped a card each; only they know which (PP-C6, PP-F4)."""

    seat: int
    given: str | None
    other: int
    taken: str | None


class TradedSecret(Event, frozen=True, tag="traded-secret"):
    """Alone: a card of the hand for one of the Secret Stash (PP-C6, PP-F4)."""

    seat: int
    given: str
    taken: str


class Ended(Event, frozen=True, tag="ended"):
    """It is over (PP-E9)."""

    won: bool
    how: str
    """escaped, caught, timer, no cards, final check, not ready."""
    rule: str


def redact(event: tuple[Any, ...], viewer: int | None) -> Event:
    """A raw event in words that this viewer may hear."""
    kind, *rest = event
    match kind:
        case events.DEALT:
            seat, cards = rest
            return Dealt(seat, len(cards), names(cards) if viewer == seat else None)
        case events.DREW:
            seat, card = rest
            return Drew(seat, CODES[card] if viewer == seat else None)
        case events.OFFERED:
            seat, other, card = rest
            return Offered(seat, other, CODES[card] if viewer == seat else None)
        case events.EXCHANGED:
            seat, given, other, taken = rest
            if viewer in {seat, other}:
                return Exchanged(seat, CODES[given], other, CODES[taken])
            return Exchanged(seat, None, other, None)
        case events.PLAYED:
            seat, how, area, cards, before, bonus = rest
            return PlayedCards(seat, PLAY_NAMES[how], area, names(cards), 0 if how == LEFT else before, bool(bonus))
        case events.PANDA_MOVED | events.KEEPER_MOVED:
            by, to, reason = rest
            why, rule = REASONS[reason]
            return (MovedPanda if kind == events.PANDA_MOVED else MovedKeeper)(by, to, why, rule)
        case events.PICKED:
            return PickedUp(rest[0], names(rest[1]), WAYS[rest[2]])
        case events.CHOSE | events.ABILITY_USED:
            return (ChosePanda if kind == events.CHOSE else UsedAbility)(rest[0], PANDA_CODES[rest[1]])
        case events.TRADED_SECRET:
            return TradedSecret(rest[0], CODES[rest[1]], CODES[rest[2]])
        case events.FINAL:
            return FinalCheck([names(hand) for hand in rest[0]], rest[1])
        case events.ENDED:
            how = RESULTS[rest[0]]
            return Ended(how == "escaped", how, RULES_OF_RESULTS[how])
    if kind in _WITH_CARD:
        return _WITH_CARD[kind](*rest[:-1], CODES[rest[-1]])
    return _PLAIN[kind](*rest)


def redact_cards(event: tuple[Any, ...]) -> Event:
    """A raw event where nobody knows a card, as at a real table: each is ''."""
    kind, *rest = event
    if kind == events.PICKED:
        return PickedUp(rest[0], [""] * len(rest[1]), WAYS[rest[2]])
    if kind == events.TRADED_SECRET:
        return TradedSecret(rest[0], "", "")
    if kind in _WITH_CARD and not is_plan(rest[-1]):
        return _WITH_CARD[kind](*rest[:-1], "")
    return redact(event, None)


def names(cards: list[int]) -> list[str]:
    """Cards by their codes."""
    return [CODES[card] for card in cards]


_PLAIN: dict[int, type[Event]] = {
    events.MET_MEERKATS: MetMeerkats,
    events.DECLINED: DeclinedStart,
    events.TURN: BeganTurn,
    events.SUSPICION: Suspicion,
    events.WENT_OUT: WentOut,
    events.TIMER: TimerTurned,
    events.PLAYED_ON: PlayedOn,
    events.PASSED: Passed,
    events.DISCARDED: DiscardedKey,
    events.WATCHED: AreaWatched,
    events.DOOR_CLOSED: DoorClosed,
}

_WITH_CARD: dict[int, type[Event]] = {
    events.MET_PLAN: MetPlan,
    events.STASHED: Stashed,
    events.TOPPED_UP: ToppedUp,
    events.SECRET_MOVED: SecretMoved,
    events.SECRET_FILLED: SecretFilled,
    events.RUMMAGED: Rummaged,
    events.LIMIT_REACHED: ReachedLimit,
    events.SWAPPED: SwappedKey,
    events.DUTY_DONE: DutyDone,
    events.PLAN: FoiledPlan,
    events.NO_EFFECT: NoEffect,
    events.PLACED: PlacedCard,
    events.WASHED_AWAY: WashedAway,
}
