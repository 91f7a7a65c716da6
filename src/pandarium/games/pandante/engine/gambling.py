"""Gambling mode: elimination, coming and going (PD-G1, PD-G2, PD-G3). Play chips only."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import events, payments, phases, setting_up
from pandarium.games.pandante.engine.cards import BIT, size
from pandarium.games.pandante.engine.setup import TOURNAMENT
from pandarium.games.pandante.engine.state import NOBODY, PandanteState
from pandarium.games.pandante.engine.turn_order import first_of, next_of


def eliminate(state: PandanteState) -> None:
    """PD-G1: below 0 at any time, or under 44 now: eliminated."""
    seat: i64 = 0
    leaving: i64 = 0
    while seat < state.seats:
        short: bool = state.broke & BIT[seat] != 0 or state.gold[seat] < state.numbers.least
        if short and state.away & BIT[seat] == 0:
            leaving |= BIT[seat]
        seat += 1
    there: i64 = (BIT[state.seats] - 1) & ~state.away
    if state.variant.gambling == TOURNAMENT and leaving == there:
        state.phase = phases.GAME_ENDS  # all at once: the most gold wins
        return
    state.away |= leaving
    seat = 0
    while seat < state.seats:
        if leaving & BIT[seat] != 0 and state.log is not None:
            why: i64 = events.BROKE if state.broke & BIT[seat] != 0 else events.SHORT
            state.log.append((events.LEFT, seat, why))
        seat += 1
    state.broke = 0
    if state.variant.one_gambit:
        state.phase = phases.GAME_ENDS
    elif state.variant.gambling == TOURNAMENT:
        if size(there & ~leaving) == 1:
            state.phase = phases.GAME_ENDS
        else:
            state.phase = phases.GAMBIT_BEGINS
    else:
        setting_up.clear_table(state)
        state.phase = phases.BETWEEN_GAMBITS
        state.turn = first_of(state, BIT[state.seats] - 1)


def take_seat(state: PandanteState, seat: i64, comes: bool) -> None:
    """PD-G2: between gambits everybody is asked once: stay or leave, buy in or stay away."""
    there: bool = state.away & BIT[seat] == 0
    if there and not comes:
        cash_in(state, seat)
        state.away |= BIT[seat]
        if state.log is not None:
            state.log.append((events.LEFT, seat, events.LEAVING))
    elif comes and not there:
        cash_in(state, seat)
        state.away &= ~BIT[seat]
        state.gold[seat] = state.numbers.buy_in
        state.bought[seat] += state.numbers.buy_in
        if state.log is not None:
            state.log.append((events.JOINED, seat, state.numbers.buy_in))
    state.turn = next_of(state, BIT[state.seats] - 1, seat)
    if state.turn == NOBODY:
        open_or_close(state)


def cash_in(state: PandanteState, seat: i64) -> None:
    """PD-G2: what a player has is theirs to take away."""
    state.cashed[seat] += state.gold[seat]
    state.gold[seat] = 0


def open_or_close(state: PandanteState) -> None:
    """PD-G2: with two or more players it goes on; otherwise the table closes, and who is left takes the pot."""
    there: i64 = (BIT[state.seats] - 1) & ~state.away
    if size(there) > 1:
        state.phase = phases.GAMBIT_BEGINS
        return
    if there != 0 and state.pot > 0:
        payments.give_pot(state, there)
    state.phase = phases.GAME_ENDS
