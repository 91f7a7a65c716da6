"""Observations as inputs of a network, many at once, with numpy. `pandarium.kit.encoding` says which there are."""

from __future__ import annotations

from pandarium.core.layout import Layout
from pandarium.kit.encoding import BIT, EQUAL, VALUE, WORD, inputs_of
from pandarium.learn.extras import missing

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as error:
    raise missing("learn", error) from None


class Encoder:
    """Turns rows of bytes into rows of 32-bit numbers, mostly from 0 to 1."""

    def __init__(self, layout: Layout) -> None:
        inputs = inputs_of(layout)
        self.width = len(inputs)
        """Inputs that a network for this layout has."""
        hows = np.array([item.how for item in inputs])
        self._bytes = np.array([item.byte for item in inputs])
        self._wanted = np.array([item.wanted for item in inputs])
        self._scales = np.array([item.scale for item in inputs], np.float32)
        self._values, self._equals, self._bits, self._words = (
            np.flatnonzero(hows == how) for how in (VALUE, EQUAL, BIT, WORD)
        )

    def __call__(self, rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """[n, length] to [n, width]."""
        out = np.empty((len(rows), self.width), np.float32)
        for places in (self._values, self._words):
            out[:, places] = rows[:, self._bytes[places]]
        places = self._equals
        out[:, places] = rows[:, self._bytes[places]] == self._wanted[places].astype(np.uint8)
        places = self._bits
        out[:, places] = (rows[:, self._bytes[places]] & self._wanted[places].astype(np.uint8)) != 0
        places = self._words
        out[:, places] = out[:, places] * 256 + rows[:, self._bytes[places] + 1] - self._wanted[places]
        out *= self._scales
        out[:, places] = np.sign(out[:, places]) * np.log1p(np.abs(out[:, places]))
        return out
