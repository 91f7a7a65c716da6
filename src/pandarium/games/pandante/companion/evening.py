"""A game with real cards and real gold: what people do is entered, and the engine says who pays what to whom.

    dealer B                 who deals first (PD-S3)
    casino PD-K5             the card that was turned (PD-S4)
    A bet three              moves as they are always written, with the player in front: fold, snack, pass,
                             announce peek B, go, pay, redraw, upgrade four, say 7, champion red, sit 104, leave, ...
    all pass                 nobody else wants a snack or an upgrade; all go: nor abilities; all sit: nobody comes or
                             goes
    challenge B D            who challenges the player in the hotseat; challenge nobody (PD-21)
    A shows lie              what the cards were that were shown: true, table-joker, own-joker, lie (PD-22, PD-H5)
    A steal antes            Fern's card has his colour and he takes the antes; steal card: it has not (PD-P3)
    A show                   the winner shows a lie and takes the coin; hide (PD-32)
    1763472000 clock start   and pause, next; 1763472000 deal: the next gambit of a tournament (PD-G3)

The phone does not know the cards, and the engine plays with stand-ins for them (stand_ins.py). What only concerns cards
(what to discard, which hand to keep) is nothing to enter: the phone picks any stand-in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from pandarium.core.errors import BadMove
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.games.pandante.companion import asking, checker, course, doing
from pandarium.games.pandante.companion.asking import ONE_TABLE
from pandarium.games.pandante.companion.challenges import challenge
from pandarium.games.pandante.companion.pages import (
    AskCasino,
    AskDealer,
    PandantePage,
    Payment,
    payment,
    rule_of,
    without_cards,
)
from pandarium.games.pandante.companion.stand_ins import StandInTable
from pandarium.games.pandante.engine import (
    events,
    game_start,
    phases,
)
from pandarium.games.pandante.engine.flow import PandanteDeal
from pandarium.games.pandante.tournament import PandanteTournament
from pandarium.games.pandante.view import PandanteView, view
from pandarium.games.pandante.view import events as seen
from pandarium.games.pandante.view.events import redact
from pandarium.kit.companion import SEAT_LETTERS, SEVERAL_TABLES, Evening, Prompt
from pandarium.kit.level_clock import read_time

_TOLD: Final[dict[str, Callable[[StandInTable, list[str]], None]]] = {
    ONE_TABLE: doing.choose_kind,
    "dealer": doing.choose_dealer,
    "casino": doing.turn_casino,
    "challenge": challenge,
    "all": doing.decline,
}
"""Entries that name no player."""


class PandanteEvening(Evening):
    """One game with real cards."""

    words = (ONE_TABLE, SEVERAL_TABLES, "dealer", "casino", "challenge", "all", "clock", "deal")

    def __init__(self, setup: PandanteDeal, names: Sequence[str]) -> None:
        self._table = StandInTable(setup, names)
        game_start.prepare(self._table.state)
        self._paid: list[Payment] = []

    def enter(self, entry: str) -> list[Any]:
        """One more entry; the events that follow."""
        before = self._table
        self._table = before.clone()
        log: list[Any] = []
        self._table.state.log = log
        try:
            self._take(entry)
            course.go_on(self._table)
        except Exception:
            self._table = before
            raise
        self._table.state.log = None
        self._paid = [paid for event in log if (paid := payment(event)) is not None]
        return [told for event in log if (told := redact(_hide_cards(event), None)) is not None]

    def _take(self, entry: str) -> None:
        now, text = read_time(entry)
        first, *rest = text.split() or [""]
        word = first.lower()
        if now is not None:
            doing.hear_time(self._table, entry, now, word, rest)
        elif word in _TOLD:
            _TOLD[word](self._table, rest)
        elif len(first) == 1 and first.upper() in SEAT_LETTERS[: self._table.state.seats] and rest:
            doing.decide(self._table, SEAT_LETTERS.index(first.upper()), rest)
        else:
            raise BadMove(entry, Message("pandante.companion.allowed"))

    # what is shown

    def page(self, typing: str = "") -> PandantePage:
        """How things stand, and what is to be entered."""
        return PandantePage(
            ask=asking.next_ask(self._table),
            view=self._view(),
            paid=self._paid,
            snacks=asking.snack_prices(self._table),
            clock=None if self._table.clock is None else self._table.clock.show(PandanteTournament().multiplier),
            checked=checker.check(typing) if typing.lower().startswith(checker.WORD) else None,
        )

    def _view(self) -> PandanteView:
        state = self._table.state
        if state.phase == phases.GAMBIT_BEGINS:  # the casino is to be told: no position of the engine's
            state = state.clone()
            state.phase = phases.BETWEEN_GAMBITS
            state.turn = state.dealer
        return without_cards(view(state, None))

    # for somebody at a keyboard

    def prompt(self) -> Prompt | None:
        """The next question."""
        return asking.prompt(self._table)

    def rule_of(self, event: Any) -> str:
        """Of whatever moves gold, diamonds or the coin."""
        match event:
            case seen.MovedGold():
                return rule_of("gold", event.reason)
            case seen.MovedDiamonds():
                return rule_of("diamonds", event.reason)
            case seen.PotGone():
                return "PD-23"
            case seen.MovedCoin():
                return "PD-33" if event.target is None else "PD-32"
            case seen.SitsOut():
                return "PD-31"
        return ""

    def complete(self, entry: str, now: int, chance: Rng) -> str:
        """PD-S3, PD-S4, PD-G3: `dealer draw`, `casino draw` draw one; what needs the time gets it."""
        ask = asking.next_ask(self._table)
        words = entry.lower().split()
        if words[:1] in (["clock"], ["deal"]):
            return f"{now} {entry}"
        if words == ["dealer", "draw"] and isinstance(ask, AskDealer):
            return ask.entries[chance.below(len(ask.entries))]
        if words == ["casino", "draw"] and isinstance(ask, AskCasino):
            return ask.casinos[chance.below(len(ask.casinos))].entry
        return entry

    def answer(self, question: str) -> Message | None:
        """PD-H1 to PD-H6: `check k5 joker | r5 b2 g9 | three`."""
        return checker.answer(question) if question.lower().split()[:1] == [checker.WORD] else None

    def view(self) -> PandanteView | None:
        """The table, without its cards."""
        return self._view() if self._table.state.gambit else None

    def points(self) -> list[list[int]]:
        """By gambit: the gold after the first one, then what each of the others brought."""
        rows = [self._table.scores[number] for number in sorted(self._table.scores)]
        return [
            [row[seat] - (rows[index - 1][seat] if index else 0) for index, row in enumerate(rows)]
            for seat in range(self._table.state.seats)
        ]

    def outcome(self) -> Outcome | None:
        """PD-24, PD-G2, PD-G3."""
        return self._table.state.outcome()


def _hide_cards(event: tuple[Any, ...]) -> tuple[Any, ...]:
    """Cards that lie open are stand-ins, too: how many there are is all that is told."""
    if event[0] != events.CARDS:
        return event
    kind, cards, source, target, _, *rest = event
    return (kind, cards, source, target, 0, *rest)
