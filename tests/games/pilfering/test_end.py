"""The end of a turn and of the game: PP-E, clause by clause."""

from __future__ import annotations

import pytest

from .table import at, do, hand, listed, markers, refused, tags, won

pytestmark = pytest.mark.conformance

OUT = {"timer": 1, "timekeeper": 1}


def reason(state: object) -> str:
    """Why it ended."""
    return str(state.outcome().reason)  # type: ignore[attr-defined]


def test_pp_e1_a_card_to_the_right_end_of_the_hideout() -> None:
    """PP-E1: a card to the right end of the Hideout."""
    state = at("stash", "r4 b1", "b2", hideout="g1 g2 g3")
    do(state, "stash r4")
    assert state.dump()["hideout"] == ["g1", "g2", "g3", "r4"]
    assert hand(state) == "b1"
    assert refused(state, "stash b2") == "PP-E1"
    assert refused(at("stash", "r4 b1", "b2"), "stash b2") == "PP-A1"


def test_pp_e2_keeper_one_at_the_end_of_every_turn() -> None:
    """PP-E2: the keeper moves by 1 at the end of every turn."""
    state = at("stash", "r4 b1", "b2")
    do(state, "stash r4")
    assert markers(state) == (8, 1)


def test_pp_e2_caught_on_the_same_space() -> None:
    state = at("stash", "r4 b1", "b2", keeper=7)
    do(state, "stash r4")
    assert won(state) is False
    assert "PP-E2" in reason(state)
    state = at("act", "r4 key r6 b1", "b2", keeper=7)
    do(state, "set 1 r4 key r6")  # panda 10, keeper 10
    assert won(state) is False


def test_pp_e3_run_or_play_on_is_up_to_whose_turn_it_is() -> None:
    """PP-E3: FAQ: you can keep playing when one player is out; also beyond the win space."""
    state = at("stash", "r4 b1", "", panda=40, **OUT)
    do(state, "stash r4")
    assert state.actors() == [0]
    assert listed(state) == ["escape", "stay"]
    other = state.clone()
    do(state, "escape")
    assert won(state) is True
    do(other, "stay")
    assert won(other) is None


@pytest.mark.parametrize(("panda", "hands"), [(34, ("r4 b1", "")), (40, ("r4 b1", "b2"))])
def test_pp_e3_not_before_the_conditions_are_met(panda: int, hands: tuple[str, str]) -> None:
    more = OUT if not hands[1] else {}
    state = at("stash", *hands, panda=panda, **more)
    do(state, "stash r4")
    assert state.view(None).step != "check"
    assert refused(state, "escape") in {"PP-E3", "PP-T1"}


def test_pp_e3_only_at_the_win_check() -> None:
    assert refused(at("act", "r4 b1", "", panda=40, **OUT), "escape") == "PP-E3"


def test_pp_e4_the_hideout_is_topped_up_to_three() -> None:
    """PP-E4: the Hideout is topped up to three."""
    state = at("stash", "r4 b1", "b2", hideout="g1")
    do(state, "stash r4")
    assert len(state.dump()["hideout"]) == 3
    assert state.dump()["hideout"][:2] == ["g1", "r4"]


def test_pp_e4_a_needed_card_from_an_empty_deck_loses() -> None:
    state = at("stash", "r4 b1", "b2", hideout="g1", deck="")
    do(state, "stash r4")
    assert won(state) is False
    assert "PP-E4" in reason(state)


def test_pp_e4_with_an_empty_deck_the_hideout_still_serves() -> None:
    state = at("refresh", "r4 b1", "b2", hideout="g1 g2 g3", deck="")
    assert refused(state, "draw") == "PP-E4"
    do(state, "pick 1", "pass", "stash r4")
    assert state.actors() == [1]


def test_pp_e5_the_keeper_moves_by_what_is_left_in_all_hands() -> None:
    """PP-E5: FAQ: two spaces for each Key."""
    state = at("check", "r1 b1 key", "", "b2", panda=40, keeper=30, **OUT)
    assert state.view(0).unknown_cards == 1
    log = do(state, "escape")
    assert markers(state) == (40, 30 + 2 + 1 + 2 + 1)
    assert won(state) is True
    assert state.outcome().scores == (4, 4, 4)  # type: ignore[union-attr]
    assert tags(log) == ["final", "keeper", "ended"]
    assert state.view(1).players[0].hand == ["r1", "b1", "key"]


def test_pp_e5_reached_is_caught() -> None:
    state = at("check", "r1 b1 key", "", panda=40, keeper=35, **OUT)
    do(state, "escape")
    assert won(state) is False
    assert "PP-E5" in reason(state)


def test_pp_e6_the_first_one_out_takes_the_timer_and_suspicion_ends() -> None:
    """PP-E6: the first one out takes the Timer, and Raised Suspicion ends."""
    state = at("stash", "r4", "b2 b3", suspect=1, suspicion=4)
    log = do(state, "stash r4")
    assert tags(log)[:3] == ["stashed", "out", "timer"]
    seen = state.view(None)
    assert (seen.timer, seen.timekeeper, seen.suspicion, seen.suspect) == (0, 0, 0, None)  # no quarter turned yet
    assert seen.players[0].out
    state.play(1, state.legal(1)[0])  # no card is paid for any more
    assert state.view(None).suspicion == 0


def test_pp_e7_the_timer_turns_when_play_reaches_its_holder() -> None:
    state = at("stash", "r4 b1", "", "b2 b3", timer=1, timekeeper=1)
    log = do(state, "stash r4")
    assert [event.quarters for event in log if tags([event]) == ["timer"]] == [2]
    assert state.actors() == [2]


def test_pp_e7_and_when_someone_else_goes_out_after_their_check() -> None:
    state = at("stash", "r4", "", "b2 b3", timer=1, timekeeper=1)
    log = do(state, "stash r4")
    assert [event.quarters for event in log if tags([event]) == ["timer"]] == [2, 3]  # once for going out, once for B
    state = at("stash", "r4", "", "b2 b3", panda=40, timer=1, timekeeper=1)
    log = do(state, "stash r4")
    assert "timer" not in tags(log)
    assert state.view(None).step == "check"
    other = state.clone()
    do(state, "escape")
    assert won(state) is True
    assert "timer" in tags(do(other, "stay"))


def test_pp_e7_time_is_up_on_the_fourth_quarter_turn() -> None:
    """PP-E6, PP-E7: "on the 4th turn after taking this card"; the seed says it twice."""
    state = at("stash", "r4", "b2 b3 b4 b5 b6 b7 g1", panda=30)
    do(state, "stash r4")
    assert state.view(None).timer == 0
    for quarter in (1, 2, 3):
        do(state, "draw", "pass", f"stash {hand(state, 1).split()[0]}")
        assert (state.view(None).timer, won(state)) == (quarter, None)
    do(state, "draw", "pass", f"stash {hand(state, 1).split()[0]}")
    assert won(state) is False
    assert "PP-E7" in reason(state)


def test_pp_e7_with_timer_3_the_third_quarter_turn_loses() -> None:
    """PP-E7: who takes the start side for 1 plays with one turn less; harder."""
    harder = at("stash", "r4 b1", "", "b2 b3", timer=2, timekeeper=1, panda=20, options={"timer": 3})
    usual = at("stash", "r4 b1", "", "b2 b3", timer=2, timekeeper=1, panda=20)
    for state in (harder, usual):
        do(state, "stash r4")
    assert won(harder) is False
    assert "PP-E7" in reason(harder)
    assert (won(usual), usual.view(None).timer) == (None, 3)


def test_pp_e7_a_position_of_older_rules_counted_the_start_side_as_1() -> None:
    """PP-E6: positions that version 1 of the rules wrote are read as they were meant."""
    old = at("stash", "r4 b1", "", "b2 b3", timer=1, timekeeper=1, rules=1)
    assert (old.view(None).timer, old.view(None).timekeeper) == (0, 1)
    assert at("stash", "r4 b1", "b2 b3", timer=0, rules=1).view(None).timer == 0


def test_pp_e7_at_the_fourth_all_is_lost() -> None:
    state = at("stash", "r4 b1", "", "b2 b3", timer=3, timekeeper=1, panda=20)
    do(state, "stash r4")
    assert won(state) is False
    assert "PP-E7" in reason(state)
    state = at("check", "r4 b1", "", "b2 b3", timer=3, timekeeper=1, panda=40)
    do(state, "stay")
    assert "PP-E7" in reason(state)


@pytest.mark.parametrize(("panda", "result"), [(40, True), (34, False)])
def test_pp_e7_with_last_check_there_is_a_last_win_check(panda: int, result: bool) -> None:
    """PP-E7: FAQ: you must immediately stop and do a Win Conditions Check when the Timer runs out."""
    state = at("stash", "r4 b1", "", "b2 b3", timer=3, timekeeper=1, panda=34, options={"last_check": True})
    if panda == 40:
        state = at("check", "r4 b1", "", "b2 b3", timer=3, timekeeper=1, panda=40, options={"last_check": True})
        do(state, "stay")
    else:
        do(state, "stash r4")
    assert won(state) is result


def test_pp_e8_a_player_who_is_out_only_has_the_keeper_and_the_check() -> None:
    """PP-E8: FAQ: the only action when out is to turn the Timer or pass."""
    state = at("stash", "r4 b1", "", "b2 b3", timer=1, timekeeper=1, keeper=2)
    do(state, "stash r4")
    assert int(state.keeper) == 2 + 2  # A's turn and B's
    state = at("check", "r4 b1", "", "b2 b3", timer=1, timekeeper=1, panda=40)
    do(state, "stay")
    assert state.actors() == [1]
    assert listed(state) == ["escape", "stay"]


def test_pp_e9_a_game_that_is_lost_is_lost_for_all() -> None:
    """PP-E9: a game that is lost is lost for all."""
    state = at("stash", "r4 b1", "b2", keeper=7)
    do(state, "stash r4")
    assert state.outcome().winners == ()  # type: ignore[union-attr]
    assert state.actors() == []
    assert refused(state, "draw", seat=0) == "PP-E9"


def test_everybody_may_go_out_and_time_runs_on() -> None:
    state = at("stash", "r4", "", timer=0, timekeeper=1, panda=20)
    do(state, "stash r4")
    assert won(state) is False
    assert "PP-E7" in reason(state)
