"""Whoever is neither a seat nor a spectator sees nothing, of any game."""

from __future__ import annotations

import pytest

import pandarium
from pandarium import Rng

pytestmark = pytest.mark.conformance


@pytest.mark.parametrize("name", pandarium.names())
def test_nobody_looks_from_a_seat_that_is_not_there(name: str) -> None:
    seats = pandarium.meta(name).seats[0]
    state = pandarium.game(name).start(seats=seats, seed=1)
    for stranger in (-1, seats, 2**70):
        for look in (state.view, state.observe, lambda seat: state.resample(seat, Rng(0))):
            with pytest.raises(pandarium.PandariumError, match=f"there is no seat {stranger}, only 0 to {seats - 1}"):
                look(stranger)


@pytest.mark.parametrize("name", pandarium.names())
def test_what_is_no_integer_is_refused_at_the_door(name: str) -> None:
    state = pandarium.game(name).start(seats=pandarium.meta(name).seats[0], seed=1)
    seat = state.actors()[0]
    move = state.legal(seat)[0]
    before = state.dump()
    for wrong in (1.0, "1", None):
        with pytest.raises(TypeError):
            state.play(wrong, move)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            state.play(seat, wrong)  # type: ignore[arg-type]
    assert state.dump() == before
