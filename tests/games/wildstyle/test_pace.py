"""Real time and the relaxed pace (WS-40, WS-41)."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

import pandarium
from pandarium import Match

from .table import at, do, game, kinds, may, player, refused, seen

pytestmark = pytest.mark.conformance

TURNS: dict[str, Any] = {"pace": "turns"}


def test_ws_40_several_seats_may_act_at_any_time() -> None:
    state = at(player("Rt"), player("Rl"), player("Ro"))
    assert state.actors() == [0, 1, 2]
    do(state, 2, "draw 1", "draw 2")  # nobody has to wait for anybody
    do(state, 0, "draw 1")
    assert state.actors() == [0, 1, 2]


def test_ws_40_the_order_of_arrival_decides_and_the_late_hear_who_was_first() -> None:
    """WS-40: three players want the same card, in every order of arrival: the first has it, the others lose nothing."""
    crews = ["red", "blue", "green"]
    for order in permutations(range(3)):
        state = at(player("Rt"), player("Rl"), player("Ro"), shares="Fm Ml")
        do(state, order[0], "take 1 Ml 1")
        for late in order[1:]:
            assert refused(state, late, "take 1 Ml 1") == f"{crews[order[0]]} took it first (WS-1)"
        assert [len(seen(state, seat).sets[0]) for seat in range(3)] == [int(seat == order[0]) for seat in range(3)]
        assert state.view(None).shares[0].cards == ["Fm"]


@pytest.mark.parametrize("seed", range(12))
def test_ws_40_any_interleaving_of_hasty_players_keeps_the_golden_rules(seed: int) -> None:
    """Everybody plans on an old view, and sends several touches at once: what arrives is judged one by one."""
    random = Random(seed)
    state: Any = game.start(4, seed=seed)
    for seat in range(4):
        do(state, seat, "ready")
    do(state, 0, "go")
    refusals = 0
    for _ in range(60):
        if state.view(None).phase != "play":
            break
        wanted = [(seat, move) for seat in state.actors() for move in random.choices(state.legal(seat), k=3)]
        random.shuffle(wanted)
        for seat, move in wanted:
            before = state.dump()
            held = [player["hand"] for player in before["players"]]
            if move not in state.legal(seat):
                refusals += 1
                with pytest.raises(pandarium.IllegalMove, match=r"\(WS-\d+\)"):
                    state.play(seat, move)
                assert state.dump() == before
            else:
                state.play(seat, move)
                if state.round != before["round"] or state.view(None).phase != "play":
                    break
                now = [player["hand"] for player in state.dump()["players"]]
                assert all(len(hand) <= 3 for hand in now)
                changed = [other for other in range(4) if now[other] != held[other]]
                assert changed in ([], [seat])
                assert abs(len(now[seat]) - len(held[seat])) <= 1
    assert refusals > 0


def test_ws_40_in_real_time_a_touch_cannot_be_taken_back() -> None:
    match = Match.begin("wildstyle", seats=2, seed=3)
    for seat in (0, 1):
        match.play(seat, game.read("ready"))
    assert match.may_undo(1)  # not yet
    match.play(0, game.read("go"))
    assert not match.may_undo(0)
    match.play(1, match.state.legal(1)[0])
    assert not match.may_undo(1)


def test_ws_41_players_act_in_turn_one_action_each() -> None:
    """WS-41: players act in turn, one action each."""
    state: Any = game.start(3, TURNS, seed=1)
    assert state.view(None).phase == "play"  # nobody counts down
    order = []
    for _ in range(6):
        (seat,) = state.actors()
        order.append(seat)
        assert refused(state, (seat + 1) % 3, "pass") == "it is not your turn (WS-41)"
        state.play(seat, next(move for move in state.legal(seat) if game.say(move) != "pass"))
    assert order == [0, 1, 2, 0, 1, 2]
    assert state.timer() == 0


def test_ws_41_one_may_always_pass_until_somebody_has_acted() -> None:
    state = at(player("Rt"), player("Rl"), player("Ro"), options=TURNS)
    do(state, 0, "pass")
    do(state, 1, "pass")
    assert state.actors() == [2]
    do(state, 2, "draw 1")
    assert state.actors() == [0]
    assert not seen(state, 1).passed


def test_ws_41_if_all_pass_the_round_is_over_and_the_next_player_begins() -> None:
    state = at(player("Rt"), player("Rl"), player("Ro"), options=TURNS)
    for seat in range(3):
        do(state, seat, "pass")
    assert (state.round, state.actors()) == (2, [1])
    for seat in (1, 2, 0):
        do(state, seat, "pass")
    assert (state.round, state.actors()) == (3, [2])


def test_ws_41_who_can_do_nothing_is_left_out() -> None:
    state = at(player("Rt", one="Mt"), player(one="Ml", cars=28), player("Ro", one="Mo"), piles=[0, 0], options=TURNS)
    do(state, 0, "share Rt 1")
    assert state.actors() == [2]


def test_ws_41_after_the_trigger_a_pass_still_lasts_only_until_somebody_acts() -> None:
    state = at(player("Rt", one="Mt"), player("Rl Ro", one="Mt"), piles=[0, 0], options=TURNS)
    do(state, 0, "pass")
    do(state, 1, "share Rl 1")
    assert state.actors() == [0]


def test_ws_41_what_reveals_nothing_can_be_taken_back_at_the_relaxed_pace() -> None:
    state = at(player("Rt", one="Mt"), player("Rl"), shares="Ml", options=TURNS)
    sealed = state.sealed
    do(state, 0, "take 1 Ml 1")
    assert state.sealed == sealed
    do(state, 1, "draw 1")
    assert state.sealed > sealed


def test_ws_41_the_relaxed_pace_has_the_same_actions() -> None:
    real = at(player("Rt Ml", one="Mt"), player("Rl"), shares="Mo")
    relaxed = at(player("Rt Ml", one="Mt"), player("Rl"), shares="Mo", options=TURNS)
    assert may(real, 0) == may(relaxed, 0)
    assert kinds(relaxed, 1) == set()
