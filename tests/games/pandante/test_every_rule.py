"""No rule without a test that names it, no rule that no code enforces."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pandarium.kit.rulebook import Rulebook

from .table import game

NAMED = {
    name.upper()
    for file in Path(__file__).parent.glob("test_*.py")
    for name in re.findall(r"^def test_pd_([a-z]*\d+)_", file.read_text(encoding="utf-8"), re.MULTILINE)
}
CODE = "".join(file.read_text(encoding="utf-8") for file in game.folder.rglob("*.py"))
RULES = [rule.id for rule in Rulebook.of(game).rules]
WORDS_ONLY = {"PD-25"}
"""Table talk has no code: there is nothing to do about it."""


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_of_the_rulebook_has_a_test_named_after_it(rule: str) -> None:
    assert rule.removeprefix("PD-") in NAMED


def test_every_test_is_named_after_a_rule_there_is() -> None:
    assert not NAMED - {rule.removeprefix("PD-") for rule in RULES}


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in WORDS_ONLY])
def test_every_rule_stands_in_the_code_that_enforces_it(rule: str) -> None:
    prefix, number = re.fullmatch(r"(PD-[A-Z]*)(\d+)", rule).groups()  # type: ignore[union-attr]
    ranges = re.findall(rf"{prefix}(\d+) to {prefix}(\d+)", CODE)
    assert re.search(rf"{rule}\b", CODE) or any(int(low) <= int(number) <= int(high) for low, high in ranges)
