"""Every rule of Leduc hold'em by its number."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from leduc_table import CALL, FOLD, GAME, NAMES, RAISE, after, legal, paid, position, random_game, scores

from pandarium import IllegalMove
from pandarium.kit.rulebook import Rulebook

pytestmark = pytest.mark.conformance


def test_lh1_the_deck_holds_two_of_each_rank() -> None:
    seen: Counter[str] = Counter()
    for seed in range(300):
        data = after("call call", GAME.start(2, seed=seed)).dump()
        cards = Counter([*data["hands"], data["public"]])
        assert set(cards) <= {"J", "Q", "K"}
        assert max(cards.values()) <= 2
        seen += cards
    assert all(250 < seen[card] < 350 for card in "JQK")


def test_lh2_both_pay_an_ante_and_get_a_card_each() -> None:
    state = GAME.start(2, seed=1)
    assert paid(state) == [1, 1]
    assert state.view(0).players[0].card in "JQK"
    assert state.view(1).players[1].card in "JQK"


def test_lh2_only_the_owner_sees_a_card() -> None:
    state = position("JK")
    assert [player.card for player in state.view(0).players] == ["J", None]
    assert [player.card for player in state.view(1).players] == [None, "K"]
    assert [player.card for player in state.view(None).players] == [None, None]


def test_lh3_the_first_player_opens_both_rounds() -> None:
    state = position()
    assert state.actors() == [0]
    assert after("call", state).actors() == [1]
    assert after("raise call", state).actors() == [0]
    assert state.view(0).stage == "second round"


def test_lh3_the_other_player_has_to_wait() -> None:
    state = position()
    assert state.legal(1) == []
    with pytest.raises(IllegalMove, match=r"not your turn \(LH-3\)"):
        state.play(1, CALL)


@pytest.mark.parametrize("move", [0, 4, FOLD + 16, RAISE + 1024, -1, 2**80])
def test_lh3_other_numbers_are_no_moves(move: int) -> None:
    state = position()
    before = state.dump()
    with pytest.raises(IllegalMove):
        state.play(0, move)
    assert state.dump() == before


def test_lh4_nobody_folds_for_free() -> None:
    state = position()
    assert legal(state) == ["call", "raise"]
    with pytest.raises(IllegalMove, match="LH-4"):
        state.play(0, FOLD)
    assert legal(after("raise", state)) == ["fold", "call", "raise"]


def test_lh5_a_call_pays_what_is_owed_and_a_check_nothing() -> None:
    state = after("call", position())
    assert paid(state) == [1, 1]
    assert paid(after("raise", state)) == [1, 3]
    assert paid(after("call", state)) == [3, 3]


def test_lh6_raises_are_two_chips_then_four() -> None:
    assert paid(position(moves="raise")) == [3, 1]
    assert paid(position(moves="raise raise")) == [3, 5]
    assert paid(position(moves="call call raise", public="Q")) == [5, 1]
    assert paid(position(moves="call call raise raise", public="Q")) == [5, 9]


@pytest.mark.parametrize("moves", ["raise raise", "call raise raise"])
def test_lh6_two_raises_a_round_are_the_most(moves: str) -> None:
    state = position(moves=moves)
    assert legal(state) == ["fold", "call"]
    with pytest.raises(IllegalMove, match="LH-6"):
        state.play(state.actors()[0], RAISE)


@pytest.mark.parametrize("moves", ["call call", "raise call", "call raise call", "raise raise call"])
def test_lh7_these_end_a_round(moves: str) -> None:
    state = after(moves, position())
    assert state.view(None).stage == "second round"
    assert after(moves, state).view(None).stage == "showdown"


@pytest.mark.parametrize("moves", ["call", "raise", "call raise", "raise raise", "call raise raise"])
def test_lh7_these_do_not(moves: str) -> None:
    assert position(moves=moves).view(None).stage == "first round"


def test_lh8_the_public_card_is_one_of_the_four_that_are_left() -> None:
    turned = Counter(
        after("call call", GAME.load({"hands": ["J", "J"], "rng": [seed, 1]})).view(None).public for seed in range(400)
    )
    assert set(turned) == {"Q", "K"}
    assert 150 < turned["Q"] < 250


def test_lh8_nobody_sees_it_before() -> None:
    assert position(moves="raise raise").view(0).public is None


@pytest.mark.parametrize(
    ("moves", "public", "expected"),
    [
        ("raise fold", None, (1, -1)),
        ("call raise fold", None, (-1, 1)),
        ("raise raise fold", None, (-3, 3)),
        ("call call raise raise fold", "Q", (-5, 5)),
        ("raise raise call call raise raise fold", "Q", (9, -9)),
    ],
)
def test_lh9_who_folds_loses_what_they_have_paid(moves: str, public: str | None, expected: tuple[int, int]) -> None:
    assert scores(position("KJ", moves, public)) == expected
    assert scores(position("JK", moves, public)) == expected


def test_lh9_after_a_fold_nobody_ever_shows_a_card() -> None:
    events: list[Any] = []
    state = position("JK", "call call raise", "J")
    state.play(1, FOLD, events)
    assert [player.card for player in state.view(0).players] == ["J", None]
    assert [player.card for player in state.view(1).players] == [None, "K"]
    assert [player.card for player in state.view(None).players] == [None, None]
    told = [GAME.sentence(GAME.redact(event, None), NAMES) for event in events]
    assert told == ["Ben folds", "Ann wins 1"]


@pytest.mark.parametrize(
    ("hands", "public", "winners", "reason"),
    [
        ("KQ", "J", (0,), "the higher card wins (LH-10)"),
        ("JQ", "K", (1,), "the higher card wins (LH-10)"),
        ("JK", "J", (0,), "a pair wins (LH-10)"),
        ("KQ", "Q", (1,), "a pair wins (LH-10)"),
        ("QQ", "K", (0, 1), "equal cards share the pot (LH-10)"),
    ],
)
def test_lh10_a_pair_wins_then_the_higher_card(hands: str, public: str, winners: tuple[int, ...], reason: str) -> None:
    outcome = position(hands, "raise call raise call", public).outcome()
    assert outcome is not None
    assert outcome.winners == winners
    assert outcome.reason == reason
    chips = {(0,): (7, -7), (1,): (-7, 7), (0, 1): (0, 0)}
    assert outcome.scores == chips[winners]


def test_lh10_at_a_showdown_everyone_sees_both_cards() -> None:
    events: list[Any] = []
    state = position("JK", "call call call", "Q")
    state.play(1, CALL, events)
    for viewer in (0, 1, None):
        assert [player.card for player in state.view(viewer).players] == ["J", "K"]
    told = [GAME.sentence(GAME.redact(event, None), NAMES) for event in events]
    assert told == ["Ben checks", "Ann shows J", "Ben shows K", "Ben wins 1"]


def test_lh11_scores_are_chips_won_and_lost() -> None:
    assert scores(position("KJ", "raise raise call raise raise call", "Q")) == (13, -13)
    for seed in range(100):
        end = random_game(seed)[0][-1]
        assert sum(scores(end)) == 0
        assert max(scores(end)) <= 13


def test_lh11_a_finished_game_takes_no_more_moves() -> None:
    state = position(moves="raise fold")
    assert state.actors() == []
    assert state.legal(0) == state.legal(1) == []
    with pytest.raises(IllegalMove, match=r"the game is over \(LH-11\)"):
        state.play(0, CALL)


def test_every_rule_is_in_the_rulebook_and_every_refusal_names_one() -> None:
    from pandarium.games.leduc.engine.faults import FAULTS  # type: ignore[import-not-found]

    ids = [rule.id for rule in Rulebook.of(GAME).rules]
    assert ids == [f"LH-{number}" for number in range(1, 12)]
    assert {rule for rule, _ in FAULTS[1:]} <= set(ids)
