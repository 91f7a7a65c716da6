from __future__ import annotations

import pytest

import pandarium
from pandarium.bots import RandomBot, SearchBot, levels, make, strongest
from pandarium.core.game import Game


def example() -> Game:
    """A game without bots of its own: the example, with them taken away."""

    class Bare(type(pandarium.game("leduc"))):  # type: ignore[misc]
        def bots(self) -> dict[str, object]:
            return {}

    return Bare()


def test_random_is_always_the_first_level() -> None:
    for name in pandarium.names():
        assert levels(pandarium.game(name))[0] == "random"


def test_a_game_without_bots_gets_the_generic_search() -> None:
    game = example()
    assert levels(game) == ["random", "hard"]
    assert isinstance(make(game, "hard"), SearchBot)
    assert isinstance(make(game, "random"), RandomBot)


def test_the_strongest_is_the_last() -> None:
    game = pandarium.game("royale")
    assert strongest(game) == levels(game)[-1] == "hard"


def test_an_unknown_level_names_the_levels_there_are() -> None:
    with pytest.raises(pandarium.PandariumError, match=r"'hrad' .did you mean 'hard'.*greedy, hard, random"):
        make(pandarium.game("royale"), "hrad")
