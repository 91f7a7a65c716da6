"""The command `replay`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pandarium.cli.params import Plain, RecordFile, whole
from pandarium.core.errors import PandariumError

if TYPE_CHECKING:
    from pandarium.core.record import Record


def replay(
    file: RecordFile,
    at: Annotated[
        int | None, typer.Option(metavar="N", parser=whole(0), help="The table after this many moves; 0 is the deal.")
    ] = None,
    plain: Plain = False,
) -> None:
    """Step through a recorded match."""
    from pandarium import tui
    from pandarium.core.record import Record

    record = Record.load(file)
    record.final()
    if at is not None and at > len(record.moves):
        raise PandariumError(f"--at takes 0 to {len(record.moves)} for this match, not {at}")
    if not plain and tui.has_screen():
        _replay_from(record, at or 0)
    elif at is None:
        tui.replay_plain(record, sys.stdout)
    else:
        _print_table(record, at)


def _replay_from(record: Record, frame: int) -> None:
    from pandarium.tui.replay import Playback, ReplayApp

    app = ReplayApp(Playback(record))
    app.frame = frame
    app.run()


def _print_table(record: Record, frame: int) -> None:
    """One position of a match, as a spectator sees it."""
    from pandarium.tui.drawing import draw_table, heading
    from pandarium.tui.match_log import seat_names
    from pandarium.tui.plain import WIDTH, PlainOutput

    game, names = record.find_game(), seat_names(record)
    view = next(state for number, state in enumerate(record.replay()) if number == frame).view(None)
    output = PlainOutput(sys.stdout)
    if frame:
        entry = record.moves[frame - 1]
        output.print(f"{frame:>4} {names[entry.seat]}: {entry.move}")
    output.print(f"{game.meta.title}  {heading(view)}".rstrip())
    output.draw(draw_table(game, view, names, WIDTH))
