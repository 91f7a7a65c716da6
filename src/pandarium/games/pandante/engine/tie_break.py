"""Who is in the showdown: the highest claims, and among equal ones the best statements (PD-9, PD-20, PD-23)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import betting, events, faults, payments, phases
from pandarium.games.pandante.engine.cards import BIT, lowest
from pandarium.games.pandante.engine.claims import is_statement, rank_said
from pandarium.games.pandante.engine.state import PandanteState
from pandarium.games.pandante.engine.turn_order import first_of, staying


def find_showdown(state: PandanteState) -> None:
    """PD-9, PD-20, PD-23: the highest claims that are left; who is tied and has not spoken yet speaks first."""
    left = staying(state)
    if left == 0:
        payments.give_pot(state, 0)  # PD-23: nobody is left, the pot stays for the next gambit
        state.phase = phases.GAMBIT_ENDS
        return
    highest = betting.highest_claim(state, left)
    tied: i64 = 0
    while left != 0:
        seat = lowest(left)
        if state.claim(seat) == highest:
            tied |= BIT[seat]
        left &= left - 1
    if tied & (tied - 1) == 0:
        begin_showdown(state, tied)
        return
    silent = silent_of(state, tied)
    if silent != 0:
        if silent == tied and state.log is not None:
            state.log.append((events.STREET, events.TIE_BREAK_PART))
        state.phase = phases.SAYING
        state.turn = first_of(state, silent)
    else:
        begin_showdown(state, best_spoken(state, tied))


def silent_of(state: PandanteState, players: i64) -> i64:
    """Who of these players has said nothing yet."""
    found: i64 = 0
    while players != 0:
        seat = lowest(players)
        if state.said[seat] == 0:
            found |= BIT[seat]
        players &= players - 1
    return found


def best_spoken(state: PandanteState, players: i64) -> i64:
    """PD-9: who of these players has said the most."""
    best: i64 = -1
    found: i64 = 0
    while players != 0:
        seat = lowest(players)
        rank = rank_said(state.said[seat])
        if rank > best:
            best = rank
            found = 0
        if rank == best:
            found |= BIT[seat]
        players &= players - 1
    return found


def say_fault(state: PandanteState, seat: i64, said: i64) -> i64:
    """PD-9: what fits the claim, true or not."""
    return faults.FINE if is_statement(state.claim(seat), said) else faults.NOT_A_STATEMENT


def make_statement(state: PandanteState, seat: i64, said: i64) -> None:
    """PD-9: it binds for the gambit."""
    state.said[seat] = said
    if state.log is not None:
        state.log.append((events.SAID, seat, state.claim(seat), said))
    state.phase = phases.SHOWDOWN_FORMS


def begin_showdown(state: PandanteState, players: i64) -> None:
    """PD-20: everyone in it gets their turn in the hotseat."""
    state.hot = players
    state.real = 0
    state.jokers = 0
    if state.log is not None:
        state.log.append((events.STREET, events.SHOWDOWN_PART))
    state.phase = phases.NEXT_HOTSEAT
