"""What each viewer may see of Panda Royale: everything but the dice to come. And the same for events."""

from __future__ import annotations

from typing import Any

import msgspec

from pandarium.core.outcome import Outcome
from pandarium.core.record import outcome_of
from pandarium.games.royale.engine import events
from pandarium.games.royale.engine.dice import CODES, COLOURS, list_kinds
from pandarium.games.royale.engine.flow import Royale
from pandarium.games.royale.engine.scoring import colour_score, line_total, list_values
from pandarium.games.royale.engine.state import DRAFT_STEP, OVER, TRADE_STEP

STEP_NAMES = {TRADE_STEP: "trade", DRAFT_STEP: "draft", OVER: "over"}


class Rolled(msgspec.Struct, array_like=True, frozen=True):
    """A die and what its upper face counts."""

    die: str
    value: int


class Line(msgspec.Struct, frozen=True):
    """One player's scores of one round (PR-15)."""

    colours: tuple[int, ...]
    """Yellow, purple, blue, red, green, clear, pink."""
    total: int


class Player(msgspec.Struct, frozen=True):
    """One player's place at the table."""

    dice: list[str]
    rolled: list[Rolled]
    """The last roll, as it scored."""
    yellow: int
    """The yellow sum that counted for the token, after the last re-roll (PR-3)."""
    lines: list[Line]
    total: int


class RoyaleView(msgspec.Struct, frozen=True):
    """The table as a viewer sees it."""

    you: int | None
    round: int
    step: str
    """trade, draft or over."""
    turn: int | None
    panda: int
    rerolls: int
    players: list[Player]
    pool: list[str]
    bag: dict[str, int]
    """What must be in the bag, since everything else lies open."""
    pity: int
    options: dict[str, bool]
    outcome: Outcome | None


def view(state: Royale, viewer: int | None) -> RoyaleView:
    """Fill the view. Nothing here depends on who looks, except `you`."""
    dice = state.fixed.dice
    seats = range(state.seats)
    bag = list_kinds(state.bag)
    return RoyaleView(
        you=viewer,
        round=state.round,
        step=STEP_NAMES[state.step],
        turn=None if state.step == OVER else state.turn,
        panda=state.panda,
        rerolls=state.rerolls,
        players=[
            Player(
                dice=codes(state.hands[seat]),
                rolled=show(list_kinds(state.rolled[seat]), list_values(dice, state.rolled[seat], state.faces[seat])),
                yellow=state.yellows[seat],
                lines=[read_line(line) for line in lines_of(state, seat)],
                total=state.totals[seat],
            )
            for seat in seats
        ],
        pool=codes(state.pool),
        bag={CODES[kind]: bag.count(kind) for kind in dict.fromkeys(bag)},
        pity=state.fixed.pink,
        options=dict(state.setup.options),
        outcome=outcome_of(state),
    )


def codes(hand: int) -> list[str]:
    """The dice of a handful by their codes."""
    return [CODES[kind] for kind in list_kinds(hand)]


def show(kinds: list[int], values: list[int]) -> list[Rolled]:
    """Dice with what they show."""
    return [Rolled(CODES[kind], value) for kind, value in zip(kinds, values, strict=True)]


def lines_of(state: Royale, seat: int) -> list[int]:
    """One player's column of the score sheet, still packed."""
    return list(state.sheet)[seat :: state.seats]


def read_line(line: int) -> Line:
    """A line of the score sheet, by colour."""
    return Line(tuple(colour_score(line, colour) for colour in range(COLOURS)), line_total(line))


# Events: what happened, for the log and for animation.


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened at the table."""


class RolledDice(Event, frozen=True, tag="rolled"):
    """A player rolled all their dice (PR-2)."""

    seat: int
    dice: list[Rolled]


class RerolledYellow(Event, frozen=True, tag="rerolled"):
    """A player rolled their yellow dice again, because of a tie (PR-3)."""

    seat: int
    dice: list[Rolled]


class TookToken(Event, frozen=True, tag="token"):
    """The highest yellow sum took the Panda token (PR-2)."""

    seat: int
    yellow: int


class ScoredRound(Event, frozen=True, tag="scored"):
    """A player wrote down a round (PR-15)."""

    seat: int
    round: int
    line: Line


class ClaimedPity(Event, frozen=True, tag="pity"):
    """A player took a pink die (PR-9)."""

    seat: int


class TradedDie(Event, frozen=True, tag="traded"):
    """A player gave a clear die to another and took a die for it (PR-10)."""

    seat: int
    other: int
    die: str


class PassedTrade(Event, frozen=True, tag="passed"):
    """A player trades no more this round (PR-10)."""

    seat: int


class DrewPool(Event, frozen=True, tag="pool"):
    """New dice came out of the bag (PR-11)."""

    dice: list[str]


class TookDie(Event, frozen=True, tag="took"):
    """A player took a die from the pool (PR-11)."""

    seat: int
    die: str


class ReturnedDie(Event, frozen=True, tag="returned"):
    """The last die of the pool went back to the bag (PR-11)."""

    die: str


class Ended(Event, frozen=True, tag="ended"):
    """Ten rounds are over (PR-13)."""


def redact(event: tuple[Any, ...]) -> Event:
    """A raw event in words that everyone may hear: nothing is hidden in this game."""
    kind, *rest = event
    if kind == events.ROLLED:
        seat, kinds, values = rest
        return RolledDice(seat, show(kinds, values))
    if kind == events.REROLLED:
        seat, kinds, values = rest
        return RerolledYellow(seat, show(kinds, values))
    if kind == events.SCORED:
        seat, number, line = rest
        return ScoredRound(seat, number, read_line(line))
    if kind == events.POOL:
        return DrewPool(codes(rest[0]))
    if kind == events.TRADED:
        seat, other, die = rest
        return TradedDie(seat, other, CODES[die])
    if kind == events.TOOK:
        seat, die = rest
        return TookDie(seat, CODES[die])
    if kind == events.RETURNED:
        return ReturnedDie(CODES[rest[0]])
    return _PLAIN[kind](*rest)


_PLAIN: dict[int, type[Event]] = {
    events.TOKEN: TookToken,
    events.PITY: ClaimedPity,
    events.PASSED: PassedTrade,
    events.ENDED: Ended,
}
