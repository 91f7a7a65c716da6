"""The command `train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pandarium.cli import INTERRUPTED
from pandarium.cli.exploit import use_one_thread
from pandarium.cli.params import GameName, check_writable, whole
from pandarium.cli.progress import progress_bar

MOST = 10**10


def train(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The network, to be played with as net:FILE.")],
    decisions: Annotated[
        int, typer.Option(metavar="N", parser=whole(1, MOST), help="Budget: decisions to learn from.")
    ] = 20_000_000,
    seed: Annotated[int, typer.Option(metavar="N", parser=whole(0, 2**31), help="The same training every time.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint beside FILE.")] = False,
) -> None:
    """Train a network by self-play, for all tables of a game.

    A checkpoint is written beside FILE all the time. Ctrl-C ends the training, not the work: FILE holds what was
    learned so far, and --resume goes on.
    """
    from pandarium.cli.console import note_engine
    from pandarium.core.registry import game as find_game

    found = find_game(game)
    check_writable("--out", out)
    use_one_thread()
    from pandarium.learn.training.self_play import SelfPlay

    note_engine()
    learning = SelfPlay(found, seed)
    checkpoint = out.with_suffix(".checkpoint.npz")
    if resume:
        learning.resume(checkpoint)
    try:
        with progress_bar(decisions, "decisions") as told:
            learning.train(decisions, out, checkpoint, told)
    except KeyboardInterrupt:
        learning.write(out, checkpoint)
        typer.echo(f"Stopped; what was learned is in {out}. Go on with --resume.")
        raise typer.Exit(INTERRUPTED) from None
    typer.echo(f"It plays: pandarium play {game} --bots net:{out}")
