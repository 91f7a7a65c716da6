from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets._footer import FooterKey

from client.conftest import ann, fake_server, patient_client
from client.fake_server import FakeServer
from pandarium import Match, Rng
from pandarium.client import Client, RemoteTable
from pandarium.core.bot import Advice, Bot
from pandarium.tui.base_app import BaseApp
from pandarium.tui.local_match import LocalMatch
from pandarium.tui.play_app import PlayApp

__all__ = ["ann", "fake_server", "patient_client"]  # fixtures: the terminal's tables stand in the client's fake_server


class Dabbler(Bot):
    """Plays at random, and has an opinion on everything."""

    name = "dabbler"

    def choose(self, state: Any, seat: int, rng: Rng) -> int:
        legal = state.legal(seat)
        return int(legal[rng.below(len(legal))])

    def advise(self, state: Any, seat: int, rng: Rng) -> list[Advice]:
        legal = state.legal(seat)
        return [Advice(move, 10.0 - index, f"reason {index}") for index, move in enumerate(reversed(legal))]


class Stumbler(Dabbler):
    """Fails at the first question."""

    def choose(self, state: Any, seat: int, rng: Rng) -> int:
        raise RuntimeError("I lost my thread\nsomewhere")


SMALL = (80, 24)
PATIENCE = 120
"""Seconds after which something has gone wrong, however busy the machine is."""
LEVELS = ["random", "hard"]
"""Of bots at the fake_server."""
NAMES = ["Ada", "Bamboo", "Mochi", "Lantern", "Pebble", "Sesame", "Ginkgo", "Noodle", "Willow", "Plum"]


def begin(seats: int = 3, people: int = 1, seed: int | None = 7, save: Path | None = None) -> LocalMatch:
    """A match of Panda Royale with dabblers behind the people."""
    match = Match.begin("royale", seats=seats, seed=seed, players=NAMES[:seats])
    return LocalMatch(match, {seat: Dabbler() for seat in range(people, seats)}, save)


def ada_first(seats: int = 3) -> int:
    """A seed with which Ada makes the first move."""
    return next(seed for seed in range(1000) if begin(seats=seats, seed=seed).actor() == 0)


def at_the_hotseat(save: Path | None = None) -> tuple[LocalMatch, int]:
    """Pandánte with a person at seat 0, who chooses with two bots whether to challenge, and is the first (PD-21)."""
    for seed in range(200):
        match = Match.begin("pandante", seats=4, seed=seed)
        local_match = LocalMatch(match, {seat: Dabbler() for seat in range(1, 4)}, save)
        while (seat := local_match.actor()) is not None and len(match.record.moves) < 60:
            actors = match.state.actors()
            if len(actors) == 3 and seat == 0:
                return local_match, next(other for other in actors if other != 0)
            local_match.play(seat, local_match.bot_move(seat) if seat else match.state.legal(0)[0])
    raise AssertionError("nobody came to the hotseat")


async def until(pilot: Pilot[None], there: Callable[[], object]) -> None:
    """Let the screen work until something is so; a busy machine may take its time."""
    deadline = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < deadline, "it did not come to pass"
        await asyncio.sleep(0.005)
    await pilot.pause()


async def my_turn(pilot: Pilot[None], app: PlayApp) -> None:
    """Wait for a person's turn, or the end."""
    await until(pilot, lambda: app.phase in {"person", "over", "halted"})


def moves_played(app: PlayApp) -> list[str]:
    return [entry.move for entry in app.local_match.match.record.moves]


def screen_text(app: App[None]) -> str:
    """What stands on the screen."""
    width, height = app.size
    return "\n".join("".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips())[
        : (width + 1) * height
    ]


def bottom_keys(app: BaseApp) -> set[str]:
    """What the line at the bottom offers."""
    return {key.description for key in app.table_screen.query(FooterKey)}


async def begun(client: Client, seats: int = 3) -> RemoteTable:
    table = await client.create("royale", seats=seats, bots=["random"] * (seats - 1))
    await table.start()
    return table


STAKES = "gambit=3 multiplier=2 dealer=2 pot=7 gold=104,120,90"


async def a_deal(fake_server: FakeServer, client: Client) -> RemoteTable:
    """A table of a tournament of Pandánte (PD-G3), before its third deal."""
    table = await client.create("pandante", seats=3, bots=["random"] * 2)
    hosted = fake_server.rooms[table.id].table
    options = {**hosted.agreement.options, "gambling": "tournament", "stakes": STAKES}
    hosted.agreement = msgspec.structs.replace(hosted.agreement, options=options, tournament="c_cup")
    await table.start()
    return table


def on_to(*tables: RemoteTable | None) -> Callable[[RemoteTable], Awaitable[Any]]:
    """How a client learns where its tournament goes on: at these tables, one after the other; None: nowhere."""
    coming = iter(tables)

    async def next_deal(table: RemoteTable) -> Any:
        then = next(coming)
        you = SimpleNamespace(live=then and then.id, table=4)
        return SimpleNamespace(you=you, invite=then and then.invite, multiplier=2, game="pandante")

    return next_deal


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same terminal wherever the tests run, and no files left behind."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
