"""A small part of a game, solved by OpenSpiel."""

from __future__ import annotations

import pyspiel
import pytest

import pandarium
from pandarium.bots import make
from pandarium.core.errors import PandariumError
from pandarium.games.pandante.small_game import PandanteSmallGame
from pandarium.learn.exact import SmallSpiel, exploitability_of, small_game, solve

GAME = pandarium.game("pandante")
TINY = PandanteSmallGame(GAME, ("k3", "g3", "k5", "k4"))


def leaves(state: pyspiel.State) -> list[pyspiel.State]:
    """All ends that a position can come to."""
    if state.is_terminal():
        return [state]
    actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
    return [leaf for action in actions for leaf in leaves(state.child(action))]


def test_every_deal_is_as_likely_and_nobody_sees_the_others_cards() -> None:
    deals = TINY.deals()
    assert len(deals) == 6
    assert sum(outcome.probability for outcome, _ in deals) == pytest.approx(1)
    root = SmallSpiel(TINY).new_initial_state()
    texts = {root.child(action).information_state_string(0) for action, _ in root.chance_outcomes()}
    assert texts == {f"0 {mine}: " for _, (mine, _) in deals}


def test_it_is_played_by_the_rules_and_for_gold() -> None:
    ends = leaves(SmallSpiel(TINY).new_initial_state())
    assert len(ends) > 300
    assert all(sum(end.returns()) == 0 for end in ends)
    folded = next(end for end in ends if end.played[0] == "0 2")  # who folds at once loses the pot, and no more
    assert folded.returns()[0] == -7
    assert max(abs(end.returns()[0]) for end in ends) > 10  # a false accusation costs more than the pot


def test_who_plays_at_random_loses_more_than_who_claims_what_it_has() -> None:
    random, cautious = (exploitability_of(TINY, make(GAME, level), samples=60) for level in ("random", "cautious"))
    assert 0 < cautious < random


def test_it_can_be_solved() -> None:
    early, late = solve(TINY, 3), solve(TINY, 60)
    assert late < early
    assert late < 0.3


def test_a_game_without_such_a_part_says_so() -> None:
    assert small_game(GAME).deals()
    with pytest.raises(PandariumError, match="no part that is small enough"):
        small_game(pandarium.game("royale"))
