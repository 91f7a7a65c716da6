"""The commands `play` and `resume`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pandarium.cli.params import (
    Content,
    Options,
    Plain,
    RecordFile,
    Seats,
    Seed,
    check_writable,
    complete_game,
    read_levels,
    read_options,
    seconds,
    whole,
)
from pandarium.core.errors import BadData, PandariumError

if TYPE_CHECKING:
    from pandarium.cli.players import Players
    from pandarium.core.match import Match

PAUSE = 0.7
"""Seconds between the moves of bots on the full screen."""

Bots = Annotated[
    str | None, typer.Option(metavar="LEVELS", help="Levels of the bots, with commas; they go around the seats.")
]
Humans = Annotated[
    int | None, typer.Option(metavar="N", parser=whole(0), help="People at this table; 0 to watch.  [default: 1]")
]
Names = Annotated[list[str] | None, typer.Option("--name", metavar="NAME", help="A person's name; once per person.")]
Save = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the match down after every move, into this file.")
]
Pause = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS", parser=seconds, help=f"Between the bots' moves.  [default: {PAUSE}; with --plain 0]"
    ),
]


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Which game.", autocompletion=complete_game)
    ] = None,
    seats: Seats = None,
    bots: Bots = None,
    humans: Humans = None,
    name: Names = None,
    option: Options = None,
    content: Content = None,
    seed: Seed = None,
    save: Save = None,
    resume_file: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a match that was saved.")
    ] = None,
    plain: Plain = False,
    pause: Pause = None,
) -> None:
    """Play a game against bots, or several people at one screen.

    Without --seed the deal is fair: it is bound to a hash that you see first, and with --save you can check it
    afterwards (pandarium verify). Without --save nothing is written unless you ask for it at the table.
    """
    if resume_file is not None:
        given = {"--seats": seats, "--option": option, "--content": content, "--seed": seed}
        for flag, value in given.items():
            if value is not None:
                raise PandariumError(f"{flag} was settled when the match began: leave it out with --resume")
        _resume(resume_file, game, (bots, humans, name), save, plain, pause)
    elif game is None:
        _list_games()
    else:
        match, players = _begin(game, seats, (bots, humans, name), option, content, seed)
        if save is not None:
            _check_new(save)
        _play_match(match, players, save, plain, pause)


def resume(file: RecordFile, save: Save = None, plain: Plain = False, pause: Pause = None) -> None:
    """Go on with a match that was saved; it is saved there again."""
    _resume(file, None, (None, None, None), save, plain, pause)


People = tuple[str | None, int | None, list[str] | None]
"""The options --bots, --humans and --name."""


def _begin(
    name: str, seats: int | None, people: People, option: list[str] | None, content: Path | None, seed: int | None
) -> tuple[Match, Players]:
    from pandarium.cli.players import count_seats, seat_players
    from pandarium.core.content import read_pack
    from pandarium.core.match import Match
    from pandarium.core.options import refuse_idle_options, turn_based_options
    from pandarium.core.registry import game as find_game

    game = find_game(name)
    bots, humans, names = people
    humans = 1 if humans is None else humans
    options = turn_based_options(game, read_options(game, option))
    levels = read_levels(game, bots)
    total = count_seats(game, seats, humans, levels if bots else [])
    if bots is not None and len(levels) > total - humans:
        raise PandariumError(f"--bots names {len(levels)} bots for {max(0, total - humans)} seats")
    refuse_idle_options(game.meta, options, total)
    players = seat_players(total, humans, levels, names or [])
    pack = read_pack(content) if content is not None else None
    return Match.begin(name, total, options, seed, pack, players.names), players


def _resume(file: Path, name: str | None, people: People, save: Path | None, plain: bool, pause: float | None) -> None:
    from pandarium.cli.players import read_players, seat_players
    from pandarium.core.match import Match
    from pandarium.core.record import Record

    record = Record.load(file)
    game = record.find_game()
    if name is not None and name != record.game:
        raise PandariumError(f"{file} is a match of {record.game}, not of {name}")
    bots, humans, names = people
    if record.players and any(given is not None for given in people):
        raise PandariumError("--bots, --humans and --name were settled when the match began: leave them out")
    match = Match(record)
    if record.players:
        players = read_players(record)
    else:
        humans = 1 if humans is None else humans
        players = seat_players(record.seats, humans, read_levels(game, bots), names or [])
        match.record.players = players.names
    if match.state.outcome() is not None:
        raise PandariumError(
            f"the match in {file} is over; see it again with: pandarium replay {shlex.quote(str(file))}"
        )
    if save is None or save.resolve() == file.resolve():
        check_writable("--save", file)
    else:
        _check_new(save)
    _play_match(match, players, save or file, plain, pause)


def _check_new(save: Path) -> None:
    """Nothing is ever overwritten; raises BadData."""
    check_writable("--save", save)
    if save.exists():
        raise BadData("--save", f"{save} is there already; go on with it by --resume {save}, or name another")


def _play_match(match: Match, players: Players, save: Path | None, plain: bool, pause: float | None) -> None:
    """Play until the game is over or people leave; then say what can be done with the file."""
    from pandarium import tui
    from pandarium.cli.console import note_engine

    bots = players.bots(match.game)
    note_engine()
    if match.record.commitment is not None and not match.record.moves:
        typer.echo(f"A fair deal, bound to {match.record.commitment}")
    try:
        if plain or not tui.has_screen():
            tui.play_plain(match, bots, save=save, stdin=sys.stdin, stdout=sys.stdout, pause=pause or 0)
        else:
            tui.play(match, bots, save=save, pause=PAUSE if pause is None else pause)
    finally:
        if save is not None and save.exists():
            _print_next_steps(match, save)


def _print_next_steps(match: Match, save: Path) -> None:
    if match.state.outcome() is None:
        typer.echo(f"Go on with: pandarium resume {shlex.quote(str(save))}")
    elif match.record.secret is not None:
        typer.echo(f"Check the deal with: pandarium verify {shlex.quote(str(save))}")


def _list_games() -> None:
    from pandarium.core.registry import meta, names

    typer.echo("Which game? Start one with its name:\n")
    width = max(len(name) for name in names())
    for name in names():
        typer.echo(f"  pandarium play {name:<{width}}   {meta(name).title}: {meta(name).tagline}")
    typer.echo("\nMore about them: pandarium games. How to play one: pandarium rules NAME.")
