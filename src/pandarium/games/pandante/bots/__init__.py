"""Who plays Pandánte: an honest one, a liar, and one that thinks about who of them you are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pandarium.core.bot import Advice, Bot
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.pandante.bots.belief import GUESSES, SURE, chance_of_claim
from pandarium.games.pandante.bots.policy import decide, others_highest
from pandarium.games.pandante.bots.search import GRAIN, Search
from pandarium.games.pandante.bots.style import CAUTIOUS, LIAR, SIMPLE, Style
from pandarium.games.pandante.engine import judging, phases
from pandarium.games.pandante.engine.claims import NOTHING
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.hands import LIE
from pandarium.games.pandante.engine.state import NOBODY
from pandarium.games.pandante.words.notation import CLAIM_CODES

PLAYOUTS = 60
"""How many ends of a gambit `strong` looks at, four times as many where they are short: a few milliseconds compiled."""


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
        words = why(state, seat, self.style, rng.clone())
        move = self.choose(state, seat, rng)
        return [Advice(move, 0.0, words)]


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
        """The moves it looks into, with the gold that each can be expected to bring in this gambit."""
        assert isinstance(state, Pandante)
        words = why(state, seat, CAUTIOUS, rng.clone())
        search = Search(state, seat, rng)
        each = max(1, search.effort(self.playouts) // len(search.candidates))
        advice = []
        for candidate in search.run_evenly(each):
            worth = int(candidate.total) / int(candidate.tries) / GRAIN
            told = Message("pandante.hint.worth", {"worth": f"{worth:+.1f}", "why": words})
            advice.append(Advice(candidate.move, worth, told))
        return advice


def why(state: Pandante, seat: int, style: Style, rng: Rng) -> Message:
    """What there is to know at this point, in words."""
    if state.phase == phases.CHALLENGING:
        chance = chance_of_claim(state, seat, state.turn, style.lies, GUESSES, rng) / SURE
        claimed = _named(state.claim(state.turn))
        return Message("pandante.hint.chance", {"claim": claimed, "percent": round(chance * 100)})
    if not state.hands[seat]:
        return Message("pandante.hint.no_cards")
    real = judging.real_hand(state, seat)
    have = Message("pandante.hint.nothing")
    if real != NOTHING:
        have = Message("pandante.hint.hand", {"claim": _named(real)})
    claim = state.claim(seat)
    if claim == NOBODY:
        return have
    if judging.judge_hand(state, seat) == LIE:
        return Message("pandante.hint.less", {"have": have})
    rival = others_highest(state, seat)
    if rival > claim:
        return Message("pandante.hint.beaten", {"have": have, "claim": _named(rival)})
    return Message("pandante.hint.leading", {"have": have})


def _named(claim: int) -> Message:
    return Message(f"pandante.claim.{CLAIM_CODES[claim]}")


SPARRING: Mapping[str, Callable[[], Bot]] = {name: partial(Simple, name) for name in SIMPLE}
"""No levels, but to be had in simulations: each overdoes one thing."""
