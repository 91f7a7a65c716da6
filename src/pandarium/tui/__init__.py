"""The terminal client: a full screen where there is one, plain lines everywhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from pandarium.client import Client, RemoteTable
    from pandarium.core.bot import Bot
    from pandarium.core.match import Match
    from pandarium.core.record import Record

__all__ = ["confirm", "join", "play", "play_plain", "replay", "replay_plain"]


def has_screen() -> bool:
    """Whether a full screen makes sense: a terminal at both ends, and not a dumb one."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in {"", "dumb"}


def play(match: Match, bots: Mapping[int, Bot], *, save: Path | None, pause: float = 0.7) -> None:
    """Play a match; seats without a bot belong to people. `save`: written after every move.

    Raises NotSaved if the match had to be kept elsewhere, KeyboardInterrupt if people left by Ctrl-C.
    `pause` is how many seconds a bot waits before it moves: time to read, and to take one's own move back.
    """
    if not has_screen():
        play_plain(match, bots, save=save, stdin=sys.stdin, stdout=sys.stdout)
        return
    from pandarium.core.errors import NotSaved
    from pandarium.tui.local_match import LocalMatch
    from pandarium.tui.play_app import PlayApp

    app = PlayApp(LocalMatch(match, bots, save), pause)
    app.run()
    unsaved = app.unsaved()
    if unsaved:
        raise NotSaved(unsaved)
    if app.interrupted:
        raise KeyboardInterrupt
    if app.return_code:
        sys.stdout.write(f"{app.local_match.save_somewhere()}\n")
        raise SystemExit(app.return_code)


def play_plain(
    match: Match, bots: Mapping[int, Bot], *, save: Path | None, stdin: TextIO, stdout: TextIO, pause: float = 0
) -> None:
    """The same in plain lines, for pipes, dumb terminals and screen readers."""
    from pandarium.tui.local_match import LocalMatch
    from pandarium.tui.plain import PlainMatch

    PlainMatch(LocalMatch(match, bots, save), stdin, stdout, pause).run()


async def join(client: Client, table: RemoteTable, *, plain: bool = False) -> RemoteTable:
    """Sit at a table on a server, and at those that follow, until we leave; the last one. Raises ClientError."""
    from pandarium.client import RefusedError

    try:
        offered = await client.game(table.update.table.game)
        levels, rules = offered.bots, offered.rules
    except RefusedError:  # a server that does not answer this: then its bots are not offered
        levels, rules = [], None
    if plain or not has_screen():
        from pandarium.tui.remote_plain import PlainRemoteTable

        lines = PlainRemoteTable(client, table, levels, rules, sys.stdin, sys.stdout)
        await lines.run()
        return lines.table
    from pandarium.tui.remote_app import RemoteApp

    app = RemoteApp(client, table, levels, rules)
    await app.run_async()
    if app.failure is not None:
        raise app.failure
    if app.return_code:
        raise SystemExit(app.return_code)
    return app.remote


async def confirm(question: str, *, plain: bool = False) -> bool:
    """A question to somebody who sits at no table now, asked the way the tables are shown."""
    if plain or not has_screen():
        from pandarium.tui.line_input import confirm

        return await confirm(question, sys.stdin, sys.stdout)
    import typer

    return typer.confirm(question)


def replay(record: Record) -> None:
    """Step through a recorded match, back and forth."""
    if not has_screen():
        replay_plain(record, sys.stdout)
        return
    from pandarium.tui.replay import Playback, ReplayApp

    ReplayApp(Playback(record)).run()


def replay_plain(record: Record, stdout: TextIO) -> None:
    """A recorded match from the first line to the last."""
    from pandarium.tui.plain import print_replay

    print_replay(record, stdout)
