"""What each player of Leduc hold'em may know, moves, positions and content, and the same game in OpenSpiel."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from leduc_table import CALL, FOLD, GAME, NAMES, RAISE, after, position, random_game, scores

from pandarium import BadContent, BadData, BadMove, Match, Rng, State
from pandarium.core.bot import ask, ask_advice
from pandarium.kit.lesson import read_lesson

pytestmark = pytest.mark.conformance


# What a player may know


def test_a_resampled_game_looks_the_same_to_its_player() -> None:
    rng = Rng(3)
    for seed in range(60):
        for state in random_game(seed)[0]:
            for seat in (0, 1):
                twin = state.resample(seat, rng)
                assert twin.view(seat) == state.view(seat)
                assert twin.observe(seat) == state.observe(seat)
                assert twin.legal(seat) == state.legal(seat)
                assert twin.actors() == state.actors()
            assert state.resample(None, rng).view(None) == state.view(None)


def test_resampling_draws_the_other_card_from_all_that_are_left() -> None:
    rng = Rng(4)
    state = position("JK", "call call", "J")
    hands = Counter(tuple(state.resample(0, rng).dump()["hands"]) for _ in range(400))
    assert set(hands) == {("J", "Q"), ("J", "K")}
    assert 150 < hands["J", "Q"] < 250
    assert {state.resample(1, rng).dump()["hands"][1] for _ in range(50)} == {"K"}
    spectator = Counter(card for _ in range(300) for card in state.resample(None, rng).dump()["hands"])
    assert set(spectator) == {"J", "Q", "K"}
    assert spectator["J"] < spectator["Q"]


def test_resampling_draws_the_card_to_come_anew() -> None:
    rng = Rng(5)
    state = position("JJ", "call")
    turned = {after("call", state.resample(0, rng)).view(0).public for _ in range(60)}
    assert turned == {"J", "Q", "K"}


def test_resampling_leaves_a_showdown_alone() -> None:
    state = position("JK", "call call call call", "Q")
    for viewer in (0, 1, None):
        assert state.resample(viewer, Rng(6)).dump()["hands"] == ("J", "K")


def test_events_hide_the_other_card_from_the_deal_on() -> None:
    events: list[Any] = []
    state = GAME.setup(seats=2).start(9, events)
    mine, theirs = state.dump()["hands"]
    assert [GAME.redact(event, 0).card for event in events] == [mine, None]
    assert [GAME.redact(event, 1).card for event in events] == [None, theirs]
    assert [GAME.redact(event, None).card for event in events] == [None, None]


def test_games_that_differ_in_the_other_card_only_cannot_be_told_apart() -> None:
    for moves in ["", "call", "raise", "raise raise"]:
        assert len({str(position("J" + other, moves).view(0)) for other in "JQK"}) == 1
        assert len({position("J" + other, moves).observe(0) for other in "JQK"}) == 1
    for moves in ["call call", "call call raise", "raise call raise fold"]:
        assert len({str(position("Q" + other, moves, "Q").view(0)) for other in "JK"}) == 1
        assert len({position("Q" + other, moves, "Q").observe(0) for other in "JK"}) == 1


def test_the_observation_says_what_the_view_says() -> None:
    state = position("JK", "raise call call", "Q")
    assert GAME.observation.split(state.observe(1)) == {
        "card": b"\3",
        "public": b"\2",
        "stage": b"\2",
        "paid": b"\3",
        "their paid": b"\3",
        "to act": b"\1",
        "first round": bytes([RAISE, CALL, 0, 0]),
        "second round": bytes([CALL, 0, 0, 0]),
    }


def test_undo_stops_at_every_reveal() -> None:
    match = Match.begin("leduc", seats=2, seed=1)
    match.play(0, CALL)
    assert match.may_undo(0)
    match.play(1, CALL)
    assert not match.may_undo(1), "the public card was turned"
    match.play(0, RAISE)
    assert match.may_undo(0)
    match.play(1, CALL)
    assert not match.may_undo(1), "cards were shown"


# Moves, positions and content


@pytest.mark.parametrize(
    ("text", "said"), [("fold", "fold"), (" Check ", "call"), ("CALL", "call"), ("raise", "raise")]
)
def test_notation_goes_both_ways(text: str, said: str) -> None:
    move = GAME.read(text)
    assert GAME.say(move) == said
    assert type(GAME.describe(move)).__name__.lower() == said
    assert GAME.label(move, NAMES)


@pytest.mark.parametrize("text", ["", "bet", "raise 4", "fold fold"])
def test_other_texts_are_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(BadMove, match="write 'fold'"):
        GAME.read(text)


def test_numbers_that_are_no_moves_cannot_be_said() -> None:
    for ask_for in (GAME.say, GAME.describe):
        with pytest.raises(BadMove, match="no move of Leduc"):
            ask_for(7)


def test_a_position_comes_back_as_it_was_and_goes_on_the_same_way() -> None:
    for seed in range(40):
        states, _, moves = random_game(seed)
        for number, state in enumerate(states):
            loaded = GAME.load(state.dump())
            assert loaded.dump() == state.dump()
            for seat, move in moves[number:]:
                loaded.play(seat, move)
            assert loaded.dump() == states[-1].dump()


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"hands": ["J"]}, "position.hands"),
        ({"hands": ["J", "A"]}, "position.hands"),
        ({"hands": ["J", "J"], "moves": ["call", "call"], "public": "J"}, "position.public"),
        ({"hands": ["J", "Q"], "public": "K"}, "position.public"),
        ({"hands": ["J", "Q"], "moves": ["call", "call"]}, "position.public"),
        ({"hands": ["J", "Q"], "moves": ["fold"]}, r"position.moves\[0\]"),
        ({"hands": ["J", "Q"], "moves": ["raise", "bid"]}, r"position.moves\[1\]"),
        ({"hands": ["J", "Q"], "seats": 3}, "position.seats"),
        ("{", "position: not JSON"),
    ],
)
def test_impossible_positions_are_refused_by_place(data: Any, place: str) -> None:
    with pytest.raises(BadData, match=place):
        GAME.load(data)


def test_a_pack_may_bring_another_deck() -> None:
    cards = [{"code": code, "copies": 3, "source": "ours"} for code in ("1", "2", "3", "4")]
    pack = {"deck": {"title": "Twelve cards", "card": cards}}
    state = GAME.start(2, seed=1, content=pack)
    assert set(state.dump()["hands"]) <= {"1", "2", "3", "4"}
    both = GAME.load({"hands": ["2", "2"], "moves": ["call"] * 4, "public": "2", "content": pack})
    assert scores(both) == (0, 0)


@pytest.mark.parametrize(
    ("codes", "reason"),
    [(["J", "Q"], "length >= 3"), (["J", "J", "K"], "'J': stands there twice"), (["j", "Q", "K"], "regex")],
)
def test_a_deck_with_a_mistake_is_refused(codes: list[str], reason: str) -> None:
    pack = {"deck": {"title": "x", "card": [{"code": code, "copies": 2, "source": "ours"} for code in codes]}}
    with pytest.raises(BadContent, match=reason):
        GAME.setup(2, content=pack)


# Playing it


def test_the_own_playout_plays_the_moves_of_the_inherited_one() -> None:
    for seed in range(100):
        own, inherited = GAME.start(2, seed=seed), GAME.start(2, seed=seed)
        assert own.playout(Rng(seed)) == State.playout(inherited, Rng(seed))
        assert own.dump() == inherited.dump()


def test_who_lets_the_clock_run_out_checks_or_folds() -> None:
    assert position().timeout(0) == CALL
    assert position(moves="raise").timeout(1) == FOLD


@pytest.mark.parametrize(
    ("hands", "moves", "public", "expected"),
    [
        ("KJ", "", None, "raise"),
        ("JK", "", None, "call"),
        ("KQ", "raise", None, "call"),
        ("QJ", "call call", "Q", "raise"),
        ("JQ", "call call call raise", "K", "fold"),
    ],
)
def test_greedy_plays_the_odds(hands: str, moves: str, public: str | None, expected: str) -> None:
    state = position(hands, moves, public)
    seat = state.actors()[0]
    bot = GAME.bots()["greedy"]()
    assert GAME.say(ask(bot, state, seat, Rng(1))) == expected
    advice = ask_advice(bot, state, seat, Rng(1))
    assert {piece.move for piece in advice} == set(state.legal(seat))
    assert GAME.say(advice[0].move) == expected


def test_greedy_wins_chips_from_random() -> None:
    bot = GAME.bots()["greedy"]()
    rng = Rng(8)
    won = 0
    for seed in range(300):
        state = GAME.start(2, seed=seed)
        me = seed % 2
        while state.actors():
            seat = state.actors()[0]
            choices = state.legal(seat)
            state.play(seat, ask(bot, state, seat, rng) if seat == me else choices[rng.below(len(choices))])
        won += scores(state)[me]
    assert won > 200


# The same game elsewhere


def test_every_game_there_is_goes_as_in_openspiel() -> None:
    """The whole tree: turns, legal moves and payoffs in every position of every deal."""
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: nothing to compare with")
    theirs = pyspiel.load_game("leduc_poker")
    compared = 0

    def compare(ours: State, other: Any, public: int) -> None:
        nonlocal compared
        if other.is_chance_node():
            other.apply_action(public)
            ours = GAME.load({**ours.dump(), "public": "JQK"[public // 2]})
        compared += 1
        if other.is_terminal():
            assert ours.actors() == []
            assert scores(ours) == tuple(other.returns())
            return
        assert ours.actors() == [other.current_player()]
        assert [move - 1 for move in ours.legal(other.current_player())] == other.legal_actions()
        for move in other.legal_actions():
            clone = ours.clone()
            clone.play(other.current_player(), move + 1)
            compare(clone, other.child(move), public)

    deals = {tuple(card // 2 for card in cards): cards for cards in permutations(range(6), 3)}
    for ranks, (first, second, public) in deals.items():
        other = theirs.new_initial_state()
        other.apply_action(first)
        other.apply_action(second)
        compare(position("".join("JQK"[rank] for rank in ranks[:2])), other, public)
    assert len(deals) == 24
    assert compared > 2000


def test_random_games_go_as_in_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: nothing to compare with")
    theirs = pyspiel.load_game("leduc_poker")
    for seed in range(200):
        states, _, moves = random_game(seed)
        other = theirs.new_initial_state()
        first, second = (states[0].card_of(seat) for seat in (0, 1))  # type: ignore[attr-defined]
        other.apply_action(first)
        other.apply_action(second)
        for state, (seat, move) in zip(states, moves, strict=False):
            if other.is_chance_node():
                other.apply_action(state.public)  # type: ignore[attr-defined]
            assert other.current_player() == seat
            assert other.legal_actions() == [move - 1 for move in state.legal(seat)]
            other.apply_action(move - 1)
        assert tuple(other.returns()) == scores(states[-1])


def test_the_lesson_can_be_played_as_it_is_told() -> None:
    lesson = read_lesson(GAME)
    assert [step.answer("raise") is not None for step in lesson.steps] == [True, True]
