"""The oracle by itself, by rule: the course of a turn and of the game, alone as well."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .oracle import (
    CAUGHT,
    ESCAPED,
    FAILED,
    KEY,
    NO_CARD,
    TIME_UP,
    TOO_EARLY,
    Options,
    Play,
    duty_can_be_done,
    every_card,
    every_play,
    options_for,
    points,
    step,
    weight,
)
from .oracle_table import (
    OTHERS,
    PASS,
    alone,
    area,
    extend,
    moved,
    new,
    one_set,
    play_all,
    reuse,
    stash,
    table,
    take,
)

# components and set-up


def test_pp_c1_c2_c4_points() -> None:
    assert [points(card) for card in ("r1", "r2", "p6", KEY)] == [2, 1, 2, 0]
    assert sum(points(card) for card in every_card(9)) == 50
    assert [weight(card) for card in ("r1", "r2", KEY)] == [2, 1, 2]


@pytest.mark.parametrize(
    ("level", "players", "win", "limit", "top", "start"),
    [
        ("intro", 4, 29, 6, 9, 8),
        ("normal", 3, 35, 6, 8, 8),
        ("hard", 2, 35, 5, 7, 7),
        ("intro", 1, 29, 6, 7, 7),
        ("normal", 1, 35, 6, 7, 7),
        ("hard", 1, 35, 5, 7, 6),
    ],
)
def test_pp_s1_s2_s4_levels(level: str, players: int, win: int, limit: int, top: int, start: int) -> None:
    options, panda = options_for(level, players)
    assert (options.win, options.limit, options.top, panda) == (win, limit, top, start)
    assert options.count_stash == (level != "intro")  # PP-3


# refresh


def test_pp_t2_three_ways_to_refresh() -> None:
    position = table("r1 r2", phase="refresh", deck=("g4",), hideout=("r3", "y5", "b7"))
    assert set(every_play(position)) == {
        Play("draw"),
        Play("take", cards=("b7",)),
        Play("take", cards=("r3", "y5", "b7")),  # r1 r2 r3 goes to Nenal; y5 goes nowhere
    }
    assert step(position, Play("draw")).hands[0] == ("r1", "r2", "g4")


def test_pp_t2_alone_never_more_than_twelve_cards() -> None:
    eleven = "r1 r2 r4 y1 y3 y5 g2 g4 b1 b3 p7"
    position = alone(eleven, phase="refresh", hideout=("y7", "r3", "g6"))
    assert [play for play in every_play(position) if len(play.cards) > 1] == []
    assert len(step(position, take(position, 1)).hand) == 12


def test_pp_t3_a_single_card_from_the_hideout_is_not_stashed() -> None:
    position = table("r1 g5", phase="refresh", hideout=("p5", "g7", "r7"))
    after = play_all(position, take(position, 1), PASS)
    assert set(every_play(after)) == {stash("r1"), stash("g5")}


def test_pp_t3_a_single_card_may_be_played_and_if_alone_the_stash_is_skipped() -> None:
    position = table("r1 r2", phase="refresh", hideout=("p5", "g7", "r3"))
    taken = step(position, take(position, 1))
    assert new("r1 r2 r3") in every_play(taken)
    kept = table("r1 r2 r3", phase="refresh", hideout=("p5", "g7", "y1"))
    after = play_all(kept, take(kept, 1), new("r1 r2 r3"), PASS)
    assert (after.seat, after.hands[0], after.hideout) == (1, ("y1",), ("p5", "g7", "y7"))


def test_pp_t3_keys_are_interchangeable() -> None:
    position = table(f"r1 {KEY}", phase="refresh", hideout=("p5", "g7", KEY))
    taken = step(position, take(position, 1))
    assert stash(KEY) in every_play(step(taken, PASS))
    gone = play_all(taken, Play("discard", cards=(KEY,)), PASS)
    assert stash(KEY) in every_play(gone)
    single = table("r1", phase="refresh", hideout=("p5", "g7", KEY))
    assert every_play(play_all(single, take(single, 1), PASS)) == [stash("r1")]


def test_pp_t3_not_given_away_by_sharing() -> None:
    position = table("r1", phase="refresh", used=(False, True), hideout=("p5", "g7", "r7"))
    given = {play.cards for play in every_play(step(position, take(position, 1))) if play.kind == "share"}
    assert given == {("r1",)}


def test_pp_t4_the_example_from_green_1_to_purple_4() -> None:
    position = table("p5 p6", one_set("p1 p2 p3"), phase="refresh", hideout=("y1", "p4", "r6", "b2", "g1"))
    after = step(position, take(position, 4))
    assert after.hideout == ("y1",)
    assert set(after.hand) == {"p5", "p6", "p4", "r6", "b2", "g1"}
    assert after.keeper == position.keeper + 4
    assert PASS not in every_play(after)
    assert PASS in every_play(step(after, new("p4 p5 p6")))
    assert PASS in every_play(step(after, extend("p4")))


def test_pp_t4_a_pick_up_can_lose_at_once() -> None:
    position = table("r1 r2", phase="refresh", panda=8, keeper=4, hideout=("r3", "y5", "b7"))
    assert step(position, take(position, 3)).over == CAUGHT
    assert step(replace(position, keeper=3), take(position, 3)).over is None


def test_pp_t5_the_chosen_card_may_be_swapped_in() -> None:
    position = table("p1 p2", one_set(f"r3 {KEY} r5"), phase="refresh", hideout=("y1", "r4", "g1"))
    after = step(position, take(position, 2))
    assert PASS in every_play(step(after, Play("swap", 0, ("r4",), 1)))


def test_pp_t5_a_key_may_be_discarded_and_keys_are_interchangeable() -> None:
    position = table(f"p1 {KEY}", phase="refresh", hideout=("y1", KEY, "g1"))
    after = step(position, take(position, 2))
    assert after.duty == KEY
    assert step(after, Play("discard", cards=(KEY,))).duty is None


def test_pp_t5_a_key_may_not_be_chosen_behind_the_locked_gate() -> None:
    position = table("p1 p3", phase="refresh", hideout=("y1", KEY, "g1"))
    assert take(position, 2) in every_play(position)
    assert take(position, 2) not in every_play(replace(position, locked=True))


def test_pp_t5_three_actions_are_enough_but_not_four() -> None:
    # each run opens the door for the next: y1 y2 y3, g3 g4 g5, b5 b6 b7, p7 p8 p9
    three = table("y1 y2 y3 g3 g4 g5 b5 b6", area("r1"), area("r2"), phase="refresh", hideout=("g9", "b7", "r9"))
    assert take(three, 2) in every_play(three)
    assert not duty_can_be_done(step(three, take(three, 2)), 2)
    four = replace(three, hands=((*three.hand, "b7", "p7", "p8"), OTHERS), hideout=("g9", "p9", "r9"))
    assert take(four, 2) not in every_play(four)
    picked = replace(four, hands=((*four.hand, "p9"), OTHERS), phase="actions", duty="p9")
    assert duty_can_be_done(picked, 4)


def test_pp_t5_actions_that_spoil_the_duty_are_not_legal() -> None:
    position = table(
        "r4 r5 y5 g5", one_set("p3 p4 p5"), one_set("r1 r2 r3", "ygp"), phase="refresh", hideout=("y1", "r6", "b1")
    )
    after = step(position, take(position, 2))
    assert extend("r4", 1) in every_play(after)
    assert new("r5 y5 g5") not in every_play(after)  # the way from 4 over 5 to 6 would be gone
    assert new("r5 y5 g5") in every_play(replace(after, duty=None))


def test_pp_t5_markers_do_not_matter() -> None:
    position = table("r1 r2", phase="refresh", panda=10, keeper=5, hideout=("y1", "r3", "g1"))
    low = replace(position, panda=9, options=Options(limit=0))
    after = step(position, take(position, 2))
    assert after.over is None
    assert take(low, 2) in every_play(low)
    assert step(low, take(low, 2)).over == CAUGHT


def test_pp_t5_an_unused_crafty_counts_sharing_does_not() -> None:
    full = one_set("g7 y7 b7")
    position = table("r1 r2", full, full, phase="refresh", hideout=("y1", "r3", "g1"))
    crafty = replace(position, pandas=("crafty", "sharing"), used=(False, False))
    sharing = replace(position, used=(False, False))
    assert take(position, 2) not in every_play(position)
    assert take(crafty, 2) in every_play(crafty)
    assert take(sharing, 2) not in every_play(sharing)


def test_pp_t5_the_floor_applies_alone() -> None:
    position = alone("r1 r2", phase="refresh", hideout=("y1", "r3", "g1"))
    assert take(position, 2) not in every_play(position)  # only g1 would be left
    near = replace(position, panda=31)
    assert take(near, 2) in every_play(near)  # 31 + 2 + 1 + 1 is the goal
    more = replace(position, hands=(("r1", "r2", "y5"),))
    assert take(more, 2) in every_play(more)


def test_pp_t6_one_player_alone_pays_4_6_8_8() -> None:
    position = table("r1 r2", phase="refresh", panda=99, hideout=("r3", "g1"))
    paid = []
    for _ in range(4):
        after = step(position, take(position, 2))
        paid.append(after.keeper - position.keeper)
        position = replace(position, keeper=after.keeper, suspect=after.suspect, suspicion=after.suspicion)
    assert paid == [4, 6, 8, 8]


def test_pp_t6_another_player_takes_the_card_on_its_first_side() -> None:
    position = table("r1 r2", phase="refresh", suspect=1, suspicion=4, hideout=("r3", "g1"))
    after = step(position, take(position, 2))
    assert (after.keeper - position.keeper, after.suspect, after.suspicion) == (4, 0, 2)


def test_pp_4_alone_there_is_no_raised_suspicion() -> None:
    position = alone("r1 r2 b5 b6", phase="refresh", hideout=("r3", "g1"))
    after = step(position, take(position, 2))
    assert (after.keeper - position.keeper, after.suspect) == (4, None)


# end of turn and of the game


def test_pp_e1_e2_e4_the_end_of_a_turn() -> None:
    position = table("r1 r2", hideout=("p5",))
    after = play_all(position, PASS, stash("r1"))
    assert after.hideout == ("p5", "r1", "y7")
    assert (after.seat, after.phase, after.keeper) == (1, "refresh", position.keeper + 1)
    tight = replace(position, keeper=position.panda - 1)
    assert play_all(tight, PASS, stash("r1")).over == CAUGHT


def test_pp_e2_the_panda_moves_first() -> None:
    position = table("r1 r2 r3 p1", panda=8, keeper=7)
    assert step(position, new("r1 r2 r3")).over is None
    assert step(replace(position, keeper=11), new("r1 r2 r3")).over == CAUGHT


def test_pp_e3_e5_the_check_is_a_choice() -> None:
    position = table("r1 r2 r3", panda=35)
    ahead = step(position, new("r1 r2 r3"))
    assert ahead.phase == "check"
    won = step(ahead, Play("escape"))
    assert (won.over, won.keeper) == (ESCAPED, ahead.keeper + 3)
    on = step(ahead, Play("go on"))
    assert (on.phase, on.seat, on.over) == ("refresh", 1, None)
    late = replace(ahead, keeper=36)
    assert step(late, Play("escape")).over == FAILED


def test_pp_e3_not_without_a_player_out_nor_short_of_the_goal() -> None:
    assert play_all(table("r1 r2", panda=60), PASS, stash("r1")).phase == "refresh"
    assert step(table("r1 r2 r3", panda=30), new("r1 r2 r3")).phase == "refresh"


def test_pp_e4_no_card_for_a_needed_draw_loses() -> None:
    position = table("r1 r2", hideout=("p5",), deck=())
    assert play_all(position, PASS, stash("r1")).over == NO_CARD
    refresh = table("r1 r2", phase="refresh", deck=())
    assert Play("draw") not in every_play(refresh)
    assert take(refresh, 1) in every_play(refresh)


def test_pp_e5_keys_cost_two() -> None:
    position = table("r1 r2 r3", panda=35, hands=(("r1", "r2", "r3"), (KEY, KEY, "r5")))
    ahead = step(position, new("r1 r2 r3"))
    assert step(ahead, Play("escape")).keeper == ahead.keeper + 5


def test_pp_e6_the_timer_and_the_raised_suspicion() -> None:
    position = table("r1", suspect=1, suspicion=4)
    after = play_all(position, PASS, stash("r1"))
    assert (after.timer_seat, after.timer, after.suspect, after.suspicion_gone) == (0, 0, None, True)
    again = replace(after, hideout=("p3", "g1"), hands=((), OTHERS), panda=30)
    paid = step(again, take(again, 2))
    assert (paid.keeper - again.keeper, paid.suspect) == (4, None)


def test_pp_e7_time_is_up_when_the_holder_is_reached_the_fourth_time() -> None:
    position = play_all(table("r1", panda=30), PASS, stash("r1"))
    seen = []
    while not position.over:
        position = play_all(position, Play("draw"), PASS)
        position = step(position, every_play(position)[0])
        seen.append(position.timer)
    assert (seen, position.over) == ([1, 2, 3, 4], TIME_UP)


def test_pp_e7_another_player_out_turns_it_after_the_check() -> None:
    position = table("r1", panda=40, hands=(("r1",), (), ("b3", "b4")), timer_seat=1, timer=1, pandas=(), used=())
    ahead = play_all(position, PASS, stash("r1"))
    assert (ahead.phase, ahead.timer) == ("check", 1)
    after = step(ahead, Play("go on"))
    assert (after.seat, after.phase, after.timer) == (1, "check", 3)  # once for that, once for the holder's turn
    assert step(replace(ahead, timer=3), Play("go on")).over == TIME_UP
    assert step(replace(ahead, timer=3), Play("escape")).over == ESCAPED
    last = replace(ahead, timer=3, options=Options(last_check=True))
    assert step(last, Play("go on")).over == ESCAPED


def test_pp_e8_a_player_who_is_out_only_pays_and_checks() -> None:
    position = table("", panda=20, seat=1, hands=((), ("b3", "b4")), timer_seat=0, timer=1)
    after = play_all(position, PASS, stash("b3"))
    assert (after.seat, after.phase, after.timer) == (1, "refresh", 2)
    assert after.keeper == position.keeper + 2
    near = play_all(replace(position, panda=40), PASS)
    checked = play_all(near, stash("b3"), Play("go on"))
    assert (checked.seat, checked.phase) == (0, "check")
    assert set(every_play(checked)) == {Play("escape"), Play("go on")}


# alone


def test_pp_1_the_secret_stash_matches_if_it_can() -> None:
    def choice(secret: str, end: str) -> set[str]:
        position = alone("r1 r2", phase="secret", secret=tuple(secret.split()), hideout=("p5", "g7", end))
        return {play.cards[0] for play in every_play(position)}

    assert choice(f"r4 g6 {KEY}", "r6") == {"r4", "g6"}
    assert choice(f"r4 g5 {KEY}", "p6") == {"r4", "g5"}  # any other can be played
    assert choice(f"{KEY} {KEY} {KEY}", "p6") == {KEY}
    assert choice(f"r4 g6 {KEY}", KEY) == {"r4", "g6", KEY}
    assert choice("r4 g6 p1", "y2") == {"r4", "g6", "p1"}


def test_pp_1_it_is_refilled() -> None:
    after = play_all(alone("r1 r2 p1"), PASS, stash("r1"), Play("secret", cards=("g1",)))
    assert after.hideout == ("p5", "g7", "r7", "r1", "g1")
    assert after.secret == ("g2", "b1", "y7")
    assert (after.phase, after.seat) == ("refresh", 0)


def test_pp_2_no_cards_left_ends_the_game() -> None:
    assert step(replace(alone("p1"), phase="stash"), stash("p1")).over == TOO_EARLY
    assert step(alone("p1", phase="stash", panda=35), stash("p1")).over == ESCAPED


def test_pp_a14_a_last_card_that_may_not_be_stashed_ends_it_with_the_check() -> None:
    over = step(alone("p1", held=("p1",), panda=35, keeper=20, options=Options(count_stash=False)), PASS)
    assert (over.over, over.keeper) == (ESCAPED, 21)
    both = step(alone("p1 p2", held=("p1", "p2"), panda=35), PASS)
    assert (both.over, both.phase) == (None, "secret")


def test_pp_t5_alone_sharing_is_a_way_to_do_the_duty() -> None:
    position = alone("r4 b4 b5 g7", phase="refresh", hideout=("g1", "r6", "g3"), secret=("r5", "y1", "y2"))
    unused = replace(position, used=(False,))
    assert take(position, 2) not in every_play(position)
    assert take(unused, 2) in every_play(unused)
    after = step(unused, take(unused, 2))
    assert {play.cards for play in every_play(after)} == {(card, "r5") for card in ("b4", "b5", "g7", "g3")}


def test_pp_3_the_secret_stash_counts_except_at_intro() -> None:
    position = alone("p1", phase="stash", panda=35, keeper=33)
    assert step(position, stash("p1")).over == FAILED
    assert step(replace(position, options=Options(count_stash=False)), stash("p1")).over == ESCAPED


def test_pp_v1_suspicion_on_an_area() -> None:
    position = alone(
        "r1 r2 r4 r5 g1 g2", phase="refresh", hideout=("r3", "b1"), options=Options(solo_suspicion=True), panda=30
    )
    after = play_all(position, take(position, 2), new("r1 r2 r3"))
    assert after.suspicious_area == 0
    assert moved(after, extend("r4")) == (1, 1)
    assert step(after, extend("r4")).suspicious_area == 0
    again = step(after, reuse("r4 r5"))
    assert (again.keeper - after.keeper, again.suspicious_area) == (3, None)
    tight = replace(after, keeper=after.panda - 2)
    assert step(tight, reuse("r4 r5")).over == CAUGHT  # before the set saves anybody
    replaced = alone(
        "r4 r5 g1 g2", one_set("r1 r2 r3"), suspicious_area=0, duty="r4", options=Options(solo_suspicion=True)
    )
    replaced = step(replaced, reuse("r4 r5"))
    assert (replaced.keeper, replaced.suspicious_area) == (3 + 1 + 2, 0)


def test_pp_v1_none_for_a_discarded_key() -> None:
    position = alone(f"{KEY} r1 r2 r3", duty=KEY, options=Options(solo_suspicion=True))
    assert step(position, Play("discard", cards=(KEY,))).suspicious_area is None
