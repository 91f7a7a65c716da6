"""The table in plain lines: for pipes, dumb terminals and screen readers."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from pandarium.core.errors import NotSaved, OutputGone, PandariumError
from pandarium.core.record import Record
from pandarium.core.state import State
from pandarium.kit.content_list import entries_of
from pandarium.kit.language import language
from pandarium.kit.rulebook import Rulebook
from pandarium.kit.terminal import terminal_table
from pandarium.tui.drawing import PaintedLines, draw_table, heading, in_ascii, no_color, pages, paint
from pandarium.tui.local_match import LocalMatch
from pandarium.tui.match_log import MatchLog
from pandarium.tui.messages import error_text, render
from pandarium.tui.result import final_screen

WIDTH = 80
SCREENFUL = 40

HELP = """A move: its number, or its notation.
hint    what the strongest bot thinks of your moves
undo    take your last move back, while the rules allow it
table   the table again          score   the score sheet and other pages of the game
log     all that happened        rules   all rules; rules PR-7 or rules trade: those
save    save; save FILE: there, and after every move from now on
quit    leave the table"""


class Quit(Exception):
    """Someone leaves, or there is nobody to ask any more."""


class Pipe(Console):
    """A console that raises BrokenPipeError when the reader is gone, instead of ending the program."""

    def on_broken_pipe(self) -> None:
        """Raise what Rich has caught."""
        raise BrokenPipeError


class PlainOutput:
    """Somewhere to print: Rich where it is a terminal, plain text elsewhere, ASCII where nothing else will do."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.ascii = "utf" not in (getattr(out, "encoding", None) or "utf-8").lower()
        self.console = Pipe(
            file=out, width=WIDTH, no_color=no_color() or None, highlight=False, markup=False, emoji=False
        )

    def print(self, what: RenderableType = "") -> None:
        """Print a text or a drawing."""
        if not self.ascii:
            self.console.print(what, soft_wrap=isinstance(what, str))
            return
        plain = what if isinstance(what, str) else _plain(what)
        self.out.write(f"{in_ascii(plain)}\n")

    def close(self) -> None:
        """Nobody reads this any more: let Python's last flush go nowhere."""
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.out.fileno())

    def draw(self, drawing: RenderableType, keys: dict[str, str] | None = None) -> None:
        """Print a drawing with the numbers of the moves in it, without blanks at the ends of its lines."""
        colors = None if self.ascii else self.console.color_system
        lines = paint(drawing, WIDTH, colors, keys)  # type: ignore[arg-type]
        if self.console.is_terminal and colors is not None:
            self.console.print(PaintedLines(lines), end="")
            return
        for line in lines:
            self.print("".join(segment.text for segment in line).rstrip())

    def print_rules(self, book: Rulebook, words: str) -> None:
        """All rules by their titles, or those with these words in full; raises PandariumError when there are none."""
        if not words:
            for rule in book.rules:
                self.print(f"{rule.id:<7}{rule.title}")
            return
        for rule in book.search(words):
            self.draw(Text(f"{rule.id} {rule.title}. {' '.join(rule.text.replace('**', '').split())}"))

    def print_advice(self, advised: Sequence[tuple[str, str]]) -> None:
        """Moves by their labels, best first, each with its reason unless that is the one just said."""
        before = ""
        for label, reason in advised:
            self.print(f"  {label}" if reason == before else f"  {label}: {reason}")
            before = reason


def _plain(what: RenderableType) -> str:
    return "\n".join("".join(segment.text for segment in line).rstrip() for line in paint(what, WIDTH, None))


class PlainMatch:
    """A local match, line by line."""

    def __init__(self, local_match: LocalMatch, stdin: TextIO, stdout: TextIO, pause: float = 0) -> None:
        self.local_match = local_match
        self.stdin = stdin
        self.output = PlainOutput(stdout)
        self.pause = pause
        self.viewer: int | None = local_match.people[0] if len(local_match.people) == 1 else None
        self.covered = False
        self._printed: dict[int | None, int] = {}
        self._told = ""
        """What was last said about a file that cannot be written."""

    def run(self) -> None:
        """Play until the end, or until someone leaves; raises NotSaved if the match had to be kept elsewhere.

        An interrupt or an output that nobody takes any more is passed on; the game is kept either way.
        """
        try:
            self.play()
        except Quit:
            self.leave()
        except KeyboardInterrupt:
            self.leave()
            if rescued := self.local_match.rescue():
                self.output.print(f"{rescued[:1].upper()}{rescued[1:]}")
            raise
        except OSError as error:
            self.output.close()
            raise OutputGone(f"{_why_gone(error)}. {self.local_match.save_somewhere()}") from None
        rescued = self.local_match.rescue()
        if rescued:
            raise NotSaved(rescued)

    def play(self) -> None:
        """Everyone in turn."""
        self.local_match.write()
        self.print_save_error()
        while (seat := self.local_match.actor()) is not None:
            if seat in self.local_match.bots:
                self.bot_turn(seat)
            else:
                self.person_turn(seat)
        self.print_news()
        self.show_table()
        outcome = self.local_match.state.outcome()
        if outcome is not None:
            record, names = self.local_match.match.record, self.local_match.names
            self.output.print()
            far = terminal_table(self.local_match.game).how_far(self.local_match.view(self.viewer))
            self.output.draw(final_screen(record, outcome, names, WIDTH, far=far))

    def bot_turn(self, seat: int) -> None:
        """A bot moves; one that fails ends the game politely."""
        if self.pause > 0:
            time.sleep(self.pause)
        try:
            self.local_match.play(seat, self.local_match.bot_move(seat))
        except Exception as error:
            what = str(error).splitlines()[0] if str(error) else type(error).__name__
            self.output.print(
                f"{self.local_match.names[seat]} cannot go on: {what}. {self.local_match.save_somewhere()}"
            )
            raise Quit from None
        self.print_news()
        self.print_save_error()

    def person_turn(self, seat: int) -> None:
        """Ask until there is a move."""
        if self.viewer != seat:
            self.hand_over(seat)
        self.print_news()
        self.show_table(seat)
        before = len(self.local_match.match.record.moves)
        while len(self.local_match.match.record.moves) == before:
            self.answer(seat, self.ask(f"{self.local_match.names[seat]}> "))
        self.print_save_error()

    def print_save_error(self) -> None:
        """Say that the match is not in its file, once for each reason: the end says it again."""
        error = self.local_match.save_error
        if error and error != self._told:
            self.output.print(f"{error[:1].upper()}{error[1:]}. The game goes on, and is kept elsewhere at its end.")
        self._told = error

    def hand_over(self, seat: int) -> None:
        """Pass the terminal on, where people must not see each other's cards."""
        others = [other for other in self.local_match.people if other != seat]
        if any(self.local_match.is_private(seat, other) for other in others):
            self.covered = True
            self.output.print("\n" * SCREENFUL)
            self.ask(f"Pass to {self.local_match.names[seat]}, press Enter ")
        self.viewer = seat

    def ask(self, prompt: str) -> str:
        """A line from the person; the end of the input is a way to leave."""
        self.output.out.write(in_ascii(prompt) if self.output.ascii else prompt)
        self.output.out.flush()
        try:
            line = self.stdin.readline()
        except UnicodeDecodeError:
            return "?"
        if not line:
            self.output.print()
            raise Quit
        return line.strip()

    # what people may say

    def answer(self, seat: int, text: str) -> None:
        """Do what was asked; what cannot be done is answered in a line."""
        word, _, rest = text.partition(" ")
        try:
            match word.lower():
                case "":
                    self.list_moves(seat)
                case "?" | "help":
                    self.output.print(HELP)
                case "q" | "quit" | "exit":
                    raise Quit
                case "hint":
                    self.hint(seat)
                case "undo":
                    self.local_match.undo(seat)
                case "table":
                    self.show_table(seat)
                case "score":
                    self.score()
                case "log":
                    self.output.print("\n".join(self.local_match.match_log.lines(self.viewer)))
                case "rules":
                    self.rules(rest.strip())
                case "save":
                    self.save(rest.strip())
                case _:
                    self.local_match.play(seat, self.local_match.read(seat, text))
        except PandariumError as error:
            count = len(self.local_match.choices(seat))
            self.output.print(f"{error_text(error)}. Write 1 to {count}, a move, or help.")

    def hint(self, seat: int) -> None:
        """What the strongest bot thinks."""
        game, names = self.local_match.game, self.local_match.names
        advised = self.local_match.advise(seat)
        self.output.print_advice([(game.label(advice.move, names), render(advice.message)) for advice in advised])

    def score(self) -> None:
        """Print the score sheet and the other pages of the game."""
        match = self.local_match
        entries = entries_of(match.game, match.match_log.content)
        for title, page in pages(match.game, match.view(self.viewer), match.names, WIDTH, entries):
            self.output.print(title)
            self.output.draw(page)

    def rules(self, words: str) -> None:
        """All rules by their titles, or those that were asked for in full."""
        self.output.print_rules(Rulebook.of(self.local_match.game, language()), words)

    def save(self, name: str) -> None:
        """Save, here or there."""
        file = Path(name).expanduser() if name else self.local_match.file
        if file is None:
            raise PandariumError("there is no file to save to yet: write save FILE")
        self.local_match.save_as(file)
        self.output.print(f"Saved in {file}.")

    # what people see

    def print_news(self) -> None:
        """Print what is new in the log; where the terminal is passed on, new to this person."""
        match_log = self.local_match.match_log
        reader = self.viewer if self.covered else None
        for index in range(self._printed.get(reader, 0), len(match_log.entries)):
            for line in match_log.entry_lines(index, self.viewer):
                self.output.print(line)
        self._printed[reader] = len(match_log.entries)

    def show_table(self, seat: int | None = None) -> None:
        """The table, and the moves of who is to choose."""
        local_match = self.local_match
        view = local_match.view(self.viewer)
        choices = [] if seat is None else local_match.choices(seat)
        keys = {choice.notation: str(number) for number, choice in enumerate(choices, 1)}
        self.output.print()
        self.output.print(f"{local_match.game.meta.title}  {heading(view)}".rstrip())
        self.output.draw(draw_table(local_match.game, view, local_match.names, WIDTH), keys)
        if seat is not None:
            self.list_moves(seat)

    def list_moves(self, seat: int) -> None:
        """List the moves, with numbers."""
        for number, choice in enumerate(self.local_match.choices(seat), 1):
            self.output.print(f"{number:>3} {choice.label}  ({choice.notation})")

    def leave(self) -> None:
        """Good-bye; what was played is not lost."""
        match = self.local_match
        if (match.file is not None and not match.save_error) or (match.file is None and match.match.record.moves):
            self.output.print(match.save_somewhere())
        self.output.print("Good-bye.")


def _why_gone(error: OSError) -> str:
    if isinstance(error, BrokenPipeError):
        return "nobody reads the output any more"
    return f"the output cannot be written: {(error.strerror or 'no access').lower()}"


def print_replay(record: Record, stdout: TextIO) -> None:
    """The deal, every move with what it led to, the table at the start of every round and at the end."""
    game = record.find_game()
    states: list[State] = []
    match_log = MatchLog.of(record, states)
    output = PlainOutput(stdout)
    try:
        last: Any = None
        final: State | None = None
        for index, state in enumerate(states):
            if index:
                entry = record.moves[index - 1]
                output.print(f"{index:>4} {match_log.names[entry.seat]}: {entry.move}")
            for line in match_log.entry_lines(index, None):
                output.print(f"     {line}")
            view = state.view(None)
            number = getattr(view, "round", None)
            if index == 0 or (number is not None and number != last):
                output.print()
                output.print(f"{game.meta.title}  {heading(view)}".rstrip())
                output.draw(draw_table(game, view, match_log.names, WIDTH))
                output.print()
            last, final = number, state
        outcome = final.outcome() if final is not None else None
        if final is not None and outcome is not None:
            far = terminal_table(game).how_far(final.view(None))
            output.draw(final_screen(record, outcome, match_log.names, WIDTH, far=far))
    except BrokenPipeError:
        output.close()
