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
    for name in re.findall(r"^def test_ws_([cs]?\d+)_", file.read_text(encoding="utf-8"), re.MULTILINE)
}

SPECIFIED = [
    *(f"C{number}" for number in range(1, 5)),
    *(f"S{number}" for number in range(1, 6)),
    *map(str, range(1, 15)),
    *map(str, range(20, 33)),
    *("40", "41"),
]


@pytest.mark.parametrize("rule", SPECIFIED)
def test_every_rule_has_a_test_named_after_it_and_a_paragraph(rule: str) -> None:
    assert rule in NAMED
    assert Rulebook.of(game).find(f"WS-{rule}").text


def test_there_are_no_other_rules() -> None:
    assert {rule.id.removeprefix("WS-") for rule in Rulebook.of(game).rules} == set(SPECIFIED)
    assert set(SPECIFIED) >= NAMED


@pytest.mark.parametrize("rule", SPECIFIED)
def test_the_code_says_where_each_rule_is(rule: str) -> None:
    texts = [file.read_text(encoding="utf-8") for file in game.folder.rglob("*.py")]
    texts += [file.read_text(encoding="utf-8") for file in game.folder.glob("content/*.toml")]
    ranges = [found for text in texts for found in re.findall(r"WS-([CS]?)(\d+) to WS-[CS]?(\d+)", text)]
    named = {found for text in texts for found in re.findall(r"WS-([CS]?\d+)", text)}
    assert rule in named | {
        f"{kind}{number}" for kind, low, high in ranges for number in range(int(low), int(high) + 1)
    }
