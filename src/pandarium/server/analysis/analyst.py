"""Analyst: lets bots think about finished games, one thought after the other, and keeps what they found.

Its thoughts wait behind those of every table: people who play never wait for somebody who looks back.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

import msgspec
import structlog

from pandarium.bots import strongest
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.kit.opinions import OpinionRules
from pandarium.protocol.analysis import Analysis, ChancesAt, Opinion
from pandarium.server.analysis.plan import Decision, Plan, Point, plan, turning_points
from pandarium.server.bots import process
from pandarium.server.ops.now import now_ms
from pandarium.server.store import StoreError, analyses
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tables.judge.guards import game_of
from pandarium.server.tables.table import Table
from pandarium.server.tables.what_if import check_seat

PLAYOUTS: Final = 48
"""Games that are played out at each position of the curve."""
SLICE: Final = 0.1
"""Seconds after which whoever waits for a process gets it."""
MOST_AT_ONCE: Final = 8
"""Games that this worker thinks about at the same time."""
_SAVED: Final = 2.0
"""Seconds after which what was found so far is stored, for the other workers."""
_STALE_MS: Final = 30_000
"""After so long without a word, the worker that was at it is gone."""

_logger = structlog.get_logger("pandarium.analysis")
Key = tuple[str, int]


class Analyst:
    """What bots think of finished games."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._running: dict[Key, _Work] = {}

    async def look(self, table: Table, seat: int) -> Analysis:
        """What was found so far; nothing at all, if nobody has asked for it."""
        check_seat(table, seat)
        work = self._running.get((table.id, seat))
        if work is not None:
            return work.found()
        stored = await analyses.find(self._hub.store, table.id, seat)
        return stored.analysis if stored is not None and _counts(stored) else empty_analysis(game_of(table), seat)

    async def begin(self, table: Table, seat: int, asker: Asker) -> Analysis:
        """Have it thought about, unless it was or is; what was found so far. Raises Refusal."""
        check_seat(table, seat)
        game = game_of(table)
        if table.drop_in is not None:
            raise Refusal("not allowed", Message("protocol.analysis.drop_in"))
        stored = await analyses.find(self._hub.store, table.id, seat)
        if stored is not None and _counts(stored):
            return stored.analysis
        key = (table.id, seat)
        if key not in self._running:
            if any(work.person == asker.person for work in self._running.values()):
                raise Refusal("flood", Message("protocol.analysis.one_at_a_time"), retry_ms=5000)
            if len(self._running) >= MOST_AT_ONCE:
                raise Refusal("busy", Message("protocol.bots_busy"), retry_ms=10_000)
            work = self._running[key] = _Work(self._hub, table, game, seat, asker.person)
            task = self._hub.spawn(work.run())
            task.add_done_callback(lambda _: self._running.pop(key, None))
        return self._running[key].found()


class _Work:
    """One game that is thought about."""

    def __init__(self, hub: Hub, table: Table, game: Game, seat: int, person: str) -> None:
        self.person = person
        self._hub = hub
        self._table = table
        self._game = game
        self._seat = seat
        self._blank = empty_analysis(game, seat)
        self._opinions: list[Opinion] = []
        self._curve: list[ChancesAt] = []
        self._of = 0
        self._saved = time.monotonic()

    def found(self) -> Analysis:
        """So far."""
        done = len(self._opinions) + len(self._curve)
        return msgspec.structs.replace(
            self._blank,
            done=done,
            of=max(1, self._of),
            opinions=list(self._opinions),
            curve=list(self._curve),
            turning_points=turning_points(self._curve, self._seat),
        )

    async def run(self) -> None:
        """All of it; what was found is kept."""
        try:
            work: Plan = await asyncio.to_thread(plan, self._table.record(), self._seat)
            self._of = len(work.points) + len(work.decisions)
            for point in work.points:
                self._curve.append(await self._chances(point))
                await self._save()
            for decision in work.decisions:
                self._opinions.append(await self._opinion(decision))
                await self._save()
            await self._save(at_once=True)
        except (TimeoutError, BrokenProcessPool, StoreError) as error:
            _logger.warning("an analysis broke off", table=self._table.id, error=repr(error))

    async def _chances(self, point: Point) -> ChancesAt:
        if point.outcome is not None:
            won = point.outcome.winners
            seats = range(self._table.agreement.seats)
            sure = [float(bool(won))] if self._table.cooperative else [1 / len(won) if s in won else 0.0 for s in seats]
            return ChancesAt(position=point.position, chances=sure)
        wins: list[int] = []
        games = 0
        while games < PLAYOUTS:
            part, played = await self._ask(process.play_out, point.twin, PLAYOUTS - games, SLICE)
            wins = [a + b for a, b in zip(wins, part, strict=True)] if wins else part
            games += played
        return ChancesAt(position=point.position, chances=[round(won / games, 3) for won in wins])

    async def _opinion(self, decision: Decision) -> Opinion:
        formed: process.OpinionFormed = await self._ask(process.judge_move, decision.twin, decision.move)
        names, game = self._table.names, self._game
        same = formed.best == decision.move
        move, best = game.read(decision.move), game.read(formed.best)
        return Opinion(
            position=decision.position,
            move=decision.move,
            label=game.label(move, names),
            what=game.describe(move),
            verdict=formed.verdict,
            cost=formed.cost,
            best=formed.best,
            best_label="" if same else game.label(best, names),
            best_what=None if same else game.describe(best),
            why=str(formed.why),
            why_message=formed.why,
            about="" if same or formed.about is None else str(formed.about),
            about_message=None if same else formed.about,
        )

    async def _ask(self, job: Any, twin: bytes, *more: Any) -> Any:
        name, seed = self._game.meta.name, secrets.randbelow(2**63)
        return await self._hub.bots.think_about_past(self.person, job, name, twin, self._seat, seed, *more)

    async def _save(self, at_once: bool = False) -> None:
        if at_once or time.monotonic() - self._saved > _SAVED:
            self._saved = time.monotonic()
            await analyses.save(self._hub.store, self._table.id, self._seat, now_ms(), self.found())


def empty_analysis(game: Game, seat: int) -> Analysis:
    """An analysis that nobody has asked for."""
    rules = game.capability(OpinionRules) or OpinionRules()
    return Analysis(
        seat=seat,
        done=0,
        of=0,
        unit=rules.unit,
        level=rules.level or strongest(game),
        playouts=PLAYOUTS,
        opinions=[],
        curve=[],
        turning_points=[],
    )


def _counts(stored: analyses.Stored) -> bool:
    """Whether it is whole, or somebody is still at it: what was broken off is begun anew by whoever asks."""
    analysis = stored.analysis
    return 0 < analysis.of <= analysis.done or stored.at > now_ms() - _STALE_MS
