"""Step 4, draft, and how many dice everyone has: PR-11 and PR-12."""

from __future__ import annotations

from collections import Counter

import pytest

from .table import BAG, at_draft, at_trade, dice_of, die_in, do, game, options_of, own_pack, play_through, refused, tag

pytestmark = pytest.mark.conformance


@pytest.mark.parametrize("seats", range(2, 11))
def test_pr_11_one_die_more_than_players_is_drawn(seats: int) -> None:
    """PR-11: the pool has a die more than there are players."""
    state = game.start(seats, seed=3)
    seen = state.view(None)
    assert len(seen.pool) == seats + 1
    assert Counter(seen.pool) + Counter(seen.bag) == Counter(BAG.split())


@pytest.mark.parametrize(("panda", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_pr_11_the_holder_of_the_token_picks_first_then_clockwise(panda: int, order: list[int]) -> None:
    state = at_draft("y6", "y6", "y6 k12", pool="b6 b8 r8 g20", panda=panda)
    turns = []
    for move in ("take g20", "take r8", "take b8"):
        turns += state.actors()
        do(state, move)
    assert turns == order


def test_pr_11_the_draft_begins_with_the_holder_after_the_trade() -> None:
    state = at_trade("y6 c6", "y6 g20 k12", "y6 b8", panda=1, turn=0)
    do(state, "pass")
    assert state.view(None).step == "draft"
    assert state.actors() == [1]
    assert len(state.view(None).pool) == 4


def test_pr_11_the_die_taken_joins_the_hand_and_leaves_the_pool() -> None:
    state = at_draft("y6", "y6 k12", pool="b6 b8 b8", panda=0)
    do(state, "take b8")
    assert dice_of(state, 0) == "y6 b8"
    assert state.view(None).pool == ["b6", "b8"]


def test_pr_11_one_may_take_any_die_of_the_pool_each_kind_being_one_choice() -> None:
    state = at_draft("y6", "y6 k12", "y6", pool="c6 b8 b8 y8", panda=0)
    assert options_of(state) == ["take y8", "take b8", "take c6"]


def test_pr_11_the_last_die_goes_back_into_the_bag() -> None:
    state = at_draft("y6 b8", "y6 k12", pool="s6 r8", panda=0, turn=1)
    (returned,) = [event.die for event in do(state, "take r8") if tag(event) == "returned"]
    assert returned == "s6"
    everywhere = Counter(state.view(None).bag) + Counter(state.view(None).pool)
    assert everywhere == Counter(BAG.split()) - Counter(["b8", "r8"])


def test_pr_11_the_die_that_went_back_can_be_drawn_at_once_again() -> None:
    def drawn(chance: int) -> bool:  # all s6 but the one in the pool are in hands
        state = at_draft("y6 s6 s6 s6 s6", "y6 s6 s6 b8 k12", pool="s6 r8", panda=0, turn=1, rng=(chance, 1))
        do(state, "take r8")
        return "s6" in state.view(None).pool

    assert any(drawn(chance) for chance in range(300))


@pytest.mark.parametrize("code", sorted(set(BAG.split())))
def test_pr_11_every_die_in_the_bag_can_be_drawn(code: str) -> None:
    pack = own_pack()
    die_in(pack, code)["bag"] = 1
    setup = game.setup(9, content=pack)
    assert any(code in setup.start(seed).view(None).pool for seed in range(100))


def test_pr_11_nobody_takes_what_is_not_in_the_pool() -> None:
    state = at_draft("y6", "y6 k12", pool="b6 b8 b8", panda=0)
    assert refused(state, 0, "take g20") == "there is no green d20 in the pool (PR-11)"
    assert refused(state, 0, "take k12") == "there is no such die (PR-C1)"
    assert refused(state, 0, "take c6*") == "there is no such die (PR-C1)"


def test_pr_11_nobody_passes_in_the_draft() -> None:
    state = at_draft("y6", "y6 k12", pool="b6 b8 b8", panda=0)
    assert refused(state, 0, "pass") == "everyone takes a die from the pool: nobody passes (PR-11)"


def test_pr_11_nobody_picks_out_of_turn() -> None:
    state = at_draft("y6", "y6 k12", pool="b6 b8 b8", panda=0)
    assert refused(state, 1, "take b6") == "it is not your turn (PR-1)"
    assert state.legal(1) == []


def test_pr_11_ten_players_draw_91_of_the_92_dice() -> None:
    state = game.start(10, seed=8)
    for _ in play_through(state, [5, 1, 7, 0, 3]):
        seen = state.view(None)
        if (seen.round, seen.step) == (9, "draft") and len(seen.pool) == 11:
            assert sum(seen.bag.values()) == 1
            return
    raise AssertionError("the ninth draft was never drawn")


@pytest.mark.parametrize("seats", range(2, 11))
def test_pr_12_as_many_dice_as_rounds_until_the_own_pick_and_one_more_with_pink(seats: int) -> None:
    """PR-12: the invariant, over a whole game."""
    state = game.start(seats, seed=20 + seats)
    checked = 0
    for _ in play_through(state, [3, 1, 4, 1, 5, 9, 2, 6]):
        seen = state.view(None)
        picked = (seen.turn - seen.panda) % seats if seen.step == "draft" else 0
        for seat, player in enumerate(seen.players):
            has_picked = (seat - seen.panda) % seats < picked
            assert len(player.dice) == seen.round + has_picked + player.dice.count("k12")
            assert len(player.rolled) == seen.round + sum(die.die == "k12" for die in player.rolled)
            checked += 1
    assert checked >= 9 * seats * seats
    assert all(len(player.rolled) in {10, 11} for player in state.view(None).players)
