"""The command `new-game`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name: lower case, one word.", show_default=False)],
    title: Annotated[str | None, typer.Option(metavar="TITLE", help="Its title.  [default: from the name]")] = None,
    into: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where its folder goes.  [default: the games of a checkout, or here]"),
    ] = None,
) -> None:
    """Begin a new game: a folder that works, for you to change."""
    from pandarium.core.registry import GROUP
    from pandarium.scaffold import create

    checkout = find_checkout(Path.cwd())
    place = into if into is not None else checkout or Path.cwd()
    folder = create(name, title, place)
    typer.echo(f"{shown(folder)} is a game now. It can be played at once:")
    mounted = "" if place.resolve() in mounted_places(GROUP) else f"PANDARIUM_GAMES={shown(place)} "
    typer.echo(f"  {mounted}pandarium play {name}")
    typer.echo("Change words/rulebook.md and the chapters in engine/ first; its tests tell you what must stay true:")
    typer.echo(f"  pytest {shown(folder)}")


def mounted_places(package: str) -> list[Path]:
    """Where games are looked for now."""
    from importlib import import_module

    return [Path(place).resolve() for place in import_module(package).__path__]


def find_checkout(start: Path) -> Path | None:
    """The folder of games, when this is inside a checkout of the project; else None."""
    for folder in (start, *start.parents):
        games = folder / "src" / "pandarium" / "games"
        if (games / "__init__.py").is_file() and (folder / "pyproject.toml").is_file():
            return games
    return None


def shown(path: Path) -> str:
    """The path from here if it lies below, else in full."""
    full = path.resolve()
    return str(full.relative_to(Path.cwd())) if full.is_relative_to(Path.cwd()) else str(full)
