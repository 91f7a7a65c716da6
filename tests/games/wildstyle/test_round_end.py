"""The end of a round, and the next (WS-12 to WS-14)."""

from __future__ import annotations

from typing import Any

import pytest

from .table import at, do, game, hexes_of, kinds, may, player, refused, seen, tag

pytestmark = pytest.mark.conformance

ALL_BUT_A_RAIL = "A2 A3 A4 A5 A7"


def test_ws_12_empty_draw_piles_trigger_the_end() -> None:
    """WS-12: Seed, End of the Round A: all draw piles around the map are empty."""
    state = at(player("Rt", one="Mt"), player("Rl", one="At"), piles=[1, 0])
    assert not state.triggered
    events = do(state, 0, "draw 1")
    assert tag(events[-1]) == "triggered"
    assert events[-1].piles_empty
    assert state.view(None).triggered


def test_ws_12_only_one_player_with_tags_triggers_the_end() -> None:
    """Seed, End of the Round B: only 1 player has tags remaining on their crew mat."""
    state = at(player("At", one="Rt Rl Ro", tags=ALL_BUT_A_RAIL), player("Rl", one="At"))
    assert "A1" in hexes_of(state, "R")
    events = do(state, 0, "tag 1 A1")
    assert [tag(event) for event in events][-2:] == ["stopped", "triggered"]
    assert not events[-1].piles_empty
    assert state.actors() == [1]
    assert "draw" in kinds(state, 1)  # everything else goes on


def test_ws_12_three_players_with_two_still_tagging_go_on() -> None:
    state = at(player("At", one="Rt Rl Ro", tags=ALL_BUT_A_RAIL), player("Rl"), player("Ao"))
    do(state, 0, "tag 1 A1")
    assert not state.triggered


def test_ws_12_after_the_trigger_no_new_sets_from_hand_or_share_pile() -> None:
    """Seed, End of the Round: they may continue to take actions normally, except that they may NOT start new sets."""
    state = at(player("Rt Mo", one="Mt"), player("Rl", one="At"), shares="Ml", piles=[0, 0])
    assert refused(state, 0, "add Rt 2") == "the end of the round was triggered: no new sets (WS-12)"
    assert refused(state, 0, "take 1 Ml 2") == "the end of the round was triggered: no new sets (WS-12)"
    assert {"add Mo 1", "take 1 Ml 1", "share Rt 2"} <= set(may(state, 0))
    do(state, 0, "add Mo 1", "take 1 Ml 1", f"tag 1 {hexes_of(state, 'M')[0]}")
    assert refused(state, 0, "add Rt 1") == "the end of the round was triggered: no new sets (WS-12)"


def test_ws_13_the_round_is_over_when_all_sets_in_progress_are_complete() -> None:
    """WS-13: Seed, End of the Round: the remaining players have completed all their in-progress sets."""
    state = at(player("Rt", one="Mt Ml Mo"), player("Rl", one="Al Ao Aw"), piles=[0, 0])
    do(state, 0, f"tag 1 {hexes_of(state, 'M')[0]}")
    assert state.round == 1
    assert 0 in state.actors()  # may still share, but holds nobody up
    events = do(state, 1, f"tag 1 {hexes_of(state, 'A')[0]}")
    assert "round over" in [tag(event) for event in events]
    assert state.round == 2


def test_ws_13_the_round_is_over_when_all_have_run_out_of_tags() -> None:
    """Seed, End of the Round: the remaining players have run out of crew tags."""
    state = at(
        player("At", tags="A1 " + ALL_BUT_A_RAIL),
        player("Rl", one="St Sl So", tags="B1 B2 B3 B4 B5"),
    )
    assert state.actors() == [1]
    do(state, 1, f"tag 1 {hexes_of(state, 'S')[0]}")
    assert state.round == 2


def test_ws_13_who_can_do_nothing_is_not_waited_for() -> None:
    """Seed, End of the Round: can take no legal actions (they can't draw, share, or add to a set)."""
    state = at(player(one="Mt", cars=28), player("Rl", one="Al"), piles=[0, 0], shares="Rt")
    assert state.actors() == [1]  # no hand, nothing to draw, no car, nothing that fits on the share piles
    assert refused(state, 0, "share Mt 1") == "there is nothing that you could do now (WS-13)"
    do(state, 1, "pass")
    assert state.round == 2


def test_ws_13_a_hand_that_nobody_sees_into_has_to_say_so_itself() -> None:
    state = at(player("Rt", one="Mt", cars=28), player("Pl", one="Al"), piles=[0, 0], shares="Fw, Fw, Fo, Fo")
    assert may(state, 0) == ["pass"]
    assert state.actors() == [0, 1]
    do(state, 0, "pass")
    assert refused(state, 0, "pass") == "you have passed (WS-13)"
    do(state, 1, "pass")
    assert state.round == 2


def test_ws_13_a_rush_is_offered_never_forced() -> None:
    """A player who could only rush gets the grace period; the clock's pass, or their own, ends it."""
    state = at(player(one="Mt"), player(one="Al"), piles=[0, 0])
    assert kinds(state, 0) == {"rush", "scrap", "pass"}
    assert state.timer() == 20
    assert game.say(state.timeout(0)) == "pass"
    do(state, 0, "pass")
    assert state.actors() == [1]
    do(state, 1, f"rush 1 {hexes_of(state, 'A')[0]}")
    assert state.round == 2
    assert seen(state, 1).cars == 1


@pytest.mark.parametrize("grace", [10, 20, 40])
def test_ws_13_the_clock_runs_only_when_nobody_has_to_act(grace: int) -> None:
    options = {"grace": grace}
    assert at(player("Rt"), player("Rl"), options=options).timer() == 0
    assert at(player("Rt", one="At"), player("Rl", one="Mt"), piles=[0, 0], options=options).timer() == grace
    stuck = at(
        player("Rt Rl Ro", one="Mt", two="Al"),
        player("Rt Rl Ro", one="Mt", two="Al"),
        shares="Fw, Fw, Fm, Fm",
        options=options,
    )
    assert not stuck.triggered
    assert stuck.timer() == grace  # not triggered, but nobody can be seen to have anything to do but to rush
    able = at(player("Rt Rl Ro", one="Mt", two="Al"), player("Rt", one="Mt", two="Al"), shares="Fw, Fw, Fm, Fm")
    assert able.timer() == 0


def test_ws_13_before_the_trigger_a_pass_lasts_until_somebody_acts() -> None:
    state = at(player("Rt"), player("Rl"), player("Ro"))
    do(state, 0, "pass")
    assert state.actors() == [1, 2]
    do(state, 1, "draw 1")
    assert state.actors() == [0, 1, 2]


def test_ws_13_after_the_trigger_a_pass_holds_for_the_round() -> None:
    state = at(player("Rt", one="Mt"), player("Rl Ro", one="Mt"), player("Ro", one="Mt"), piles=[0, 0])
    do(state, 0, "pass")
    do(state, 1, "share Rl 1")
    assert state.actors() == [1, 2]
    assert seen(state, 0).passed


def test_ws_13_a_trigger_wakes_those_who_waited() -> None:
    state = at(player("Rt", one="Mt"), player("Rl", one="Mt"), piles=[1, 0])
    do(state, 0, "pass")
    do(state, 1, "draw 1")
    assert state.triggered
    assert state.actors() == [0, 1]


def test_ws_13_if_all_wait_the_round_is_over() -> None:
    state = at(player("Rt"), player("Rl"))
    do(state, 0, "pass")
    do(state, 1, "pass")
    assert state.round == 2


def test_ws_13_if_nobody_can_act_at_all_the_round_is_over() -> None:
    state = at(player(one="Mt", two="Fl", cars=28), player("Rl", one="Mt", two="Fl"), piles=[0, 0])
    do(state, 1, "share Rl 1")
    assert state.round == 2


def test_ws_14_the_next_round_brings_six_more_tags_and_a_new_deal() -> None:
    """WS-14: Seed, Starting a New Round: 6 tags added to those left; all cards are gathered, shuffled and dealt."""
    state: Any = at(
        player("Rt", one="Mt Ml Mo", cars=3), player("Rl", tags="B1 B2"), shares="Ft Fl", discards=["Pt", "Pl"]
    )
    do(state, 0, f"tag 1 {hexes_of(state, 'M')[0]}")
    do(state, 0, "pass")
    events = do(state, 1, "pass")
    assert [tag(event) for event in events] == ["passed", "round over", "round", "dealt", "dealt"]
    shown = state.view(None)
    assert (shown.round, shown.phase, shown.triggered) == (2, "ready", False)
    assert [player.mat for player in shown.players] == [5 + 6, 4 + 6]
    assert [player.supply for player in shown.players] == [6, 6]
    assert [player.hand_size for player in shown.players] == [3, 3]
    assert [player.cars for player in shown.players] == [3, 0]  # cars stay
    assert all(player.sets == [[], []] for player in shown.players)
    assert all(not pile.cards and pile.touch is None for pile in shown.shares)
    assert shown.discards == {}
    assert sum(shown.unseen.values()) == 115
    assert sum(shown.piles) + shown.aside == 109
    assert len(shown.players[1].tags) == 2  # tags on the map stay


def test_ws_14_left_over_tags_are_kept() -> None:
    """Seed, End of the Round, tip: you'll get to keep them and try to place them in the following rounds."""
    state: Any = game.start(2, {"pace": "turns"}, seed=1)
    for due in (6, 12, 18):
        assert [player.mat for player in state.view(None).players] == [due, due]
        do(state, state.actors()[0], "pass")
        do(state, state.actors()[0], "pass")
    assert state.view(None).phase == "over"
