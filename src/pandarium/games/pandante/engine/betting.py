"""Betting: a claim or a fold (PD-3, PD-4, PD-10, PD-L6)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import casinos, deck, events, faults, payments, phases
from pandarium.games.pandante.engine.cards import BIT, lowest, size
from pandarium.games.pandante.engine.claims import CLAIMS
from pandarium.games.pandante.engine.state import HAND_SIZE, NOBODY, PandanteState
from pandarium.games.pandante.engine.turn_order import first_of, next_of, staying


def begin_betting(state: PandanteState) -> None:
    """PD-3: once around from the dealer's left."""
    state.phase = phases.BETTING
    state.turn = first_of(state, staying(state))


def bet_fault(state: PandanteState, seat: i64, claim: i64) -> i64:
    """PD-3: any hand that is not below the one claimed before."""
    if claim >= CLAIMS:
        return faults.NO_SUCH_CLAIM
    if claim < state.claim(seat):
        return faults.CLAIM_TOO_LOW
    return faults.FINE if payments.can_pay(state, seat, payments.stakes(state)) else faults.CANNOT_AFFORD


def place_bet(state: PandanteState, seat: i64, claim: i64) -> None:
    """PD-3: 2 gold on the claimed hand; who slept discards the extra card now (PD-L6)."""
    put_on_board(state, seat, payments.stakes(state), events.BETTING)
    state.set_claim(seat, claim)
    if state.log is not None:
        state.log.append((events.CLAIMED, seat, claim, events.BETTING))
    if state.extra & BIT[seat] != 0:
        state.extra &= ~BIT[seat]
        deck.ask_to_discard(state, phases.DISCARDING_EXTRA, seat, HAND_SIZE)
    else:
        next_bet(state, seat)


def discard_extra(state: PandanteState, seat: i64, card: i64) -> None:
    """PD-L6: who slept is back to two cards."""
    if deck.discard_down(state, seat, card, events.SLEEPING):
        next_bet(state, seat)


def put_on_board(state: PandanteState, seat: i64, amount: i64, why: i64) -> None:
    """Bets and upgrades lie on the board and are part of the pot."""
    state.staked[seat] += amount
    payments.pay(state, seat, amount, events.POT_PLACE, why)


def fold_bet(state: PandanteState, seat: i64) -> None:
    """PD-4, PD-10: out; and if only one is left, it is over."""
    deck.fold(state, seat, events.FOLDING)
    if size(staying(state)) == 1:
        state.phase = phases.LAST_ONE_WINS
    else:
        next_bet(state, seat)


def next_bet(state: PandanteState, seat: i64) -> None:
    """On to the next player; after the dealer, snacks or abilities."""
    state.turn = next_of(state, staying(state), seat)
    state.phase = phases.BETTING
    if state.turn == NOBODY:
        if state.street == phases.TAIL and not casinos.has_effect(state, casinos.ONE_STREET):
            state.phase = phases.ONE_HAND_GOES
        else:
            state.phase = phases.SNACKS_BEGIN


def highest_claim(state: PandanteState, players: i64) -> i64:
    """The highest claim among these players."""
    highest: i64 = -1
    while players != 0:
        claim = state.claim(lowest(players))
        highest = max(highest, claim)
        players &= players - 1
    return highest
