"""How to play Wildstyle. All levels have the same quick hands; they differ in where they put their tags.

How fast they are is up to the table, which gives each a reaction time (`pandarium.bots.speed`); compiled, all answer in
a small part of it. Interpreted, `strong` would take seconds: there it tries less, and its advice says so.
"""

from __future__ import annotations

from pandarium.buildinfo import is_compiled
from pandarium.core.bot import Advice, Bot
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.wildstyle.bots.hints import tried, why
from pandarium.games.wildstyle.bots.move_value import FILLER, PLANNER, STRONG, MoveValue
from pandarium.games.wildstyle.bots.placement_trials import TagTrials
from pandarium.games.wildstyle.bots.placement_value import POINT
from pandarium.games.wildstyle.engine.flow import Wildstyle
from pandarium.games.wildstyle.engine.state import PLAYING

PLAYOUTS = 240
"""How many playouts `strong` looks at before it places a tag: about a hundredth of a second compiled."""
FEW_PLAYOUTS = 24
"""How many it looks at interpreted, where they are some eighty times as slow."""


class Filler(Bot):
    """Fills its sets and tags what scores most beside its own tags; what the objectives ask for is all one to it."""

    name = "filler"
    style = FILLER

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The move that it likes best; of equals the first."""
        assert isinstance(state, Wildstyle)
        return int(MoveValue(state, seat, self.style).choose())

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """Every legal move with what it is worth to this bot, best first."""
        assert isinstance(state, Wildstyle)
        values = MoveValue(state, seat, self.style)
        advice = [Advice(move, float(values.weigh(move)), why(values, move)) for move in state.legal(seat)]
        return sorted(advice, key=lambda line: -line.value)


class Planner(Filler):
    """Fills its sets as well, and plans: clusters, objectives, the hexes that others want, and whom a card helps."""

    name = "planner"
    style = PLANNER


class Strong(Planner):
    """A planner that minds the others more, and tries where a tag may go in playouts of the rest of the game."""

    name = "strong"
    thinks = True
    style = STRONG

    def __init__(self, playouts: int | None = None) -> None:
        """Without a number, as many as the engine is fast enough for."""
        self.short = playouts is None and not is_compiled(f"{__name__}.playouts")
        self.playouts = (FEW_PLAYOUTS if self.short else PLAYOUTS) if playouts is None else playouts

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The move that survives the halving; where there is no tag to place, a planner's."""
        assert isinstance(state, Wildstyle)
        if state.phase != PLAYING:
            return super().choose(state, seat, rng)
        return int(TagTrials(state, seat, rng).run(self.playouts)[0].move)

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """The places that it tries with what they come to; else a planner's advice."""
        assert isinstance(state, Wildstyle)
        places = TagTrials(state, seat, rng).run(self.playouts) if state.phase == PLAYING else []
        if len(places) < 2:
            return super().advise(state, seat, rng)
        values = MoveValue(state, seat, self.style)
        lines = [
            Advice(int(one.move), int(one.value()) / POINT, tried(one, why(values, int(one.move)))) for one in places
        ]
        if self.short:
            lines[0] = lines[0]._replace(why=Message("wildstyle.hint.few", {"why": lines[0].message}))
        return lines
