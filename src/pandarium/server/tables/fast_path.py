"""The fast path of a move: into the log and to everybody who looks on, without a task of its own.

Mostly a move has to wait for nothing but its commit: its table is in memory, and nobody else writes there. It is
judged as soon as it arrives, and when the commit has returned, one call carries it out and tells everybody. Whatever
else there is to wait for makes it go on by the usual path, `Hub.commit`: the same judge, the same log and the same
lock, but in a task.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.server.store import StoreError
from pandarium.server.tables import judge
from pandarium.server.tables.judge import AlreadyDone, Asker, Entries, Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.log_writer import LogWriter, Submitted
from pandarium.server.tables.table import Table

if TYPE_CHECKING:
    from pandarium.server.tables.hub import Hub


_STOPS = Refusal("busy", Message("protocol.server_restarts"), retry_ms=3000)


class Mover(Protocol):
    """Whoever sent a move."""

    asker: Asker

    def hold(self, answer: protocol.Done) -> None:
        """Everybody is told of the move now: the mover's own update takes the answer along, where that can be."""

    def finish(self, answer: protocol.Done | Exception) -> None:
        """The move is through, or refused; the answer may be with the mover already."""


class FastPath:
    """The fast path into the logs of this worker's tables."""

    def __init__(self, hub: Hub, log_writer: LogWriter, shared: bool) -> None:
        self.hub = hub
        self.log_writer = log_writer
        self.shared = shared
        """Other workers may write, too: a refusal counts only if it was given on the newest entries."""

    def is_open(self, loaded: LoadedTable) -> bool:
        """Whether a move at that table would have to wait for nothing but its commit."""
        return self.hub.accepts(loaded) and not loaded.lock.locked() and not loaded.table.real_time

    def play(self, loaded: LoadedTable, message: protocol.Play, mover: Mover) -> None:
        """Judge a move and submit it; the mover hears what comes of it. Raises only for faults of ours."""
        _Move(self, loaded, message, mover).begin()


class _Move:
    """One move on its way."""

    __slots__ = ("_loaded", "_message", "_mover", "_path", "_submitted")
    _submitted: Submitted

    def __init__(self, path: FastPath, loaded: LoadedTable, message: protocol.Play, mover: Mover) -> None:
        self._path = path
        self._loaded = loaded
        self._message = message
        self._mover = mover

    def begin(self) -> None:
        """Judge it and submit it, with the table's lock in hand until the commit has returned."""
        loaded, log_writer = self._loaded, self._path.log_writer
        if not loaded.lock.take_at_once():
            self._go_on(lost=False)
            return
        try:
            self._submitted = log_writer.submit(loaded.table, log_writer.judge(loaded, self._decide))
        except BaseException as error:
            loaded.lock.release()
            self._not_submitted(error)
            return
        self._submitted.won.add_done_callback(self._committed)

    def _decide(self, table: Table) -> Entries:
        return judge.verdict(table, self._mover.asker, self._message, (), self._path.hub.settings.max_log_lines)

    def _not_submitted(self, error: BaseException) -> None:
        match error:
            case AlreadyDone():
                done = protocol.Done(id=self._message.id, seq=self._loaded.table.seq, again=True)
                self._mover.finish(done)
            case Refusal() if self._path.shared:
                self._go_on(lost=False)
            case Refusal():
                self._mover.finish(error)
            case _:
                raise error

    def _committed(self, won: asyncio.Future[bool]) -> None:
        """The commit has returned."""
        error = won.exception()
        if error is not None:
            self._path.hub.spawn(self._look_whether_written(error))
        elif won.result():
            self._carry_out()
        else:
            self._loaded.lock.release()
            self._go_on(lost=True)

    def _carry_out(self) -> None:
        """It is in the log: carry it out, tell everybody, and answer."""
        loaded = self._loaded
        answer: protocol.Done | Exception
        try:
            self._path.log_writer.carry_out(loaded, self._submitted)
            answer = protocol.Done(id=self._message.id, seq=loaded.table.seq)
            self._mover.hold(answer)
            self._path.hub.changed(loaded)
        except Exception as error:
            answer = error
        finally:
            loaded.lock.release()
        self._mover.finish(answer)

    async def _look_whether_written(self, error: BaseException) -> None:
        """The commit failed, or only seemed to: the log knows."""
        try:
            if not isinstance(error, StoreError):
                raise error
            await self._path.log_writer.check_written(self._loaded.table, self._submitted, error)
        except BaseException as failed:
            self._loaded.lock.release()
            self._mover.finish(failed if isinstance(failed, Exception) else _STOPS)
            if not isinstance(failed, Exception):
                raise
        else:
            self._carry_out()

    def _go_on(self, lost: bool) -> None:
        self._path.hub.spawn(self._with_a_task(lost))

    async def _with_a_task(self, lost: bool) -> None:
        """There is something to wait for; if the place in the log was lost, read first who has it."""
        answer: protocol.Done | Exception = _STOPS
        try:
            if lost:
                await self._path.hub.catch_up(self._loaded)
            answer = await self._path.hub.commit_message(self._loaded, self._mover.asker, self._message)
        except Exception as error:
            answer = error
        finally:
            self._mover.finish(answer)
