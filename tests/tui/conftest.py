from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from pandarium import Match, Rng
from pandarium.core.bot import Advice, Bot
from pandarium.tui.app import PlayApp
from pandarium.tui.sitting import Sitting


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


NAMES = ["Ada", "Bamboo", "Mochi", "Lantern", "Pebble", "Sesame", "Ginkgo", "Noodle", "Willow", "Plum"]


def begin(seats: int = 3, people: int = 1, seed: int | None = 7, save: Path | None = None) -> Sitting:
    """A match of Panda Royale with dabblers behind the people."""
    match = Match.begin("royale", seats=seats, seed=seed, players=NAMES[:seats])
    return Sitting(match, {seat: Dabbler() for seat in range(people, seats)}, save)


def ada_first(seats: int = 3) -> int:
    """A seed with which Ada makes the first move."""
    return next(seed for seed in range(1000) if begin(seats=seats, seed=seed).actor() == 0)


async def until(pilot: Pilot[None], there: Callable[[], object]) -> None:
    """Let the screen work until something is so."""
    for _ in range(2000):
        if there():
            await pilot.pause()
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not come to pass")


async def my_turn(pilot: Pilot[None], app: PlayApp) -> None:
    """Wait for a person's turn, or the end."""
    await until(pilot, lambda: app.phase in {"person", "over", "halted"})


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same terminal wherever the tests run, and no files left behind."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
