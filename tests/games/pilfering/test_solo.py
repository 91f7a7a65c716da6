"""Playing alone: PP-1 to PP-4, PP-V1, PP-A14."""

from __future__ import annotations

import pytest

from .table import area, at, do, hand, listed, markers, refused, tags, won

pytestmark = pytest.mark.conformance

EMPTY = area("")
WATCHED = {"solo_suspicion": True}


def test_pp_1_a_matching_card_goes_to_the_hideout_and_the_stash_is_filled() -> None:
    """PP-1: a matching card goes to the Hideout, and the Secret Stash is filled."""
    state = at("stash", "r4 b1 b2", hideout="g1 g2 g3", secret="r7 b4 y1")
    do(state, "stash r4")
    assert state.view(0).step == "secret"
    assert listed(state) == ["stash r7", "stash b4"]
    assert refused(state, "stash y1") == "PP-1"
    top = state.dump()["deck"][0]
    do(state, "stash b4")
    assert state.dump()["hideout"] == ["g1", "g2", "g3", "r4", "b4"]
    assert sorted(state.dump()["secret"]) == sorted(["r7", "y1", top])
    assert state.view(0).step == "refresh"


def test_pp_1_any_card_but_a_key_if_none_matches() -> None:
    """PP-1: a Key only if no other card can be played; where nothing matches, any other can."""
    state = at("secret", "b1 b2", hideout="g1 g2 g3", secret="r7 b4 key")
    assert listed(state) == ["stash r7", "stash b4"]
    assert refused(state, "stash key") == "PP-1"


def test_pp_1_a_key_only_if_there_is_nothing_else_or_the_end_is_a_key() -> None:
    assert listed(at("secret", "b1 b2", hideout="g1 g2 g3", secret="r3 b4 key")) == ["stash r3"]
    assert listed(at("secret", "b1 b2", hideout="g1 g2 g3", secret="key key key")) == ["stash key"]
    assert listed(at("secret", "b1 b2", hideout="g1 g2 key", secret="r3 b4 key")) == [
        "stash r3",
        "stash b4",
        "stash key",
    ]


def test_pp_1_no_card_to_fill_it_loses() -> None:
    state = at("secret", "b1 b2", hideout="g1 g2 g3", secret="r3 b4 key", deck="")
    do(state, "stash r3")
    assert won(state) is False


@pytest.mark.parametrize(("panda", "result"), [(33, True), (20, None)])
def test_pp_2_an_empty_hand_ends_it_at_once(panda: int, result: bool | None) -> None:
    """PP-2: FAQ: in solo games the game immediately ends and a Win Condition check is performed."""
    state = at("act", "r4 r5 r6", panda=panda, keeper=20 if panda == 33 else 0)
    if result is None:
        assert refused(state, "set 1 r4 r5 r6") == "PP-A14"
        return
    log = do(state, "set 1 r4 r5 r6")
    assert won(state) is True
    assert [event.why for event in log if tags([event]) == ["keeper"]] == ["set", "final"]  # no step for the turn


def test_pp_2_too_early_is_lost() -> None:
    state = at("stash", "r4", panda=20)
    do(state, "stash r4")
    assert won(state) is False
    assert "PP-2" in state.outcome().reason  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("level", "option", "cost"),
    [
        ("intro", "level", 0),
        ("normal", "level", 5),
        ("hard", "level", 5),
        ("normal", "ignore", 0),
        ("intro", "count", 5),
    ],
)
def test_pp_3_the_secret_stash_counts_by_level_or_as_agreed(level: str, option: str, cost: int) -> None:
    """PP-3: FAQ and green box: they differ, the box holds unless agreed otherwise."""
    options = {"level": level, "solo_final_stash": option}
    state = at("stash", "r4", panda=40, keeper=10, secret="r1 b4 key", options=options)
    do(state, "stash r4")
    assert markers(state) == (40, 10 + cost)
    assert won(state) is True


def test_pp_3_a_full_stash_can_lose_it() -> None:
    state = at("stash", "r4", panda=40, keeper=35, secret="r1 b4 key")
    do(state, "stash r4")
    assert won(state) is False


def test_pp_4_a_pick_up_costs_four_at_most() -> None:
    """PP-4: a pick-up costs 4 at most."""
    state = at("refresh", "r4 r5 b1", hideout="g1 r6 g3", panda=20)
    do(state, "pick 2")
    assert int(state.keeper) == 4
    assert "suspicion" not in tags(do(state, "set 1 r4 r5 r6"))


def test_pp_a14_two_cards_stay_in_hand() -> None:
    """PP-A14: two cards stay in hand."""
    state = at("act", "r4 r5 r6 b1")
    assert refused(state, "set 1 r4 r5 r6") == "PP-A14"
    do(at("act", "r4 r5 r6 b1 b2"), "set 1 r4 r5 r6")


def test_pp_a14_extensions_and_discards_too() -> None:
    state = at("act", "r4 key", areas=[area("r1 r2 r3"), EMPTY])
    assert refused(state, "extend 1 r4") == "PP-A14"
    assert refused(state, "discard") == "PP-A14"
    assert all(move.startswith(("share", "pass")) for move in listed(state))


def test_pp_a14_unless_the_pandas_are_through() -> None:
    state = at("act", "r4 r5 r6 b1", panda=33)
    do(state, "set 1 r4 r5 r6")
    assert won(state) is None  # a last card, to be stashed
    do(state, "pass", "stash b1")
    assert won(state) is True
    caught = at("act", "r4 key key b1", panda=34, keeper=31)
    assert refused(caught, "set 1 r4 key key") == "PP-A14"


def test_pp_a14_nobody_sits_on_with_a_card_that_may_not_be_stashed() -> None:
    """PP-A14, PP-T3: the check follows at once, without another step of the keeper."""
    state = at("act", "r4 r5 r6 b1", panda=33, keeper=20, held="b1", options={"level": "intro"})
    do(state, "set 1 r4 r5 r6")
    assert won(state) is None  # it may still be played
    log = do(state, "pass")
    assert won(state) is True
    assert tags(log) == ["passed", "final", "keeper", "ended"]
    assert markers(state) == (36, 20 + 1 + 1)  # the set, and the card that is dropped


def test_pp_a14_that_check_can_fail() -> None:
    state = at("act", "r4 r5 r6 key", panda=33, keeper=32, held="key")
    do(state, "set 1 r4 r5 r6", "pass")
    assert won(state) is False
    assert "PP-E5" in state.outcome().reason  # type: ignore[union-attr]


def test_pp_t5_alone_sharing_is_a_way_to_do_the_duty() -> None:
    """PP-T5: it certainly gives the card; with others it does not, since they choose."""
    state = at("refresh", "r4 b1 b2 g7", hideout="g1 r6 g3", secret="r5 y1 y2", panda=20)
    assert "pick 2" in listed(state)
    do(state, "pick 2")
    assert refused(state, "pass") == "PP-T5"
    assert refused(state, "share g7 for y1") == "PP-T5"
    assert refused(state, "share r6 for r5") == "PP-T5"
    do(state, "share g7 for r5", "set 1 r4 r5 r6", "pass")
    assert won(state) is None
    two = at("refresh", "r4 b1 b2 g7", "r5 y1 y2", hideout="g1 r6 g3", panda=20)
    assert "pick 2" not in listed(two)
    used = at("refresh", "r4 b1 b2 g7", hideout="g1 r6 g3", secret="r5 y1 y2", panda=20, spent=[0])
    assert refused(used, "pick 2") == "PP-T5"


def test_pp_v1_the_card_goes_where_the_chosen_card_is_played() -> None:
    """PP-V1: the card goes where the chosen card is played."""
    state = at("refresh", "r4 r5 b1 b2", hideout="g1 r6 g3", options=WATCHED, panda=20)
    log = do(state, "pick 2", "set 1 r4 r5 r6")
    assert tags(log)[-1] == "watched"
    assert state.view(0).areas[0].watched


def test_pp_v1_the_next_set_there_pays_two_first_and_it_leaves() -> None:
    lie = [area("r1 r2 r3"), EMPTY]
    state = at("act", "r4 r5 r6 b1 b2", options=WATCHED, watched=0, areas=lie)
    log = do(state, "set 1 r4 r5 r6")
    assert [(event.by, event.why) for event in log if tags([event]) == ["keeper"]] == [(2, "suspicion"), (1, "set")]
    assert not state.view(0).areas[0].watched


def test_pp_v1_an_extension_does_not_pay() -> None:
    state = at("act", "r4 b1 b2", options=WATCHED, watched=0, areas=[area("r1 r2 r3"), EMPTY])
    do(state, "extend 1 r4")
    assert markers(state) == (8, 1)
    assert state.view(0).areas[0].watched


def test_pp_v1_it_may_be_the_end_before_the_set_is_played() -> None:
    state = at("act", "r4 r5 r6 b1 b2", options=WATCHED, watched=0, areas=[area("r1 r2 r3"), EMPTY], keeper=5)
    log = do(state, "set 1 r4 r5 r6")
    assert won(state) is False
    assert "played" not in tags(log)


def test_pp_v1_paid_and_placed_again_at_once() -> None:
    state = at(
        "refresh",
        "r4 r5 b1 b2",
        hideout="g1 r6 g3",
        options=WATCHED,
        panda=20,
        watched=0,
        areas=[area("r1 r2 r3"), EMPTY],
    )
    do(state, "pick 2", "set 1 r4 r5 r6")
    assert int(state.keeper) == 4 + 2 + 1
    assert state.view(0).areas[0].watched


def test_pp_v1_a_discarded_key_places_nothing() -> None:
    state = at("refresh", "r4 r5 b1 b2", hideout="g1 key g3", options=WATCHED, panda=20)
    do(state, "pick 2", "discard")
    assert not any(lie.watched for lie in state.view(0).areas)
    assert "pass" in listed(state)
    do(state, "pass")
    assert hand(state) == "r4 r5 g3 b1 b2"
