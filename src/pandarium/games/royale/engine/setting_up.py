"""Setting up (PR-S1)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.games.royale.engine.state import DRAFT_STEP, NOBODY, ROLL_STEP, RoyaleState


def set_up(state: RoyaleState) -> i64:
    """PR-S1: a yellow d6 each, pink dice and the Panda token in the middle; the first round comes next."""
    seats: i64 = state.seats
    nothing = vec[i64]([0] * seats)
    state.hands = vec[i64]([state.fixed.dice.each] * seats)
    state.bag = state.fixed.bag
    state.pool = 0
    state.panda = NOBODY
    state.turn = 0
    state.step = DRAFT_STEP
    state.round = 0
    state.rerolls = 0
    state.rolled = state.hands[:]
    state.faces = nothing[:]
    state.yellows = nothing[:]
    state.sheet = vec[i64]()
    state.totals = nothing[:]
    return ROLL_STEP
