"""What each viewer may see of Leduc hold'em: their own card, and the other's only at a showdown."""

from __future__ import annotations

from typing import Any

import msgspec

from pandarium.core.outcome import Outcome
from pandarium.core.record import outcome_of
from pandarium.games.leduc.engine import events
from pandarium.games.leduc.engine.flow import Leduc
from pandarium.games.leduc.engine.moves import CALL, FOLD, RAISE
from pandarium.games.leduc.engine.state import (
    FIRST_ROUND,
    FOLDED,
    NO_CARD,
    PLAYERS,
    ROUND_BYTES,
    SECOND_ROUND,
    SHOWDOWN,
)

STAGE_NAMES = {FIRST_ROUND: "first round", SECOND_ROUND: "second round", FOLDED: "folded", SHOWDOWN: "showdown"}
MOVE_NAMES = {FOLD: "fold", CALL: "call", RAISE: "raise"}


class Player(msgspec.Struct, frozen=True):
    """One player's place at the table."""

    card: str | None
    """None: this viewer may not see it."""
    paid: int


class LeducView(msgspec.Struct, frozen=True):
    """The table as a viewer sees it."""

    you: int | None
    stage: str
    """first round, second round, folded or showdown."""
    turn: int | None
    public: str | None
    players: list[Player]
    to_call: int
    raises: int
    """In this round, by both players."""
    bets: list[list[str]]
    """Every move so far, by round; the first player begins each."""
    outcome: Outcome | None


def view(state: Leduc, viewer: int | None) -> LeducView:
    """Fill the view."""
    over = state.stage >= FOLDED
    return LeducView(
        you=viewer,
        stage=STAGE_NAMES[state.stage],
        turn=None if over else state.turn,
        public=None if state.public == NO_CARD else state.fixed.code(state.public),
        players=[
            Player(
                card=state.fixed.code(state.card_of(seat)) if may_see(state, viewer, seat) else None,
                paid=state.paid_by(seat),
            )
            for seat in range(PLAYERS)
        ],
        to_call=0 if over else state.owed,
        raises=state.raises,
        bets=[[MOVE_NAMES[move] for move in moves] for moves in betting(state)],
        outcome=outcome_of(state),
    )


def may_see(state: Leduc, viewer: int | None, seat: int) -> bool:
    """LH-2, LH-10: one's own card always, the other's at a showdown; never a folded hand, or one that won by a fold."""
    return viewer == seat or state.stage == SHOWDOWN


def betting(state: Leduc) -> list[list[int]]:
    """The moves so far, by round."""
    made = int(state.bets).to_bytes(2 * ROUND_BYTES, "little")
    rounds = [made[:ROUND_BYTES], made[ROUND_BYTES:]]
    return [[move for move in moves if move] for moves in rounds[: 1 if state.public == NO_CARD else 2]]


# Events: what happened, for the log and for animation.


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened at the table."""


class DealtCard(Event, frozen=True, tag="dealt"):
    """A player got a card (LH-2)."""

    seat: int
    card: str | None
    """None: this viewer may not see it."""


class MadeBet(Event, frozen=True, tag="bet"):
    """A player folded, called (checked, if nothing was owed) or raised (LH-4 to LH-6)."""

    seat: int
    move: str
    owed: int


class TurnedCard(Event, frozen=True, tag="turned"):
    """The public card (LH-8)."""

    card: str


class ShownCard(Event, frozen=True, tag="shown"):
    """A player showed their card (LH-10)."""

    seat: int
    card: str


class Ended(Event, frozen=True, tag="ended"):
    """The pot went to a player, or was shared (LH-9, LH-10)."""

    winner: int | None
    """None: shared."""
    chips: int
    """What the loser has paid."""


def redact(event: tuple[Any, ...], viewer: int | None) -> Event:
    """A raw event as this viewer may know it: nobody hears which card the other was dealt."""
    kind, *rest = event
    if kind == events.DEALT:
        seat, card = rest
        return DealtCard(seat, card if viewer == seat else None)
    if kind == events.BET:
        seat, move, owed = rest
        return MadeBet(seat, MOVE_NAMES[move], owed)
    if kind == events.TURNED:
        return TurnedCard(*rest)
    if kind == events.SHOWN:
        return ShownCard(*rest)
    winner, chips = rest
    return Ended(None if winner == PLAYERS else winner, chips)
