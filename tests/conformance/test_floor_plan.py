"""The floor plan: what is found fault with in a folder, and what is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pandarium
from pandarium.scaffold import TEMPLATE
from pandarium.testing.floor_plan import REQUIRED, floor_plan_faults

pytestmark = pytest.mark.conformance


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The smallest folder that has the floor plan."""
    for name in REQUIRED:
        put(tmp_path, name if "." in name else f"{name}.py")
    return tmp_path


def put(folder: Path, name: str) -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()


@pytest.mark.parametrize("name", pandarium.names())
def test_every_game_has_it(name: str) -> None:
    assert list(floor_plan_faults(pandarium.game(name).folder)) == []


def test_a_new_game_has_it() -> None:
    assert list(floor_plan_faults(TEMPLATE)) == []


def test_what_is_optional_may_be_missing(folder: Path) -> None:
    assert list(floor_plan_faults(folder)) == []


@pytest.mark.parametrize(
    "name",
    [
        "engine/events.py",
        "engine/faults.py",
        "engine/knowledge.py",
        "engine/betting.py",
        "bots/__init__.py",
        "bots/search.py",
        "words/labels.py",
        "words/sentences.py",
        "words/lesson.toml",
        "words/lesson.de.toml",
        "content.py",
        "content/deck.toml",
        "terminal.py",
        "study/observers.py",
        "tournament.py",
        "web/Table.svelte",
        "tests/test_moves.py",
        "tests/state.py",
    ],
)
def test_what_the_plan_has_may_be_there(folder: Path, name: str) -> None:
    put(folder, name)
    assert list(floor_plan_faults(folder)) == []


def test_a_role_may_be_a_folder_when_one_file_is_not_enough(folder: Path) -> None:
    (folder / "view.py").unlink()
    for name in ("view/__init__.py", "view/table.py", "view/events.py"):
        put(folder, name)
    assert list(floor_plan_faults(folder)) == []


@pytest.mark.parametrize("name", REQUIRED)
def test_what_no_game_goes_without_is_missed(folder: Path, name: str) -> None:
    (folder / (name if "." in name else f"{name}.py")).unlink()
    (fault,) = floor_plan_faults(folder)
    assert fault.startswith(f"there is no {name}")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("moves.py", "moves.py belongs into engine/"),
        ("faults.py", "faults.py belongs into engine/"),
        ("bots/legal.py", "bots/legal.py belongs into engine/"),
        ("words/events.py", "words/events.py belongs into engine/ or view/"),
        ("engine/view.py", "engine/view.py belongs into the folder"),
        ("engine/notation.py", "engine/notation.py belongs into words/"),
        ("labels.py", "labels.py belongs into words/"),
        ("rules.py", "rules.py is not in the floor plan: rules lie in engine/"),
        ("bots.py", "bots.py is not in the floor plan: .* bots in bots/"),
        ("text.py", "text.py is not in the floor plan: .* words in words/"),
        ("helpers/sums.py", "helpers/ is not in the floor plan"),
        ("rulebook.md", "rulebook.md belongs into words/"),
        ("lesson.de.toml", "lesson.de.toml belongs into words/"),
    ],
)
def test_what_lies_elsewhere_is_found(folder: Path, name: str, fault: str) -> None:
    put(folder, name)
    (found,) = floor_plan_faults(folder)
    assert re.match(fault, found)
