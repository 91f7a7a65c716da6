"""Short ways to set a table for the tests of Leduc hold'em."""

from __future__ import annotations

from typing import Any

import pandarium
from pandarium import Rng, State

GAME = pandarium.game("leduc")
FOLD, CALL, RAISE = (GAME.read(word) for word in ("fold", "call", "raise"))
NAMES = ["Ann", "Ben"]


def position(hands: str = "JK", moves: str = "", public: str | None = None) -> State:
    """A position from cards and betting: position("JK", "call raise call", "Q")."""
    return GAME.load({"hands": list(hands), "moves": moves.split(), "public": public})


def after(moves: str, state: State) -> State:
    for move in moves.split():
        state.play(state.actors()[0], GAME.read(move))
    return state


def legal(state: State) -> list[str]:
    return [GAME.say(move) for move in state.legal(state.actors()[0])]


def paid(state: State) -> list[int]:
    return [player.paid for player in state.view(None).players]


def scores(state: State) -> tuple[int, ...]:
    outcome = state.outcome()
    assert outcome is not None
    return outcome.scores


def random_game(seed: int) -> tuple[list[State], list[Any], list[tuple[int, int]]]:
    """All states, all raw events and all moves of a random game."""
    events: list[Any] = []
    state = GAME.setup(seats=2).start(seed, events)
    rng = Rng(seed)
    states, moves = [state.clone()], []
    while state.actors():
        seat = state.actors()[0]
        choices = state.legal(seat)
        moves.append((seat, choices[rng.below(len(choices))]))
        state.play(*moves[-1], events)
        states.append(state.clone())
    return states, events, moves
