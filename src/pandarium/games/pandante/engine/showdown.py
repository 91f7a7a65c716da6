"""The showdown: hotseat, challenges, what becomes of each hand (PD-20 to PD-23, PD-H5, PD-K4, PD-K8, PD-P5)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import casinos, champions, deck, events, faults, judging, payments, phases
from pandarium.games.pandante.engine.cards import BIT, lowest, size
from pandarium.games.pandante.engine.hands import BY_OWN_JOKER, LIE, NATURAL
from pandarium.games.pandante.engine.setup import FOR_FUN
from pandarium.games.pandante.engine.state import NOBODY, PandanteState
from pandarium.games.pandante.engine.turn_order import first_of


def next_hotseat(state: PandanteState) -> None:
    """PD-20, PD-21: the earliest in turn order; if nobody can challenge, nobody does."""
    while state.hot != 0:
        take_hotseat(state)
        if choosers(state) != 0:
            return
        judge(state, state.turn)
    compare_survivors(state)


def take_hotseat(state: PandanteState) -> None:
    """PD-20: the earliest in turn order of those who have not been in it."""
    state.turn = first_of(state, state.hot)
    state.phase = phases.CHALLENGING
    state.ready = 0
    state.challengers = 0
    if state.log is not None:
        state.log.append((events.HOTSEAT, state.turn, state.claim(state.turn), state.said[state.turn]))


def challenge_fault(state: PandanteState, seat: i64) -> i64:
    """PD-21: whoever may challenge, once."""
    fault = challenger_fault(state, seat)
    if fault != faults.FINE:
        return fault
    return faults.ALREADY_CHOSEN if state.ready & BIT[seat] != 0 else faults.FINE


def challenger_fault(state: PandanteState, seat: i64) -> i64:
    """PD-21, PD-31, PD-G1: everybody but the hotseat, folded players too; not who sits out or was below 0."""
    if seat == state.turn or (state.sitting | state.away | state.broke) & BIT[seat] != 0:
        return faults.NO_CHALLENGE
    if state.variant.gambling != FOR_FUN and state.gold[seat] < challenge_price(state, seat):
        return faults.TOO_POOR
    return faults.FINE


def choosers(state: PandanteState) -> i64:
    """PD-21: who has still to choose."""
    return may_challenge(state) & ~state.ready


def may_challenge(state: PandanteState) -> i64:
    """PD-21: everybody who has a choice at this hotseat, made or not."""
    found: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        if challenger_fault(state, seat) == faults.FINE:
            found |= BIT[seat]
        seat += 1
    return found


def challenge_price(state: PandanteState, seat: i64) -> i64:
    """PD-22, PD-P5, PD-G3: 5 for every player in the game; eliminated ones do not count, others do."""
    return payments.times(state, champions.challenger_price(state, seat)) * size((BIT[state.seats] - 1) & ~state.away)


def stage_choice(state: PandanteState, seat: i64, challenges: bool) -> None:
    """PD-21: chosen in secret; when all have chosen, all is revealed."""
    state.ready |= BIT[seat]
    if challenges:
        state.challengers |= BIT[seat]
    if state.log is not None:
        state.log.append((events.READY, seat))
    if choosers(state) == 0:
        state.sealed += 1
        judge(state, state.turn)
        state.phase = phases.NEXT_HOTSEAT


def judge(state: PandanteState, seat: i64) -> None:
    """PD-21, PD-22: whoever is challenged shows their cards; in some casinos everybody does."""
    challenger = reveal_challenges(state, seat)
    if must_show(state, challenger):
        settle_shown(state, seat, challenger, open_hand(state, seat))
    else:
        survive(state, seat, events.REAL)  # PD-22: perception is reality


def reveal_challenges(state: PandanteState, seat: i64) -> i64:
    """PD-21: the first challenger in turn order counts; NOBODY if there is none."""
    state.hot &= ~BIT[seat]
    challenger = first_of(state, state.challengers)
    if state.log is not None:
        state.log.append((events.CHALLENGED, seat, state.challengers, challenger))
    state.ready = 0
    state.challengers = 0
    return challenger


def must_show(state: PandanteState, challenger: i64) -> bool:
    """PD-22, PD-K8: a challenged player shows all private cards; in some casinos also one whom nobody challenged."""
    return challenger != NOBODY or casinos.has_effect(state, casinos.HONEST_HANDS_FOLD)


def settle_shown(state: PandanteState, seat: i64, challenger: i64, truth: i64) -> None:
    """PD-22, PD-K8: what becomes of a hand that was shown, and who pays whom; `challenger` may be NOBODY."""
    if challenger == NOBODY:
        leave_alone(state, seat, truth)
        return
    if truth == LIE:
        expose(state, seat, challenger)
        return
    if truth != BY_OWN_JOKER:  # PD-H5
        payments.pay(state, challenger, challenge_price(state, challenger), seat, events.CHALLENGING)
    survive(state, seat, events.TRUE_HAND)
    if truth != NATURAL:
        state.jokers |= BIT[seat]


def open_hand(state: PandanteState, seat: i64) -> i64:
    """PD-22: all private cards are shown."""
    deck.show_hand(state, seat)
    truth = judging.judge_hand(state, seat)
    if state.log is not None:
        second: i64 = state.row(1) if casinos.rows(state) == 2 else 0
        state.log.append(
            (events.SHOWN, seat, state.shown[seat], truth, judging.real_hand(state, seat), state.row(0), second)
        )
    return truth


def leave_alone(state: PandanteState, seat: i64, truth: i64) -> None:
    """PD-K8: shown though nobody challenged it, and only a lie stays in."""
    if truth != LIE:
        state.folded |= BIT[seat]
        tell_judgement(state, seat, events.TOO_HONEST)
        return
    survive(state, seat, events.REAL)


def survive(state: PandanteState, seat: i64, how: i64) -> None:
    """PD-23: this player had their hand."""
    state.real |= BIT[seat]
    tell_judgement(state, seat, how)


def expose(state: PandanteState, seat: i64, challenger: i64) -> None:
    """PD-22: a liar folds and pays the challenger 5."""
    state.folded |= BIT[seat]
    tell_judgement(state, seat, events.EXPOSED)
    payments.pay(state, seat, liar_price(state), challenger, events.CHALLENGING)


def liar_price(state: PandanteState) -> i64:
    """PD-22, PD-G3: what a liar pays to whoever challenged."""
    return payments.times(state, state.numbers.liar)


def tell_judgement(state: PandanteState, seat: i64, how: i64) -> None:
    """What became of the hand."""
    if state.log is not None:
        state.log.append((events.JUDGED, seat, how))


def compare_survivors(state: PandanteState) -> None:
    """PD-23, PD-K4, PD-H5: runes first, then natural over Joker; then it counts how many are left."""
    if state.real == 0:
        state.phase = phases.SHOWDOWN_FORMS
        return
    best = most_runes(state, state.real)
    if best & ~state.jokers != 0:
        best &= ~state.jokers
    payments.give_pot(state, best)
    if size(best) == 1:
        state.real = best
        state.phase = phases.COIN_OFFERED
    else:
        state.phase = phases.GAMBIT_ENDS


def most_runes(state: PandanteState, players: i64) -> i64:
    """PD-K4: who of these players has the most runes."""
    most: i64 = 0
    found: i64 = 0
    while players != 0:
        seat = lowest(players)
        runes = state.rune_count(seat)
        if runes > most:
            most = runes
            found = 0
        if runes == most:
            found |= BIT[seat]
        players &= players - 1
    return found
