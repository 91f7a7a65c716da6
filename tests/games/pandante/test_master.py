"""The level that learned the game by playing it."""

from __future__ import annotations

from typing import Any

import pytest

from pandarium.bots import make, thinks
from pandarium.core.bot import Bot, ask, ask_advice
from pandarium.core.rng import Rng
from pandarium.games.pandante.bots import Cautious
from pandarium.games.pandante.bots.master import BLURRED, FILE, LEAST, Blurred, Master
from pandarium.kit.net_file import read_net

from .table import at, game
from .test_bots import OPTIONS, choices, play

LARGEST = 5_000_000


def test_it_is_quick_and_small_and_says_how_it_was_made() -> None:
    assert isinstance(make(game, "master"), Master)
    assert not thinks(game, "master")
    assert FILE.stat().st_size < LARGEST
    about = read_net(FILE, FILE.name).about
    assert about["game"] == "pandante"
    assert about["command"].startswith("pandarium train pandante --decisions ")
    assert {"seed", "hours", "made_with"} <= set(about)


@pytest.mark.parametrize(
    "options", [OPTIONS[0], *(pytest.param(one, marks=pytest.mark.many) for one in OPTIONS[1:])], ids=str
)
def test_it_plays_whole_games_with_every_option(options: dict[str, Any]) -> None:
    state = game.start(3, options, 4)
    bots: list[Bot] = [Master(), Cautious(), Cautious()]
    play(state, bots, 4)  # type: ignore[arg-type]
    assert state.outcome() is not None


def test_what_it_cannot_know_changes_nothing() -> None:
    one = at("bet", "k1 b1", "k3 k4", turn=0, board="r1 b3 g5", claims="- pair")
    other = at("bet", "k1 b1", "g3 o3", turn=0, board="r1 b3 g5", claims="- pair")
    assert choices(Master(), one, 0, 5) == choices(Master(), other, 0, 5)


def test_it_challenges_the_impossible() -> None:
    state = at("challenge", "k2 k4", "k3 k6", turn=0, claims="straight-flush pair", hot=[0])
    assert choices(Master(), state, 1, 20).count("challenge") >= 18


def test_its_hints_tell_how_often_and_why() -> None:
    state = at("challenge", "k2 k4", "k3 k6", turn=0, claims="three pair", hot=[0])
    advice = ask_advice(Master(), state, 1, Rng(1))
    assert 1 <= len(advice) <= 2
    assert sum(line.value for line in advice) == pytest.approx(1)
    assert all(line.value >= LEAST for line in advice)
    assert "the master plays it" in str(advice[0].message)
    assert "%" in str(advice[0].message)


def test_it_never_plays_what_it_would_play_almost_never() -> None:
    state = at("bet", "k1 b1", "k3 k4", turn=0, board="r1 b3 g5", claims="- pair")
    shares = {game.say(line.move): line.value for line in Master().advise(state, 0, Rng(1))}
    assert set(choices(Master(), state, 0, 80)) <= set(shares)
    assert ask(Master(), state, 0, Rng(2)) in state.legal(0)


@pytest.mark.parametrize("level", BLURRED)
def test_the_levels_below_err_where_it_is_close_and_never_senselessly(level: str) -> None:
    bot, sure = make(game, level), Blurred(level)
    assert isinstance(bot, Blurred)
    assert not thinks(game, level)
    assert BLURRED[level][0] > 1
    sure.blur = 1.0
    for state, seat in (
        (at("bet", "k1 b1", "k3 k4", turn=0, board="r1 b3 g5", claims="- pair"), 0),
        (at("bet", "k5 b5", "k3 k4", turn=0, board="r1 b3 g5", claims="- pair"), 0),
    ):
        asked = {advice.move: advice.value for advice in ask_advice(bot, state, seat, Rng(1))}
        known = {advice.move: advice.value for advice in ask_advice(sure, state, seat, Rng(1))}
        assert asked.keys() == known.keys()
        assert sorted(asked, key=asked.__getitem__) == sorted(known, key=known.__getitem__)  # it knows what is better,
        certain = max(known.values()) == 1.0
        assert certain or max(asked.values()) < max(known.values())  # and is less sure of it
        assert all((asked[move] > 0) == (known[move] > 0) for move in asked)


def test_even_a_newcomer_challenges_the_impossible() -> None:
    state = at("challenge", "k2 k4", "k3 k6", turn=0, claims="straight-flush pair", hot=[0])
    assert choices(make(game, "newcomer"), state, 1, 20).count("challenge") >= 14
