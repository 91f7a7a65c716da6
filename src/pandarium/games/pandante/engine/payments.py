"""Gold and diamonds: prices, paying, the Gold Fairy, the pot (PD-23, PD-30, PD-31, PD-DD1, PD-G1, PD-G3)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import casinos, events
from pandarium.games.pandante.engine.cards import BIT, lowest, size
from pandarium.games.pandante.engine.setup import FOR_FUN
from pandarium.games.pandante.engine.state import PandanteState


def times(state: PandanteState, amount: i64) -> i64:
    """PD-G3: an amount under the tournament's multiplier."""
    return amount * state.multiplier


def stakes(state: PandanteState) -> i64:
    """PD-3, PD-K10, PD-G3: what a bet or an upgrade costs."""
    return times(state, state.numbers.bet * casinos.stake_factor(state))


def can_pay(state: PandanteState, seat: i64, amount: i64) -> bool:
    """PD-31, PD-G1: in a game for fun a player may choose to go below 0; in gambling mode they pay what they have."""
    return state.variant.gambling == FOR_FUN or state.gold[seat] >= amount


def pay(state: PandanteState, seat: i64, amount: i64, to: i64, why: i64) -> None:
    """Pay the pot or a player. What they lack the fairy pays, but not in gambling mode (PD-31, PD-G1)."""
    if amount <= 0:
        return
    missing: i64 = amount - state.gold[seat]
    if missing > 0:
        state.broke |= BIT[seat]
        if state.variant.gambling == FOR_FUN:
            state.fairy += missing
            state.gold[seat] += missing
            if state.log is not None:
                state.log.append((events.GOLD, missing, events.FAIRY, seat, events.DEBT))
        else:
            amount -= missing
    state.gold[seat] -= amount
    if to == events.POT_PLACE:
        state.pot += amount
    else:
        state.gold[to] += amount
    if state.log is not None:
        state.log.append((events.GOLD, amount, seat, to, why))


def refill(state: PandanteState, seat: i64) -> None:
    """PD-30: the Gold Fairy fills a player up to 20."""
    missing: i64 = state.numbers.refill - state.gold[seat]
    if missing > 0:
        state.gold[seat] += missing
        state.fairy += missing
        if state.log is not None:
            state.log.append((events.GOLD, missing, events.FAIRY, seat, events.REFILL))


def take_from_pot(state: PandanteState, seat: i64, amount: i64, why: i64) -> None:
    """Gold from the pot to a player."""
    state.pot -= amount
    state.gold[seat] += amount
    if state.log is not None:
        state.log.append((events.GOLD, amount, events.POT_PLACE, seat, why))


def give_pot(state: PandanteState, winners: i64) -> None:
    """PD-23, PD-DD1: to one, or split between two with odd gold left in the pot; three or more: it rolls over."""
    sharers = size(winners)
    share: i64 = 0
    stones: i64 = 0
    if sharers > 0 and sharers < 3:
        share = state.pot // sharers
        stones = state.pot_diamonds // sharers
        left: i64 = winners
        while left != 0:
            seat = lowest(left)
            take_from_pot(state, seat, share, events.WINNING)
            take_diamonds(state, seat, stones, events.WINNING)
            left &= left - 1
    state.antes = 0
    if state.log is not None:
        state.log.append((events.POT, winners, share, stones, state.pot, state.pot_diamonds))


def take_diamonds(state: PandanteState, seat: i64, amount: i64, why: i64) -> None:
    """PD-DD1: diamonds from the pot to a player, if there are any."""
    if amount > 0:
        state.pot_diamonds -= amount
        state.diamonds[seat] += amount
        if state.log is not None:
            state.log.append((events.DIAMONDS, amount, events.POT_PLACE, seat, why))


def spend_diamonds(state: PandanteState, seat: i64, amount: i64, why: i64) -> None:
    """PD-DD1: spent diamonds go to the bank."""
    if amount > 0:
        state.diamonds[seat] -= amount
        state.bank -= amount
        if state.log is not None:
            state.log.append((events.DIAMONDS, amount, seat, events.BANK, why))
