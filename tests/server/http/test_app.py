"""The application as a whole: its start, its end, and the way to the sockets."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pandarium.server.app import create_app, from_environment
from pandarium.server.settings import Settings
from server.http.conftest import Open, Web


class Socket:
    """The server's end of a WebSocket, as uvicorn would hold it."""

    def __init__(self, app: Any, path: str, token: str, query: str = "") -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.received.put_nowait({"type": "websocket.connect"})
        headers = [(b"host", b"panda.test"), (b"authorization", f"Bearer {token}".encode())]
        scope = {"type": "websocket", "path": path, "query_string": query.encode(), "headers": headers, "scheme": "ws"}
        self.task = asyncio.create_task(app(scope, self.received.get, self.sent.put))

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.sent.get(), 120)


async def lifespan(app: Any) -> list[dict[str, Any]]:
    """Start and end, and what was said."""
    events: Iterator[dict[str, Any]] = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return next(events)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app({"type": "lifespan"}, receive, send)
    return sent


async def test_it_starts_and_ends(tmp_path: Path) -> None:
    app = create_app(Settings.load({}, database=f"sqlite:///{tmp_path / 'tables.db'}"))
    thresholds, left_out = gc.get_threshold(), gc.get_freeze_count()
    assert [event["type"] for event in await lifespan(app)] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]
    assert gc.get_threshold() == thresholds
    assert gc.get_freeze_count() <= left_out


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"database": "sqlite:////nowhere/at/all.db"}, "cannot open the database"),
        ({"database": "postgresql://nobody@127.0.0.1:1/none"}, "cannot open the database"),
        ({"redis": "redis://127.0.0.1:1"}, "does not answer"),
    ],
)
async def test_what_prevents_a_start_is_one_line(tmp_path: Path, flags: dict[str, str], words: str) -> None:
    app = create_app(Settings.load({}, **{"database": f"sqlite:///{tmp_path / 'tables.db'}", **flags}))
    (sent,) = await lifespan(app)
    assert sent["type"] == "lifespan.startup.failed"
    assert words in sent["message"]
    assert "\n" not in sent["message"]


async def test_sessions_outlive_a_restart(opened: Open) -> None:
    async with opened() as web:
        token = await web.guest()
    async with opened() as web:
        assert (await web.get("/api/me", token)).json()["me"]["name"] == "Bamboo"
    async with opened(key="another key that is long enough!".replace(" ", "-")) as web:
        assert (await web.get("/api/me", token)).json()["me"] is None


async def test_a_socket_goes_straight_to_its_table(web: Web) -> None:
    token = await web.guest()
    created = await web.create_table(token)
    socket = Socket(web.app, f"/api/tables/{created['id']}/live", token)
    assert (await socket.next())["type"] == "websocket.accept"
    update = json.loads((await socket.next())["text"])
    assert (update["type"], update["table"]["id"]) == ("update", created["id"])
    socket.received.put_nowait({"type": "websocket.disconnect"})
    await asyncio.wait_for(socket.task, 120)


@pytest.mark.parametrize("path", ["/", "/api/tables/t_1", "/api/tables//live", "/api/tables/a/b/live", "/x/live"])
async def test_no_other_address_takes_sockets(web: Web, path: str) -> None:
    socket = Socket(web.app, path, await web.guest())
    assert await socket.next() == {"type": "websocket.close", "code": 4404, "reason": "unknown table"}
    await asyncio.wait_for(socket.task, 120)


async def test_workers_read_their_settings_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings.load({}, database=f"sqlite:///{tmp_path / 'tables.db'}", port=9001, log_format="json")
    for name, value in settings.to_environment().items():
        monkeypatch.setenv(name, value)
    assert from_environment().settings == settings
