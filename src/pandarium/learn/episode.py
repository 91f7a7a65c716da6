"""Episode: one game from the deal to its end, as its agents meet it."""

from __future__ import annotations

from typing import NamedTuple

from pandarium.core.errors import PandariumError
from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State


class Choice(NamedTuple):
    """A move of a phase in which several choose at once."""

    seat: int
    move: int


class Episode:
    """A game under way. Where several choose at once, nobody is shown what others have chosen, nor whether they have.

    Then everybody meets the position in which the phase began, with their own choices in it, as at a real table
    (`Match.state_for`). In real time there are no such phases: who is first is first.
    """

    def __init__(self, setup: Setup, seed: int = 0, state: State | None = None) -> None:
        """Deal a game, or go on from a position of that set-up."""
        self.chance = Rng(seed)
        """Decides what the rules leave open: who of several is asked first, and what bots make of it."""
        self.state = setup.start(seed) if state is None else state.clone()
        self.real_time = setup.game.pace(setup.options) == "real time"
        self._phase: State | None = None
        self._choosers: frozenset[int] = frozenset()
        self._choices: list[Choice] = []
        self._look_for_phase()

    @property
    def setup(self) -> Setup:
        """What was fixed before the deal."""
        return self.state.setup

    @property
    def over(self) -> bool:
        """Whether nobody may act any more."""
        return not self.state.actors()

    def actors(self) -> list[int]:
        """Seats that may act now."""
        return self.state.actors()

    def asked(self) -> int:
        """Who is asked, where one is asked at a time: of those who choose at once the first seat, so that the order
        tells nothing; in real time anybody, drawn."""
        actors = self.state.actors()
        if not actors:
            raise PandariumError("the game is over: nobody is asked any more")
        return actors[self.chance.below(len(actors))] if self.real_time and len(actors) > 1 else min(actors)

    def position_for(self, seat: int) -> State:
        """The position that this seat meets: look and do not touch."""
        if self._phase is None or not self._choices:
            return self.state
        state = self._phase.clone()
        for choice in self._choices:
            if choice.seat == seat:
                state.play(choice.seat, choice.move)
        return state

    def resampled(self, seat: int, rng: Rng) -> Episode:
        """A game that this seat cannot tell from this one: all that it does not know is drawn anew."""
        if self._phase is None or not self._choices:
            return Episode(self.setup, rng.bits(), self.state.resample(seat, rng))
        twin = Episode(self.setup, rng.bits(), self._phase.resample(seat, rng))
        for choice in self._choices:
            moves = twin.state.legal(choice.seat)
            if moves:
                twin.play(choice.seat, choice.move if choice.seat == seat else moves[rng.below(len(moves))])
        return twin

    def play(self, seat: int, move: int, salt: int = 0) -> None:
        """Play a move; raises IllegalMove. `salt` is mixed into the game's generator before it."""
        self.state.play(seat, move, None, salt)
        self._choices.append(Choice(seat, move))
        self._look_for_phase()

    def _look_for_phase(self) -> None:
        """See whether several choose at once now, and since when."""
        if self.real_time:
            self._choices.clear()
            return
        actors = frozenset(self.state.actors())
        if self._phase is not None and self._goes_on(self._phase, actors):
            return
        self._choices.clear()
        several = len(actors) > 1
        self._phase = self.state.clone() if several else None
        self._choosers = actors

    def _goes_on(self, phase: State, actors: frozenset[int]) -> bool:
        return bool(actors) and actors <= self._choosers and self.state.sealed == phase.sealed
