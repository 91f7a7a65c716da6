"""The end: who takes the pot, and who shows a card (LH-9 to LH-11)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.games.leduc.engine.events import ENDED, SHOWN
from pandarium.games.leduc.engine.state import FOLDED, PLAYERS, SHOWDOWN, LeducState

PAIR: Final = 100
"""What a pair is worth above any single card."""


def end_game(state: LeducState, stage: i64, log: list[Any] | None) -> None:
    """LH-9, LH-10: after a fold the cards stay hidden, they are not even logged; else both are shown."""
    state.stage = stage
    if stage == SHOWDOWN:
        state.sealed += 1
    if log is None:
        return
    if stage == SHOWDOWN:
        log.append((SHOWN, 0, state.fixed.code(state.card_of(0))))
        log.append((SHOWN, 1, state.fixed.code(state.card_of(1))))
    log.append((ENDED, winner(state), state.stake - state.owed))


def strength(state: LeducState, seat: i64) -> i64:
    """LH-10: a pair with the public card beats any single card; otherwise the rank decides."""
    ranks = state.fixed.ranks
    rank: i64 = ranks[state.card_of(seat)]
    return rank + PAIR if rank == ranks[state.public] else rank


def winner(state: LeducState) -> i64:
    """LH-9, LH-10: who takes the pot of a finished game; PLAYERS when both share it."""
    if state.stage == FOLDED:
        return 1 - state.turn
    lead = strength(state, 0) - strength(state, 1)
    if lead == 0:
        return PLAYERS
    return 0 if lead > 0 else 1


def outcome(state: LeducState) -> Outcome | None:
    """LH-11: what each player has won or lost."""
    if state.stage < FOLDED:
        return None
    best = winner(state)
    if best == PLAYERS:
        return Outcome.because((0, 1), (0, 0), Message("leduc.outcome.shared"), "LH-10")
    lost = state.stake - state.owed
    scores = (lost, -lost) if best == 0 else (-lost, lost)
    if state.stage == FOLDED:
        return Outcome.because((best,), scores, Message("leduc.outcome.folded"), "LH-9")
    code = "leduc.outcome.pair" if strength(state, best) >= PAIR else "leduc.outcome.higher"
    return Outcome.because((best,), scores, Message(code), "LH-10")


def outcome_into(state: LeducState, scores: vec[i64], wins: vec[u8], at: i64) -> None:
    """LH-11: the same as numbers."""
    best = winner(state)
    if best == PLAYERS:
        wins[at] = 1
        wins[at + 1] = 1
        return
    lost = state.stake - state.owed
    scores[at + best] = lost
    scores[at + 1 - best] = -lost
    wins[at + best] = 1
