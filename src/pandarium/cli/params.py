"""Arguments and options that several commands share, and how they are parsed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pandarium.core.errors import BadData, BadOption
from pandarium.core.options import read_option

if TYPE_CHECKING:
    from pandarium.core.game import Game
    from pandarium.core.meta import OptionValue

HIGHEST_SEED = 2**63 - 1
MOST_GAMES = 1_000_000_000
LONGEST_PAUSE = 60.0


def whole(low: int, high: int | None = None) -> Callable[[Any], int]:
    """A reader of whole numbers between two bounds.

    >>> whole(1)("12")
    12
    """
    allowed = f"from {low} to {high}" if high is not None else f"of {low} or more"

    def read(text: Any) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if number < low or (high is not None and number > high):
            raise ValueError(f"takes a whole number {allowed}, not {_shown(text)}")
        return number

    return read


def seconds(text: Any) -> float:
    """A pause in seconds."""
    try:
        pause = float(text)
    except ValueError:
        pause = -1.0
    if not 0 <= pause <= LONGEST_PAUSE:
        raise ValueError(f"takes seconds from 0 to {LONGEST_PAUSE:.0f}, not {_shown(text)}")
    return pause


def complete_game(incomplete: str) -> list[str]:
    """Names of games for the shell's Tab key."""
    from pandarium.core.registry import names

    return [name for name in names() if name.startswith(incomplete)]


GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game.", autocompletion=complete_game)]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record or save of a match.", show_default=False)]
Seats = Annotated[int | None, typer.Option(metavar="N", parser=whole(1), help="Players in all.")]
Seed = Annotated[int | None, typer.Option(metavar="N", parser=whole(0, HIGHEST_SEED), help="The same deal every time.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A rule to agree on; once per rule."),
]
Content = Annotated[Path | None, typer.Option(metavar="DIR", help="Your own cards and dice instead of ours.")]
Workers = Annotated[
    int | None, typer.Option(metavar="N", parser=whole(1, 1024), help="Processes.  [default: one per core]")
]
RayCluster = Annotated[
    str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on this Ray cluster, HOST:PORT or auto.")
]
Plain = Annotated[bool, typer.Option("--plain", help="Plain lines instead of the full screen.")]


def read_options(game: Game, texts: list[str] | None) -> dict[str, OptionValue]:
    """The options in NAME=VALUE texts; raises BadOption."""
    chosen: dict[str, OptionValue] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            known = ", ".join(option.name for option in game.meta.options) or "none"
            raise BadOption(f"--option takes NAME=VALUE, not {_shown(text)}; options of {game.meta.title}: {known}")
        if name in chosen:
            raise BadOption(f"option {name} is given twice")
        chosen[name] = read_option(game.meta, name, value)
    return chosen


def read_levels(game: Game, text: str | None) -> list[str]:
    """The bots' levels in a list with commas, each known to that game."""
    from pandarium import bots

    if text is None:
        return [bots.strongest(game)]
    levels = [part.strip() for part in text.split(",")]
    for level in levels:
        bots.make(game, level)
    return levels


def check_writable(option: str, file: Path) -> None:
    """Say now, not after the game, that a file cannot be written; raises BadData."""
    import os
    import tempfile

    folder = file.parent
    if file.is_dir():
        raise BadData(option, f"{file} is a directory, not a file to write")
    if not folder.is_dir():
        raise BadData(option, f"{file} cannot be written: there is no directory {folder}")
    if not os.access(folder, os.W_OK) or (file.exists() and not os.access(file, os.W_OK)):
        raise BadData(option, f"{file} cannot be written: no permission")
    try:
        tempfile.TemporaryFile(dir=folder).close()  # a disk may be full, and some folders take no files from anybody
    except OSError as error:
        raise BadData(option, f"{file} cannot be written: {(error.strerror or 'no access').lower()}") from None


def _shown(text: Any) -> str:
    shown = str(text)
    return repr(shown if len(shown) <= 60 else shown[:57] + "...")
