"""Handover: the sockets of one table meet in one worker, however many workers accept connections.

The system gives a connection to any worker that is free. Were a table's sockets spread over all of them, each would
have to read and carry out every move. So whoever is asked for a table's socket passes the connection on to the worker
that the table's name belongs to: the open file and the request travel through a Unix socket. Where that fails, whoever
was asked serves it: nothing depends on who does, but the speed.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import os
import re
import socket
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

import structlog

from pandarium.server.ops.metrics import Metrics
from pandarium.server.settings import Settings
from pandarium.server.sockets.websocket import WebSocket

if TYPE_CHECKING:
    from uvicorn import Config

DIRECTORY: Final = "PANDARIUM_HANDOVER_DIR"
"""Names, to workers, the directory in which their Unix sockets are; not a setting for hosts."""
LIVE_PATH: Final = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,64})/live")
_LONGEST: Final = 65_536
"""Bytes of a request that can be passed on."""
_GOODBYE: Final = 2.0
"""Seconds for those who were passed on to us to hear that the server stops."""

_logger = structlog.get_logger("pandarium.socket")


class Handover:
    """One worker's end."""

    def __init__(self, directory: Path, workers: int, metrics: Metrics, config: Config) -> None:
        from uvicorn.server import ServerState

        self._directory = directory
        self._workers = workers
        self._metrics = metrics
        self._config = config
        self._state = ServerState()
        self._number: int | None = None
        self._lock: int | None = None
        self._out = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._out.setblocking(False)
        self._in: socket.socket | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def adopted(self) -> int:
        """How many sockets are here that others were asked for."""
        return len(self._state.connections)

    def start(self) -> None:
        """Take the first number that no living worker has, and listen for what is passed on to it."""
        self._take_number()
        if self._number is None:
            return  # more workers than expected: this one serves what it is asked for
        place = self._place(self._number)
        place.unlink(missing_ok=True)
        self._in = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._in.setblocking(False)
        self._in.bind(str(place))
        asyncio.get_running_loop().add_reader(self._in.fileno(), self._receive)

    async def stop(self) -> None:
        """Take no more, and say goodbye to those who were passed on to us."""
        if self._in is not None:
            asyncio.get_running_loop().remove_reader(self._in.fileno())
            self._in.close()
            self._in = None
        for connection in list(self._state.connections):
            connection.shutdown()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                while self._state.connections or self._state.tasks:
                    await asyncio.sleep(0.01)
        self._out.close()
        if self._lock is not None:
            os.close(self._lock)  # and so the number is free
            self._lock = None

    def pass_on(self, target: str, request: bytes, transport: asyncio.BaseTransport) -> bool:
        """Pass a connection on to the worker that the table belongs to; False if it is ours, or cannot be."""
        found = LIVE_PATH.fullmatch(target.partition("?")[0])
        if found is None or transport.get_extra_info("sslcontext") is not None:
            return False
        number = worker_of(found[1], self._workers)
        if number == self._number or len(request) > _LONGEST:
            return False
        files = array.array("i", [transport.get_extra_info("socket").fileno()])
        try:
            self._out.sendmsg([request], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)], 0, str(self._place(number)))
        except OSError:  # it is not there, or has enough to do
            return False
        self._metrics.sockets_passed_on.inc()
        return True

    def _place(self, number: int) -> Path:
        return self._directory / f"{number}.socket"

    def _take_number(self) -> None:
        import fcntl

        for number in range(self._workers):
            lock = os.open(self._directory / f"{number}.lock", os.O_CREAT | os.O_RDWR, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(lock)  # the worker that has it lives
            else:
                self._number, self._lock = number, lock
                return

    def _receive(self) -> None:
        """Take all connections that wait."""
        assert self._in is not None
        while True:
            try:
                request, files, _, _ = socket.recv_fds(self._in, _LONGEST, 1)
            except BlockingIOError:
                return
            except OSError as error:
                _logger.warning("cannot take a connection", error=str(error))  # no more files, perhaps
                return
            for file in files:
                task = asyncio.get_running_loop().create_task(self._adopt(socket.socket(fileno=file), request))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _adopt(self, connection: socket.socket, request: bytes) -> None:
        try:
            connection.setblocking(False)
            _, protocol = await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
        except OSError:  # they are gone again
            connection.close()
            return
        protocol.data_received(request)

    def _protocol(self) -> WebSocket:
        return WebSocket(config=self._config, server_state=self._state, app_state={})


def worker_of(table: str, workers: int) -> int:
    """The number of the worker at which the sockets of that table meet."""
    return crc32(table.encode()) % workers


def make_handover(settings: Settings, metrics: Metrics, app: Any) -> Handover | None:
    """This worker's end, if there are other workers on this machine that it can pass connections on to."""
    directory = os.environ.get(DIRECTORY)
    if not directory or settings.workers < 2:
        return None
    from uvicorn import Config

    from pandarium.server.run import uvicorn_options

    config = Config(app, **{**uvicorn_options(settings), "log_config": None})
    config.load()
    return Handover(Path(directory), settings.workers, metrics, config)


def share_connections() -> Path | None:
    """A fresh directory for the sockets of the workers started from here; None where no file can be passed on."""
    if sys.platform == "win32":
        return None
    directory = tempfile.mkdtemp(prefix="pandarium-workers-")
    os.environ[DIRECTORY] = directory
    return Path(directory)
