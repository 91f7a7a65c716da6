"""What people do, one function for each kind of entry."""

from __future__ import annotations

from pandarium.core.errors import BadMove, IllegalMove
from pandarium.core.message import Message
from pandarium.games.pandante.companion.asking import REST, STEAL_ANTES, STEAL_CARD
from pandarium.games.pandante.companion.challenges import show_hand
from pandarium.games.pandante.companion.course import begin_gambit, go_on
from pandarium.games.pandante.companion.stand_ins import StandIns, StandInTable, casinos_left, expect, refuse
from pandarium.games.pandante.engine import (
    before_abilities,
    coin,
    game_start,
    moves,
    phases,
)
from pandarium.games.pandante.engine.cards import BIT
from pandarium.games.pandante.engine.flow import carry_out
from pandarium.games.pandante.tournament import PandanteClock
from pandarium.games.pandante.words import notation
from pandarium.kit.companion import SEAT_LETTERS


def choose_kind(table: StandInTable, words: list[str]) -> None:
    """PD-G3: the gold of this table."""
    expect(table, "kind", "PD-G3")
    table.wait = "dealer"


def choose_dealer(table: StandInTable, words: list[str]) -> None:
    """PD-S3, PD-G2: who deals first."""
    expect(table, "dealer", "PD-S3")
    letter = "".join(words).upper()
    if len(letter) != 1 or letter not in SEAT_LETTERS[: table.state.seats]:
        letters = " ".join(SEAT_LETTERS[: table.state.seats])
        raise BadMove(" ".join(words), Message("pandante.companion.seats", {"letters": letters}))
    table.state.rng = StandIns([SEAT_LETTERS.index(letter)])
    game_start.set_up(table.state)
    table.wait = ""


def turn_casino(table: StandInTable, words: list[str]) -> None:
    """PD-S4: the card that was turned, if it can be: each comes once before any comes again."""
    expect(table, "casino", "PD-S4")
    wanted = " ".join(words).upper()
    cards = table.state.variant.parsed.casinos
    left = casinos_left(table)
    numbers = [number for number in left if cards[number].id.upper() == wanted]
    if not numbers:
        known = ", ".join(cards[number].id for number in left)
        raise IllegalMove("PD-S4", Message("pandante.companion.no_casino", {"casinos": known}))
    table.state.rng = StandIns([left.index(numbers[0])])
    table.wait = ""
    begin_gambit(table)


def hear_time(table: StandInTable, entry: str, now: int, word: str, rest: list[str]) -> None:
    """PD-G3: the clock is started, paused or set forward; or the next gambit begins, for the stakes it says."""
    if table.clock is None or (word, len(rest)) not in (("clock", 1), ("deal", 0)):
        raise BadMove(entry, Message("pandante.companion.allowed"))
    if word == "clock":
        table.clock.tell(rest[0].lower(), now)
        return
    expect(table, "deal", "PD-G3")
    table.wait = ""
    rules = PandanteClock()
    while rules.asks(table.state) is not None:
        carry_out(table.state, table.state.turn, rules.tell(table.state, table.clock.seconds(now)))


def decide(table: StandInTable, seat: int, words: list[str]) -> None:
    """Somebody decides something."""
    text = " ".join(words).lower()
    state = table.state
    if table.wait == "hand":
        show_hand(table, seat, text)
        return
    expect(table, "")
    if state.phase == phases.CHALLENGING:
        refuse(table, "PD-21")
    if text in (STEAL_ANTES, STEAL_CARD) or state.phase == phases.SHOWING:
        _tell_choice(table, seat, text)
        return
    _play(table, seat, notation.read(text))


def _play(table: StandInTable, seat: int, move: int) -> None:
    state = table.state
    refusal = state.refusal(seat, move)
    if refusal is not None:
        if seat != state.turn:
            refuse(table, "PD-S3")
        raise refusal
    carry_out(state, seat, move)


def _tell_choice(table: StandInTable, seat: int, text: str) -> None:
    """PD-P3, PD-32: by cards that the phone does not know."""
    state = table.state
    if seat != state.turn:
        refuse(table, "PD-S3")
    if state.phase == phases.SHOWING:
        shown = notation.read(text)
        if shown not in (moves.choose(moves.SHOW, 0), moves.choose(moves.SHOW, 1)):
            refuse(table, "PD-32")
        if moves.value_of(shown) == 1:
            coin.take_coin(state, seat)
        state.phase = phases.GAMBIT_ENDS
        return
    if state.phase != phases.FERN_STEALS:
        refuse(table, "PD-P3")
    if text == STEAL_ANTES:
        before_abilities.take_antes(state, seat)
    state.phase = phases.WHISPERS


def decline(table: StandInTable, words: list[str]) -> None:
    """From here on nobody wants a snack, an ability, an upgrade; between gambits nobody comes or goes."""
    expect(table, "")
    state = table.state
    text = f"all {' '.join(words).lower()}"
    phase = state.phase
    between = phase == phases.BETWEEN_GAMBITS and text == "all sit"
    if not between and REST.get(phase) != text:
        refuse(table, "PD-2")
    while state.phase == phase and not table.wait:
        _play(table, int(state.turn), _usual_seat_move(table) if between else notation.read(words[0].lower()))
        go_on(table)


def _usual_seat_move(table: StandInTable) -> int:
    """PD-G2: who is there stays, who is not stays away; before the first gambit everybody buys in for the least."""
    state = table.state
    if state.away & BIT[state.turn] == 0:
        return int(moves.choose(moves.SEAT, moves.STAY_SEATED))
    return int(moves.choose(moves.SEAT, moves.LEAVE if state.gambit else state.numbers.buy_in))
