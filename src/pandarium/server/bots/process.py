"""What runs in a bot's process. It is all that such a process imports: nothing of tables, sockets or stores."""

from __future__ import annotations

import os
import signal

from pandarium.bots import make, strongest
from pandarium.core.bot import Advice
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.server.ops.processes import when_parent_dies


def prepare() -> None:
    """Let the parent decide when to stop, and do not outlive it, however it dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    when_parent_dies(lambda: os._exit(0))


def choose(name: str, level: str, position: bytes, seat: int, seed: int) -> str:
    """The move of a bot of that level, in notation."""
    game = find_game(name)
    return game.say(make(game, level).choose(game.load(position), seat, Rng(seed)))


def advise(name: str, position: bytes, seat: int, seed: int) -> list[Advice]:
    """What the strongest bot thinks of the moves, best first."""
    game = find_game(name)
    return make(game, strongest(game)).advise(game.load(position), seat, Rng(seed))
