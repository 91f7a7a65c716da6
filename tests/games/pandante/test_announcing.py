"""Announcing abilities: PD-7."""

from __future__ import annotations

from typing import Any

import pytest

import pandarium

from .table import at, do, find, options_of, refused, tags

pytestmark = pytest.mark.conformance


def test_pd_7_none_one_or_two_also_the_same_twice() -> None:
    """PD-7: none, one or two, also the same twice."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair")
    do(state, "announce peek B", "announce peek B")
    assert options_of(state) == ["go"]
    assert refused(state, 0, "announce draw") == "you have announced as many abilities as you may (PD-7)"
    do(state, "go")
    assert state.actors() == [1]
    do(state, "go")
    assert state.view(None).phase == "upgrade"


def test_pd_7_announced_together_then_resolved_one_at_a_time() -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", top="p10 p8")
    events = do(state, "announce draw", "announce add")
    assert tags(events) == ["announced", "announced"]
    assert state.view(1).board[0].cards[5] is None
    do(state, "go", "discard k1", "reveal k2")
    assert state.view(None).board[0].cards[5] == "p8"


@pytest.mark.parametrize(
    ("abilities", "alone", "other"), [("light", "sleep", "draw"), ("dark", "long-shot", "ex-draw")]
)
def test_pd_7_sleep_and_long_shot_go_with_no_other(abilities: str, alone: str, other: str) -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", options={"abilities": abilities})
    do(state, f"announce {alone}")
    assert options_of(state) == ["go"]
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", options={"abilities": abilities})
    do(state, f"announce {other}")
    assert refused(state, 0, f"announce {alone}") == "Sleep and Long Shot go with no other ability (PD-7)"


def test_pd_7_a_target_who_has_folded_is_spared() -> None:
    state = at("announce", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="pair pair pair")
    events = do(state, "announce raise", "announce peek B", "go", "fold", "pay")
    assert find(events, "ability")[-1].works is False
    assert not find(events, "peeked")


def test_pd_7_targets_are_part_of_the_announcement_and_still_in() -> None:
    state = at("announce", "k1 k2", "k3 k4", "", turn=0, claims="pair pair -")
    assert refused(state, 0, "announce peek A").endswith("(PD-7)")
    assert refused(state, 0, "announce peek C").endswith("(PD-7)")
    assert "announce peek B" in options_of(state)


@pytest.mark.parametrize(("abilities", "ability"), [("light", "peek"), ("dark", "trade")])
def test_pd_7_who_holds_no_cards_cannot_be_named(abilities: str, ability: str) -> None:
    """PD-7: neither who has folded nor who sits this gambit out is a target of Peek or Trade."""
    hands = ("k1 k2", "k3 k4", "", "")
    more: dict[str, Any] = {"claims": "pair pair - -", "options": {"abilities": abilities}, "sitting": [3]}
    state = at("announce", *hands, turn=0, **more)
    assert [move for move in options_of(state) if ability in move] == [f"announce {ability} B"]
    for folded in "CD":
        why = refused(state, 0, f"announce {ability} {folded}")
        assert why == "that ability needs another player who is still in (PD-7)"
    with pytest.raises(pandarium.BadData, match="somebody still in"):
        at("announce", *hands, turn=0, queue=[{"ability": ability, "target": 2}], **more)


def test_pd_7_all_targets_are_named_before_anything_is_known() -> None:
    """PD-7: the second target is chosen before the first Peek shows anything, and each is resolved in its turn."""
    state = at("announce", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="pair pair pair")
    events = do(state, "announce peek C", "announce peek B")
    assert not find(events, "peeked")
    assert [(one.ability, one.seat, one.state) for one in state.view(1).abilities] == [
        ("peek", 2, "announced"),
        ("peek", 1, "announced"),
    ]
    assert [event.target for event in find(do(state, "go"), "ability")] == [2, 1]


@pytest.mark.parametrize(("abilities", "wrong"), [("light", "dilemma"), ("dark", "raise")])
def test_pd_7_one_side_of_the_card(abilities: str, wrong: str) -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", options={"abilities": abilities})
    assert refused(state, 0, f"announce {wrong}") == "that ability is not on this side of the card (PD-7)"
