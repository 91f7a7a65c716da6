"""Abstraction: a smaller game in place of the whole one, for programs that learn.

It says what somebody who decides should look at, and which few options there are, so that a small network learns in
minutes what the rules in full would take days for. Whatever an option means is a legal move; what is no choice, or not
worth one, has a single option. A game hands out its own, `Plain` is what every game has.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from pandarium.core.layout import Layout
from pandarium.core.move_list import MoveList
from pandarium.core.rng import Rng
from pandarium.core.state import NOBODY, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Abstraction:
    """What is looked at, and what there is to choose from. Both are the seat's alone: nothing that it may not know."""

    layout: Layout
    """What every byte of the inputs means."""
    size: i64
    """How many options there are in all."""

    def inputs_into(self, state: State, seat: i64, out: vec[u8], at: i64) -> None:
        """Write what the seat looks at to a stretch of zeros that begins at `at`."""
        raise NotImplementedError

    def options_into(self, state: State, seat: i64, rng: Rng, numbers: MoveList, moves: MoveList) -> None:
        """Add the number of every option that there is now, each once, and the move that it means."""
        raise NotImplementedError


class Plain(Abstraction):
    """The observation as it is, and every legal move by its action number."""

    def __init__(self, game: Any) -> None:
        self.layout = game.observation
        self.size = sum(span.size for span in game.actions)

    def inputs_into(self, state: State, seat: i64, out: vec[u8], at: i64) -> None:
        """The observation."""
        state.observe_into(seat, out, at)

    def options_into(self, state: State, seat: i64, rng: Rng, numbers: MoveList, moves: MoveList) -> None:
        """The legal moves."""
        state.legal_into(seat, moves)
        place: i64 = 0
        while place < moves.length:
            numbers.add(state.action(seat, moves.items[place]))
            place += 1


class Decision:
    """Options of somebody who has to decide."""

    numbers: MoveList
    moves: MoveList

    def __init__(self) -> None:
        self.numbers = MoveList()
        self.moves = MoveList()

    def move(self, number: i64) -> i64:
        """What an option means."""
        place: i64 = 0
        while self.numbers.items[place] != number:
            place += 1
        return self.moves.items[place]


def play_on(state: State, abstraction: Abstraction, learners: i64, chance: Rng, found: Decision) -> i64:
    """Play what is no choice until one of the learners (a bit for every seat) has one, or somebody else acts.

    Returns who has to decide, NOBODY when the game is over. For a learner the decision is written down.
    """
    while True:
        seat = state.to_act(chance)
        if seat == NOBODY or (learners >> seat) & 1 == 0:
            return seat
        found.numbers.length = 0
        found.moves.length = 0
        abstraction.options_into(state, seat, chance, found.numbers, found.moves)
        if found.moves.length > 1:
            return seat
        state.apply(seat, found.moves.items[0], None)


class NetworkInputs:
    """What a network is given to decide in many games at once, one row each."""

    inputs: vec[u8]
    """What the seats look at."""
    masks: vec[u8]
    """1 for every option that there is."""

    def __init__(self, rows: i64, length: i64, size: i64) -> None:
        self.inputs = vec[u8]([0] * (rows * length))
        self.masks = vec[u8]([0] * (rows * size))


def network_inputs(
    abstraction: Abstraction, games: list[State], seats: list[int], decisions: list[Decision]
) -> NetworkInputs:
    """The inputs and the options of these seats."""
    length: i64 = abstraction.layout.length
    size: i64 = abstraction.size
    found = NetworkInputs(len(games), length, size)
    row: i64 = 0
    while row < len(games):
        abstraction.inputs_into(games[row], seats[row], found.inputs, row * length)
        numbers = decisions[row].numbers
        place: i64 = 0
        while place < numbers.length:
            found.masks[row * size + numbers.items[place]] = 1
            place += 1
        row += 1
    return found
