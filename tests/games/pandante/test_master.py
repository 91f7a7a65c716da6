"""The level that learned the game by playing it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from pandarium.bots import make, thinks
from pandarium.core.bot import Bot, ask, ask_advice
from pandarium.core.rng import Rng
from pandarium.games.pandante.bots import Cautious
from pandarium.games.pandante.bots.abstraction import PandanteAbstraction
from pandarium.games.pandante.bots.inputs import LAYOUT
from pandarium.games.pandante.bots.master import (
    ERRORS,
    FILE,
    LEAST,
    Errors,
    Learned,
    Master,
    misjudged,
    too_high,
    trained,
)
from pandarium.kit.net_bot import NetBot
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


@pytest.mark.parametrize("level", ERRORS)
def test_the_levels_below_play_nothing_that_the_network_finds_senseless(level: str) -> None:
    bot, errors = make(game, level), ERRORS[level]
    assert isinstance(bot, Learned)
    assert not thinks(game, level)
    state = at("bet", "k1 b1", "k3 k4", turn=0, board="r1 b3 g5", claims="- pair")
    sure = NetBot(trained(), PandanteAbstraction(), level, errors.least)
    sure_shares = {advice.move: advice.value for advice in ask_advice(sure, state, 0, Rng(1))}
    straight_odds = Learned(level)
    straight_odds.errors = errors._replace(trust=0.0, hope=0.0)
    erring = {advice.move: advice.value for advice in ask_advice(straight_odds, state, 0, Rng(1))}
    assert {move for move, share in erring.items() if share > 0} == {m for m, share in sure_shares.items() if share > 0}
    assert max(erring.values()) < max(sure_shares.values())  # it is less sure of what is best


def test_the_weaker_the_level_the_more_it_errs() -> None:
    levels = list(ERRORS.values())
    for weaker, stronger in pairwise(levels):
        assert weaker.blur > stronger.blur > 1
        assert weaker.blur_of_six > stronger.blur_of_six > 1
        assert weaker.least < stronger.least < LEAST
        assert weaker.trust >= stronger.trust
        assert weaker.hope >= stronger.hope
        assert weaker.fold <= stronger.fold < 1
        assert weaker.challenge <= stronger.challenge < 1


def test_they_take_what_may_be_for_likelier_than_it_is_but_not_what_cannot_be() -> None:
    state = at("challenge", "k2 k4", "k3 k6", turn=0, claims="three pair", hot=[0])
    seen = Master().look(state, 1)
    errors = Errors(1.0, 1.0, 0.0, 0.5, 0.5, 1.0, 1.0)
    before, after = (LAYOUT.split(data) for data in (seen, misjudged(seen, errors)))
    changed = {name for name in before if before[name] != after[name]}
    assert "player 1 truth" in changed
    assert changed <= {"player 1 truth", "will be true"}
    assert after["player 1 truth"][0] == too_high(before["player 1 truth"][0], 0.5) > before["player 1 truth"][0]
    assert [too_high(odds, 0.5) for odds in (0, 55, 255)] == [0, 155, 255]


def test_they_err_less_in_each_decision_where_more_players_wait_for_it() -> None:
    bot = Learned("newcomer")
    blurs = [bot.blur_at(game.start(seats, {}, 1)) for seats in (2, 4, 6)]
    errors = ERRORS["newcomer"]
    assert blurs == [errors.blur, pytest.approx((errors.blur + errors.blur_of_six) / 2), errors.blur_of_six]
    assert blurs[0] > blurs[2]


def test_even_a_newcomer_challenges_the_impossible() -> None:
    state = at("challenge", "k2 k4", "k3 k6", turn=0, claims="straight-flush pair", hot=[0])
    assert choices(make(game, "newcomer"), state, 1, 20).count("challenge") >= 14
