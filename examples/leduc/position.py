"""Positions as data. Cards and betting say it all: `load` plays the moves again, so the rules check them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from pandarium.core.dump_decoding import Word, decode
from pandarium.core.errors import BadData, PandariumError
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.rng import from_words
from pandarium.games.leduc.engine.flow import Leduc, LeducDeal
from pandarium.games.leduc.engine.state import NO_CARD, pack_hands
from pandarium.games.leduc.view import MOVE_NAMES, betting
from pandarium.games.leduc.words.notation import read


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A position of Leduc hold'em as data. What has a default may be left out when a position is written by hand."""

    hands: tuple[str, str]
    public: str | None = None
    moves: Annotated[list[str], msgspec.Meta(max_length=8)] = []
    game: Literal["leduc"] = "leduc"
    rules: Literal[1] = 1
    seats: Literal[2] = 2
    options: dict[str, OptionValue] = {}
    content: dict[str, Any] | None = None
    sealed: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)] = 0
    rng: tuple[Word, Word] = (0, 1)


def dump(state: Leduc) -> dict[str, Any]:
    """The whole position."""
    code = state.fixed.code
    position = Position(
        hands=(code(state.card_of(0)), code(state.card_of(1))),
        public=None if state.public == NO_CARD else code(state.public),
        moves=[MOVE_NAMES[move] for moves in betting(state) for move in moves],
        options=state.setup.options,
        content=state.setup.content,
        sealed=state.sealed,
        rng=state.rng.words(),
    )
    data: dict[str, Any] = msgspec.to_builtins(position)
    return data


def load(game: Game, data: Any) -> Leduc:
    """The position in that data; raises BadData with the place and the reason."""
    position = decode(data, Position)
    setup = game.setup(position.seats, position.options, position.content)
    assert isinstance(setup, LeducDeal)
    taken: list[int] = []
    for seat, card in enumerate(position.hands):
        taken.append(_find_card(setup, f"position.hands[{seat}]", card, taken))
    state = Leduc(setup, from_words(*position.rng), pack_hands(*taken))
    for number, move in enumerate(position.moves):
        try:
            state.play(state.turn, read(move))
        except PandariumError as error:
            raise BadData(f"position.moves[{number}]", str(error)) from None
    if (position.public is None) != (state.public == NO_CARD):
        raise BadData("position.public", "there is a public card from the second round on, not before (LH-8)")
    if position.public is not None:
        state.public = _find_card(setup, "position.public", position.public, taken)
    state.rng = from_words(*position.rng)
    state.sealed = position.sealed
    return state


def _find_card(setup: LeducDeal, place: str, code: str, taken: list[int]) -> int:
    """A card of that rank which is not taken yet."""
    if code not in setup.codes:
        raise BadData(place, f"there is no card {code!r}; the cards are {', '.join(setup.codes)}")
    for card in range(len(setup.ranks)):
        if setup.code(card) == code and card not in taken:
            return card
    raise BadData(place, f"more {code} than there are in the deck (LH-1)")
