"""Tables: games side by side, at which networks sit, and perhaps bots.

At every step each table has one decision of a network; what bots do, and what is no choice, is played in between.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pandarium.core.bot import Bot, ask
from pandarium.core.rng import Rng
from pandarium.core.state import NOBODY, Setup, State
from pandarium.kit.abstraction import Abstraction, Decision, network_inputs, play_on
from pandarium.learn.buffers import byte_array
from pandarium.learn.extras import missing

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as error:
    raise missing("train", error) from None

BOT = -1
"""In a seating: a bot sits there."""


class Seating(NamedTuple):
    """Who plays a game: for every seat the number of a network, or BOT; and the bots by seat."""

    setup: Setup
    networks: tuple[int, ...]
    bots: dict[int, Bot]


class Ended(NamedTuple):
    """A game that is over."""

    number: int
    """Which of all."""
    seating: Seating
    shares: list[float]
    """What each seat won: 1 in all."""
    scores: list[int]


class Arrange(Protocol):
    """Says who plays the next game, and with which seed."""

    def __call__(self, number: int) -> tuple[Seating, int]:
        """The table of that game."""


class TrainingTable:
    """One game under way."""

    def __init__(self, chance: Rng) -> None:
        self.chance = chance
        self.decision = Decision()
        self.number = -1
        self.seating: Seating
        self.state: State
        self.learners = 0

    def begin(self, number: int, seating: Seating, seed: int) -> None:
        """Deal a new game."""
        self.number = number
        self.seating = seating
        self.state = seating.setup.start(seed)
        self.learners = sum(1 << seat for seat, who in enumerate(seating.networks) if who != BOT)

    def play_on(self, abstraction: Abstraction) -> int:
        """Play on until a network has to decide; returns whose decision it is, NOBODY when the game is over."""
        while True:
            seat = play_on(self.state, abstraction, self.learners, self.chance, self.decision)
            if seat == NOBODY or (self.learners >> seat) & 1:
                return seat
            self.state.apply(seat, ask(self.seating.bots[seat], self.state, seat, self.chance), None)

    def result(self) -> Ended:
        """Of a game that is over."""
        outcome = self.state.outcome()
        assert outcome is not None
        won = 1 / len(outcome.winners) if outcome.winners else 0.0
        shares = [won if seat in outcome.winners else 0.0 for seat in range(len(self.seating.networks))]
        return Ended(self.number, self.seating, shares, list(outcome.scores))


class Tables:
    """Tables side by side; `turns`, `networks`, `inputs` and `masks` say what is to be decided at each."""

    def __init__(self, rows: int, abstraction: Abstraction, arrange: Arrange, seed: int) -> None:
        self.abstraction = abstraction
        self.arrange = arrange
        self.begun = 0
        self.steps = 0
        self.tables = []
        for row in range(rows):
            chance = Rng(seed)
            chance.absorb(row + 1)
            self.tables.append(TrainingTable(chance))
            self._begin(row)
        self.turns = np.zeros(rows, np.int64)
        self.networks = np.zeros(rows, np.int64)
        self.inputs = np.zeros((rows, abstraction.layout.length), np.uint8)
        self.masks = np.zeros((rows, abstraction.size), bool)
        self._look({})

    def step(self, options: npt.NDArray[np.int64]) -> dict[int, Ended]:
        """Play the chosen option at every table. Where a game ended thereby a new one has begun; the results by row."""
        for table, option, seat in zip(self.tables, options.tolist(), self.turns.tolist(), strict=True):
            table.state.apply(seat, table.decision.move(option), None)
        ended: dict[int, Ended] = {}
        self._look(ended)
        self.steps += len(self.tables)
        return ended

    def _begin(self, row: int) -> None:
        self.tables[row].begin(self.begun, *self.arrange(self.begun))
        self.begun += 1

    def _look(self, ended: dict[int, Ended]) -> None:
        turns = []
        for row, table in enumerate(self.tables):
            while (seat := table.play_on(self.abstraction)) == NOBODY:
                ended[row] = table.result()
                self._begin(row)
            turns.append(seat)
            self.networks[row] = table.seating.networks[seat]
        self.turns = np.array(turns)
        states, decisions = [table.state for table in self.tables], [table.decision for table in self.tables]
        seen = network_inputs(self.abstraction, states, turns, decisions)
        rows = len(self.tables)
        self.inputs = byte_array(seen.inputs).reshape(rows, -1)
        self.masks = byte_array(seen.masks).reshape(rows, -1).astype(np.bool_)
