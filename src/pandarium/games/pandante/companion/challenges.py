"""The showdown (PD-20 to PD-23, PD-32): as the engine does it, but that people say what the cards are."""

from __future__ import annotations

from pandarium.core.errors import BadMove, IllegalMove
from pandarium.core.message import Message
from pandarium.games.pandante.companion.pages import (
    VERDICTS,
)
from pandarium.games.pandante.companion.stand_ins import StandInTable, expect, refuse
from pandarium.games.pandante.engine import (
    coin,
    deck,
    events,
    phases,
    showdown,
)
from pandarium.games.pandante.engine.cards import BIT, lowest
from pandarium.games.pandante.engine.faults import FAULTS, FINE
from pandarium.games.pandante.engine.hands import LIE
from pandarium.kit.companion import SEAT_LETTERS

NOBODY_WORD = "nobody"


def challenge(table: StandInTable, words: list[str]) -> None:
    """PD-21: everybody who challenges, at once."""
    expect(table, "", "PD-21")
    state = table.state
    if state.phase != phases.CHALLENGING:
        refuse(table, "PD-21")
    challengers = 0
    for word in [] if [word.lower() for word in words] == [NOBODY_WORD] else words:
        letter = word.upper()
        if len(letter) != 1 or letter not in SEAT_LETTERS[: state.seats]:
            raise BadMove(word, Message("pandante.companion.challenge"))
        seat = SEAT_LETTERS.index(letter)
        fault = showdown.challenge_fault(state, seat)
        if fault != FINE:
            rule, _ = FAULTS[fault]
            told = Message("pandante.companion.no_challenge", {"name": table.names[seat]})
            raise IllegalMove(rule, told)
        challengers |= int(BIT[seat])
    if not words:
        raise BadMove("challenge", Message("pandante.companion.challenge"))
    reveal(table, challengers)


def reveal(table: StandInTable, challengers: int) -> None:
    """PD-21, PD-22: the first challenger counts; who is challenged shows their cards."""
    state = table.state
    state.challengers = challengers
    table.challenger = int(showdown.reveal_challenges(state, state.turn))
    if showdown.must_show(state, table.challenger):
        table.wait = "hand"
        return
    showdown.survive(state, state.turn, events.REAL)
    state.phase = phases.NEXT_HOTSEAT


def show_hand(table: StandInTable, seat: int, text: str) -> None:
    """PD-22, PD-K8: what the cards were."""
    state = table.state
    word, _, verdict = text.partition(" ")
    if seat != state.turn or word != "shows":
        refuse(table, "PD-22")
    if verdict not in VERDICTS:
        raise BadMove(text, Message("pandante.companion.shows"))
    table.truth[seat] = VERDICTS.index(verdict)
    deck.show_hand(state, seat)
    showdown.settle_shown(state, seat, table.challenger, table.truth[seat])
    table.wait = ""
    state.phase = phases.NEXT_HOTSEAT


def next_hotseat(table: StandInTable) -> None:
    """PD-20: as the engine does it, but that people say what the cards are."""
    state = table.state
    if state.hot == 0:
        showdown.compare_survivors(state)
        return
    showdown.take_hotseat(state)
    if showdown.choosers(state) == 0:
        reveal(table, 0)


def offer_coin(table: StandInTable) -> None:
    """PD-32: who won alone may show a lie; what was shown needs no showing."""
    state = table.state
    winner = int(lowest(state.real))
    if state.claim(winner) >= 0 and winner not in table.truth:
        state.phase = phases.SHOWING
        state.turn = winner
        return
    if table.truth.get(winner) == LIE:
        coin.take_coin(state, winner)
    state.phase = phases.GAMBIT_ENDS
