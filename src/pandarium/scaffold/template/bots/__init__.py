"""How to play it: one who rests early, and one who weighs what the next roll brings against what it may cost."""

from __future__ import annotations

from pandarium.core.bot import Advice, Bot
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State

from ..engine.flow import Race
from ..engine.moves import CLIMB, REST
from ..engine.state import FACES

ENOUGH = 8
"""Steps with which the careful bot is content."""


class Careful(Bot):
    """Rests as soon as a few steps are at stake."""

    name = "careful"

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """Climb up to a handful of steps, then rest."""
        assert isinstance(state, Race)
        return REST if state.steps >= ENOUGH else CLIMB


class Steady(Bot):
    """Climbs while a roll brings more than it may cost, and for as long as it must in the last round."""

    name = "steady"

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The better of the two moves."""
        return self.advise(state, seat, rng)[0].move

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """Both moves with their worth in steps, the better one first."""
        assert isinstance(state, Race)
        gain = sum(range(2, FACES + 1)) / FACES + state.stalk.bonus / FACES
        cost = state.steps / FACES
        behind = leader_ahead(state, seat)
        if state.steps == 0:
            return [Advice(CLIMB, gain, Message("bamboodash.hint.must_climb"))]
        if behind > 0:
            why = Message("bamboodash.hint.behind", {"steps": behind})
            return [Advice(CLIMB, gain, why), Advice(REST, 0.0, why)]
        odds = Message("bamboodash.hint.climb", {"gain": f"{gain:.1f}", "cost": f"{cost:.1f}"})
        climb = Advice(CLIMB, gain - cost, odds)
        rest = Advice(REST, 0.0, Message("bamboodash.hint.rest", {"steps": state.steps}))
        return [climb, rest] if climb.value > 0 else [rest, climb]


def leader_ahead(state: Race, seat: int) -> int:
    """How far behind a rest now would leave this seat once somebody is at the top; 0 or less: not at all."""
    leader = max(height for other, height in enumerate(state.heights) if other != seat)
    return leader - state.heights[seat] - state.steps if leader >= state.stalk.top else 0
