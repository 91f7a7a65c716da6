"""The Golden Panda Coin (PD-32)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import events, faults, judging, phases, showdown
from pandarium.games.pandante.engine.cards import lowest
from pandarium.games.pandante.engine.hands import LIE
from pandarium.games.pandante.engine.state import PandanteState


def offer_coin(state: PandanteState) -> None:
    """PD-32: who won alone may show a lie; one that lies open already needs no showing."""
    winner = lowest(state.real)
    if state.claim(winner) < 0:
        state.phase = phases.GAMBIT_ENDS
    elif (state.hands[winner] | state.spare[winner]) & ~state.shown[winner] == 0:
        if judging.judge_hand(state, winner) == LIE:
            take_coin(state, winner)
        state.phase = phases.GAMBIT_ENDS
    else:
        state.phase = phases.SHOWING
        state.turn = winner


def show_fault(state: PandanteState, seat: i64, shows: i64) -> i64:
    """PD-32: there must be a lie to show."""
    return faults.NO_LIE if shows == 1 and judging.judge_hand(state, seat) != LIE else faults.FINE


def end_with_coin(state: PandanteState, seat: i64, shows: bool) -> None:
    """PD-32: show the lie and take the coin, or leave everybody guessing."""
    if shows:
        showdown.open_hand(state, seat)
        take_coin(state, seat)
    state.phase = phases.GAMBIT_ENDS


def take_coin(state: PandanteState, seat: i64) -> None:
    """PD-32: from the middle, or from whoever has it."""
    if state.log is not None:
        state.log.append((events.COIN, state.coin, seat))
    state.coin = seat
