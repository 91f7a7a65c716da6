"""What is asked of positions of more than one game. How a game is played through, its own tests say."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Iterator
from typing import Any

PlayThrough = Callable[[Any, list[int]], Iterator[tuple[int, int]]]

COPIES: dict[str, Callable[[Any], Any]] = {
    "text": lambda state: state.setup.game.load(json.dumps(state.dump())),
    "bytes": lambda state: state.setup.game.load(json.dumps(state.dump()).encode()),
    "data": lambda state: state.setup.game.load(json.loads(json.dumps(state.dump()))),
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "clone": lambda state: state.clone(),
}
"""Ways to the same position again."""


def check_copy(state: Any, way: str, play_through: PlayThrough, numbers: list[int]) -> None:
    """The copy goes its own way, and the state goes the same way after it."""
    before = state.dump()
    other = COPIES[way](state)
    over = not state.actors()
    assert bool(list(play_through(other, numbers))) != over
    assert state.dump() == before
    assert bool(list(play_through(state, numbers))) != over
    assert other.dump() == state.dump()


def check_moves_differ(state: Any, is_idle: Callable[[int], bool] = lambda move: False) -> None:
    """Every legal move leads somewhere else, but for those that may change nothing."""
    for seat in state.actors():
        after = []
        for move in state.legal(seat):
            if is_idle(move):
                continue
            clone = state.clone()
            clone.play(seat, move)
            after.append(json.dumps({**clone.dump(), "rng": None}))
        assert len(set(after)) == len(after)
        assert state.timeout(seat) in state.legal(seat)
