"""Every rule of every game stands in the docstring of a test: whoever searches for its ID finds how it is meant."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import pandarium
from pandarium.kit.rulebook import Rulebook

GAMES = sorted(meta.parent.name for meta in Path(pandarium.__file__).parent.glob("games/*/meta.py"))


def named_in_tests(name: str) -> set[str]:
    """The IDs in the docstrings of a game's tests."""
    found: set[str] = set()
    for file in (Path(__file__).parent / name).glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(re.findall(r"\b[A-Z]{2}-[A-Z]*\d+\b", ast.get_docstring(node) or ""))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_named_in_the_docstring_of_a_test(name: str) -> None:
    """The rulebook's IDs, all of them, and none that it does not know."""
    rules = {rule.id for rule in Rulebook.of(pandarium.game(name)).rules}
    assert rules
    named = named_in_tests(name)
    prefix = min(rules)[:3]
    assert sorted(rules - named) == []
    assert sorted(rule for rule in named - rules if rule.startswith(prefix)) == []
