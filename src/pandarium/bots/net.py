"""Bots that were trained: `net:FILE` plays what a network in that file says (`pandarium.kit.net_file`)."""

from __future__ import annotations

from pathlib import Path

from pandarium.bots import NET
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.kit.abstraction import Abstraction, Plain
from pandarium.kit.net_bot import NetBot
from pandarium.kit.net_file import fingerprint, make_network, read_net
from pandarium.kit.training import training_plan


def load_net(game: Game, file: str) -> NetBot:
    """The bot in that file; raises PandariumError when it is none, or made for something else."""
    found = read_net(Path(file), NET + file)
    if found.about.get("game") != game.meta.name:
        raise PandariumError(
            f"{file} was trained for {found.about.get('game', 'no game')!r}, not for {game.meta.title}"
        )
    for abstraction in abstractions(game):
        if found.about.get("fingerprint") == fingerprint(game, abstraction):
            return NetBot(make_network(found, abstraction, file), abstraction, NET + Path(file).stem)
    raise PandariumError(
        f"{file} was trained on other observations or action numbers of {game.meta.title} than this version has"
    )


def abstractions(game: Game) -> list[Abstraction]:
    """What a network for this game may look at: everything, or what the game's own plan of training says."""
    return [Plain(game), training_plan(game).abstraction(game)]
