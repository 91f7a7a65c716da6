"""Who plays Pandánte: an honest one, a liar, and one that thinks about who of them you are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pandarium.buildinfo import is_compiled
from pandarium.core.bot import Advice, Bot
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.pandante.bots.hints import HintSearch, explain, lead, with_gold
from pandarium.games.pandante.bots.policy import decide
from pandarium.games.pandante.bots.search import Search
from pandarium.games.pandante.bots.style import CAUTIOUS, LIAR, SIMPLE, Style
from pandarium.games.pandante.engine.flow import Pandante

PLAYOUTS = 60
"""How many ends of a gambit `strong` looks at, four times as many where they are short: a few milliseconds compiled."""

THOROUGH = 5
"""So many times as many when somebody asks for advice, compiled: figures that people read should not be noise."""


class RuleOfThumb(Bot):
    """Plays by rule of thumb, in a style."""

    style: Style

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """What the rule of thumb says."""
        assert isinstance(state, Pandante)
        return decide(state, seat, self.style, rng)

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """Its move, with what it thinks."""
        assert isinstance(state, Pandante)
        move = int(self.choose(state, seat, rng))
        return [Advice(move, 0.0, explain(state, seat, move))]


class Liar(RuleOfThumb):
    """Claims what the table lets it claim, whatever it holds; seldom challenges."""

    name = "liar"
    style = LIAR


class Cautious(RuleOfThumb):
    """Claims what it has, folds what it has not, and challenges by the odds."""

    name = "cautious"
    style = CAUTIOUS


class Simple(RuleOfThumb):
    """One of the simple styles by its name, to find what the strong bot cannot cope with."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.style = SIMPLE[name]


class Strong(Bot):
    """Imagines hands that go with what the others claimed, and plays each of its moves to the end of the gambit."""

    name = "strong"
    thinks = True

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self.playouts = playouts

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The move that survives the halving."""
        assert isinstance(state, Pandante)
        search = Search(state, seat, rng)
        return search.run(search.effort(self.playouts))[0].move

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """The moves it looks into, with the gold that each gains on the others in this gambit, and how."""
        assert isinstance(state, Pandante)
        search = HintSearch(state, seat, rng)
        thorough = THOROUGH if is_compiled(f"{__name__}.search") else 1
        each = max(1, thorough * search.effort(self.playouts) // len(search.candidates))
        advice = []
        for candidate in search.run_evenly(each):
            move = int(candidate.move)
            tally = search.tallies[move]
            told = with_gold(state, seat, tally, explain(state, seat, move))
            advice.append(Advice(move, lead(tally, int(state.seats)), told))
        return advice


SPARRING: Mapping[str, Callable[[], Bot]] = {name: partial(Simple, name) for name in SIMPLE}
"""No levels, but to be had in simulations: each overdoes one thing."""
