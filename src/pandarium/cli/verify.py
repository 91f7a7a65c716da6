"""The command `verify`: replays a record and checks it against its secret, its hash and its outcome."""

from __future__ import annotations

from typing import Annotated

import typer

from pandarium.cli import FAILED
from pandarium.cli.params import RecordFile

MARKS = {True: ("ok  ", "green"), False: ("FAIL", "bold red"), None: ("note", "yellow")}


def verify(
    file: RecordFile,
    commitment: Annotated[
        str | None, typer.Option(metavar="HASH", help="The hash you noted before the deal, or its first 16 digits.")
    ] = None,
) -> None:
    """Check that a match was dealt fairly and played by the rules."""
    from rich.text import Text

    from pandarium.cli.console import console
    from pandarium.cli.errors import one_line
    from pandarium.core.record import Record
    from pandarium.kit.verify import check
    from pandarium.tui.messages import render

    noted = read_hash(commitment) if commitment is not None else None
    record = Record.load(file)
    title = record.find_game().meta.title
    screen = console()
    screen.print(one_line(f"{file}: {title}, {record.seats} players, {len(record.moves)} entries"), soft_wrap=True)
    sound = True
    for finding in check(record, noted):
        mark, style = MARKS[finding.holds]
        screen.print(Text.assemble((mark, style), "  ", one_line(render(finding.message))), soft_wrap=True)
        sound = sound and finding.holds is not False
    if not sound:
        raise typer.Exit(FAILED)


def read_hash(text: str) -> str:
    """A hash, or the start of one, as people note it down; raises PandariumError."""
    from pandarium.core.errors import PandariumError

    digits = text.strip().lower()
    if not 16 <= len(digits) <= 64 or set(digits) - set("0123456789abcdef"):
        raise PandariumError(f"--commitment takes 16 to 64 hexadecimal digits, not {text[:80]!r}")
    return digits
