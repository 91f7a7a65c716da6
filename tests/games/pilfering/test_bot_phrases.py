"""What the bots of Pilfering Pandas say: PP-X1."""

from __future__ import annotations

from typing import Any

from pandarium import Rng
from pandarium.core.bot import ask
from pandarium.games.pilfering.bots import Team
from pandarium.games.pilfering.view import PilferingView
from pandarium.games.pilfering.words.bot_phrases import speak
from pandarium.games.pilfering.words.phrases import why_not
from pandarium.kit.talk import Spoken

from .table import area, at, game


def says(step: str, *hands: str, **more: Any) -> Spoken | None:
    """What B says while A acts."""
    view = at(step, *hands, **{"areas": [area(""), area("")], "panda": 20, "keeper": 8, **more}).view(1)
    assert isinstance(view, PilferingView)
    return speak(view)


def test_pp_x1_it_points_at_a_card_that_makes_a_set() -> None:
    assert says("refresh", "b1", "r4 r6 g2", hideout="r5 y7 y1") == Spoken("need-hideout", {"place": 0})
    assert says("refresh", "b1", "r4 g4 p2", hideout="r7 y7 y4") == Spoken("need-hideout", {"place": 2})


def test_pp_x1_it_asks_for_a_number_of_which_it_has_two() -> None:
    assert says("refresh", "b1", "r4 g4 p2", hideout="r7 y7 y1") == Spoken("need-number", {"number": 4})


def test_pp_x1_it_warns_first() -> None:
    assert says("refresh", "b1", "r4 g4 p2", panda=20, keeper=17) == Spoken("careful")


def test_pp_x1_somebody_must_go_out_before_they_can_run() -> None:
    assert says("refresh", "b1", "r4 g4 p2", panda=36, keeper=17) == Spoken("someone-out")


def test_it_is_silent_without_need_and_in_its_own_turn() -> None:
    assert says("refresh", "b1", "r4 g6 p2", hideout="r7 y7 y1") is None
    view = at("refresh", "r4 g4 p2", "b1", hideout="r7 y7 y4").view(0)
    assert isinstance(view, PilferingView)
    assert speak(view) is None


def test_pp_x1_whatever_it_says_may_be_said_and_comes_from_its_view_alone() -> None:
    """Through a whole game: the palette takes it, and other hidden cards do not change it."""
    bot, rng, spoken = Team(), Rng(4), 0
    state = game.start(3, {"foiled_plans": True}, 4)
    while actors := state.actors():
        state.play(actors[0], ask(bot, state, actors[0], rng))
        for seat in range(3):
            view: Any = state.view(seat)
            said = bot.speak(view, rng)
            if said is not None:
                spoken += 1
                assert why_not(view, said.id, said.params) is None
            assert said == bot.speak(state.resample(seat, rng).view(seat), rng)
    assert spoken > 5
