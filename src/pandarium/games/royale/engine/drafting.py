"""Step 4, draft (PR-11)."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from pandarium.games.royale.engine.dice import DRAFTABLE, count, draw, one, total
from pandarium.games.royale.engine.events import POOL, RETURNED, TOOK
from pandarium.games.royale.engine.faults import FINE, NO_SUCH_DIE, NOT_DRAFTING, NOT_IN_POOL
from pandarium.games.royale.engine.state import CHOICE, DRAFT_STEP, NOBODY, ROLL_STEP, RoyaleState


def begin_draft(state: RoyaleState, log: list[Any] | None) -> i64:
    """PR-11: one more die than players from the bag; the holder of the token picks first."""
    state.sealed += 1
    state.step = DRAFT_STEP
    state.turn = state.panda
    in_bag: i64 = total(state.bag)
    wanted: i64 = state.seats + 1
    while wanted > 0:
        kind = draw(state.bag, state.rng.below(in_bag))
        state.bag -= one(kind)
        state.pool += one(kind)
        in_bag -= 1
        wanted -= 1
    if log is not None:
        log.append((POOL, state.pool))
    return CHOICE


def take_fault(state: RoyaleState, die: i64) -> i64:
    """PR-11: why a die of this kind cannot be taken from the pool; FINE if it can."""
    if state.step != DRAFT_STEP:
        return NOT_DRAFTING
    if die >= DRAFTABLE:
        return NO_SUCH_DIE
    if count(state.pool, die) == 0:
        return NOT_IN_POOL
    return FINE


def take_die(state: RoyaleState, seat: i64, die: i64, log: list[Any] | None) -> i64:
    """PR-11: each takes one, clockwise; the last die goes back to the bag and the next round begins."""
    state.pool -= one(die)
    state.hands[seat] += one(die)
    if log is not None:
        log.append((TOOK, seat, die))
    state.turn = (seat + 1) % state.seats
    if state.turn != state.panda:
        return CHOICE
    if log is not None:
        log.append((RETURNED, draw(state.pool, 0)))
    state.bag += state.pool
    state.pool = 0
    return ROLL_STEP


def die_with_most_faces(state: RoyaleState) -> i64:
    """The kind of the pool's die with the most faces, of equals the first: what is taken when time runs out."""
    sides = state.fixed.dice.sides
    best: i64 = NOBODY
    die: i64 = 0
    while die < DRAFTABLE:
        if count(state.pool, die) > 0 and (best == NOBODY or sides[die] > sides[best]):
            best = die
        die += 1
    return best
