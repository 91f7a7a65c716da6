"""Who plays Pandánte by rule of thumb or by search; `master.py` has those that were trained."""

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
"""How many ends of a gambit the searcher looks at, four times as many where they are short: a few ms compiled."""

THOROUGH = 5
"""So many times as many when somebody asks for advice, compiled: figures that people read should not be noise."""


class RuleOfThumb(Bot):
    """Plays by rule of thumb, in a style."""

    def __init__(self, name: str, style: Style) -> None:
        self.name = name
        self.style = style

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

    def __init__(self) -> None:
        super().__init__("liar", LIAR)


class Cautious(RuleOfThumb):
    """Claims what it has, folds what it has not, and challenges by the odds."""

    def __init__(self) -> None:
        super().__init__("cautious", CAUTIOUS)


class Simple(RuleOfThumb):
    """One of the simple styles by its name, to find what the best cannot cope with."""

    def __init__(self, name: str) -> None:
        super().__init__(name, SIMPLE[name])


class Searcher(Bot):
    """Imagines hands that go with what the others claimed, and plays each of its moves to the end of the gambit.

    No level: a network that studies it takes most games from it. It tells what moves are worth, in gold.
    """

    name = "searcher"
    thinks = True
    in_browser = False

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
"""No levels, but to be had in simulations: each overdoes one thing. Networks practise against them."""
