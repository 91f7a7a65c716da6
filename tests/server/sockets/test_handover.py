"""Connections that are passed on: two workers in one process, real sockets, an application that says who it is."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pandarium.server.ops.metrics import Metrics
from pandarium.server.run import uvicorn_options
from pandarium.server.settings import Settings
from pandarium.server.sockets.handover import Handover, worker_of

from ..harness import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="connections cannot be passed on there")

TABLES = [f"t_{number}" for number in range(20)]
OF_FIRST = next(table for table in TABLES if worker_of(table, 2) == 0)
OF_SECOND = next(table for table in TABLES if worker_of(table, 2) == 1)


class Worker:
    """An application that says its name, and repeats what it hears."""

    def __init__(self, name: str, directory: Path) -> None:
        self.name = name
        self.metrics = Metrics()
        config = Config(self, **{**uvicorn_options(Settings(database="sqlite://")), "log_config": None})  # type: ignore[arg-type]
        config.load()
        self._config = config
        self.handover = Handover(directory, 2, self.metrics, config)
        self.port = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Worker]:
        """Listening, as uvicorn would let it."""
        self.handover.start()
        state = ServerState()
        server = await asyncio.get_running_loop().create_server(
            lambda: self._config.http_protocol_class(config=self._config, server_state=state, app_state={}),  # type: ignore[operator]
            "127.0.0.1",
        )
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            await self.handover.stop()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": f"{self.name} {scope['client'][0]} {scope['path']}"})
        while (event := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": event["text"]})

    @property
    def passed_on(self) -> float:
        value: float = self.metrics.sockets_passed_on._value.get()
        return value


async def greeted(worker: Worker, table: str) -> tuple[ClientConnection, str]:
    connection = await connect(f"ws://127.0.0.1:{worker.port}/api/tables/{table}/live?since=0", open_timeout=PATIENCE)
    return connection, str(await connection.recv())


@pytest.fixture
async def workers(tmp_path: Path) -> AsyncIterator[tuple[Worker, Worker]]:
    first, second = Worker("first", tmp_path), Worker("second", tmp_path)
    async with first.running(), second.running():
        yield first, second


async def test_a_tables_sockets_meet_in_its_worker(workers: tuple[Worker, Worker]) -> None:
    for asked in workers:
        for table, name in ((OF_FIRST, "first"), (OF_SECOND, "second")):
            connection, greeting = await greeted(asked, table)
            assert greeting == f"{name} 127.0.0.1 /api/tables/{table}/live"
            await connection.send("still here? " * 500)
            assert await connection.recv() == "still here? " * 500, "it works both ways, and not only for a moment"
            await connection.close()
    assert [worker.passed_on for worker in workers] == [1, 1]


async def test_other_sockets_stay_where_they_were_asked_for(workers: tuple[Worker, Worker]) -> None:
    for worker in workers:
        connection = await connect(f"ws://127.0.0.1:{worker.port}/api/elsewhere", open_timeout=PATIENCE)
        assert str(await connection.recv()).startswith(worker.name)
        await connection.close()


async def test_who_is_adopted_counts_and_is_told_when_the_worker_stops(workers: tuple[Worker, Worker]) -> None:
    first, second = workers
    connection, _ = await greeted(first, OF_SECOND)
    assert (first.handover.adopted, second.handover.adopted) == (0, 1)
    await asyncio.gather(second.handover.stop(), connection.wait_closed())
    assert connection.close_code == 1012
    assert second.handover.adopted == 0


async def test_where_a_worker_is_away_whoever_was_asked_serves(tmp_path: Path) -> None:
    first, second = Worker("first", tmp_path), Worker("second", tmp_path)
    async with first.running():
        connection, greeting = await greeted(first, OF_SECOND)
        assert greeting.startswith("first"), "it was never there"
        await connection.close()
        async with second.running():
            connection, greeting = await greeted(first, OF_SECOND)
            assert greeting.startswith("second")
        with pytest.raises(ConnectionClosed):
            await connection.recv()
        connection, greeting = await greeted(first, OF_SECOND)
        assert greeting.startswith("first"), "it is gone, and its socket is a file that nobody reads"
        await connection.close()
        third = Worker("third", tmp_path)
        async with third.running():
            connection, greeting = await greeted(first, OF_SECOND)
            assert greeting.startswith("third"), "the next worker has taken its number"
            await connection.close()
