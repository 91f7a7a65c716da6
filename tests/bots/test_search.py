from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import pandarium
from pandarium import Outcome, Rng
from pandarium.bots import RandomBot, SearchBot
from pandarium.bots.search import success
from pandarium.core.bot import Bot, ask, ask_advice

game = pandarium.game("leduc")


def play(bots: list[Bot], seed: int) -> Outcome:
    rng = Rng(seed)
    state: Any = game.start(seats=2, seed=seed)
    while actors := state.actors():
        seat = actors[0]
        state.play(seat, ask(bots[seat], state, seat, rng))
    outcome: Outcome = state.outcome()
    return outcome


def test_the_same_position_and_generator_give_the_same_move() -> None:
    state = game.start(seats=2, seed=5)
    seat = state.actors()[0]
    assert ask(SearchBot(50), state, seat, Rng(3)) == ask(SearchBot(50), state, seat, Rng(3))


@pytest.mark.many
def test_the_search_wins_chips_from_random() -> None:
    won = 0
    for number in range(60):
        bots: list[Bot] = [SearchBot(120), RandomBot()]
        won += play(bots, number).scores[0] + play(bots[::-1], number).scores[1]
    assert won > 60  # half a chip a game; about one in practice


def test_advice_lists_the_legal_moves_best_first() -> None:
    state = game.start(seats=2, seed=5)
    seat = state.actors()[0]
    advice = ask_advice(SearchBot(90), state, seat, Rng(1))
    assert {line.move for line in advice} == set(state.legal(seat))
    assert advice[0].move == ask(SearchBot(90), state, seat, Rng(1))
    assert all(0 <= line.value <= 1 for line in advice)
    assert "%" in advice[0].why


def test_a_single_move_needs_no_thought() -> None:
    royale = pandarium.game("royale")
    position = {"seats": 2, "round": 1, "step": "draft", "panda": 0, "turn": 1}
    state = royale.load({**position, "hands": [["y6", "r6"], ["y6", "k12"]], "pool": ["b6", "b6"]})
    assert SearchBot(1).choose(state, 1, Rng(0)) == royale.read("take b6")


@pytest.mark.parametrize(
    ("winners", "scores", "expected"),
    [
        ((0,), (9, 3), [1.0, 0.0]),
        ((0, 1), (5, 5, 2), [0.625, 0.625, 0.0]),
        ((2,), (1, 2, 3), [0.0, 0.25, 1.0]),
        ((0, 1), (7, 7), [0.5, 0.5]),
        ((), (7, 7), [0.25, 0.25]),
    ],
)
def test_success_counts_wins_and_opponents_left_behind(
    winners: tuple[int, ...], scores: tuple[int, ...], expected: list[float]
) -> None:
    outcome = Outcome(winners, scores, "")
    assert [success(outcome, seat) for seat in range(len(scores))] == expected


def test_random_plays_every_legal_move_about_equally_often() -> None:
    state = game.start(seats=2, seed=5)
    seat = state.actors()[0]
    rng = Rng(1)
    counts = Counter(RandomBot().choose(state, seat, rng) for _ in range(3000))
    share = 3000 / len(state.legal(seat))
    assert set(counts) == set(state.legal(seat))
    assert all(abs(count - share) < 0.15 * share for count in counts.values())
