"""How a game stands: what a spectator may know, and at the end what was counted."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pandarium import game
from pandarium.kit.standing import Standing, StandingRules

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("royale", 3, {}),
    ("pandante", 3, {}),
    ("pandante", 3, {"gambling": "drop-in"}),
    ("wildstyle", 2, {"pace": "turns"}),
]


def stand(name: str, state: Any) -> Standing:
    """How that position stands."""
    rules = game(name).capability(StandingRules)
    assert rules is not None
    found: Standing = rules.standing(state.view(None))
    return found


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_at_the_end_it_stands_as_it_was_counted(name: str, seats: int, options: dict[str, Any]) -> None:
    state, luck = game(name).start(seats=seats, options=options, seed=8), random.Random(8)
    before = stand(name, state)
    assert len(before.scores) == seats
    moves = 0
    while state.outcome() is None and moves < 4000:
        seat = luck.choice(state.actors())
        state.play(seat, luck.choice(state.legal(seat)))
        moves += 1
    outcome, standing = state.outcome(), stand(name, state)
    assert outcome is not None
    assert tuple(standing.scores) == outcome.scores
    assert standing.done >= before.done
    assert not standing.of or standing.done <= standing.of


def test_pp_where_all_play_together_it_tells_how_far_they_are() -> None:
    standing = stand("pilfering", game("pilfering").start(seats=3, seed=8))
    assert standing.scores == []
    assert 0 <= standing.done < standing.of
