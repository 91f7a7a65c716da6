"""Players that read and write text: language models, or anything else.

Three functions are all that one needs: `new` gives a seat, `seat.look()` is what it may know, `seat.play(text)` moves.

>>> from pandarium.learn.text import new
>>> seat = new("royale", seats=2, bots="greedy", seed=7)
>>> print(seat.look().splitlines()[-1])
2  Take the clear d6  (take c6)
>>> seat.play("take g20").splitlines()[0]
'Not played: there is no green d20 in the pool (PR-11).'

`play_texts` runs a whole game between functions from text to text. Whoever reads these texts knows what the person in
that seat would: nothing else goes into them (`text_page`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pandarium.core.errors import PandariumError
from pandarium.core.meta import OptionValue
from pandarium.core.outcome import Outcome
from pandarium.core.record import Record
from pandarium.learn.text_page import introduction, one_page, position, rules
from pandarium.learn.text_table import TextTable
from pandarium.tui.messages import error_text

TextPlayer = Callable[[str], str]
"""From what a seat reads to what it answers."""

MOST_MISTAKES = 3
"""Answers in one turn that are no move, until the game moves instead."""
QUESTIONS = {"look", "rules"}
"""First words of an answer that asks for something to read."""
MOST_QUESTIONS = 20
"""Answers in one turn that ask for rules or pages: no more of them are taken than that."""


class TextSeat:
    """One seat of one match, in text alone: nothing but text comes out, and nothing is raised."""

    def __init__(self, table: TextTable, seat: int) -> None:
        self._table = table
        self._seat = seat
        self._introduced = False

    def look(self, title: str | None = None) -> str:
        """The position, what happened since the last look, and the moves; with a title one page, "log" for instance."""
        known = self._table.know(self._seat)
        if title is not None and title.strip():
            try:
                return one_page(known, title)
            except PandariumError as error:
                return _sentence("Not found", error)
        self._table.mark_read(self._seat)
        first, self._introduced = not self._introduced, True
        return f"{introduction(known)}\n\n{position(known)}" if first else position(known)

    def rules(self, topic: str | None = None) -> str:
        """The rulebook, or what it says on a topic: the ID of a rule, or some words."""
        try:
            return rules(self._table.know(self._seat).game, topic or "")
        except PandariumError as error:
            return _sentence("Not found", error)

    def play(self, text: str) -> str:
        """Play a move, by its number or its notation, and read what came of it; or why it is not allowed."""
        try:
            self._table.play(self._seat, text)
        except PandariumError as error:
            return _sentence("Not played", error)
        return news(self._table, self._seat)


def new(
    game: str,
    seats: int,
    seat: int = 0,
    *,
    bots: str | Sequence[str] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    seed: int | None = None,
    name: str = "Player",
) -> TextSeat:
    """One seat at a new table, bots in the others; raises PandariumError when there can be no such table."""
    return TextSeat(TextTable.begin(game, seats, {seat: name}, bots=bots, options=options, seed=seed), seat)


def news(table: TextTable, seat: int) -> str:
    """What is new for a seat, the table and the moves; of further pages only the titles."""
    known = table.know(seat)
    table.mark_read(seat)
    return position(known, everything=False)


class Forfeit(NamedTuple):
    """A turn in which nobody could make a move of the answers, so that the game's own move was played."""

    seat: int
    answers: tuple[str, ...]
    move: str
    """What was played instead."""


class TextGame(NamedTuple):
    """A whole game that was played by text."""

    outcome: Outcome
    record: Record
    forfeits: tuple[Forfeit, ...]


def play_texts(
    game: str,
    seats: int,
    players: Mapping[int, TextPlayer],
    *,
    bots: str | Sequence[str] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    seed: int | None = None,
    mistakes: int = MOST_MISTAKES,
) -> TextGame:
    """A whole game between functions from text to text, by seat, with bots in the other seats.

    A player that is asked for a move may also answer "rules", "rules TOPIC", "look" or "look TITLE" and reads that.
    After that many `mistakes` in one turn the move is played that a clock would play.

    >>> game = play_texts("royale", 2, {0: lambda text: "1", 1: lambda text: "no idea"}, seed=7)
    >>> game.outcome.winners, {forfeit.seat for forfeit in game.forfeits}
    ((0,), {1})
    """
    names = {seat: f"Player {seat + 1}" for seat in players}
    table = TextTable.begin(game, seats, names, bots=bots, options=options, seed=seed)
    text_seats = {seat: TextSeat(table, seat) for seat in players}
    forfeits: list[Forfeit] = []
    read: set[int] = set()
    while (outcome := table.outcome) is None:
        seat = table.to_act()[0]
        text = news(table, seat) if seat in read else text_seats[seat].look()
        read.add(seat)
        wrong = _take_turn(table, text_seats[seat], seat, players[seat], text, mistakes)
        if wrong:
            forfeits.append(Forfeit(seat, wrong, table.play_timeout(seat)))
    return TextGame(outcome, table.record, tuple(forfeits))


def _take_turn(
    table: TextTable, at: TextSeat, seat: int, player: TextPlayer, text: str, mistakes: int
) -> tuple[str, ...]:
    """Ask until there is a move; the answers that were none, if there were too many."""
    wrong: list[str] = []
    questions = 0
    while len(wrong) < mistakes:
        answer = player(text)
        word, _, rest = answer.strip().partition(" ")
        if word.casefold() in QUESTIONS and questions < MOST_QUESTIONS:
            questions += 1
            text = at.rules(rest) if word.casefold() == "rules" else at.look(rest)
            continue
        try:
            table.play(seat, answer)
        except PandariumError as error:
            wrong.append(answer)
            left = mistakes - len(wrong)
            text = f"{_sentence('Not played', error)} Mistakes left before the game moves for you: {left}."
        else:
            return ()
    return tuple(wrong)


def _sentence(what: str, error: PandariumError) -> str:
    return f"{what}: {error_text(error)}."
