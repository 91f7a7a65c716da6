"""The network that learned Pandánte by playing it: `master.net`, made by `pandarium train pandante`.

It plays mixed: the same position may see it bluff today and fold tomorrow, as often as it found that nobody can take
advantage of. What it would do almost never it never does.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from pandarium.core.bot import Advice
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.pandante.bots.abstraction import CHALLENGE, FOLD, PandanteAbstraction
from pandarium.games.pandante.bots.hints import explain
from pandarium.games.pandante.bots.inputs import LAYOUT
from pandarium.games.pandante.engine.claims import CLAIMS
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.state import MOST_SEATS
from pandarium.kit.net_bot import NetBot
from pandarium.kit.net_file import make_network, read_net
from pandarium.kit.network import Network

FILE = Path(str(files("pandarium.games.pandante.bots") / "master.net"))
LEAST = 0.03
"""Options with a smaller share are what is left of exploring."""


class Errors(NamedTuple):
    """How somebody errs who knows what is good: not at random, but as people do."""

    blur: float
    """How little it tells good options from better ones at a table for two,"""
    blur_of_six: float
    """and for six: less, since more players wait for an error there;"""
    least: float
    """and what share of an option it never plays."""
    trust: float
    """How much of what speaks against the claims of others it does not see, from 0 to 1."""
    hope: float
    """How much of what speaks against its own cards it does not see."""
    fold: float
    """How much more seldom than it should it folds, as a factor;"""
    challenge: float
    """and how much more seldom it challenges."""


ERRORS: Final[dict[str, Errors]] = {
    "newcomer": Errors(9.0, 6.2, 0.0007, 0.3, 0.5, 0.5, 0.5),
    "regular": Errors(2.8, 2.15, 0.002, 0.2, 0.35, 0.6, 0.6),
    "strong": Errors(1.75, 1.6, 0.008, 0.1, 0.3, 0.8, 0.8),
}
"""The levels that are made from the network, weakest first."""
_MOST: Final = 255
_TRUTHS: Final = [LAYOUT.place(f"player {offset} truth") for offset in range(1, MOST_SEATS)]
_WILL_BE_TRUE: Final = LAYOUT.place("will be true")


class Learned(NetBot):
    """The same network in somebody who believes too much, hopes too much, and does not like to give up or to doubt."""

    def __init__(self, name: str) -> None:
        errors = ERRORS[name]
        leanings = {FOLD: errors.fold, CHALLENGE: errors.challenge}
        super().__init__(trained(), PandanteAbstraction(), name, errors.least, errors.blur, leanings)
        self.errors = errors

    def look(self, state: State, seat: int) -> bytes:
        """What it takes the odds for."""
        return misjudged(super().look(state, seat), self.errors)

    def blur_at(self, state: State) -> float:
        """In proportion between a table for two and one for six."""
        assert isinstance(state, Pandante)
        two, six = self.errors.blur, self.errors.blur_of_six
        return two + (six - two) * float(int(state.seats) - 2) / (MOST_SEATS - 2)


def misjudged(seen: bytes, errors: Errors) -> bytes:
    """The inputs with odds that are too good: of claims of others, and of what one's own cards may become.

    What is impossible stays impossible, and what is certain certain.
    """
    out = bytearray(seen)
    for place in _TRUTHS:
        out[place] = too_high(out[place], errors.trust)
    for place in range(_WILL_BE_TRUE, _WILL_BE_TRUE + CLAIMS):
        out[place] = too_high(out[place], errors.hope)
    return bytes(out)


def too_high(odds: int, share: float) -> int:
    """Odds of 255, with that share of what is missing; none stay none."""
    return odds + int((_MOST - odds) * share) if odds else 0


class Master(NetBot):
    """Plays what the network says; a hint adds to how often it would play a move what there is to know about it."""

    def __init__(self) -> None:
        super().__init__(trained(), PandanteAbstraction(), "master", LEAST)

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """Every option that it plays at all, with its share and the reason."""
        assert isinstance(state, Pandante)
        told = []
        for advice in super().advise(state, seat, rng):
            if advice.value > 0:
                params: dict[str, int | str | Message] = {
                    "percent": round(100 * advice.value),
                    "why": explain(state, seat, advice.move),
                }
                told.append(Advice(advice.move, advice.value, Message("pandante.hint.mix", params)))
        return told


@cache
def trained() -> Network:
    """The network; read once."""
    return make_network(read_net(FILE, FILE.name), PandanteAbstraction(), FILE.name)
