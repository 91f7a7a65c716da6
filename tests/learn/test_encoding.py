"""The same inputs from numpy and from the compiled network."""

from __future__ import annotations

import numpy as np
import pytest

import pandarium
from pandarium.core.rng import Rng
from pandarium.kit.encoding import inputs_of
from pandarium.kit.network import Network
from pandarium.learn.encoding import Encoder


@pytest.mark.parametrize("name", ["leduc", "pandante", "pilfering", "royale", "wildstyle"])
def test_numpy_and_the_network_see_the_same(name):
    game = pandarium.game(name)
    encode, network = Encoder(game.observation), Network(inputs_of(game.observation), [])
    state, chance = game.start(2, seed=3), Rng(4)
    rows = []
    while len(rows) < 60 and (actors := state.actors()):
        rows.extend(state.observe(seat) for seat in (0, 1))
        moves = state.legal(actors[0])
        state.play(actors[0], moves[chance.below(len(moves))])
    encoded = encode(np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1))
    assert encoded.shape == (len(rows), encode.width)
    for row, data in zip(encoded, rows, strict=True):
        assert row.tolist() == pytest.approx(list(network.encode(data)), abs=1e-6)
    assert np.count_nonzero(encoded) > len(rows)
