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
from pandarium.games.wildstyle.bots.move_value import FILLER, PLANNER, MoveValue, rush_gain
from pandarium.games.wildstyle.bots.placement_trials import Place, TagTrials
from pandarium.games.wildstyle.bots.placement_value import POINT
from pandarium.games.wildstyle.engine.cards import size_of
from pandarium.games.wildstyle.engine.flow import Wildstyle
from pandarium.games.wildstyle.engine.moves import (
    ADD,
    DRAW,
    PASS,
    REMOVE,
    RUSH,
    SHARE,
    TAG,
    TAKE,
    hex_of,
    kind_of,
    space_of,
)
from pandarium.games.wildstyle.engine.state import PLAYING

PLAYOUTS = 48
"""How many playouts `strong` looks at before it places a tag: some hundredths of a second compiled."""
FEW_PLAYOUTS = 8
"""How many it looks at interpreted, where one takes about a tenth of a second: each place under trial comes up once."""


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
    """A planner that tries where a tag may go in playouts of the rest of the game."""

    name = "strong"
    thinks = True

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
        tried = TagTrials(state, seat, rng).run(self.playouts) if state.phase == PLAYING else []
        if len(tried) < 2:
            return super().advise(state, seat, rng)
        values = MoveValue(state, seat, self.style)
        lines = [
            Advice(int(one.move), int(one.value()) / POINT, _tried(one, why(values, int(one.move)))) for one in tried
        ]
        if self.short:
            lines[0] = lines[0]._replace(why=Message("wildstyle.hint.few", {"why": lines[0].message}))
        return lines


def _tried(candidate: Place, why: Message) -> Message:
    """What speaks for a place, how often it was tried, and what came of it."""
    better = int(candidate.total) / POINT / max(1, int(candidate.tries))
    return Message("wildstyle.hint.tried", {"why": why, "better": f"{better:+.1f}", "tries": int(candidate.tries)})


def why(values: MoveValue, move: int) -> Message:
    """What speaks for a move, or against it."""
    state, seat = values.state, int(values.seat)
    kind = int(kind_of(move))
    if kind == TAG:
        return Message("wildstyle.hint.tag", {"points": f"{values.tag_gain(hex_of(move)) / POINT:.1f}"})
    if kind == RUSH:
        return Message("wildstyle.hint.rush", {"points": f"{rush_gain(state, seat, hex_of(move)):+d}"})
    if kind in {ADD, TAKE}:
        size = int(size_of(state.set_of(seat, space_of(move)))) + 1
        return Message("wildstyle.hint.starts") if size == 1 else Message("wildstyle.hint.adds", {"number": size})
    if kind == REMOVE:
        return Message("wildstyle.hint.remove", {"points": int(values.weigh_removal(hex_of(move)))})
    if state.phase != PLAYING:
        return Message("wildstyle.hint.forced")
    names = {DRAW: "draw", SHARE: "share", PASS: "pass"}
    return Message(f"wildstyle.hint.{names.get(kind, 'gives_away')}")
