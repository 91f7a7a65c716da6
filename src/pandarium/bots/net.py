"""Bots that were trained: `net:FILE` plays what a network in that file says.

The file has the shape of safetensors (a JSON header, then numbers), so that any framework can write and read it: the
metadata say which game it is for, the tensors `0.weight` [inputs, outputs], `0.bias`, `1.weight`, … are its layers.
"""

from __future__ import annotations

import json
import math
import sys
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from librt.vecs import vec

from pandarium.bots import NET
from pandarium.core.bot import Advice, Bot
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.kit.encoding import fingerprint, inputs_of
from pandarium.kit.network import Layer, Network

LARGEST_FILE = 256 * 1024 * 1024
LARGEST_HEADER = 1024 * 1024
PARTS = 1 << 30
"""Chance is drawn in so many parts."""


class Tensor(NamedTuple):
    """Numbers in rows."""

    shape: tuple[int, ...]
    values: array[float]


class NetBot(Bot):
    """Draws its move as the network weighs them: good play in games of bluff is mixed play."""

    def __init__(self, game: Game, network: Network, name: str) -> None:
        self.game = game
        self.network = network
        self.name = name

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """One of the legal moves, by its weight."""
        moves, shares = self._weigh(state, seat)
        drawn = rng.below(PARTS) / PARTS
        for move, share in zip(moves, shares, strict=True):
            drawn -= share
            if drawn < 0:
                return move
        return moves[-1]

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """Every move with how often the network plays it."""
        moves, shares = self._weigh(state, seat)
        weighed = sorted(zip(shares, moves, strict=True), reverse=True)
        return [
            Advice(move, share, Message("core.advice.share", {"percent": round(100 * share)}))
            for share, move in weighed
        ]

    def _weigh(self, state: State, seat: int) -> tuple[list[int], list[float]]:
        moves = state.legal(seat)
        return moves, self.shares(state.observe(seat), [state.action(seat, move) for move in moves])

    def shares(self, observed: bytes, actions: Sequence[int]) -> list[float]:
        """How often each of these action numbers is played by somebody who observes that."""
        outputs = self.network.forward(observed)
        if max(actions) >= len(outputs):
            raise PandariumError(f"{self.name} was trained at a smaller table: it has {len(outputs)} action numbers")
        highest = max(outputs[action] for action in actions)
        powers = [math.exp(outputs[action] - highest) for action in actions]
        total = sum(powers)
        return [power / total for power in powers]


def _why(share: float) -> Message:
    return Message("core.advice.share", {"percent": round(100 * share)})


def load_net(game: Game, file: str) -> NetBot:
    """The bot in that file; raises PandariumError when it is none, or made for something else."""
    path = Path(file)
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise PandariumError(f"{file} is larger than a network that plays here ({LARGEST_FILE >> 20} MiB)")
        data = path.read_bytes()
    except OSError as error:
        raise PandariumError(f"{NET}{file} cannot be read: {error.strerror or error}") from None
    try:
        about, tensors = _read(data)
    except (ValueError, KeyError, TypeError, IndexError):
        raise PandariumError(f"{file} is no network: a safetensors file of 32-bit numbers is wanted") from None
    if about.get("game") != game.meta.name:
        raise PandariumError(f"{file} was trained for {about.get('game', 'no game')!r}, not for {game.meta.title}")
    if about.get("fingerprint") != fingerprint(game):
        raise PandariumError(
            f"{file} was trained on other observations or action numbers of {game.meta.title} than this version has"
        )
    return NetBot(game, _network(game, file, tensors), NET + path.stem)


def _read(data: bytes) -> tuple[dict[str, Any], dict[str, Tensor]]:
    length = int.from_bytes(data[:8], "little")
    if not 2 <= length <= min(LARGEST_HEADER, len(data) - 8):
        raise ValueError("no header")
    header = json.loads(data[8 : 8 + length])
    about = header.pop("__metadata__", {})
    body = memoryview(data)[8 + length :]
    tensors: dict[str, Tensor] = {}
    for name, entry in header.items():
        if entry["dtype"] != "F32":
            raise ValueError("not 32 bits")
        first, last = entry["data_offsets"]
        values = array("f", bytes(body[first:last]))
        if sys.byteorder == "big":
            values.byteswap()
        shape = tuple(int(number) for number in entry["shape"])
        if math.prod(shape) != len(values) or not all(map(math.isfinite, values)):
            raise ValueError("not the numbers that the shape promises")
        tensors[name] = Tensor(shape, values)
    return about, tensors


def _network(game: Game, file: str, tensors: dict[str, Tensor]) -> Network:
    inputs = inputs_of(game.observation)
    layers: list[Layer] = []
    width = len(inputs)
    while f"{len(layers)}.weight" in tensors:
        weight = tensors[f"{len(layers)}.weight"]
        bias = tensors.get(f"{len(layers)}.bias")
        if bias is None or len(weight.shape) != 2 or weight.shape[0] != width or bias.shape != weight.shape[1:]:
            raise PandariumError(f"{file}: layer {len(layers)} does not fit the one before it")
        width = weight.shape[1]
        layers.append(Layer(vec[float](weight.values.tolist()), vec[float](bias.values.tolist())))
    numbers = sum(span.size for span in game.actions)
    if not layers or width < 1 or width > numbers:
        raise PandariumError(f"{file} has {width} outputs; {game.meta.title} has {numbers} action numbers")
    return Network(inputs, layers)


def write_net(file: Path, game: Game, layers: Sequence[tuple[Sequence[int], bytes, bytes]]) -> None:
    """Write layers, each as its shape [inputs, outputs], weights and bias (32-bit floats, the lowest byte first)."""
    header: dict[str, Any] = {"__metadata__": {"game": game.meta.name, "fingerprint": fingerprint(game)}}
    body = b""
    for number, (shape, weight, bias) in enumerate(layers):
        for name, dims, data in (("weight", list(shape), weight), ("bias", [shape[1]], bias)):
            place = [len(body), len(body) + len(data)]
            header[f"{number}.{name}"] = {"dtype": "F32", "shape": dims, "data_offsets": place}
            body += data
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    file.write_bytes(len(text).to_bytes(8, "little") + text + body)
