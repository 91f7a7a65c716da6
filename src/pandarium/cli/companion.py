"""The command `companion`: an evening with the physical box, kept by prompts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pandarium.cli.params import GameName, Options, check_writable, read_options
from pandarium.core.errors import BadData, NotSaved, PandariumError

if TYPE_CHECKING:
    from pandarium.companion import Entered, EntryFault, EveningEntries
    from pandarium.core.game import Game
    from pandarium.kit.companion import Evening

HELP = """\
Type what is asked for, or:
  undo             take the last entry back
  entries          all entries, with their numbers
  correct N TEXT   TEXT in the place of entry N; what follows is checked again
  table            how things stand
  hint             what a bot would do
  help             this list
  quit             leave; with --file you go on later"""


def companion(
    game: GameName,
    names: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Who plays, clockwise; without it you are asked.")
    ] = None,
    option: Options = None,
    file: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the evening here, and go on with it.")] = None,
) -> None:
    """Keep the books of a game that you play with its real box."""
    from pandarium.companion import EveningEntries, companion_of
    from pandarium.core.message import Message
    from pandarium.core.registry import game as find_game

    found = find_game(game)
    if companion_of(found) is None:
        raise PandariumError(Message("core.no_companion", {"game": found.meta.title}))
    if file is not None:
        check_writable("--file", file)
    if file is not None and file.exists():
        kept = read_evening(found, file)
    else:
        asked = names if names is not None else _ask("Who plays, clockwise, with commas") or ""
        players = [name.strip() for name in asked.split(",") if name.strip()]
        kept = EveningEntries(names=players, options=read_options(found, option))
    EveningPrompts(found, kept, file).run()


class EveningPrompts:
    """One evening at a keyboard: asks for entries, takes commands, keeps the file."""

    def __init__(self, game: Game, kept: EveningEntries, file: Path | None) -> None:
        self.game = game
        self.kept = kept
        self.file = file
        self.save_error = ""
        """Why the last entry is not in the file; "" when all is well."""
        self.evening, _, fault = self._follow(kept.entries)
        if fault is not None:
            raise BadData(str(file or "entries"), _fault(fault))

    def run(self) -> None:
        """Ask and take answers until the game is over or somebody leaves; raises NotSaved if it is kept elsewhere then.

        An interrupt or an output that nobody takes any more is passed on; the evening is kept either way.
        """
        try:
            self._go_on()
        except BaseException:
            if rescued := self._rescue():
                typer.echo(f"{rescued[:1].upper()}{rescued[1:]}", err=True)
            raise
        if rescued := self._rescue():
            raise NotSaved(rescued)

    def _go_on(self) -> None:
        from pandarium.tui.messages import error_text, render

        typer.echo("Type help for what else you can type.")
        while (prompt := self.evening.prompt()) is not None:
            line = _ask(render(prompt.message))
            if line is None or line == "quit":
                return
            try:
                self._answer(line, prompt.begins)
            except PandariumError as error:
                typer.echo(f"  {error_text(error)}")
        self._end()

    def _answer(self, line: str, begins: str) -> None:
        from pandarium.tui.messages import render

        word, _, rest = line.partition(" ")
        if word == "undo":
            self._keep(self.kept.entries[:-1])
        elif word == "correct":
            self._correct(rest)
        elif word == "entries":
            for number, entry in enumerate(self.kept.entries, 1):
                typer.echo(f"  {number:3} {entry}")
        elif word == "table":
            self._draw()
        elif word == "hint":
            self._hint()
        elif word in ("help", "?"):
            typer.echo(HELP)
        elif line:
            found = self.evening.answer(line)
            if found is None:
                self._enter(line, begins)
            else:
                typer.echo(f"  {render(found)}")

    def _enter(self, line: str, begins: str) -> None:
        """What was typed goes behind what was asked for; whole entries may be typed, too."""
        import secrets
        import time

        from pandarium.core.rng import Rng
        from pandarium.kit.companion import SEAT_LETTERS

        first, *rest = line.split()
        named = first in list(SEAT_LETTERS) and any(word not in list(SEAT_LETTERS) for word in rest)
        whole = line.startswith(begins) or named or first in self.evening.words
        entry = line if whole else f"{begins}{line}"
        entry = self.evening.complete(entry, int(time.time()), Rng(secrets.randbits(60)))
        self._keep([*self.kept.entries, entry], tell=True)

    def _correct(self, text: str) -> None:
        number, _, entry = text.partition(" ")
        if not number.isdecimal() or not 1 <= int(number) <= len(self.kept.entries) or not entry.strip():
            raise PandariumError(f"write correct N TEXT with N from 1 to {len(self.kept.entries)}")
        entries = list(self.kept.entries)
        entries[int(number) - 1] = entry.strip()
        self._keep(entries)

    def _keep(self, entries: list[str], tell: bool = False) -> None:
        """These entries from now on, if all of them fit. They are kept before anything is said of them."""
        import msgspec

        evening, entered, fault = self._follow(entries)
        if fault is not None:
            raise PandariumError(_fault(fault) if fault.index < len(entries) - 1 or not tell else _reason(fault))
        self.evening = evening
        self.kept = msgspec.structs.replace(self.kept, entries=entries)
        before = self.save_error
        self._write()
        for text in entered[-1].text if tell else ():
            typer.echo(f"  {text}")
        if self.save_error and self.save_error != before:
            typer.echo(f"  Not saved: {self.save_error}. The evening goes on, and is kept elsewhere at its end.")

    def _follow(self, entries: list[str]) -> tuple[Evening, list[Entered], EntryFault | None]:
        import msgspec

        from pandarium.companion import follow

        return follow(self.game, msgspec.structs.replace(self.kept, entries=entries))

    # the file

    def _write(self) -> None:
        """Write the evening to its file, if it has one. A full disk must not end it: see `save_error`."""
        from pandarium.core.record import write_atomically

        self.save_error = ""
        if self.file is not None:
            try:
                write_atomically(self.file, self._as_json())
            except PandariumError as error:
                self.save_error = str(error)

    def _as_json(self) -> bytes:
        import msgspec

        return msgspec.json.encode({"game": self.game.meta.name, "evening": self.kept}) + b"\n"

    def _rescue(self) -> str:
        """Keep the evening elsewhere if its file cannot be written: why and where; "" when it is where it should be."""
        import shlex

        from pandarium.core.record import write_elsewhere

        if not self.save_error:
            return ""
        self._write()
        if not self.save_error:
            return ""
        try:
            place = shlex.quote(str(write_elsewhere(f"pandarium-{self.game.meta.name}", self._as_json())))
        except OSError as error:
            typer.echo(self._as_json(), err=True, nl=False)  # whoever copies it into a file goes on with that
            why = (error.strerror or "no access").lower()
            return f"not saved: {self.save_error}. It could not be kept anywhere: {why}. The evening stands above"
        return f"not saved: {self.save_error}. The evening is kept in {place}; go on with --file {place}"

    # what else can be asked

    def _draw(self) -> None:
        from pandarium.cli.console import console
        from pandarium.kit.terminal import terminal_table

        view = self.evening.view()
        if view is None:
            typer.echo("  nothing has happened yet")
            return
        screen = console()
        screen.print(terminal_table(self.game).draw(view, self.kept.names, screen.width))

    def _hint(self) -> None:
        from pandarium.companion.evening import advise
        from pandarium.tui.messages import render

        advice = advise(self.game, self.evening, self.kept.names)
        for one in advice:
            typer.echo(f"  {one.label}: {render(one.message)}")
        if not advice:
            typer.echo("  there is nothing to advise now")

    def _end(self) -> None:
        from pandarium.tui.messages import outcome_reason

        outcome = self.evening.outcome()
        assert outcome is not None, "no prompt: the game is over"
        if self.evening.view() is not None:
            self._draw()
        won = ", ".join(self.kept.names[seat] for seat in outcome.winners)
        typer.echo(f"{won}: {outcome_reason(outcome)}" if won else f"Nobody won: {outcome_reason(outcome)}")


def read_evening(game: Game, file: Path) -> EveningEntries:
    """The evening that was kept in a file; raises BadData."""
    import msgspec

    from pandarium.companion import EveningEntries

    try:
        data: Any = msgspec.json.decode(file.read_bytes())
        if not isinstance(data, dict) or data.get("game") != game.meta.name:
            raise BadData(str(file), f"is no evening of {game.meta.title}")
        return msgspec.convert(data["evening"], EveningEntries)
    except (msgspec.DecodeError, KeyError, UnicodeDecodeError) as error:
        raise BadData(str(file), f"is no evening of {game.meta.title}: {error}") from None


def _ask(question: str) -> str | None:
    """What somebody types; None at the end of the input."""
    import sys

    try:
        line = input(f"{question}: ").strip()
    except EOFError:
        typer.echo()
        return None
    if not sys.stdin.isatty():  # in a pipe nobody sees what was typed
        typer.echo(line)
    return line


def _reason(fault: EntryFault) -> str:
    from pandarium.tui.messages import render

    return f"{render(fault.message)} ({fault.rule})" if fault.rule else render(fault.message)


def _fault(fault: EntryFault) -> str:
    return f"entry {fault.index + 1}, {fault.entry!r}, does not fit: {_reason(fault)}"
