from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from pandarium.server.app import App, create_app
from pandarium.server.http.site import SITE, Site
from pandarium.server.settings import Settings
from server.quick_start import start_quickly

BASE = "http://panda.test"


class Web:
    """A running server and a browser-less client for it."""

    def __init__(self, app: App, client: httpx.AsyncClient) -> None:
        self.app = app
        self.client = client

    @property
    def site(self) -> Site:
        found: Site = self.app.rest.state[SITE]
        return found

    async def get(self, path: str, who: str = "", **headers: str) -> httpx.Response:
        return await self.ask("GET", path, None, who, **headers)

    async def post(self, path: str, body: Any, who: str = "", **headers: str) -> httpx.Response:
        return await self.ask("POST", path, body, who, **headers)

    async def ask(self, method: str, path: str, body: Any, who: str = "", **headers: str) -> httpx.Response:
        """One request, by a Bearer token if there is one; cookies are forgotten unless a header brings them."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if who:
            sent["Authorization"] = f"Bearer {who}"
        answer = await self.client.request(method, path, json=body, headers=sent)
        self.client.cookies.clear()
        return answer

    async def guest(self, name: str = "Bamboo") -> str:
        """The token of a new guest."""
        token: str = (await self.post("/api/guest", {"name": name})).json()["token"]
        return token

    async def create_table(self, who: str, **wanted: Any) -> dict[str, str]:
        """A new table of two."""
        answer = await self.post("/api/tables", {"game": "royale", "seats": 2, **wanted}, who)
        assert answer.status_code == 201, answer.text
        created: dict[str, str] = answer.json()
        return created

    async def say(self, table: str, who: str, invite: str = "", **message: Any) -> httpx.Response:
        """A message to a table."""
        return await self.post(f"/api/tables/{table}/messages?invite={invite}", message, who)


@pytest.fixture(autouse=True)
def no_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether somebody has built the web client here makes no difference."""
    monkeypatch.setattr("pandarium.server.http.web_client.FOLDER", tmp_path / "not built")


@pytest.fixture(autouse=True)
def memory_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server looks through all memory when it starts; here that is the memory of all tests."""
    monkeypatch.setattr("pandarium.server.app.tune_gc", lambda: lambda: None)


@pytest.fixture(autouse=True)
def all_the_time_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a database answers in time is not for a busy machine to decide."""
    monkeypatch.setattr("pandarium.server.http.health.PATIENCE", 120.0)


@pytest.fixture(autouse=True)
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """One server after the other."""
    start_quickly(monkeypatch)


Open = Callable[..., AbstractAsyncContextManager[Web]]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Opens a server with settings of one's own. Where it has limits, no time passes for them."""

    @asynccontextmanager
    async def open_web(**flags: object) -> AsyncIterator[Web]:
        if "limits" in flags:  # how much is too much is not for a busy machine to decide
            monkeypatch.setattr("pandarium.server.ops.limits.time", SimpleNamespace(monotonic=lambda: 1000.0))
        chosen: dict[str, object] = {
            "database": f"sqlite:///{tmp_path / 'tables.db'}",
            "limits": 0,
            "bot_delay": 0,
            "log_format": "json",
        }
        app = create_app(Settings.load({}, **(chosen | flags)))
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with app.running(), httpx.AsyncClient(transport=transport, base_url=BASE) as client:
            yield Web(app, client)

    return open_web


@pytest.fixture
async def web(opened: Open) -> AsyncIterator[Web]:
    async with opened() as found:
        yield found


def refused(answer: httpx.Response, status: int, code: str) -> str:
    """The reason of a refusal in its one shape."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/json"), answer.text
    body = answer.json()
    assert (body["type"], body["code"]) == ("refused", code), body
    reason: str = body["reason"]
    assert reason
    assert "Traceback" not in answer.text
    return reason
