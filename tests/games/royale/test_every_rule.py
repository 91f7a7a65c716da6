"""No rule without a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pandarium.kit.rulebook import Rulebook

from .table import game

NAMED = {
    name.upper()
    for file in Path(__file__).parent.glob("test_*.py")
    for name in re.findall(r"^def test_pr_([cs]?\d+)_", file.read_text(encoding="utf-8"), re.MULTILINE)
}


@pytest.mark.parametrize("rule", [rule.id for rule in Rulebook.of(game).rules])
def test_every_rule_of_the_rulebook_has_a_test_named_after_it(rule: str) -> None:
    assert rule.removeprefix("PR-") in NAMED


def test_every_test_is_named_after_a_rule_there_is() -> None:
    rules = {rule.id.removeprefix("PR-") for rule in Rulebook.of(game).rules}
    assert not NAMED - rules
