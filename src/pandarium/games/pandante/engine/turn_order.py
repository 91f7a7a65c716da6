"""Who takes part, and in which order (PD-S3, PD-4, PD-31, PD-G1)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine.cards import BIT
from pandarium.games.pandante.engine.state import NOBODY, PandanteState


def playing(state: PandanteState) -> i64:
    """Everybody who takes part in this gambit, folded or not."""
    return (BIT[state.seats] - 1) & ~(state.sitting | state.away)


def staying(state: PandanteState) -> i64:
    """Everybody who has not folded."""
    return playing(state) & ~state.folded


def is_in(state: PandanteState, seat: i64) -> bool:
    """Whether that player takes part and has not folded."""
    return (state.folded | state.sitting | state.away) & BIT[seat] == 0


def next_of(state: PandanteState, players: i64, seat: i64) -> i64:
    """PD-S3: who of these players comes after that seat in turn order, the dealer last; or NOBODY."""
    while seat != state.dealer:
        seat += 1
        if seat == state.seats:
            seat = 0
        if players & BIT[seat] != 0:
            return seat
    return NOBODY


def first_of(state: PandanteState, players: i64) -> i64:
    """PD-S3: who of these players comes first, counting from the dealer's left."""
    seat = state.dealer
    while players != 0:
        seat += 1
        if seat == state.seats:
            seat = 0
        if players & BIT[seat] != 0:
            return seat
    return NOBODY


def champion_seat(state: PandanteState, colour: i64) -> i64:
    """Who plays the champion of this colour; NOBODY without champions."""
    if not state.variant.champions:
        return NOBODY
    seat: i64 = 0
    while seat < state.seats:
        if state.colour(seat) == colour:
            return seat
        seat += 1
    return NOBODY
