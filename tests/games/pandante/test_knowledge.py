"""What others hold reaches nobody: positions set up by hand that differ in hidden things only."""

from __future__ import annotations

from typing import Any

import pytest

from pandarium.core.rng import Rng

from .table import BOARD, at

pytestmark = pytest.mark.conformance

PAIRS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "hands": (
        {"hands": [["k1", "k2"], ["k3", "k4"], ["k5", "k6"]]},
        {"hands": [["k1", "k2"], ["p3", "p4"], ["k5", "joker"]]},
    ),
    "discards of others": (
        {"discards": ["o1"], "gone": [[], ["o1"], [], []]},
        {"discards": ["o2"], "gone": [[], ["o2"], [], []]},
    ),
    "a card put on the deck": (
        {"top": [{"card": "o1", "known": [1]}]},
        {"top": [{"card": "o9", "known": [1]}]},
    ),
    "what somebody saw": (
        {"seen": [[[], [], []], [[], [], ["k5"]], [[], [], []], [[], [], []]]},
        {"seen": [[[], [], []], [[], [], ["k6"]], [[], [], []], [[], [], []]]},
    ),
}


@pytest.mark.parametrize("what", PAIRS)
def test_hidden_things_show_in_nothing(what: str) -> None:
    one, other = (
        at("upgrade", "k1 k2", "k3 k4", "k5 k6", turn=0, board=BOARD, claims="pair pair pair", **more)
        for more in PAIRS[what]
    )
    assert one.dump() != other.dump()
    for viewer in (None, 0):
        assert one.view(viewer) == other.view(viewer)
        assert one.resample(viewer, Rng(4)).dump() == other.resample(viewer, Rng(4)).dump()
    assert one.observe(0) == other.observe(0)
    assert one.legal(0) == other.legal(0)
    assert one.view(1) != other.view(1)


@pytest.mark.parametrize("viewer", [None, 1])
def test_staged_choices_show_in_nothing(viewer: int | None) -> None:
    one, other = (
        at(
            "challenge",
            "k1 k2",
            "k3 k4",
            "k5 k6",
            turn=0,
            claims="four pair pair",
            hot=[0],
            ready=[2],
            accusers=accusers,
        )
        for accusers in ([2], [])
    )
    assert one.view(viewer) == other.view(viewer)
    assert one.resample(viewer, Rng(4)).dump() == other.resample(viewer, Rng(4)).dump()
    guesses = {int(one.resample(viewer, Rng(seed)).challengers) for seed in range(20)}
    assert guesses == {0, 1 << 2}
    assert one.observe(1) == other.observe(1)
    assert one.observe(2) != other.observe(2)


def test_cassy_knows_what_comes_and_others_do_not() -> None:
    more: dict[str, Any] = {"options": {"champions": True}, "board": "r1 b3 g5", "claims": "- - -"}
    one, other = (
        at("bet", "k1 k2", "k3 k4", "k5 k6", turn=0, coming=coming, **more)
        for coming in (["o1", "o2", None, None], ["o2", "o1", None, None])
    )
    for viewer in (None, 0, 2):
        assert one.view(viewer) == other.view(viewer)
        assert one.resample(viewer, Rng(4)).dump() == other.resample(viewer, Rng(4)).dump()
    assert one.view(1) != other.view(1)
    assert list(one.resample(1, Rng(4)).coming) == list(one.coming)
