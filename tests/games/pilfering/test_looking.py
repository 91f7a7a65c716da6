"""Looking does not touch: whoever asks a position something leaves no trace in it, not even for a moment."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import msgspec
import pytest

from pandarium import Rng
from pandarium.games.pilfering.engine.flow import Pilfering

from .table import game

THREADS = 3
EVERY = 4
"""Of the positions of a game, one in so many."""


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns as often as Python can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def looks(state: Pilfering, seat: int, seed: int) -> list[Callable[[], Any]]:
    """Everything that can be asked of a position, by whoever."""
    tried = [move ^ (1 << seed % 20) for move in state.legal(seat)]
    return [
        lambda: state.legal(seat),
        lambda: [str(state.refusal(seat, move)) for move in tried],
        lambda: [state.canon(seat, move) for move in tried],
        lambda: msgspec.json.encode(state.view(seat)),
        lambda: msgspec.json.encode(state.view(None)),
        lambda: state.observe(seat),
        lambda: state.resample(seat, Rng(seed)).dump(),
        lambda: state.clone().dump(),
        state.dump,
        lambda: state.timeout(seat),
    ]


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_many_may_look_at_once(seats: int, restless: None) -> None:
    """Two positions of one set-up, so that what they share is looked through, too."""
    random = Random(seats)
    setup = game.setup(seats, game.check_options({"level": "intro", "quiet_trades": True}))
    states = [setup.start(seed) for seed in range(2)]
    with ThreadPoolExecutor(THREADS) as pool:
        for number in range(200):
            if not all(state.actors() for state in states):
                break
            asked: list[Callable[[], Any]] = []
            for seed, state in enumerate(states):
                assert isinstance(state, Pilfering)
                asked += looks(state, state.actors()[0], number + seed)
            if number % EVERY == 0:
                alone = [ask() for ask in asked]
                assert list(pool.map(lambda ask: ask(), asked)) == alone
            for state in states:
                seat = state.actors()[0]
                moves = state.legal(seat)
                picks = [move for move in moves if game.say(move).startswith("pick") and game.say(move) != "pick 1"]
                state.play(seat, random.choice(picks or moves))
