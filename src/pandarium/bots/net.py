"""Bots that were trained: `net:FILE` plays what a network in that file says (`pandarium.kit.net_file`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pandarium.bots import NET
from pandarium.bots.speed import split_speed
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.kit.abstraction import Abstraction, Plain
from pandarium.kit.net_bot import NetBot
from pandarium.kit.net_file import fingerprint, make_network, read_file, read_net
from pandarium.kit.training import training_plan

_carried: dict[str, bytes] = {}
"""Files that came from the machine that asks, by the name they have there."""


def network_files(levels: Iterable[str]) -> dict[str, bytes]:
    """What is in the files of these levels that are networks: all that another machine needs to play them."""
    names = (split_speed(level)[0] for level in levels)
    files = {name.removeprefix(NET) for name in names if name.startswith(NET)}
    return {file: read_file(Path(file), NET + file) for file in files}


def carry(files: Mapping[str, bytes]) -> None:
    """From now on `net:FILE` means these, whatever lies on this machine; those of before are forgotten."""
    _carried.clear()
    _carried.update(files)


def load_net(game: Game, file: str) -> NetBot:
    """The bot in that file; raises PandariumError when it is none, or made for something else."""
    named = NET + file
    found = read_net(_carried.get(file, Path(file)), named)
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
