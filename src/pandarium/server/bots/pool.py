"""Bots think in processes of their own, on positions that their seats cannot tell from the real one.

What crosses the border is the dump of a resampled twin: a bot process never sees a hidden card, not even by accident.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
import structlog

from pandarium.core.bot import Advice
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.kit.tournament import Settled
from pandarium.protocol import HintShown
from pandarium.server.bots.queue import ThinkingSlots
from pandarium.server.ops.processes import when_parent_dies
from pandarium.server.tables.table import Table
from pandarium.tournament.bot_tables import Job, play_deals
from pandarium.tournament.plan import Plan

_PATIENCE = 30.0
"""Seconds after which a bot that is still thinking is not waited for."""
_ADVICE = 5
"""Pieces of advice in a hint."""

_logger = structlog.get_logger("pandarium.bots")


class BotPool:
    """A few processes that think. They start with the first question; with none at all, a thread thinks instead."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._places = ThinkingSlots(max(1, processes))
        self._pool: ProcessPoolExecutor | ThreadPoolExecutor | None = None
        self._answered = 0.0
        """When the pool last gave an answer."""

    async def choose(self, table: Table, seat: int, level: str) -> str:
        """The move of a bot of that level in that seat, in notation. It always has one: at worst the time-out move."""
        match = table.match
        if match is None:
            raise ValueError("no game is under way here")
        state, game = match.state_for(seat), match.game
        fallback = game.say(state.timeout(seat))
        try:
            position = _twin(state, seat)
            async with self._place(table):
                move: str = await self._ask(_choose, game.meta.name, level, *position)
            return move
        except (TimeoutError, BrokenProcessPool) as error:
            _logger.warning("bot gave no answer", game=game.meta.name, level=level, error=repr(error))
        except Exception:
            _logger.exception("bot failed", game=game.meta.name, level=level)
        return fallback

    async def play_deals(self, host: str, plan: Plan, jobs: Sequence[Job]) -> list[Settled]:
        """What these deals of a tournament lead to, where bots alone sit at its tables."""
        async with self._places.taken(host, people=False):
            played: list[Settled] = await self._ask(play_deals, plan, list(jobs))
        return played

    async def advise(self, table: Table, seat: int) -> list[HintShown]:
        """What the strongest bot thinks of the moves of that seat, best first."""
        match = table.match
        if match is None:
            raise ValueError("no game is under way here")
        game, names = match.game, table.names
        position = _twin(match.state_for(seat), seat)
        async with self._place(table):
            advice = await self._ask(_advise, game.meta.name, *position)
        return [
            HintShown(game.say(a.move), game.label(a.move, names), str(a.message), a.message) for a in advice[:_ADVICE]
        ]

    @asynccontextmanager
    async def _place(self, table: Table) -> AsyncIterator[None]:
        """Wait for a process; not without end where people wait for the move."""
        people = bool(table.people)
        async with AsyncExitStack() as stack:
            async with asyncio.timeout(_PATIENCE if people else None):
                await stack.enter_async_context(self._places.taken(table.host, people=people))
            yield

    async def _ask(self, job: Any, *args: Any) -> Any:
        """Ask a process; if it was killed meanwhile, ask another."""
        loop = asyncio.get_running_loop()
        for attempt in (1, 2):
            pool = self._pool or self._start()
            try:
                asked = loop.time()
                async with asyncio.timeout(_PATIENCE):
                    answer = await loop.run_in_executor(pool, job, *args)
                self._answered = loop.time()
                return answer
            except TimeoutError:
                if self._answered < asked and self._pool is pool:
                    self._give_up(pool)  # nobody gets answers any more: a thought without end blocks all others
                raise
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                if attempt == 2:
                    raise
        raise AssertionError

    def _start(self) -> ProcessPoolExecutor | ThreadPoolExecutor:
        if self._processes == 0:
            self._pool = ThreadPoolExecutor(1)
        else:
            self._pool = ProcessPoolExecutor(self._processes, multiprocessing.get_context("spawn"), _prepare)
        return self._pool

    async def stop(self) -> None:
        """End the processes, whatever they think about."""
        if self._pool is not None:
            for child in self._give_up(self._pool, cancel=True):
                await asyncio.to_thread(child.join, 5)

    def _give_up(
        self, pool: ProcessPoolExecutor | ThreadPoolExecutor, cancel: bool = False
    ) -> list[multiprocessing.Process]:
        """Break off all that is being thought; whoever waits asks a new pool, unless that is cancelled, too."""
        self._pool = None
        # There is no other way to stop a thought.
        children = list((pool._processes or {}).values()) if isinstance(pool, ProcessPoolExecutor) else []
        pool.shutdown(wait=False, cancel_futures=cancel)
        for child in children:
            child.terminate()
        return children


def _twin(state: State, seat: int) -> tuple[bytes, int, int]:
    """A position that the seat cannot tell from this one, whose seat it is, and chance of its own."""
    twin = state.resample(seat, Rng(secrets.randbelow(2**63)))
    return msgspec.json.encode(twin.dump()), seat, secrets.randbelow(2**63)


# in the bot's process


def _prepare() -> None:
    """Let the parent decide when to stop, and do not outlive it, however it dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    when_parent_dies(lambda: os._exit(0))


def _choose(name: str, level: str, position: bytes, seat: int, seed: int) -> str:
    from pandarium.bots import make
    from pandarium.core.registry import game as find_game

    game = find_game(name)
    return game.say(make(game, level).choose(game.load(position), seat, Rng(seed)))


def _advise(name: str, position: bytes, seat: int, seed: int) -> list[Advice]:
    from pandarium.bots import make, strongest
    from pandarium.core.registry import game as find_game

    game = find_game(name)
    return make(game, strongest(game)).advise(game.load(position), seat, Rng(seed))
