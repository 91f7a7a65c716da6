"""The tie-break: PD-9."""

from __future__ import annotations

import pytest

from .table import at, do, find, options_of, refused

pytestmark = pytest.mark.conformance


def test_pd_9_tied_players_speak_in_turn_order() -> None:
    state = at("upgrade", "k1 k2", "k3 k4", "k5 k6", turn=2, claims="straight pair straight")
    do(state, "pass")
    assert state.view(None).phase == "tie-break"
    assert state.actors() == [0]
    do(state, "say 7")
    assert state.actors() == [2]
    do(state, "say 9")
    assert state.view(None).hotseat == 2  # 9 beats 7


def test_pd_9_what_one_says_goes_with_the_claim() -> None:
    state = at("tie-break", "k1 k2", "k3 k4", turn=0, claims="straight straight")
    assert options_of(state) == [f"say {number}" for number in range(5, 11)]
    assert refused(state, 0, "say 4") == "that is not what one says about such a hand (PD-9)"
    state = at("tie-break", "k1 k2", "k3 k4", turn=0, claims="floosh floosh")
    assert len(options_of(state)) == 66
    assert {"say 0 red", "say 10 black"} <= set(options_of(state))
    state = at("tie-break", "k1 k2", "k3 k4", turn=0, claims="full-house full-house")
    assert len(options_of(state)) == 90
    assert "say 7 over 3" in options_of(state)
    state = at("tie-break", "k1 k2", "k3 k4", turn=0, claims="three three")
    assert options_of(state) == [f"say {number}" for number in range(1, 11)]


def test_pd_9_it_binds_and_who_said_less_comes_later() -> None:
    """PD-9: three straights: 9, 8 and 8. The 9 is exposed, then both 8s take the hotseat without speaking again."""
    said = [{"number": 9, "colour": None, "pair": None}] + [{"number": 8, "colour": None, "pair": None}] * 2
    state = at("challenge", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="straight straight straight", hot=[0], said=said)
    events = do(state, "1: challenge", "2: trust")
    assert find(events, "judged")[0].fate == "exposed"
    assert [event.seat for event in find(events, "hotseat")] == [1]
    assert state.view(None).players[2].showdown == "waiting"


def test_pd_9_the_next_tie_speaks_anew() -> None:
    state = at("challenge", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="four pair pair", hot=[0])
    do(state, "1: challenge", "2: trust")
    assert state.view(None).phase == "tie-break"
    assert state.actors() == [1]
