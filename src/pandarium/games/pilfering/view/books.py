"""The table as a companion knows it that never sees a card: markers, counts, prices, who has which card in front."""

from __future__ import annotations

import msgspec

from pandarium.core.outcome import Outcome
from pandarium.core.record import outcome_of
from pandarium.games.pilfering.content import PANDA_CODES
from pandarium.games.pilfering.engine.cards import size
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.moves import PLAIN
from pandarium.games.pilfering.engine.prices import charge_of, is_dear, penalty_of, suspicion_of
from pandarium.games.pilfering.engine.setup import NOBODY
from pandarium.games.pilfering.engine.state import NOT_PLAYED, OVER
from pandarium.games.pilfering.view.table import FORCE_NAMES


class AreaBooks(msgspec.Struct, frozen=True):
    """What is known of a Trade area."""

    cards: int
    dear: bool
    """Whether the limit is reached, or counts as reached (PP-A6, PP-F5)."""
    charge: int
    """What the next set or extension here costs the keeper, without Keys."""
    watched: bool
    """PP-V1: whether the Raised Suspicion card lies here."""


class PlayerBooks(msgspec.Struct, frozen=True):
    """What is known of a player."""

    panda: str | None
    """None: none yet, or one that only this box has."""
    ability: bool
    """Whether the panda's ability can still be used."""
    cards: int
    out: bool


class PilferingBooks(msgspec.Struct, frozen=True):
    """Markers and counts. What has the same name in `PilferingView` is the same here."""

    turn: int
    turns: int
    panda: int
    keeper: int
    win: int
    limit: int
    areas: list[AreaBooks]
    players: list[PlayerBooks]
    hideout: int
    deck: int
    plans: int
    """Foiled Plans still in the deck."""
    suspect: int | None
    suspicion: int
    pick_up: list[int]
    timer: int
    time_up: int
    timekeeper: int | None
    early: str
    early_seat: int | None
    gate: str
    gate_seat: int | None
    dropped: int
    """What the final check cost (PP-E5)."""
    outcome: Outcome | None


def books(state: Pilfering) -> PilferingBooks:
    """What is known of this position without its cards."""
    seats = range(state.seats)
    return PilferingBooks(
        turn=int(state.turn),
        turns=int(state.turns),
        panda=int(state.panda),
        keeper=int(state.keeper),
        win=int(state.fixed.win),
        limit=int(state.fixed.limit),
        areas=[_area(state, which) for which in (0, 1)],
        players=[_player(state, seat) for seat in seats],
        hideout=len(state.hideout),
        deck=int(state.left),
        plans=int(state.plans_left),
        suspect=_seat(state.suspect),
        suspicion=int(state.suspicion),
        pick_up=[int(penalty_of(state.fixed, PLAIN) + suspicion_of(state, seat)) for seat in seats],
        timer=int(state.quarters),
        time_up=int(state.fixed.time_up),
        timekeeper=_seat(state.timekeeper),
        early=FORCE_NAMES[state.early],
        early_seat=_seat(state.early_seat) if state.early != NOT_PLAYED else None,
        gate=FORCE_NAMES[state.gate],
        gate_seat=_seat(state.gate_seat) if state.gate != NOT_PLAYED else None,
        dropped=int(state.dropped),
        outcome=outcome_of(state) if state.step == OVER else None,
    )


def _area(state: Pilfering, which: int) -> AreaBooks:
    area = state.area(which)
    return AreaBooks(len(area.cards), is_dear(state, area), int(charge_of(state, area)), state.watched == which)


def _player(state: Pilfering, seat: int) -> PlayerBooks:
    role = state.roles[seat]
    return PlayerBooks(
        panda=None if role == NOBODY else PANDA_CODES[role],
        ability=not state.spent >> seat & 1,
        cards=int(size(state.hands[seat])),
        out=bool(state.out >> seat & 1),
    )


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)
