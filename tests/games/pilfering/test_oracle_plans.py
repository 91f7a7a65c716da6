"""The oracle by itself, by rule: Foiled Plans."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .oracle import (
    BACK_DOOR_TRADE,
    CAUGHT,
    EARLY_ROUNDS,
    KEY,
    LOCKED_GATE,
    MUDDY_PAWS,
    NO_CARD,
    RUBBISH_RUMMAGE,
    SHARING_IS_CARING,
    TORCH_BEAM,
    Area,
    Cards,
    Play,
    Position,
    every_card,
    every_play,
    may_be,
    step,
)
from .oracle_table import (
    ALL_CARDS,
    ARIA,
    NENAL,
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
    swaps,
    table,
)


def drawn(plan: str, hand: str, *later: str, **more: Any) -> Position:
    """The position after drawing that plan to refresh the hand."""
    position = table(hand, phase="refresh", deck=(plan, *later, "y7", "y6"), **more)
    return step(position, Play("draw"))


def test_pp_f1_resolved_and_replaced() -> None:
    after = drawn(TORCH_BEAM, "r1 r2")
    assert (after.keeper, after.hand, after.phase) == (5, ("r1", "r2", "y7"), "actions")
    assert drawn(TORCH_BEAM, "r1", panda=5).over == CAUGHT
    assert drawn(MUDDY_PAWS, "r1").hideout == ("g7", "r7")
    assert drawn(MUDDY_PAWS, TORCH_BEAM.split()[0], TORCH_BEAM).keeper == 5
    bare = table("r1", phase="refresh", deck=(TORCH_BEAM,))
    assert step(bare, Play("draw")).over == NO_CARD


def test_pp_f1_at_the_top_up_for_the_player_whose_turn_it_is() -> None:
    position = table("r1 r2", hideout=("p5",), deck=(EARLY_ROUNDS, "y7", LOCKED_GATE, "y6"))
    after = play_all(position, PASS, stash("r1"))
    assert (after.early, after.early_next, after.seat) == (False, frozenset({0}), 1)
    later = play_all(after, Play("draw"), PASS, stash("p1"))
    assert (later.early, later.early_next, later.locked) == (True, frozenset(), False)


def test_pp_f1_in_the_secret_stash() -> None:
    position = alone("r1 r2 p1", deck=(TORCH_BEAM, "y7"))
    after = play_all(position, PASS, stash("r1"), Play("secret", cards=("g1",)))
    assert (after.keeper, after.secret) == (3 + 1 + 2, ("g2", "b1", "y7"))


def test_pp_f2_rubbish_rummage() -> None:
    found = drawn(RUBBISH_RUMMAGE, "r1 r2 g3", "g5")
    assert (found.phase, found.found) == ("rummage", "g5")
    after = step(found, Play("rummage", 0))
    assert after.areas[0] == Area(NENAL.likes, ("g5",))
    assert after.hand == ("r1", "r2", "g3", "y7")
    assert (after.panda, after.keeper) == (found.panda, found.keeper)
    full = table("r7 r8 r9 p1", area("r1 r2 r3 r4 r5 r6", (0, 4)))
    assert extend("r7") not in every_play(full)
    assert moved(full, reuse("r7 r8")) == (3, 3)  # the loose card counts to the limit and can be re-used


def test_pp_f2_an_area_opened_so_asks_for_a_match() -> None:
    position = table("g1 g2 g3 r1 r2 r3 p1", area("g5"))
    assert new("g1 g2 g3") in every_play(position)
    assert new("r1 r2 r3") not in every_play(position)


def test_pp_f2_a_loose_key_is_anything_until_it_is_part_of_a_set() -> None:
    position = table(f"{ALL_CARDS}", area(f"r4 y4 g4 {KEY}", (0, 2)))
    assert may_be(position.areas[0], -1, position.options) == set(every_card(9))
    assert {card for _, card in swaps(position)} == set(every_card(9))
    few = table("g1 g2 g3 p1", area(KEY))
    reused = step(few, reuse("g2 g3"))
    assert (reused.panda - few.panda, reused.keeper - few.keeper) == (3, 3)
    assert may_be(reused.areas[0], 0, few.options) == {"g1"}


def test_pp_f2_a_new_set_takes_the_key_in() -> None:
    position = table("g1 g2 g3 r9 y9 b9 p9 g9", area(KEY))
    assert new("g1 g2 g3") not in every_play(position)  # there is no green 0
    assert new("r9 y9 b9 p9 g9") not in every_play(position)  # nor a sixth suit
    assert moved(position, new("g3 g2 g1")) == (4, 1)  # it costs and scores nothing
    after = step(position, new("g3 g2 g1"))
    assert (after.areas[0].sets[0].start, after.areas[0].sets[0].length) == (0, 4)
    assert may_be(after.areas[0], 0, position.options) == {"g4"}
    later = step(position, new("r9 y9 b9"))
    assert may_be(later.areas[0], 0, position.options) == {"g9", "p9"}


def test_pp_f2_the_key_that_joins_has_no_part_in_the_bonus() -> None:
    position = table(f"r4 y4 p4 b4 g4 {KEY}", area(KEY))  # Nenal likes r, y and b
    assert moved(position, new("r4 y4 p4")) == (3, 1)
    after = step(position, new(f"r4 y4 {KEY}"))
    assert after.panda - position.panda == 2 + 1
    assert [may_be(after.areas[0], place, position.options) for place in (0, 3)] == [{"g4", "p4"}, {"b4"}]


def test_pp_f2_at_the_back_door_the_key_is_the_last_card() -> None:
    position = table("g1 g2 g3 y3 y2 y1 p7", area(KEY), phase="back door", drawing="refresh")
    assert {("g1", "g2", "g3"), ("y1", "y2", "y3")} == back_doors(position)
    after = step(position, Play("back door", 0, ("g1", "g2", "g3")))
    assert may_be(after.areas[0], -1, position.options) == {"g4"}


def back_doors(position: Position) -> set[Cards]:
    return {play.cards for play in every_play(position) if play.kind == "back door"}


def test_pp_f3_back_door_trade() -> None:
    there = one_set("r4 r5 r6")
    position = drawn(BACK_DOOR_TRADE, "r1 r2 r3 g9 p9", areas=(there, ARIA))
    assert position.phase == "back door"
    assert back_doors(position) == {("r1", "r2", "r3"), ("r3", "r2", "r1")}
    after = step(position, Play("back door", 0, ("r1", "r2", "r3")))
    assert after.areas[0].cards == ("r1", "r2", "r3", "r4", "r5", "r6")
    assert (after.panda - position.panda, after.keeper - position.keeper) == (4, 1)
    assert (after.phase, after.hand) == ("actions", ("g9", "p9", "y7"))
    no = step(position, Play("no back door"))
    assert (no.phase, no.areas, no.hand[-1]) == ("actions", position.areas, "y7")
    assert {
        play.cards for play in every_play(replace(after, hands=(("r7", "r4"), OTHERS))) if play.kind == "extend"
    } == {("r7",)}


def test_pp_f3_the_higher_penalty_the_last_card_and_the_bonus() -> None:
    there = one_set("r4 r5 r6 r7 r8 r9")
    position = drawn(BACK_DOOR_TRADE, "r4 y4 b4 p9", areas=(there, ARIA))
    assert moved(replace(position, deck=("y7",)), Play("back door", 0, ("r4", "y4", "b4"))) == (4, 3)
    assert all("p9" not in cards for cards in back_doors(position))
    other = drawn(BACK_DOOR_TRADE, "g1 g2 g3 p9", areas=(there, ARIA))
    assert other.phase == "actions"  # nothing matches, nothing is asked


def test_pp_f3_the_last_card_matches_the_leftmost() -> None:
    position = drawn(BACK_DOOR_TRADE, "b4 b5 b6 p9", areas=(one_set("r4 r5 r6"), ARIA))
    assert back_doors(position) == {("b6", "b5", "b4")}


def test_pp_f3_it_is_a_set_for_the_suspicion_on_an_area() -> None:
    play = Play("back door", 0, ("r3", "r2", "r1"))
    position = alone("r1 r2 r3 p1 p2", one_set("r4 r5 r6"), phase="back door", drawing="refresh", suspicious_area=0)
    after = step(position, play)
    assert (after.keeper - position.keeper, after.suspicious_area) == (3, None)
    assert step(replace(position, keeper=18), play).over == CAUGHT


def test_pp_f3_going_out_by_it_at_the_top_up_turns_the_timer() -> None:
    position = table("r1 r2 r3", one_set("r4 r5 r6"), phase="back door", drawing="hideout", hideout=("p5", "g7"))
    play = Play("back door", 0, ("r3", "r2", "r1"))
    first = step(position, play)
    assert (first.timer_seat, first.timer, first.seat) == (0, 0, 1)
    later = step(replace(position, hands=(position.hand, OTHERS, ()), timer_seat=2, timer=1), play)
    assert (later.timer_seat, later.timer, later.seat) == (2, 2, 1)


def test_pp_f3_at_the_top_up_followed_by_a_caught_check() -> None:
    position = table("r1 r2 r3 p1 p2", one_set("r4 r5 r6"), hideout=("p5",), deck=(BACK_DOOR_TRADE, "y7"))
    asked = play_all(position, PASS, stash("p1"))
    assert asked.phase == "back door"
    play = Play("back door", 0, ("r1", "r2", "r3"))
    after = step(asked, play)
    assert (after.hideout, after.seat) == (("p5", "p1", "y7"), 1)
    assert step(replace(asked, keeper=23), play).over == CAUGHT


def test_pp_f4_sharing_is_caring() -> None:
    after = drawn(SHARING_IS_CARING, "r1 r2", swaps=(("r2", "p2"),))
    assert [sorted(hand) for hand in after.hands] == [["p2", "r1", "y7"], ["b7", "p1", "r2"]]
    three = drawn(SHARING_IS_CARING, "r1", hands=(("r1",), (), ("b3",)), swaps=(("r1", "b3"),), timer_seat=1, timer=1)
    assert three.hands == (("b3", "y7"), (), ("r1",))
    all_in = drawn(SHARING_IS_CARING, "r1", hands=(("r1",), ("g3",), ("b3",)), swaps=(("r1", "g3"),))
    assert all_in.hands == (("g3", "y7"), ("r1",), ("b3",))
    solo = alone("r1 r2", phase="refresh", deck=(SHARING_IS_CARING, "y7"), swaps=(("r1", "g2"),))
    assert sorted(step(solo, Play("draw")).secret) == ["b1", "g1", "r1"]


def test_pp_f5_early_rounds_and_locked_gate() -> None:
    early = drawn(EARLY_ROUNDS, "r1 r2 r3 p1")
    assert moved(early, new("r1 r2 r3")) == (4, 3)
    locked = drawn(LOCKED_GATE, f"r1 r2 {KEY} p1")
    assert {play.kind for play in every_play(locked)} == {"pass"}
    assert reuse("r4 r5") in every_play(
        replace(locked, areas=(one_set(f"r1 r2 {KEY}"), ARIA), hands=(("r4", "r5"), OTHERS))
    )
