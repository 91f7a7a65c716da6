"""Upgrades: a higher claim after the abilities (PD-8, PD-K10, PD-P6)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import betting, champions, events, faults, payments, phases
from pandarium.games.pandante.engine.cards import BIT, lowest
from pandarium.games.pandante.engine.claims import CLAIMS, STRAIGHT_FLUSH
from pandarium.games.pandante.engine.state import NOBODY, PandanteState
from pandarium.games.pandante.engine.turn_order import first_of, next_of, staying


def begin_upgrade(state: PandanteState) -> None:
    """PD-8, PD-P6: once around; who upgrades last comes last."""
    if state.log is not None:
        state.log.append((events.STREET, events.UPGRADES_PART))
    state.phase = phases.UPGRADING
    ask_for_upgrade(state, NOBODY)


def ask_for_upgrade(state: PandanteState, seat: i64) -> None:
    """The next player after this one (NOBODY: the first) who can claim more; who claims the highest hand cannot."""
    able = able_to_upgrade(state)
    last: i64 = able & champions.all_with(state, champions.UPGRADES_LAST)
    if seat == NOBODY:
        state.turn = first_of(state, able & ~last)
    elif champions.has_effect(state, seat, champions.UPGRADES_LAST):
        state.turn = next_of(state, last, seat)
        last = 0
    else:
        state.turn = next_of(state, able & ~last, seat)
    if state.turn == NOBODY:
        state.turn = first_of(state, last)
    if state.turn == NOBODY:
        state.phase = phases.SHOWDOWN_FORMS


def able_to_upgrade(state: PandanteState) -> i64:
    """Everybody who is still in and does not claim the highest hand there is."""
    able: i64 = 0
    left: i64 = staying(state)
    while left != 0:
        seat = lowest(left)
        if state.claim(seat) < STRAIGHT_FLUSH:
            able |= BIT[seat]
        left &= left - 1
    return able


def upgrade_price(state: PandanteState, seat: i64) -> i64:
    """PD-8, PD-K10, PD-P6: as much as a bet; nothing for a champion with free upgrades."""
    if champions.has_effect(state, seat, champions.FREE_UPGRADES):
        return 0
    return payments.stakes(state)


def upgrade_fault(state: PandanteState, seat: i64, claim: i64) -> i64:
    """PD-8: a higher hand."""
    if claim >= CLAIMS:
        return faults.NO_SUCH_CLAIM
    if claim <= state.claim(seat):
        return faults.NOT_HIGHER
    return faults.FINE if payments.can_pay(state, seat, upgrade_price(state, seat)) else faults.CANNOT_AFFORD


def upgrade_claim(state: PandanteState, seat: i64, claim: i64) -> None:
    """PD-8: nobody has to match it."""
    betting.put_on_board(state, seat, upgrade_price(state, seat), events.UPGRADING)
    state.set_claim(seat, claim)
    if state.log is not None:
        state.log.append((events.CLAIMED, seat, claim, events.UPGRADING))
    ask_for_upgrade(state, seat)


def pass_upgrade(state: PandanteState, seat: i64) -> None:
    """PD-8: it is optional."""
    if state.log is not None:
        state.log.append((events.PASSED, seat, events.UPGRADING))
    ask_for_upgrade(state, seat)
