"""Talking: PP-X1, every example of the rulebook."""

from __future__ import annotations

import pytest

from pandarium.games.pilfering.view import PilferingView
from pandarium.games.pilfering.words import phrases

from .table import area, at, game

pytestmark = pytest.mark.conformance


def view(step: str = "act", you: int | None = 1) -> PilferingView:
    """What B sees while A acts."""
    state = at(step, "r4 r3 b1", "b2", hideout="g5 r5 b5 y1", areas=[area("r1 r2 key"), area("")], panda=30, keeper=21)
    seen = state.view(you)
    assert isinstance(seen, PilferingView)
    return seen


@pytest.mark.parametrize(
    ("code", "values", "words"),
    [
        ("need-number", {"number": 4}, "I need a 4."),
        ("need-hideout", {"place": 1}, "I need that one: the red 5 in the Hideout."),
        ("suit-last", {"suit": "y"}, "Could you put the yellow card last?"),
        ("count-number", {"number": 5}, "There are 3 cards with a 5 in the Hideout."),
        ("count-suit", {"suit": "b"}, "There are 1 blue cards in the Hideout."),
        ("point-at", {"area": 0, "place": 2}, "Look at the Key in area 1."),
        ("distance", {}, "5 spaces to the win space."),
        ("lead", {}, "The keeper is 9 spaces behind us."),
        ("limit", {"area": 0}, "Area 1 takes 3 cards before it gets dear."),
        ("yes", {}, "Yes."),
    ],
)
def test_pp_x1_what_may_be_said(code: str, values: dict[str, int | str], words: str) -> None:
    assert phrases.why_not(view(), code, values) is None
    assert str(phrases.sentence(view(), code, values)) == words


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("collecting", {"suit": "r"}),  # "I'm collecting red cards"
        ("need-number", {"number": 4, "have": 5}),  # "I need a 4 as I have the 5 and 6"
        ("need-number", {"number": 10}),
        ("need-number", {"number": "4"}),
        ("need-number", {"number": True}),
        ("need-number", {}),
        ("need-hideout", {"place": 4}),  # a card that does not lie open
        ("need-hideout", {"place": -1}),
        ("point-at", {"area": 2, "place": 0}),
        ("point-at", {"area": 1, "place": 0}),
        ("suit-last", {"suit": "red"}),
        ("timer", {}),
    ],
)
def test_pp_x1_what_may_not(code: str, values: dict[str, int | str]) -> None:
    assert phrases.why_not(view(), code, values) is not None


def test_pp_x1_an_order_is_asked_for_while_someone_else_lays_cards() -> None:
    assert phrases.why_not(view(), "suit-last", {"suit": "r"}) is None
    assert phrases.why_not(view(you=0), "suit-last", {"suit": "r"})
    assert phrases.why_not(view("refresh"), "suit-last", {"suit": "r"})


def test_pp_x1_only_players_talk() -> None:
    assert phrases.why_not(view(you=None), "yes", {})


def test_pp_x1_no_phrase_depends_on_a_hidden_card() -> None:
    """PP-X1: twins that B cannot tell apart allow the same phrases, in the same words."""
    from pandarium import Rng

    state = at("act", "r4 r3 b1", "b2", hideout="g5 r5 b5 y1", areas=[area("r1 r2 key"), area("")])
    for seed in range(5):
        twin = state.resample(1, Rng(seed))
        for phrase in phrases.PHRASES:
            values = {one.name: "r" if one.kind == "suit" else 1 for one in phrase.parameters}
            mine, theirs = state.view(1), twin.view(1)
            assert phrases.why_not(mine, phrase.code, values) == phrases.why_not(theirs, phrase.code, values)


def test_pp_x1_tables_are_strict_or_open() -> None:
    options = {option.name: option for option in game.meta.options}
    assert options["talk"].choices == ("strict", "open")
    assert game.start(2, {"talk": "open"}, 1).view(0).options["talk"] == "open"
