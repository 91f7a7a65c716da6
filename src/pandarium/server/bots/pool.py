"""Bots think in processes of their own, on positions that their seats cannot tell from the real one.

What crosses the border is the dump of a resampled twin: a bot process never sees a hidden card, not even by accident.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, Final

import msgspec
import structlog

from pandarium.bots import quick_level
from pandarium.core import fair
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.protocol import HintShown
from pandarium.server.bots import process
from pandarium.server.bots.queue import Lane, Place, ThinkingSlots
from pandarium.server.ops.metrics import Metrics
from pandarium.server.ops.now import now_ms
from pandarium.server.tables.table import Table
from pandarium.tournament.bot_tables import Job, Paused, Slice, play_slice
from pandarium.tournament.plan import Plan

SLICE: Final = 0.05
"""Seconds that a process plays on at a tournament's tables of bots before it looks who else waits."""
_PATIENCE = 30.0
"""Seconds after which a bot that is still thinking is not waited for."""
_LATER = 1.0
"""Seconds after that until a thought that nobody waits for any more is stopped."""
_WAIT = 5.0
"""Seconds that people wait for a process to become free; then a quicker bot answers."""
_ADVICE = 5
"""Pieces of advice in a hint."""

_logger = structlog.get_logger("pandarium.bots")

_Executor = ProcessPoolExecutor | ThreadPoolExecutor


class BotPool:
    """A few processes that think. They start with the first question; with none at all, a thread thinks instead."""

    def __init__(self, processes: int, metrics: Metrics | None = None) -> None:
        self._processes = processes
        self._metrics = metrics or Metrics()
        self._places = ThinkingSlots(max(1, processes), self._metrics)
        self._pool: _Executor | None = None

    async def choose(self, table: Table, seat: int, level: str) -> str:
        """The move of a bot of that level in that seat, in notation; it has heard what others said.

        It always has one, and before the table's clock moves for it: where no process can think about it in time,
        because all are busy or one died, a quicker bot moves. Only a bot that fails plays the time-out move.
        """
        match = table.match
        if match is None:
            raise ValueError("no game is under way here")
        state, game = match.state_for(seat), match.game
        fallback = game.say(state.timeout(seat))
        try:
            same = table.agreement.challenge != ""
            position = _twin_of_deal(table, state, seat) if same else _twin(state, seat)
            heard = table.conversation.heard_by(seat)
            try:
                async with asyncio.timeout(_half_of_timer(table, seat)):
                    return str(await self._think(table, process.choose, game.meta.name, level, *position, heard))
            except (TimeoutError, BrokenProcessPool) as error:
                quick = quick_level(game, level)
                _logger.warning("a quicker bot moves", game=game.meta.name, level=level, by=quick, error=repr(error))
                self._metrics.bot_quick_moves.inc()
                return await asyncio.to_thread(process.choose, game.meta.name, quick, *position, heard)
        except Exception:
            _logger.exception("bot failed", game=game.meta.name, level=level)
        return fallback

    async def play_slice(self, host: str, plan: Plan, jobs: Sequence[Job], paused: Paused | None = None) -> Slice:
        """Play on at these tables of a tournament, where bots alone sit, until it is somebody else's turn."""
        async with self._places.taken(host, Lane.BOTS) as place:
            played: Slice = await self._ask(place, play_slice, plan, list(jobs), paused, SLICE)
        return played

    async def think_about_past(self, whose: str, job: Any, *args: Any) -> Any:
        """Think about a game that is over, when nobody waits for a move; raises TimeoutError and BrokenProcessPool."""
        async with self._places.taken(whose, Lane.BOTS) as place:
            return await self._ask(place, job, *args)

    async def advise(self, table: Table, seat: int) -> list[HintShown]:
        """What the strongest bot thinks of the moves of that seat, best first."""
        match = table.match
        if match is None:
            raise ValueError("no game is under way here")
        game, names = match.game, table.names
        position = _twin(match.state_for(seat), seat)
        advice = await self._think(table, process.advise, game.meta.name, *position)
        return [
            HintShown(game.say(a.move), game.label(a.move, names), str(a.message), a.message) for a in advice[:_ADVICE]
        ]

    async def _think(self, table: Table, job: Any, *args: Any) -> Any:
        """Wait for a process and ask it; where people wait for the move, not without end."""
        lane = lane_of(table)
        wait = None if lane is Lane.BOTS else _WAIT
        async with self._places.taken(table.host, lane, wait) as place:
            return await self._ask(place, job, *args)

    async def _ask(self, place: Place, job: Any, *args: Any) -> Any:
        """Ask a process; if it was killed meanwhile, ask another. Raises TimeoutError and BrokenProcessPool."""
        loop = asyncio.get_running_loop()
        for attempt in (1, 2):
            pool = self._pool or self._start()
            try:
                thought = loop.run_in_executor(pool, job, *args)
                place.keep_until(thought)
                # Whoever asks may go away before; a thought without end does not keep its process then, either.
                watch = loop.call_later(_PATIENCE + _LATER, self._stop_thought, pool, thought)
                thought.add_done_callback(partial(_is_done, watch))
                await asyncio.wait([thought], timeout=_PATIENCE)
                if not thought.done():
                    self._stop_thought(pool, thought)
                    raise TimeoutError
                return thought.result()
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                if attempt == 2:
                    raise
        raise AssertionError

    def _start(self) -> _Executor:
        if self._processes == 0:
            self._pool = ThreadPoolExecutor(1)
        else:
            self._pool = ProcessPoolExecutor(self._processes, multiprocessing.get_context("spawn"), process.prepare)
        return self._pool

    async def stop(self) -> None:
        """End the processes, whatever they think about."""
        if self._pool is not None:
            for child in self._give_up(self._pool, cancel=True):
                await asyncio.to_thread(child.join, 5)

    def _stop_thought(self, pool: _Executor, thought: asyncio.Future[Any]) -> None:
        """Break off a thought without end. All processes end with it, and whoever waits for another asks anew."""
        if self._pool is pool:
            self._give_up(pool)
        if isinstance(pool, ThreadPoolExecutor):
            thought.cancel()  # a thread goes on for ever: nobody waits for it any more

    def _give_up(self, pool: _Executor, cancel: bool = False) -> list[multiprocessing.Process]:
        """Break off all that is being thought; whoever waits asks a new pool, unless that is cancelled, too."""
        self._pool = None
        # There is no other way to stop a thought.
        children = list((pool._processes or {}).values()) if isinstance(pool, ProcessPoolExecutor) else []
        pool.shutdown(wait=False, cancel_futures=cancel)
        for child in children:
            child.terminate()
        return children


def lane_of(table: Table) -> Lane:
    """Who waits for a bot at this table."""
    if not table.people:
        return Lane.BOTS
    return Lane.TOURNAMENT if table.agreement.tournament else Lane.PEOPLE


def _half_of_timer(table: Table, seat: int) -> float | None:
    """Seconds that a bot may take before another must move for it; None: nothing moves for it.

    Bots have no clocks of their own; in real time the table's clock moves for everybody.
    """
    timer = table.timer
    return max(timer.due - now_ms(), 0) / 2000 if timer is not None and seat in timer.seats else None


def _is_done(watch: asyncio.TimerHandle, thought: asyncio.Future[Any]) -> None:
    watch.cancel()
    if not thought.cancelled():
        thought.exception()  # whoever asked may be gone: then nobody else looks at it


def _twin_of_deal(table: Table, state: State, seat: int) -> tuple[bytes, int, int]:
    """The same, with chance that follows from the deal: the same course of a challenge meets the same answers."""
    rng = Rng(fair.bot_seed(bytes.fromhex(table.secret), table.position, seat))
    return msgspec.json.encode(state.resample(seat, rng).dump()), seat, rng.bits()


def _twin(state: State, seat: int) -> tuple[bytes, int, int]:
    """A position that the seat cannot tell from this one, whose seat it is, and chance of its own."""
    twin = state.resample(seat, Rng(secrets.randbelow(2**63)))
    return msgspec.json.encode(twin.dump()), seat, secrets.randbelow(2**63)
