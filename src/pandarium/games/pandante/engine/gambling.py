"""Gambling mode: elimination, coming and going, the clock (PD-G1, PD-G2, PD-G3). Play chips only."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import events, faults, gambit, game_start, moves, payments, phases
from pandarium.games.pandante.engine.cards import BIT, size
from pandarium.games.pandante.engine.setup import DROP_IN, TOURNAMENT
from pandarium.games.pandante.engine.state import FOUR_BITS, NOBODY, PandanteState
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
        if not state.variant.one_gambit:
            take_everything(state, gambit.winners(state))
        state.phase = phases.GAME_ENDS  # all at once: the most gold wins
        return
    state.away |= leaving
    seat = 0
    while seat < state.seats:
        if leaving & BIT[seat] != 0 and state.log is not None:
            why: i64 = events.BROKE if state.broke & BIT[seat] != 0 else events.SHORT
            state.log.append((events.LEFT, seat, why, 0))
        seat += 1
    state.broke = 0
    there &= ~leaving
    if state.variant.one_gambit:
        state.phase = phases.GAME_ENDS
    elif state.variant.gambling == TOURNAMENT and size(there) == 1:
        take_everything(state, there)
        state.phase = phases.GAME_ENDS
    elif state.variant.gambling == TOURNAMENT and not state.variant.clocked:
        state.phase = phases.GAMBIT_BEGINS
    else:
        game_start.clear_table(state)
        state.phase = phases.BETWEEN_GAMBITS
        state.turn = first_of(state, BIT[state.seats] - 1 if state.variant.gambling == DROP_IN else there)


def take_everything(state: PandanteState, last: i64) -> None:
    """PD-G3: the last player takes everything, a pot that rolled over included."""
    if state.pot > 0:
        payments.give_pot(state, last)


# The clock


def stakes_fault(state: PandanteState, value: i64) -> i64:
    """PD-G3: between the gambits of a tournament, at a table that has a clock."""
    if state.variant.gambling != TOURNAMENT:
        return faults.NOT_NOW
    return faults.FINE if value <= 1 else faults.NO_SUCH_MOVE


def hear_clock(state: PandanteState, rises: bool) -> None:
    """PD-G3: the stakes rise once for every quarter of an hour that is over, then the next gambit begins."""
    if rises:
        state.multiplier += 1
    else:
        state.phase = phases.GAMBIT_BEGINS


# Coming and going


def seat_fault(state: PandanteState, seat: i64, value: i64) -> i64:
    """PD-G1, PD-G2: who is there stays or leaves; who is not buys in, as the table allows, or stays away."""
    if state.variant.gambling != DROP_IN:
        return faults.NOT_NOW
    if value == moves.LEAVE:
        return faults.FINE
    there: bool = state.away & BIT[seat] == 0
    if there != (value == moves.STAY_SEATED):
        return faults.NOT_SEATED
    return faults.FINE if there or buy_in_fits(state, value) else faults.NO_SUCH_BUY_IN


def buy_in_fits(state: PandanteState, amount: i64) -> bool:
    """PD-G1: 104, or some chips of 20 more, up to the limit of the table."""
    more: i64 = amount - state.numbers.buy_in
    if more <= 0:
        return more == 0
    return more % state.numbers.chip == 0 and amount <= state.variant.limit


def take_seat(state: PandanteState, seat: i64, value: i64) -> None:
    """PD-G2: between gambits everybody is asked once: stay or leave, buy in or stay away."""
    if value == moves.LEAVE:
        leave_table(state, seat)
    elif value != moves.STAY_SEATED:
        buy_in(state, seat, value)
        if state.colour(seat) < 0:
            state.phase = phases.CHOOSING_CHAMPION
            return
    ask_next(state, seat)


def take_champion(state: PandanteState, seat: i64, colour: i64) -> None:
    """PD-S4: who comes to the table takes a champion that is free."""
    game_start.note_champion(state, seat, colour)
    state.phase = phases.BETWEEN_GAMBITS
    ask_next(state, seat)


def leave_table(state: PandanteState, seat: i64) -> None:
    """PD-G2: with all their gold; coin and champion stay at the table."""
    if state.away & BIT[seat] == 0 and state.log is not None:
        state.log.append((events.LEFT, seat, events.LEAVING, state.gold[seat]))
    cash_in(state, seat)
    state.away |= BIT[seat]
    state.left |= BIT[seat]
    state.slept &= ~BIT[seat]
    if state.coin == seat:
        state.coin = NOBODY
    if state.variant.champions:
        state.colours &= ~FOUR_BITS[seat]


def buy_in(state: PandanteState, seat: i64, amount: i64) -> None:
    """PD-G1, PD-G2: with gold of one's own choice; who had left, or is new, begins with an account of their own."""
    cash_in(state, seat)
    if state.left & BIT[seat] != 0:
        state.fairy += state.bought[seat] - state.cashed[seat]  # what the one before took along
        state.bought[seat] = 0
        state.cashed[seat] = 0
    state.left &= ~BIT[seat]
    state.away &= ~BIT[seat]
    state.gold[seat] = amount
    state.bought[seat] += amount
    if state.log is not None:
        state.log.append((events.JOINED, seat, amount))


def cash_in(state: PandanteState, seat: i64) -> None:
    """PD-G2: what a player has is theirs to take away."""
    state.cashed[seat] += state.gold[seat]
    state.gold[seat] = 0


def ask_next(state: PandanteState, seat: i64) -> None:
    """PD-G2: the next seat. Two or more play on; else the table closes, and who is left takes the pot."""
    state.turn = next_of(state, BIT[state.seats] - 1, seat)
    if state.turn != NOBODY:
        return
    there: i64 = (BIT[state.seats] - 1) & ~state.away
    if size(there) > 1:
        state.phase = phases.GAMBIT_BEGINS
        return
    if there != 0 and state.pot > 0:
        payments.give_pot(state, there)
    state.phase = phases.GAME_ENDS
