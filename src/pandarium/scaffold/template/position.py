"""Positions as data: `dump` writes all of it, `load` reads it back and believes nothing unchecked."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from pandarium.core.dump_decoding import Word, decode
from pandarium.core.errors import BadData
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.rng import from_words

from .engine.flow import Deal, Race
from .engine.state import FACES

Small = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Counts = Annotated[list[Small], msgspec.Meta(min_length=FACES, max_length=FACES)]


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A position as data. What has a default may be left out when a position is written by hand."""

    game: str
    seats: int
    heights: list[Small]
    lucky: list[int]
    turn: Small
    rules: int = 1
    options: dict[str, OptionValue] = {}
    content: dict[str, Any] | None = None
    first: Small = 0
    round: Annotated[int, msgspec.Meta(ge=1)] = 1
    steps: Small = 0
    rolls: list[Counts] | None = None
    """None: nothing rolled so far."""
    over: bool = False
    sealed: Small = 0
    rng: tuple[Word, Word] = (0, 1)


def dump(state: Race) -> dict[str, Any]:
    """The whole position."""
    meta = state.setup.game.meta
    position = Position(
        game=meta.name,
        rules=meta.rules,
        seats=state.seats,
        options=state.setup.options,
        content=state.setup.content,
        heights=state.heights,
        lucky=state.lucky,
        turn=state.turn,
        first=state.first,
        round=state.round,
        steps=state.steps,
        rolls=state.rolls,
        over=state.over,
        sealed=state.sealed,
        rng=state.rng.words(),
    )
    data: dict[str, Any] = msgspec.to_builtins(position)
    return data


def load(game: Game, data: Any) -> Race:
    """The position in that data, checked against the rules; raises BadData."""
    position = decode(data, Position)
    if position.game != game.meta.name or position.rules != game.meta.rules:
        raise BadData("position.game", f"this is {game.meta.name!r}, version {game.meta.rules} of its rules")
    setup = game.setup(position.seats, position.options, position.content)
    assert isinstance(setup, Deal)
    rolls = [[0] * FACES for _ in range(setup.seats)] if position.rolls is None else position.rolls
    _check(position, setup, rolls)
    state = Race(setup, from_words(*position.rng))
    state.sealed = position.sealed
    state.heights = position.heights
    state.lucky = position.lucky
    state.turn = position.turn
    state.first = position.first
    state.round = position.round
    state.steps = position.steps
    state.rolls = rolls
    state.over = position.over
    return state


def _check(position: Position, setup: Deal, rolls: list[list[int]]) -> None:
    """What the types do not say: lengths, seats, cards in the deck (BD-C1), and when a race is over (BD-4)."""
    seats = setup.seats
    for name, rows in (("heights", position.heights), ("lucky", position.lucky), ("rolls", rolls)):
        if len(rows) != seats:
            raise BadData(f"position.{name}", f"has {len(rows)} entries for {seats} players")
    for name, seat in (("turn", position.turn), ("first", position.first)):
        if seat >= seats:
            raise BadData(f"position.{name}", f"there are only the seats 0 to {seats - 1}")
    deck = setup.cards[:]
    for card in position.lucky:
        if card not in deck:
            raise BadData("position.lucky", f"there are not that many cards with a {card} (BD-C1)")
        deck.remove(card)
    if position.round > setup.rounds:
        raise BadData("position.round", f"the race has {setup.rounds} rounds (BD-4)")
    begins = position.turn == position.first and position.steps == 0
    last = position.round == setup.rounds
    reached = max(position.heights) >= setup.top
    if position.over and not (begins and (reached or last)):
        raise BadData("position.over", "the race ends with a round in which the top was reached, or the last (BD-4)")
    if not position.over and reached and position.turn == position.first:
        raise BadData("position.over", "with a panda at the top no new round begins (BD-4)")
