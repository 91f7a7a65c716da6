"""What a player's cards really are (PD-H3, PD-22, PD-K6, PD-K9)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import casinos
from pandarium.games.pandante.engine.hands import LIE, best, verdict_in_rows
from pandarium.games.pandante.engine.state import PandanteState


def judge_hand(state: PandanteState, seat: i64) -> i64:
    """PD-H3, PD-22, PD-K9: what the cards say about claim and statement; PD-K6: either hand will do."""
    return judge_statement(state, seat, state.said[seat])


def judge_statement(state: PandanteState, seat: i64, said: i64) -> i64:
    """The same, as if this had been said (0: nothing)."""
    truth = judge_cards(state, seat, said, state.hands[seat])
    if truth == LIE and state.spare[seat] != 0:
        truth = judge_cards(state, seat, said, state.spare[seat])
    return truth


def judge_cards(state: PandanteState, seat: i64, said: i64, cards: i64) -> i64:
    """The verdict on this player's claim and a statement (0: none), with these private cards."""
    return verdict_in_rows(state.claim(seat), said, cards, state.row(0), state.row(1), casinos.rows(state))


def real_hand(state: PandanteState, seat: i64) -> i64:
    """The best claim that this player's cards make with the community cards that lie there; NOTHING without any."""
    found = best_with_rows(state, state.hands[seat])
    return found if state.spare[seat] == 0 else max(found, best_with_rows(state, state.spare[seat]))


def best_with_rows(state: PandanteState, cards: i64) -> i64:
    """PD-K9: the best claim of some private cards, with either row."""
    found = best(cards, state.row(0))
    return found if casinos.rows(state) == 1 else max(found, best(cards, state.row(1)))
