"""A small network that plays: bytes in, a number for every action out. Compiled, so that no library is needed for it.

Layers are dense with ReLU between them. Most inputs are 0, so the first layer is summed over those that are not.
"""

from __future__ import annotations

import math

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.kit.encoding import BIT, EQUAL, VALUE, WORD, Input


class Layer:
    """Weights, input by input, and a bias for every output."""

    weights: vec[float]
    bias: vec[float]

    def __init__(self, weights: vec[float], bias: vec[float]) -> None:
        self.weights = weights
        self.bias = bias


class Network:
    """What was learned."""

    places: vec[i64]
    hows: vec[i64]
    wanted: vec[i64]
    scales: vec[float]
    layers: list[Layer]

    def __init__(self, inputs: list[Input], layers: list[Layer]) -> None:
        self.places = vec[i64]([item.byte for item in inputs])
        self.hows = vec[i64]([item.how for item in inputs])
        self.wanted = vec[i64]([item.wanted for item in inputs])
        self.scales = vec[float]([item.scale for item in inputs])
        self.layers = layers

    def encode(self, data: bytes) -> vec[float]:
        """The inputs for these bytes."""
        found = vec[float]([0.0] * len(self.places))
        index: i64 = 0
        while index < len(self.places):
            byte: i64 = data[self.places[index]]
            how: i64 = self.hows[index]
            wanted: i64 = self.wanted[index]
            value: float = 0.0
            if how == VALUE:
                value = float(byte)
            elif how == EQUAL:
                if byte == wanted:
                    value = 1.0
            elif how == BIT:
                if byte & wanted != 0:
                    value = 1.0
            else:
                low: i64 = data[self.places[index] + 1]
                value = float(byte * 256 + low - wanted)
            value *= self.scales[index]
            if how == WORD:
                value = flatten(value)
            found[index] = value
            index += 1
        return found

    def forward(self, data: bytes) -> vec[float]:
        """A number for every action: the higher, the more often it should be played."""
        values = self.encode(data)
        number: i64 = 0
        while number < len(self.layers):
            if number > 0:
                rectify(values)
            values = apply_layer(self.layers[number], values)
            number += 1
        return values


def flatten(value: float) -> float:
    """Its logarithm, on either side of 0."""
    return -math.log(1.0 - value) if value < 0.0 else math.log(1.0 + value)


def apply_layer(layer: Layer, values: vec[float]) -> vec[float]:
    """The weighted sums, plus the bias."""
    weights = layer.weights
    outputs: i64 = len(layer.bias)
    sums = vec[float](layer.bias)
    row: i64 = 0
    while row < len(values):
        value: float = values[row]
        if value != 0.0:
            at: i64 = row * outputs
            index: i64 = 0
            while index < outputs:
                sums[index] = sums[index] + value * weights[at + index]
                index += 1
        row += 1
    return sums


def rectify(values: vec[float]) -> None:
    """What is below 0 becomes 0."""
    index: i64 = 0
    while index < len(values):
        values[index] = max(values[index], 0.0)
        index += 1
