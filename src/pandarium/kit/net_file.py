"""Files of networks that play: the shape of safetensors (a JSON header, then numbers), which any framework reads.

The metadata say which game it is for and what it looks at (`fingerprint`), the tensors `0.weight` [inputs, outputs],
`0.bias`, `1.weight`, … are its layers. Numbers are 32-bit floats, or 16-bit ones to save room.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from librt.vecs import vec

from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.record import write_atomically
from pandarium.kit.abstraction import Abstraction
from pandarium.kit.encoding import inputs_of
from pandarium.kit.network import Layer, Network

LARGEST_FILE = 256 * 1024 * 1024
LARGEST_HEADER = 1024 * 1024
FORMATS = {"F32": "f", "F16": "e"}
"""What numbers are called in the file, and by `struct`."""


class Tensor(NamedTuple):
    """Numbers in rows."""

    shape: tuple[int, ...]
    values: Sequence[float]


class NetFile(NamedTuple):
    """What a file holds."""

    about: Mapping[str, str]
    layers: list[tuple[Tensor, Tensor]]
    """Weights [inputs, outputs] and bias of each."""


def read_file(file: Path, named: str) -> bytes:
    """The file as it is; raises PandariumError when it cannot be read. Errors call it by the name given."""
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise PandariumError(f"{named} is larger than a network that plays here ({LARGEST_FILE >> 20} MiB)")
        return file.read_bytes()
    except OSError as error:
        raise PandariumError(f"{named} cannot be read: {error.strerror or error}") from None


def read_net(source: Path | bytes, named: str) -> NetFile:
    """What is in that file; raises PandariumError when it is no network. Errors call it by the name given."""
    data = source if isinstance(source, bytes) else read_file(source, named)
    try:
        about, tensors = _read(data)
    except (ValueError, KeyError, TypeError, IndexError, struct.error):
        raise PandariumError(
            f"{named} is no network: a safetensors file of 32-bit or 16-bit numbers is wanted"
        ) from None
    layers: list[tuple[Tensor, Tensor]] = []
    while f"{len(layers)}.weight" in tensors:
        weight = tensors[f"{len(layers)}.weight"]
        bias = tensors.get(f"{len(layers)}.bias")
        if bias is None or len(weight.shape) != 2 or bias.shape != weight.shape[1:]:
            raise PandariumError(f"{named}: layer {len(layers)} has no bias that fits it")
        layers.append((weight, bias))
    return NetFile(about, layers)


def _read(data: bytes) -> tuple[dict[str, str], dict[str, Tensor]]:
    length = int.from_bytes(data[:8], "little")
    if not 2 <= length <= min(LARGEST_HEADER, len(data) - 8):
        raise ValueError("no header")
    header = json.loads(data[8 : 8 + length])
    about = header.pop("__metadata__", {})
    body = memoryview(data)[8 + length :]
    tensors: dict[str, Tensor] = {}
    for name, entry in header.items():
        first, last = entry["data_offsets"]
        shape = tuple(int(number) for number in entry["shape"])
        values = struct.unpack(f"<{math.prod(shape)}{FORMATS[entry['dtype']]}", body[first:last])
        if not all(map(math.isfinite, values)):
            raise ValueError("not a number")
        tensors[name] = Tensor(shape, values)
    return about, tensors


def make_network(found: NetFile, abstraction: Abstraction, named: str) -> Network:
    """The network in a file, if it fits what it is to look at; raises PandariumError."""
    inputs = inputs_of(abstraction.layout)
    width = len(inputs)
    layers: list[Layer] = []
    for weight, bias in found.layers:
        if weight.shape[0] != width:
            raise PandariumError(f"{named}: layer {len(layers)} does not fit the one before it")
        width = weight.shape[1]
        layers.append(Layer(vec[float](weight.values), vec[float](bias.values)))
    if not layers or width < 1 or width > abstraction.size + 1:
        raise PandariumError(f"{named} has {width} outputs, and there are {abstraction.size} options to weigh")
    return Network(inputs, layers)


def fingerprint(game: Game, abstraction: Abstraction) -> str:
    """What a network was made for: the same for the same game, inputs and options."""
    options = tuple(game.actions) if abstraction.layout is game.observation else abstraction.size
    parts = (game.meta.name, tuple(abstraction.layout.pieces), options)
    return blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def write_net(
    file: Path,
    game: Game,
    abstraction: Abstraction,
    layers: Sequence[tuple[Sequence[int], Sequence[float], Sequence[float]]],
    about: Mapping[str, str] | None = None,
    dtype: str = "F32",
) -> None:
    """Write layers, each as its shape [inputs, outputs], weights and bias; `about` may say how they were made."""
    told = {"game": game.meta.name, "fingerprint": fingerprint(game, abstraction), **(about or {})}
    header: dict[str, Any] = {"__metadata__": told}
    body = b""
    for number, (shape, weight, bias) in enumerate(layers):
        for name, dims, values in (("weight", list(shape), weight), ("bias", [shape[1]], bias)):
            data = struct.pack(f"<{len(values)}{FORMATS[dtype]}", *values)
            place = [len(body), len(body) + len(data)]
            header[f"{number}.{name}"] = {"dtype": dtype, "shape": dims, "data_offsets": place}
            body += data
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    write_atomically(file, len(text).to_bytes(8, "little") + text + body)
