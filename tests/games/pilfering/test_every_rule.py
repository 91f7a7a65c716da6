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
    for name in re.findall(r"^def test_pp_([a-z]?\d+)_", file.read_text(encoding="utf-8"), re.MULTILINE)
}


@pytest.mark.parametrize("rule", [rule.id for rule in Rulebook.of(game).rules])
def test_every_rule_of_the_rulebook_has_a_test_named_after_it(rule: str) -> None:
    assert rule.removeprefix("PP-") in NAMED


def test_every_test_is_named_after_a_rule_there_is() -> None:
    rules = {rule.id.removeprefix("PP-") for rule in Rulebook.of(game).rules}
    assert not NAMED - rules


@pytest.mark.parametrize(
    "rule", [rule.id for rule in Rulebook.of(game).rules if rule.id not in {"PP-C3", "PP-C8", "PP-A15"}]
)
def test_every_rule_is_named_where_it_is_enforced(rule: str) -> None:
    sources = "\n".join(file.read_text(encoding="utf-8") for file in game.folder.rglob("*.py"))
    assert re.search(rf"{rule}\b", sources) or _in_a_span(rule, sources)


def _in_a_span(rule: str, sources: str) -> bool:
    """PP-A1 to PP-A15 names them all."""
    letters, number = re.fullmatch(r"PP-([A-Z]*)(\d+)", rule).groups()  # type: ignore[union-attr]
    spans = re.findall(rf"PP-{letters}(\d+) to PP-{letters}(\d+)", sources)
    return any(int(low) <= int(number) <= int(high) for low, high in spans)
