"""A whole tournament of bots in this process, as fast as it goes, with a clock that only counts gambits."""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec

from pandarium.tournament import director, log
from pandarium.tournament.field import Board, Field
from pandarium.tournament.house import Job, play_gambit
from pandarium.tournament.plan import Plan

GAMBIT_SECONDS = 180
"""How long a gambit takes by the clock of a simulation: what six people need for one."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """How a tournament went."""

    game: str
    players: int
    seed: int
    winner: str | None
    gambits: int
    level: int
    bought: int
    chips: dict[str, int]
    seconds: float
    interrupted: bool = False
    standings: list[tuple[int, str, int]] = []
    """Place, name, gold at the end."""
    levels: list[tuple[int, int, int]] = []
    """Level, players and tables that were left as it began."""

    def to_json(self) -> str:
        """As indented JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()


Progress = Callable[[Field], Any]


def simulate(
    plan: Plan,
    bots: int,
    seed: int = 0,
    gambit_seconds: int = GAMBIT_SECONDS,
    progress: Progress | None = None,
    entries: list[tuple[int, log.AnyEntry]] | None = None,
) -> Report:
    """Play a tournament of bots to its end; `entries` collects its log. Ctrl-C ends it early, with what is known.

    >>> from pandarium.tournament.plan import make_plan
    >>> report = simulate(make_plan("pandante", bot="random"), bots=7, seed=7)
    >>> report.winner is not None, sum(report.chips.values()) == report.bought == 7 * 104
    (True, True)
    """
    began = time.perf_counter()
    secret = blake2b(b"%d" % seed, digest_size=32, person=b"pandarium-sim").digest()
    field = Field(plan)
    levels: list[tuple[int, int, int]] = []
    now = 0

    def write(entry: log.AnyEntry) -> None:
        field.apply(entry, now)
        if entries is not None:
            entries.append((now, entry))
        if isinstance(entry, log.Started | log.Raised):
            levels.append((field.level, len(field.alive), len(field.boards)))

    write(log.Filled(count=bots))
    write(director.start(field, secret))
    interrupted = False
    try:
        while field.status == "running":
            while due := director.due(field, now, lambda board: ""):
                for entry in due:
                    write(entry)
            for board in list(field.boards.values()):
                _play(field, board, secret, write)
            now += gambit_seconds * 1000
            if progress is not None:
                progress(field)
    except KeyboardInterrupt:
        interrupted = True
    return Report(
        game=plan.game,
        players=bots,
        seed=seed,
        winner=field.players[field.winner].name if field.winner is not None else None,
        gambits=field.gambits,
        level=field.level,
        bought=field.bought,
        chips=field.chips(),
        seconds=time.perf_counter() - began,
        interrupted=interrupted,
        standings=[(place, player.name, player.gold or player.taken) for place, player in field.standings()],
        levels=levels,
    )


def _play(field: Field, board: Board, secret: bytes, write: Callable[[log.AnyEntry], None]) -> None:
    gambit = board.gambit
    if gambit is not None:
        job = Job(gambit.stakes, director.gambit_secret(secret, board.number, gambit.stakes.gambit))
        settled = play_gambit(field.plan.game, field.plan.options, field.plan.bot, job)
        write(director.played(field, board, settled))
