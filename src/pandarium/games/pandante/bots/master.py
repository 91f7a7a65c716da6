"""The network that learned Pandánte by playing it: `master.net`, made by `pandarium train pandante`.

It plays mixed: the same position may see it bluff today and fold tomorrow, as often as it found that nobody can take
advantage of. What it would do almost never it never does.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from pandarium.core.bot import Advice
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.pandante.bots.abstraction import PandanteAbstraction
from pandarium.games.pandante.bots.hints import explain
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.kit.net_bot import NetBot
from pandarium.kit.net_file import make_network, read_net
from pandarium.kit.network import Network

FILE = Path(str(files("pandarium.games.pandante.bots") / "master.net"))
LEAST = 0.03
"""Options with a smaller share are what is left of exploring."""
BLURRED = {"newcomer": (60.0, 0.0003), "regular": (2.5, 0.002)}
"""The levels below: how little each tells good options from better ones, and what share of an option it leaves out."""


class Blurred(NetBot):
    """The same network, less sure of itself: it errs where the choice is close, and does nothing senseless."""

    def __init__(self, name: str) -> None:
        blur, least = BLURRED[name]
        super().__init__(trained(), PandanteAbstraction(), name, least, blur)


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
