"""A browser and a server for each worker, people for each test; and nobody's console may complain."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from server.harness import Server

from . import chromium
from .people import PATIENCE, Site

_STATIC = Path(__file__).parents[2] / "src" / "pandarium" / "server" / "static"
_BLIPS = "from pandarium.server.tables import loaded_table; loaded_table._MOMENT = 2.0"
"""Whoever is gone for longer may be replaced by a bot: else the test of that would wait for twenty seconds."""


def _why_not() -> str:
    """Why there is nothing to test here, or nothing."""
    if os.environ.get("PANDARIUM_SKIP_WEB", "0") not in ("", "0"):
        return "PANDARIUM_SKIP_WEB is set: there is no web client to test"
    if not (_STATIC / "index.html").is_file():
        return "the web client is not built (make web builds it)"
    found = chromium.find()
    return "" if found.path else f"there is no browser to test with: {found.message}"


def pytest_report_header(config: pytest.Config) -> str | None:
    if hasattr(config, "workerinput"):
        return None
    return f"browser tests: {_why_not() or chromium.find().message}"


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """For all tests here. It ends with the package: as long as it lives, no other event loop can run."""
    if reason := _why_not():
        pytest.skip(reason)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One for all tests here."""
    opened = playwright.chromium.launch(executable_path=chromium.find().path, args=chromium.FLAGS)
    yield opened
    opened.close()


@pytest.fixture(scope="package")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """For all tests here: people have tables of their own. `browser` first: without one no server is started."""
    folder = tmp_path_factory.mktemp("server")
    with Server(folder, f"sqlite:///{folder}/tables.db", limits="0", before=_BLIPS) as running:
        yield running


@pytest.fixture
def site(browser: Browser, server: Server) -> Iterator[Site]:
    """Where people come in. When they leave, whatever a page complained of is a failure."""
    people = Site(browser, server)
    yield people
    people.leave()
    assert people.complaints == []
