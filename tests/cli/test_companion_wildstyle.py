"""Wildstyle with the real box, kept at a keyboard."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from cli.conftest import Pandarium, Ran

Typed = Callable[..., Ran]


@pytest.fixture
def typed(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Run the command while somebody types these lines."""

    def run(*lines: str) -> Ran:
        left = iter(lines)

        def answer(question: str) -> str:
            sys.stdout.write(question)
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        return pandarium("companion", "wildstyle", "--names", "Ann,Ben")

    return run


SET_UP = ("1a 3b", "tricorners border_wars zone_control")


def test_a_map_is_told_by_prompts_and_scored(typed: Typed) -> None:
    ran = typed(*SET_UP, "go", "A stop", "B done", "score", "1", "A1 A2 A4 A5", "0", "B1 B2", "complete", "hint", "A5")
    assert ran.code == 0
    assert "The city: districts 1a, 3b; objectives: Tricorners, Border Wars, Zone Control" in ran.out
    assert "Only one player has tags left: no new sets" in ran.out
    assert "Round 2: 'go', or 'score' for the scoring alone: " in ran.out
    assert "How many cop cars does Ann have: " in ran.out
    assert "Ann gives up one tag for cop cars; best: " in ran.out
    assert "Ann removes A5 for cop cars" in ran.out
    assert "Ann scores " in ran.out
    assert ran.out.rstrip().endswith("Ann: highest score after three rounds (WS-20)")


def test_tags_are_counted_by_icon_without_a_map(typed: Typed) -> None:
    ran = typed(
        "none", SET_UP[1], "score", "0", "0 3 1 0 0 0", "9 0 0", "0 0 1", "1", "0 0 4 0 0 0", "0 0 1", "complete"
    )
    assert "Tricorners: from 0 to 0 with these tags, not 9 (WS-20)" in ran.out
    assert "Ann: how often for Tricorners, Border Wars, Zone Control: " in ran.out
    assert "Ben scores 13 (Tricorners 0, Border Wars 0, Zone Control 5, tags 8)" in ran.out
    assert "nothing has happened yet" not in ran.out
    assert ran.out.rstrip().endswith("Ben: highest score after three rounds (WS-20)")


def test_a_slip_is_told_and_mended(typed: Typed) -> None:
    ran = typed(*SET_UP, "score", "0", "A1 A2", "0", "A2", "B1", "A untag A2", "correct 5 A tags A7", "entries")
    assert "Ann has a tag on A2; only Train Stations take more than one (WS-9)" in ran.out
    assert "entry 8, 'A untag A2', does not fit: Ann has no tag on A2 (WS-9)" in ran.out
    assert "    5 A tags A1 A2\n" in ran.out
