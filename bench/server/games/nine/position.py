"""Positions on paper."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from pandarium.core.dump_decoding import Word, decode
from pandarium.core.errors import BadData
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.rng import from_words
from pandarium.games.nine.engine.flow import Nine, NineDeal
from pandarium.games.nine.engine.moves import CELLS
from pandarium.games.nine.engine.state import EMPTY

Place = Annotated[int, msgspec.Meta(ge=1, le=CELLS)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Owner = Annotated[int, msgspec.Meta(ge=0, le=3)]


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A position of Nine Cells as data. What has a default may be left out when a position is written by hand."""

    seats: Annotated[int, msgspec.Meta(ge=2, le=4)]
    lucky: list[Place]
    """By seat; none when the game is over."""
    turn: Owner
    owners: Annotated[list[Owner | None], msgspec.Meta(min_length=CELLS, max_length=CELLS)]
    round: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    shown: list[Place] = []
    scores: list[Count] | None = None
    game: Literal["nine"] = "nine"
    rules: Literal[1] = 1
    options: dict[str, OptionValue] = {}
    content: None = None
    sealed: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)] = 0
    rng: tuple[Word, Word] = (0, 1)


def dump(state: Nine) -> dict[str, Any]:
    """The whole position."""
    position = Position(
        seats=state.setup.seats,
        lucky=[cell + 1 for cell in state.lucky],
        turn=state.turn,
        owners=[None if owner == EMPTY else owner for owner in state.owners],
        round=state.round,
        shown=[cell + 1 for cell in state.shown],
        scores=list(state.scores),
        options=state.setup.options,
        sealed=state.sealed,
        rng=state.rng.words(),
    )
    data: dict[str, Any] = msgspec.to_builtins(position)
    return data


def load(game: Game, data: Any) -> Nine:
    """The position in that data; raises BadData with the place and the reason."""
    position = decode(data, Position)
    setup = game.setup(position.seats, position.options, position.content)
    assert isinstance(setup, NineDeal)
    scores = position.scores if position.scores is not None else [0] * position.seats
    _check(position, setup.rounds, scores)
    state = Nine(setup, from_words(*position.rng), [cell - 1 for cell in position.lucky])
    state.sealed = position.sealed
    state.round = position.round
    state.turn = position.turn
    state.owners = [EMPTY if owner is None else owner for owner in position.owners]
    state.free = state.owners.count(EMPTY)
    state.shown = [cell - 1 for cell in position.shown]
    state.scores = scores
    return state


def _check(position: Position, rounds: int, scores: list[int]) -> None:
    """What the engine relies on."""
    seats = position.seats
    over = position.round > rounds
    if position.round > rounds + 1:
        raise BadData("position.round", f"there are {rounds} rounds (NC-6)")
    if len(position.lucky) != (0 if over else seats):
        raise BadData("position.lucky", "one lucky cell for each player; none when the game is over (NC-2)")
    if len(position.shown) != (0 if position.round == 1 else seats):
        raise BadData("position.shown", "one for each player from the second round on (NC-5)")
    if len(scores) != seats:
        raise BadData("position.scores", "one for each player")
    if position.turn >= seats:
        raise BadData("position.turn", f"there is no player {position.turn}, only 0 to {seats - 1}")
    for at, owner in enumerate(position.owners):
        if owner is not None and owner >= seats:
            raise BadData(f"position.owners[{at}]", f"there is no player {owner}, only 0 to {seats - 1}")
    if (None not in position.owners) != over:
        raise BadData("position.owners", "the board is full when the game is over, and only then (NC-5)")
