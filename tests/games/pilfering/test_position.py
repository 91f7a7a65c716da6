"""Positions as data: what `load` refuses, and why."""

from __future__ import annotations

from typing import Any

import pytest

import pandarium

from .table import area, at, game

pytestmark = pytest.mark.conformance

GOOD: dict[str, Any] = at("act", "r4 r5 b1", "b2", areas=[area("r1 r2 r3"), area("")]).dump()


def test_a_good_position_comes_back() -> None:
    assert game.load(GOOD).dump() == GOOD


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"hands": [["r4", "r5", "b1"], ["r4"]]}, "PP-C1"),
        ({"hands": [["r4", "r4", "b1"], ["b2"]]}, "PP-C1"),
        ({"hands": [["r4", "r5", "b1"]]}, "2 players"),
        ({"hands": [["r4", "r5", "x1"], ["b2"]]}, "x1"),
        ({"hideout": []}, "PP-C1"),
        ({"meerkats": [1, 1]}, "PP-S3"),
        ({"pandas": ["crafty", "crafty"]}, "PP-S3"),
        ({"pandas": ["crafty", None]}, "PP-S3"),
        ({"pandas": ["crafty", "angry"]}, "angry"),
        ({"keeper": 8}, "PP-E2"),
        ({"result": "caught"}, "PP-E9"),
        ({"result": "fine"}, "going on"),
        ({"turn": 2}, "seats 0 to 1"),
        ({"timer": 1}, "PP-E6"),
        ({"timekeeper": 1}, "PP-E6"),
        ({"suspicion": 0}, "PP-E6"),
        ({"suspicion": 4}, "PP-T6"),
        ({"late": True}, "PP-E7"),
        ({"duty": "b2", "known": None}, "PP-T5"),
        ({"held": ["b2"], "known": None}, "PP-T3"),
        ({"held": ["r4"]}, "everyone knows"),
        ({"asked": 1}, "PP-C6"),
        ({"gift": "r4"}, "PP-C6"),
        ({"step": "check"}, "PP-E3"),
        ({"step": "secret"}, "PP-1"),
        ({"step": "rummage"}, "PP-F"),
        ({"step": "choose"}, "PP-S3"),
        ({"early": "now"}, "PP-F5"),
        ({"gate": "now", "gate_seat": 1}, "PP-F5"),
        ({"drawing": "hand"}, "PP-F1"),
        ({"thin": 3}, "PP-S5"),
        ({"plans_met": ["torch"]}, "PP-S5"),
        ({"plans_gone": ["torch"]}, "PP-S5"),
        ({"plans_gone": ["r1"]}, "no plan"),
        ({"watched": 0}, "PP-V1"),
        ({"watch_next": True}, "PP-V1"),
        ({"secret": ["b2"]}, "PP-C1"),
        ({"known": [[[], []], [[], []]]}, "row for each"),
        ({"known": [[[], ["r7"]], [[], []], [[], []]]}, "not there"),
        ({"areas": [area("r1 r2 r3", (0, 2)), area("")]}, "PP-A3"),
        ({"areas": [area("r1 r2 r3", (0, 4)), area("")]}, "PP-A3"),
        ({"areas": [area("r1 r3 r2"), area("")]}, "PP-A1"),
        ({"areas": [area("r1 r2 r3", (0, 3, 2)), area("")]}, "PP-A5"),
        ({"areas": [area("r1 r2 r3", (0, 3, 3)), area("")]}, "PP-A1"),
        ({"areas": [area("r1 r2 r3", mark=2), area("")]}, "PP-A6"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_rule(change: dict[str, Any], rule: str) -> None:
    with pytest.raises(pandarium.BadData, match=rule):
        game.load({**GOOD, **change})


def test_alone_there_are_other_limits() -> None:
    good = at("refresh", "r4 r5").dump()
    for change, rule in (
        ({"timer": 1, "timekeeper": 0}, "PP-S4"),
        ({"suspicion": 2}, "PP-4"),
        ({"secret": good["secret"][:2], "deck": [good["secret"][2], *good["deck"]]}, "PP-1"),
    ):
        with pytest.raises(pandarium.BadData, match=rule):
            game.load({**good, **change})
