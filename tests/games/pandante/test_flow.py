"""The course of the game: chapters name the next phase, `engine/flow.py` goes there."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

from pandarium.core.rng import Rng
from pandarium.games.pandante.engine import flow, phases
from pandarium.games.pandante.engine.flow import Pandante

from .table import at, game, options_of

ENGINE = Path(flow.__file__).parent
ORDER = [
    "turn_order",
    "payments",
    "deck",
    "game_start",
    "gambit",
    "streets",
    "betting",
    "snacks",
    "before_abilities",
    "abilities",
    "effects",
    "upgrades",
    "judging",
    "tie_break",
    "showdown",
    "coin",
    "gambling",
]
"""The chapters, in the order of play; first those that all others use."""
OPTIONS = [
    {},
    {"abilities": "dark", "diamonds": True},
    {"casinos": True, "champions": True},
    {"gambling": "drop-in"},
    {"gambling": "tournament", "casinos": True},
]


def imported_by(module: str) -> set[str]:
    """The modules of the engine that a module of the engine imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((ENGINE / f"{module}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            package, _, name = node.module.rpartition("pandante.engine")
            if package:
                found |= {name[1:]} if name else {alias.name for alias in node.names}
    return found


@pytest.mark.parametrize("chapter", ORDER)
def test_no_chapter_knows_what_comes_later(chapter: str) -> None:
    later = {*ORDER[ORDER.index(chapter) :], "legal", "knowledge", "numbering", "flow"}
    assert imported_by(chapter) & later == set()


def test_every_module_with_rules_is_a_chapter() -> None:
    takes_state = {file.stem for file in ENGINE.glob("*.py") if "state" in imported_by(file.stem)}
    assert takes_state - {*ORDER} == {"casinos", "champions", "legal", "knowledge", "numbering", "flow"}


def test_the_state_has_no_rules() -> None:
    assert imported_by("state") == {"cards", "setup"}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_after_every_move_somebody_decides_or_it_is_over(options: dict[str, bool | str]) -> None:
    rng = Random(3)
    for seed in range(3):
        state = game.start(seats=3, options=options, seed=seed)
        assert isinstance(state, Pandante)
        for _ in range(300):
            actors = state.actors()
            assert (state.phase == phases.OVER) == (not actors)
            assert state.phase <= phases.OVER
            if not actors:
                break
            seat = rng.choice(actors)
            state.play(seat, rng.choice(state.legal(seat)))


@pytest.mark.parametrize("level", ["liar", "cautious"])
def test_a_bot_that_thinks_leaves_the_position_as_it_was(level: str) -> None:
    """PD-9: it tries statements in its head, not at the table."""
    state = at("tie-break", "k1 k2", "k3 k4", turn=0, claims="three three")
    before = state.dump()
    chosen = game.bots()[level]().choose(state, 0, Rng(5))
    assert game.say(chosen) in options_of(state)
    assert state.dump() == before
