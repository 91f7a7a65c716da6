"""Actions: how a program that learns names a move, and what it is told of the moves there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import u8

from pandarium.core.errors import PandariumError
from pandarium.core.state import Setup, State
from pandarium.learn.buffers import byte_array
from pandarium.learn.extras import missing

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing("learn", error) from None

PLACES: Final = 2048
"""Places there are in a list of moves that have no numbers, unless told otherwise."""


class Actions:
    """The actions of one set-up.

    Where the game numbers its moves, an action is that number (`State.action`). Where it does not, an action is the
    place of a move in the list of legal ones: then `features` describe what stands there, and of a list that is longer
    than `places` only its beginning can be chosen.
    """

    def __init__(self, setup: Setup, places: int = PLACES) -> None:
        if places < 1:
            raise PandariumError(f"places: at least 1 move can be chosen from, not {places}")
        self.setup = setup
        self.numbered = bool(setup.actions > 0)
        self.size = int(setup.actions) if self.numbered else places
        self.feature_length = int(setup.game.features.length)

    def legal(self, state: State, seat: int) -> dict[int, int]:
        """The moves that this seat may play, by action; empty when it may not act."""
        moves = state.legal(seat)
        if self.numbered:
            return {int(state.action(seat, move)): move for move in moves}
        return dict(enumerate(moves[: self.size]))

    def mask(self, legal: Sequence[int] | dict[int, int], size: int | None = None) -> NDArray[np.int8]:
        """1 for every legal action, 0 for all others."""
        mask = np.zeros(self.size if size is None else size, np.int8)
        mask[list(legal)] = 1
        return mask

    def features(self, state: State, seat: int, moves: Sequence[int]) -> NDArray[np.uint8]:
        """[places, feature_length]: what the listed moves are; zeros where no move stands."""
        out = vec[u8]([0] * (len(moves) * self.feature_length))
        for place, move in enumerate(moves):
            state.features_into(seat, move, out, place * self.feature_length)
        table = np.zeros((self.size, self.feature_length), np.uint8)
        table[: len(moves)] = byte_array(out).reshape(len(moves), self.feature_length)
        return table


def observed(state: State, seat: int) -> NDArray[np.uint8]:
    """What `state.observe(seat)` gives, as an array that may be written to."""
    return np.frombuffer(bytearray(state.observe(seat)), np.uint8)


def checked_setup(game: Any, seats: int | None, options: Any = None, content: Any = None) -> Setup:
    """The set-up of a game by name; with as few players as it takes, unless told otherwise."""
    import pandarium

    found = pandarium.game(game) if isinstance(game, str) else game
    setup: Setup = found.setup(found.meta.seats[0] if seats is None else seats, options, content)
    return setup
