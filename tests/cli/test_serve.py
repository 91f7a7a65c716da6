"""The command `serve`: a server that says where it is, and ends when it is told to."""

from __future__ import annotations

import inspect
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cli.conftest import Pandarium
from pandarium.cli.serve import open_browser, serve
from pandarium.server.run import greeting, is_loopback, listen, uvicorn_options
from pandarium.server.settings import VARIABLES, Settings

PATIENCE = 300
"""Seconds after which something has gone wrong, however busy the machine is."""
SECRETS = {"key", "metrics_token"}
UNTOLD = {"static"}
"""Settings for whoever works on the web client: the help leaves them out."""


@contextmanager
def started(*words: str, **variables: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and its address."""
    command = [sys.executable, "-m", "pandarium", "serve", *words]
    env = {name: value for name, value in os.environ.items() if name not in {v for v, _ in VARIABLES.values()}}
    env |= variables
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as process:
        try:
            assert process.stderr is not None
            for line in process.stderr:
                if found := re.search(r"is at (http://\S+) ", line):
                    yield process, found[1]
                    break
            else:
                pytest.fail("the server ended without saying where it is")
        finally:
            if process.poll() is None:
                process.kill()


@pytest.mark.parametrize("word", [signal.SIGTERM, signal.SIGINT])
def test_a_server_runs_until_it_is_told_to_stop(tmp_path: Path, word: signal.Signals) -> None:
    database = tmp_path / "tables.db"
    with started("--port", "0", "--database", f"sqlite:///{database}", "--log-format", "json") as (process, address):
        # It listens before it is ready: the first request waits for it. A busy machine may make it look ill at first.
        until = time.monotonic() + PATIENCE
        while (health := httpx.get(f"{address}/health", timeout=PATIENCE)).status_code == 503:
            assert time.monotonic() < until, health.text
        assert (health.status_code, health.json()["database"]) == (200, "ok")
        assert "server" not in health.headers
        process.send_signal(word)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (0, "")
    assert "Traceback" not in err
    assert "error" not in err.replace("uvicorn.error", "")
    assert database.stat().st_mode & 0o777 == 0o600


def test_the_browser_is_opened_at_the_address_when_there_is_a_display(tmp_path: Path) -> None:
    visited = tmp_path / "visited"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {visited}.new && mv {visited}.new {visited}\n')
    browser.chmod(0o755)
    words = ("--open", "--port", "0", "--database", f"sqlite:///{tmp_path / 'tables.db'}")
    with started(*words, BROWSER=str(browser), DISPLAY=":0") as (_, address):
        until = time.monotonic() + PATIENCE
        while not visited.exists() and time.monotonic() < until:
            time.sleep(0.02)
        assert visited.read_text().strip() == address


def test_without_a_display_no_browser_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    called = threading.Event()

    def open_it(address: str) -> bool:
        opened.append(address)
        called.set()
        return True

    monkeypatch.setattr("webbrowser.open", open_it)
    monkeypatch.setattr("sys.platform", "linux")
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(variable, raising=False)
    open_browser("http://nowhere.test")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    open_browser("http://panda.test")
    assert called.wait(PATIENCE)
    assert opened == ["http://panda.test"]


def test_a_folder_without_a_client_is_one_line(pandarium: Pandarium, tmp_path: Path) -> None:
    ran = pandarium("serve", "--static", tmp_path)
    assert ran.code == 2
    assert f"--static: '{tmp_path}' holds no web client" in ran.line


def test_a_port_that_is_taken_is_one_line(pandarium: Pandarium, tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        ran = pandarium("serve", "--port", port, "--database", f"sqlite:///{tmp_path / 'tables.db'}")
    assert ran.code == 2
    assert ran.line == (
        f"pandarium: port {port} at 127.0.0.1 is taken; choose another with --port, or 0 for any that is free"
    )


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--port", "panda"], "--port: 'panda' will not do; a whole number from 0 to 65535"),
        (["--workers", "2"], "2 workers need Redis"),
        (["--database", "mysql://x/y"], "'mysql' databases are not supported"),
        (["--database", "sqlite:////nowhere/at/all.db"], "cannot open the database /nowhere/at/all.db"),
        (["--redis", "redis://127.0.0.1:1"], "Redis at redis://127.0.0.1:1 does not answer"),
        (["--host", "192.0.2.1"], "cannot listen on 192.0.2.1"),
        (["--log-level", "loud"], "choose from: debug, info, warning, error"),
    ],
)
def test_what_cannot_be_is_one_line(pandarium: Pandarium, tmp_path: Path, words: list[str], line: str) -> None:
    given = ["--port", "0", "--database", f"sqlite:///{tmp_path / 'tables.db'}", *words]
    ran = pandarium("serve", *given)
    assert ran.code == 2
    assert line in ran.line


def test_a_password_never_shows_in_a_mistake(pandarium: Pandarium) -> None:
    ran = pandarium("serve", "--port", "0", "--database", "postgresql://panda:hunter22@127.0.0.1:1/games")
    assert "hunter22" not in ran.line


def test_help_names_every_setting_and_its_variable(pandarium: Pandarium) -> None:
    text = pandarium("serve", "--help").out
    flags = set(inspect.signature(serve).parameters)
    assert flags - {"show"} == set(VARIABLES) - SECRETS
    for setting, (variable, _) in VARIABLES.items():
        assert (variable in text) == (setting not in UNTOLD)
        assert (f"--{setting.replace('_', '-')} " in text) == (setting not in SECRETS | UNTOLD)
    assert text.index("Where it listens:") < text.index("--host") < text.index("What it keeps:")


def test_the_greeting_says_how_to_play(tmp_path: Path) -> None:
    settings = Settings(database="sqlite:///x.db", static=str(tmp_path))
    with listen("127.0.0.1", 0) as listening:
        place = f"http://127.0.0.1:{listening.getsockname()[1]}"
        without = list(greeting(settings, listening))
        (tmp_path / "index.html").touch()
        with_client = list(greeting(settings, listening))
    assert f"Pandarium is at {place} – play with: pandarium join {place}" in without[-1]
    assert f"Pandarium is at {place} – open it in a browser, or play with: pandarium join {place}" in with_client[-1]


@pytest.mark.parametrize(
    ("host", "proxies", "warned"), [("0.0.0.0", 0, True), ("0.0.0.0", 1, False), ("::1", 0, False)]
)
def test_a_server_open_to_the_world_is_told_about_encryption(host: str, proxies: int, warned: bool) -> None:
    with listen("127.0.0.1", 0) as listening:
        lines = list(greeting(Settings(database="sqlite:///x.db", host=host, proxies=proxies), listening))
    assert ("TLS" in lines[-1]) == warned


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("play.example", False),
    ],
)
def test_hosts_that_only_this_machine_reaches(host: str, loopback: bool) -> None:
    assert is_loopback(host) == loopback


def test_uvicorn_is_run_lean_and_discreet() -> None:
    options = uvicorn_options(Settings(database="sqlite:///x.db", grace=2.5))
    assert (options["ws"], options["ws_per_message_deflate"]) == ("pandarium.server.sockets.websocket:WebSocket", False)
    assert (options["access_log"], options["proxy_headers"], options["server_header"]) == (False, False, False)
    assert options["timeout_graceful_shutdown"] == 3


def test_small_answers_are_sent_at_once() -> None:
    from pandarium.server.run import listen

    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP  # otherwise asyncio leaves Nagle's algorithm on
