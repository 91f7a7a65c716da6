"""docs/variables.md names every variable that is read, and a server's with the defaults that they have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pandarium.server.settings import VARIABLES, Settings

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "variables.md").read_text()
TYPER = {"PANDARIUM_COMPLETE"}
"""Made up by the library that completes commands in a shell."""
INSIDE = {"PANDARIUM_HANDOVER_DIR"}
"""What a server tells its own workers."""


def read_somewhere() -> set[str]:
    """Every variable that stands in a source file."""
    files = [
        ROOT / "compose.yaml",
        ROOT / "compose.cluster.yaml",
        ROOT / "Makefile",
        ROOT / "hatch_build.py",
        ROOT / "web" / "vite.config.ts",
    ]
    files += [file for folder in ("src", "tests", "tools") for file in (ROOT / folder).rglob("*.py")]
    names = set().union(*(re.findall(r"\bPANDARIUM_[A-Z][A-Z_]*[A-Z]\b", file.read_text()) for file in files))
    return names - TYPER - INSIDE


def test_every_variable_is_on_the_page() -> None:
    assert set(re.findall(r"`(PANDARIUM_[A-Z_]+)`", PAGE)) == read_somewhere()


def defaults() -> dict[str, str]:
    """What the page says that a server does without each of them."""
    return dict(re.findall(r"^\| `(PANDARIUM_[A-Z_]+)` \|.*\| ([^|]+) \|$", PAGE, flags=re.MULTILINE))


@pytest.mark.parametrize(
    "field", [field for field in VARIABLES if isinstance(getattr(Settings(database=""), field), int | float)]
)
def test_the_page_says_the_true_default(field: str) -> None:
    variable, _ = VARIABLES[field]
    assert float(defaults()[variable]) == getattr(Settings(database=""), field)
