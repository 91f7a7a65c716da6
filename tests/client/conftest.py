from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from pandarium.client import Client
from pandarium.client import connection as connections

from .fake_server import FakeServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The real server in a process of its own; its address."""
    folder = tmp_path_factory.mktemp("server")
    flags = f"--port 0 --database sqlite:///{folder}/tables.db --limits 0 --bot-delay 0".split()
    process = subprocess.Popen(
        [sys.executable, "-m", "pandarium", "serve", *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(folder)},
    )
    assert process.stdout is not None
    output: list[str] = []
    try:
        for line in process.stdout:
            output.append(line)
            if found := re.search(r"Pandarium is at (http://127\.0\.0\.1:\d+)", line):
                break
        else:
            raise AssertionError(f"the server did not start: {''.join(output)}")
        # It listens before it is ready, and the client does not wait for ever: on a busy machine this takes a while.
        while httpx.get(f"{found[1]}/health", timeout=300).status_code != 200:
            time.sleep(0.05)
        yield found[1]
    finally:
        process.terminate()
        process.communicate(timeout=300)


@pytest.fixture(autouse=True)
def patient_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server is given up because the machine is busy."""
    monkeypatch.setattr("pandarium.client.client.SOCKET_TIMEOUT", 120.0)
    monkeypatch.setattr("pandarium.client.table.UPDATE_TIMEOUT", 120.0)


@pytest.fixture
async def fake_server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeServer]:
    monkeypatch.setattr(connections, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(connections, "LONGEST_PAUSE", 0.05)
    async with FakeServer() as fake_server:
        yield fake_server


@pytest.fixture
async def ann(fake_server: FakeServer) -> AsyncIterator[Client]:
    async with Client(fake_server.url, name="Ann") as client:
        yield client
