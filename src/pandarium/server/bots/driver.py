"""Driver: makes the moves that nobody sends. Bots think in their own processes, clocks run out on time.

One worker drives a table at a time. Every worker shows by a heartbeat that it is alive; one whose heartbeat stops
loses its tables to the others, or to its own successor. If two ever drive one table, each place in the log still goes
to one of them.

A clock counts only as far as moves could be written. A worker that finds that it could not write for a while, or stood
still, looks whether its tables are still its own and gives their clocks that time back, before it lets one run out.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import structlog

from pandarium.bots import levels, make
from pandarium.bots.speed import level_speed, reaction, split_speed
from pandarium.core import registry
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.rng import Rng
from pandarium.kit.talk import Speaker
from pandarium.server.cluster.leases import BEAT, STALE_MS, LeaseHolder, keep_leases
from pandarium.server.ops.now import now_ms
from pandarium.server.settings import BOT_DELAY
from pandarium.server.store import StoreError
from pandarium.server.tables import judge
from pandarium.server.tables.apply import remembered
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Refusal, not_suspended
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.table import Table

_WARN = 600.0
"""Seconds between looks for tables that wait for other rules."""
_AGAIN = 1.0
"""Seconds until something that failed is tried again."""

_AUTOMATIC = -1
"""In place of a seat: moves that happen without anybody doing them."""

_logger = structlog.get_logger("pandarium.driver")


class Driver:
    """Drives the tables of this worker."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.held: set[str] = set()
        """Tables that this worker drives."""
        self._handed_back: set[str] = set()
        """Tables that this version of the program cannot play: it does not claim them again."""
        self._thinking: dict[tuple[str, int], asyncio.Task[Any]] = {}
        self._speaking: dict[tuple[str, int], asyncio.Event] = {}
        """Bots that are about to move, until they have also said what they have to say."""
        self._timers: dict[str, tuple[int, asyncio.TimerHandle]] = {}
        self._heart: asyncio.Task[Any] | None = None
        self._outages = 0
        """After how many outages it was looked which tables are still ours."""
        hub.on_change = self.look
        hub.on_driven = self.held.add
        hub.is_held = self.held.__contains__

    async def start(self) -> None:
        """Show that this worker lives, and take what nobody drives."""
        await self.hub.store.beat(self.hub.worker, playable())
        self.hub.store.outages.begin(now_ms())
        holder = self._lease_holder()
        # Before anybody can move: what nobody drove until now must be on nobody's clock.
        for id, gap in await holder.claim():
            holder.take(id, gap)
        self._heart = self.hub.spawn(keep_leases(holder, _logger, self._after_beat))
        self.hub.spawn(self._warn())

    async def stop(self) -> None:
        """Leave the tables to others."""
        if self._heart is not None:
            self._heart.cancel()
        self.hub.store.outages.end()
        for _, handle in self._timers.values():
            handle.cancel()
        self._timers.clear()
        self.held.clear()  # so that a thought that is broken off is not begun again
        for task in self._thinking.values():
            task.cancel()
        self.hub.metrics.hand_over()
        try:
            await self.hub.store.retire(self.hub.worker)
        except StoreError as error:
            _logger.warning("could not retire", error=str(error))

    def _lease_holder(self) -> LeaseHolder:
        store, worker, metrics, rules = self.hub.store, self.hub.worker, self.hub.metrics, playable()

        async def claim() -> list[tuple[str, int]]:
            metrics.hand_over()
            try:
                await store.beat(worker, rules)
                metrics.heartbeats.inc()
                return await store.claim(worker, stale_ms=STALE_MS, without=self._handed_back)
            except StoreError:
                metrics.heartbeats_missed.inc()
                raise

        return LeaseHolder(
            claim,
            driven=lambda: store.driven_by(worker),
            held=self.held,
            take=self._take,
            drop=self._lose,
        )

    async def _warn(self) -> None:
        """Say from time to time which tables wait for a version of the program that can play them."""
        while True:
            try:
                for game, rules, count in await self.hub.store.unplayable():
                    _logger.warning("tables wait for other rules", game=game, rules=rules, count=count)
            except StoreError as error:
                _logger.warning("could not look for tables of other rules", error=str(error))
            await asyncio.sleep(_WARN)

    def _take(self, id: str, gap: int) -> None:
        if gap > 0:
            self.hub.nobody_drove(id, gap)
        self.hub.spawn(self._take_over(id, gap))

    def _lose(self, id: str) -> None:
        """Another worker has taken a table over."""
        _logger.warning("table lost to another worker", table=id)
        self._let_go(id)

    async def _take_over(self, id: str, gap: int) -> None:
        """Drive a table from now on; while nobody did, nobody's clock ran."""
        self.held.add(id)
        while id in self.held:
            try:
                loaded = await self.hub.load(id)
                not_suspended(loaded.table)
                await self.hub.catch_up(loaded)  # its last driver may not have told us everything
                await self.hub.give_time_back(loaded)
            except (Refusal, StoreError) as error:
                _logger.warning("cannot take over", table=id, error=str(error))
                if isinstance(error, Refusal) and error.code != "busy":
                    await self._hand_back(id, gap)
                    return
                await asyncio.sleep(_AGAIN)  # in the store the table is ours: nobody else will take it
            else:
                if gap > 0:
                    self.hub.metrics.takeovers.inc()
                    _logger.info("table taken over", table=id, gap_ms=gap)
                self.look(loaded)
                return

    async def _hand_back(self, id: str, gap: int) -> None:
        """Leave a table that this program cannot play to another version; until then nobody's clock runs."""
        self._let_go(id)
        self._handed_back.add(id)
        while True:
            try:
                await self.hub.store.hand_back(self.hub.worker, id, gap)
            except StoreError as error:
                _logger.warning("cannot hand back", table=id, error=str(error))
                await asyncio.sleep(_AGAIN)
            else:
                return

    # outages

    def _after_beat(self) -> None:
        """We could write, and what others have taken over is not held any more."""
        if self._outages != self.hub.store.outages.count:
            self._outages = self.hub.store.outages.count
            self.hub.spawn(self._give_time_back())

    async def _give_time_back(self) -> None:
        """After an outage: where clocks ran, nobody could move meanwhile.

        One table after the other, since many may have to be read first; any commit there does the same before.
        """
        for id in list(self._timers):
            try:
                if id in self.held:
                    await self.hub.give_time_back(await self.hub.load(id))
            except (Refusal, StoreError) as error:
                _logger.warning("clocks have not got their time back yet", table=id, error=str(error))

    # what is due

    def look(self, loaded: LoadedTable) -> None:
        """See what the table waits for: a bot, a clock, or nothing of ours."""
        if loaded.broken:
            current = self.hub.in_memory(loaded.table.id)
            if current is None:
                return  # it is looked at when it has been read
            loaded = current
        table = loaded.table
        if self._handed_back and table.suspended is None:
            self._handed_back.discard(table.id)
        if table.id not in self.held:
            return
        if table.suspended is not None:
            self.hub.spawn(self._hand_back(table.id, 0))
            return
        if table.over or not table.driven:
            self._let_go(table.id)
            return
        if judge.automatic_moves(table) and (table.id, _AUTOMATIC) not in self._thinking:
            self._begin(loaded, _AUTOMATIC, self._automatic_moves(loaded))
        for seat in table.actors():
            if table.seats[seat].level is not None and (table.id, seat) not in self._thinking:
                self._think(loaded, seat)
        self._restart_timer(table)

    def _let_go(self, id: str) -> None:
        self.held.discard(id)
        timer = self._timers.pop(id, None)
        if timer is not None:
            timer[1].cancel()

    # bots

    def _think(self, loaded: LoadedTable, seat: int) -> None:
        self._begin(loaded, seat, self._bot_moves(loaded, seat))

    def _begin(self, loaded: LoadedTable, seat: int, work: Coroutine[Any, Any, None]) -> None:
        key = (loaded.table.id, seat)
        task = self.hub.spawn(work)
        self._thinking[key] = task

        def thought(_: object) -> None:
            self._thinking.pop(key, None)
            if loaded.table.id in self.held:
                self.look(loaded)

        task.add_done_callback(thought)

    async def _automatic_moves(self, loaded: LoadedTable) -> None:
        """Where players come and go: what happens at seats that nobody has taken, or is about to leave."""
        try:
            await self.hub.commit(loaded, judge.automatic_moves)
        except (Refusal, StoreError) as error:
            _logger.warning("could not make an automatic move", table=loaded.table.id, error=str(error))
            await asyncio.sleep(_AGAIN)

    async def _bot_moves(self, loaded: LoadedTable, seat: int) -> None:
        await self._until_all_have_spoken(loaded.table.id)
        table, position = loaded.table, loaded.table.position
        level = table.seats[seat].level
        if level is None:
            return
        began = time.monotonic()
        try:
            move, delay = _only_move(table, seat), 0.0
            if move is None:
                move, delay = await self.hub.bots.choose(table, seat, level), self._delay(table, level)
                self.hub.metrics.bot_seconds.observe(time.monotonic() - began)
            if table.people and delay:
                await asyncio.sleep(max(began + delay - time.monotonic(), 0.0))
            with self._about_to_speak(table, seat):
                await self._commit_bot_move(loaded, seat, move, position, level)
                await self._bot_speaks(loaded, seat, level)
        except Exception:  # it is tried again as soon as this ends: not at once, whatever it was
            _logger.exception("bot could not move", table=table.id, level=level)
            await asyncio.sleep(_AGAIN)

    @contextmanager
    def _about_to_speak(self, table: Table, seat: int) -> Iterator[None]:
        """Where the game has phrases other bots wait meanwhile: they want to hear what is said after the move."""
        if table.game is None or not table.game.meta.talk:
            yield
            return
        done = self._speaking[table.id, seat] = asyncio.Event()
        try:
            yield
        finally:
            del self._speaking[table.id, seat]
            done.set()

    async def _until_all_have_spoken(self, id: str) -> None:
        for (table, _), done in list(self._speaking.items()):
            if table == id:
                await done.wait()

    async def _commit_bot_move(self, loaded: LoadedTable, seat: int, move: str, position: int, level: str) -> None:
        try:
            await self.hub.commit(loaded, lambda t: judge.bot_move(t, seat, move, position))
        except Refusal as refusal:
            if loaded.table.real_time and loaded.table.position != position:
                return  # somebody was first, as it happens to people; it is asked again
            if refusal.code in {"illegal move", "bad move"}:
                _logger.error("bot made no legal move", table=loaded.table.id, level=level, move=move, why=str(refusal))
                await self.hub.commit(loaded, lambda t: judge.time_out_move(t, seat))
            elif refusal.code == "busy":
                await asyncio.sleep(_AGAIN)

    async def _bot_speaks(self, loaded: LoadedTable, seat: int, level: str) -> None:
        """What a bot says after its move, to people, where the game has phrases; nothing that still stands."""
        table = loaded.table
        game, match = table.game, table.match
        if game is None or match is None or not (game.meta.talk and table.people) or table.agreement.talk == "none":
            return
        if table.over or table.seats[seat].level != level:
            return
        bot = make(game, level)
        if not isinstance(bot, Speaker):
            return
        spoken = bot.speak(match.state_for(seat).view(seat), Rng(secrets.randbelow(2**63)))
        phrase = None if spoken is None else remembered(table, seat, spoken)
        if spoken is None or phrase is None or table.conversation.has(phrase):
            return
        try:
            await self.hub.commit(loaded, lambda t: judge.bot_says(t, seat, spoken))
        except Refusal as refusal:  # the table has moved on: it is too late to say that
            _logger.info("bot was not heard", table=table.id, level=level, why=str(refusal))

    def _delay(self, table: Table, level: str) -> float:
        """Seconds that a bot takes for a move; in real time that is how fast it reacts: the better, the faster."""
        delay = self.hub.settings.bot_delay
        if not table.real_time or table.game is None:
            return delay / 1000
        _, speed = split_speed(level)
        usual = _usual_speed(table.game, level) * delay // BOT_DELAY if speed is None else speed
        return reaction(usual, Rng(secrets.randbelow(2**63))) / 1000

    # clocks

    def _restart_timer(self, table: Table) -> None:
        """Wake up when the first clock runs out."""
        deadline = table.deadline()
        old = self._timers.get(table.id)
        if old is not None:
            if old[0] == deadline:
                return
            old[1].cancel()
            del self._timers[table.id]
        if deadline is not None:
            self._set(table.id, deadline, max(deadline - now_ms(), 0) / 1000 + 0.001)

    def _set(self, id: str, deadline: int, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        # A loop's timers are not made for weeks; it is looked at again before.
        self._timers[id] = (deadline, loop.call_later(min(seconds, 3600.0), self._ring, id))

    def _ring(self, id: str) -> None:
        self._timers.pop(id, None)
        if id in self.held:
            self.hub.spawn(self._time_out(id))

    async def _time_out(self, id: str) -> None:
        try:
            loaded = await self.hub.load(id)
            if id not in self.held:
                return
            await self.hub.store.beat(self.hub.worker)  # could it have been written that somebody moved in time?
            now = now_ms()
            if self._outages != self.hub.store.outages.count:
                self._set(id, 0, BEAT)  # it could not; is the table still ours?
                return
            await self.hub.commit(loaded, lambda table: judge.time_out(table, now))
        except (Refusal, StoreError) as error:
            _logger.warning("time-out failed", table=id, error=str(error))
            self._set(id, 0, _AGAIN)
        except Exception:  # whatever it is: nobody else winds this clock
            _logger.exception("time-out failed", table=id)
            self._set(id, 0, _AGAIN)
        else:
            self.look(loaded)


def playable() -> dict[str, int]:
    """The games that this program has, each with the version of its rules."""
    found: dict[str, int] = {}
    for name in registry.names():
        with suppress(PandariumError):  # one that cannot be loaded is not played
            found[name] = registry.meta(name).rules
    return found


def _only_move(table: Table, seat: int) -> str | None:
    """In real time, what there is no need to think about: "ready", say."""
    if not table.real_time or table.match is None or seat not in table.actors():
        return None
    legal = table.match.state.legal(seat)
    return table.match.game.say(legal[0]) if len(legal) == 1 else None


def _usual_speed(game: Game, level: str) -> int:
    """How fast a bot of that level reacts unless it says so, in milliseconds.

    >>> from pandarium import game
    >>> [_usual_speed(game("wildstyle"), level) for level in ("random", "filler", "planner", "strong")]
    [1600, 1367, 1134, 900]
    """
    known = levels(game)
    return level_speed(known.index(level) if level in known else len(known) - 1, len(known))
