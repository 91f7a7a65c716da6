"""Refusals are for people: they name cards and dice as people do, not as the notation does."""

from __future__ import annotations

import re

import pytest

import pandarium
from games.test_every_rule import GAMES

CODE = re.compile(r"\b(?!d\d)[a-zA-Z]{1,2}\d+\b|\bkey\b|_")
"""`r4`, `b8`, `key`, `no_such`; a d8 is a d8 for people, too."""


@pytest.mark.parametrize("name", GAMES)
def test_no_refusal_holds_a_code_of_the_notation(name: str) -> None:
    """What was legal at some moment of a game is tried at others, by everybody."""
    game = pandarium.game(name)
    rng = pandarium.Rng(1)
    heard: set[str] = set()
    tried: set[int] = set()
    for number in range(6):
        state = game.start(seats=3, seed=number)
        while actors := state.actors():
            seat = actors[rng.below(len(actors))]
            legal = state.legal(seat)
            wrong = sorted(tried.difference(legal))
            for move in (wrong[rng.below(len(wrong))] for _ in range(3) if wrong):
                for other in range(3):
                    if refusal := state.refusal(other, move):
                        heard.add(refusal.reason)
            move = legal[rng.below(len(legal))]
            tried.add(move)
            state.play(seat, move)
    assert len(heard) > 3
    assert [reason for reason in sorted(heard) if CODE.search(reason)] == []
