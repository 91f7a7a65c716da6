"""Who knows what: resampling keeps what a seat has seen, and draws the rest anew."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pandarium import Rng
from pandarium.games.pilfering.engine.flow import Pilfering

from .table import area, at, do, game, hand, tags

pytestmark = pytest.mark.conformance


def twins(state: Pilfering, viewer: int | None, count: int = 40) -> list[dict[str, Any]]:
    return [state.resample(viewer, Rng(number)).dump() for number in range(count)]


def test_ones_own_hand_and_the_open_table_stay() -> None:
    state = at("act", "r4 r5 b1", "b2 g2", areas=[area("r1 r2 r3"), area("")])
    for twin in twins(state, 0):
        assert twin["hands"][0] == ["r4", "r5", "b1"]
        assert twin["hideout"] == state.dump()["hideout"]
        assert twin["areas"] == state.dump()["areas"]
        assert len(twin["hands"][1]) == 2
    assert len({json.dumps(twin["hands"][1]) for twin in twins(state, 0)}) > 20
    assert len({json.dumps(twin["deck"]) for twin in twins(state, 0)}) == 40


def test_cards_picked_up_in_the_open_stay_where_they_went() -> None:
    state = at("refresh", "r4 r5 b1", "b2 g2", hideout="g1 r6 g3")
    do(state, "pick 1")
    for viewer in (1, None):
        assert all("g3" in twin["hands"][0] for twin in twins(state, viewer))
    assert state.view(1).players[0].known == ["g3"]
    assert state.view(1).players[0].hand is None
    do(state, "pass", "stash r4")
    assert state.view(1).players[0].known == ["g3"]


def test_a_shared_card_is_known_to_two_and_unsettles_the_rest() -> None:
    state = at("refresh", "r4 r5 b1", "b2 g2", "p1 p2", hideout="g1 r6 g3")
    do(state, "pick 1")
    log: list[Any] = []
    state.play(0, game.read("share r4 B"), log)
    told = [game.redact(event, viewer) for event in log for viewer in (0, 1, 2)]
    offered = [event for event in told if tags([event]) == ["offered"]]
    assert [event.card for event in offered] == ["r4", None, None]
    assert len({twin["gift"] for twin in twins(state, 1)}) > 3
    assert all(twin["gift"] != "g3" for twin in twins(state, 1))
    do(state, "give g2")
    assert state.view(0).players[1].known == ["r4"]
    assert state.view(1).players[0].known == ["g2", "g3"]
    assert state.view(2).players[0].known == ["g3"]  # that one could not be given away
    assert hand(state, 1) == "r4 b2"


def test_hands_that_differ_look_alike_to_the_others() -> None:
    """Two positions that B cannot tell apart give the same twins, byte for byte."""
    one = at("act", "r4 r5 b1", "b2 g2", hideout="p5 p6 p7", deck="y1 y2 r6 key g1 g5")
    other = at("act", "y1 y2 key", "b2 g2", hideout="p5 p6 p7", deck="r4 r5 b1 r6 g1 g5")
    for number in range(5):
        assert one.resample(1, Rng(number)).dump() == other.resample(1, Rng(number)).dump()
    assert one.view(1) == other.view(1)
    assert one.observe(1) == other.observe(1)


def test_unseen_cards_and_plans_are_hidden_too() -> None:
    state = game.start(2, {"unseen_cards": True, "foiled_plans": True, "level": "hard"}, 5)
    do(state, "choose sharing", "choose crafty", "start")
    assert isinstance(state, Pilfering)
    found = twins(state, 0)
    assert len({json.dumps(twin["away"]) for twin in found}) > 20
    assert len({json.dumps([card for card in twin["deck"] if card in PLAN_CODES]) for twin in found}) > 5
    assert all(sum(card in PLAN_CODES for card in twin["deck"]) == 3 for twin in found)


PLAN_CODES = {"rummage", "back-door", "caring", "torch", "muddy", "early", "gate"}


@pytest.mark.many
def test_what_everyone_imagines_can_be_played_to_the_end() -> None:
    """Also from the middle of someone else's duty, whose hand is guessed."""
    for seed in range(25):
        state = game.start(3, {"foiled_plans": True}, seed)
        rng = Rng(seed)
        for _ in range(14):
            actors = state.actors()
            if not actors:
                break
            for viewer in (None, 0, 1, 2):
                state.resample(viewer, rng).playout(rng)
            moves = state.legal(actors[0])
            state.play(actors[0], moves[rng.below(len(moves))])


def test_after_the_final_check_the_hands_lie_open() -> None:
    state = at("check", "r1 b1", "", "b2", panda=40, timer=1, timekeeper=1)
    do(state, "escape")
    assert state.view(None).players[2].hand == ["b2"]
    lost = at("stash", "r4 b1", "b2", keeper=7)
    do(lost, "stash r4")
    assert lost.view(0).players[1].hand is None
