"""A whole tournament of bots in this process, as fast as it goes, with a clock that only counts deals."""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec

from pandarium.tournament import director, log
from pandarium.tournament.bot_tables import Job, play_deal
from pandarium.tournament.plan import Plan
from pandarium.tournament.state import Board, TournamentState

DEAL_SECONDS = 180
"""How long a deal takes by the clock of a simulation: what six people need for one."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """How a tournament went."""

    game: str
    players: int
    seed: int
    winner: str | None
    deals: int
    level: int
    bought: int
    chips: dict[str, int]
    seconds: float
    interrupted: bool = False
    standings: list[tuple[int, str, int]] = []
    """Place, name, chips at the end."""
    levels: list[tuple[int, int, int]] = []
    """Level, players and tables that were left as it began."""

    def to_json(self) -> str:
        """As indented JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()


Progress = Callable[[TournamentState], Any]


def simulate(
    plan: Plan,
    bots: int,
    seed: int = 0,
    deal_seconds: int = DEAL_SECONDS,
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
    state = TournamentState(plan)
    levels: list[tuple[int, int, int]] = []
    now = 0

    def write(entry: log.AnyEntry) -> None:
        state.apply(entry, now)
        if entries is not None:
            entries.append((now, entry))
        if isinstance(entry, log.Started | log.Raised):
            levels.append((state.level, len(state.alive), len(state.boards)))

    write(log.Filled(count=bots))
    write(director.start(state, secret))
    interrupted = False
    try:
        while state.status == "running":
            while due := director.due(state, now, lambda board: ""):
                for entry in due:
                    write(entry)
            for board in list(state.boards.values()):
                _play(state, board, secret, write)
            now += deal_seconds * 1000
            if progress is not None:
                progress(state)
    except KeyboardInterrupt:
        interrupted = True
    return Report(
        game=plan.game,
        players=bots,
        seed=seed,
        winner=state.players[state.winner].name if state.winner is not None else None,
        deals=state.deals,
        level=state.level,
        bought=state.bought,
        chips=state.chips(),
        seconds=time.perf_counter() - began,
        interrupted=interrupted,
        standings=[(place, player.name, player.chips or player.taken) for place, player in state.standings()],
        levels=levels,
    )


def _play(state: TournamentState, board: Board, secret: bytes, write: Callable[[log.AnyEntry], None]) -> None:
    deal = board.deal
    if deal is not None:
        job = Job(deal.stakes, director.deal_secret(secret, board.number, deal.stakes.deal))
        settled = play_deal(state.plan, job)
        write(director.played(state, board, settled))
