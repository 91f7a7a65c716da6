"""Short ways to set a table for the tests of Pandánte."""

from __future__ import annotations

from typing import Any

import pytest

import pandarium
from pandarium.games.pandante.engine.flow import Pandante

game = pandarium.game("pandante")

RESOLVING = {"discard", "reveal", "top", "lower", "replace", "long shot", "rearrange", "announce"}
STREETS = {3: "splash", 4: "paws", 5: "tail"}
BOARD = "r1 b3 g5 o7 p9"
"""Five cards of which no two make anything."""


def at(
    phase: str,
    *hands: str,
    turn: int | None,
    board: str = BOARD,
    second_row: str = "",
    claims: str = "",
    casino: int = 0,
    options: dict[str, Any] | None = None,
    top: str | list[dict[str, Any]] = "",
    **more: Any,
) -> Pandante:
    """A position with hands like "k7 g2" ("": folded), claims like "pair - three", and cards on top of the deck.

    The dealer is the last seat, so that seat 0 comes first, unless said otherwise; everybody has 44 gold.
    """
    seats = len(hands)
    added = "+" in board or "+" in second_row
    rows = [_row(row.split()) for row in (board, second_row) if row]
    said = [None if claim == "-" else claim for claim in claims.split()] or [None] * seats
    position: dict[str, Any] = {
        "seats": seats,
        "phase": phase,
        "turn": turn,
        "gold": [44] * seats,
        "dealer": seats - 1,
        "hands": [hand.split() for hand in hands],
        "folded": [seat for seat, hand in enumerate(hands) if not hand and seat not in more.get("sitting", [])],
        "board": rows,
        "claims": said,
        "pot": 20,
        "street": STREETS.get(sum(card is not None for card in rows[0][:5]) if rows else 3, "splash"),
        "casino": casino,
        "options": {**({"casinos": True} if casino else {}), **(options or {})},
        "top": [{"card": code, "known": []} for code in reversed(top.split())] if isinstance(top, str) else top,
    }
    if phase in RESOLVING:
        position["performer"] = turn
    if added and "adders" not in more:
        position["adders"] = [0, None]
    if casino == 7 and phase not in {"bet", "snack", "cassy"}:
        position["street"] = "tail"
    state = game.load({**position, **more})
    assert isinstance(state, Pandante)
    return state


def _row(cards: list[str]) -> list[str | None]:
    """Six places; a card after "+" is the sixth."""
    if "+" in cards:
        plain: list[str | None] = [*cards[: cards.index("+")]]
        return [*plain, *([None] * (5 - len(plain))), cards[-1]]
    return [*cards, *([None] * (6 - len(cards)))]


def do(state: Pandante, *moves: str) -> list[Any]:
    """Play these moves, each for whoever is first to act, or for a seat as in "2: challenge"; the events for all."""
    log: list[Any] = []
    for move in moves:
        seat, _, text = move.rpartition(": ")
        state.play(int(seat) if seat else state.actors()[0], game.read(text), log)
    return [seen for event in log if (seen := game.redact(event, None)) is not None]


def everyone(state: Pandante, choice: str) -> list[Any]:
    """All who may challenge choose the same."""
    events: list[Any] = []
    hotseat = state.turn
    while state.view(None).hotseat == hotseat:
        events += do(state, choice)
    return events


def refused(state: Pandante, seat: int, move: str | int) -> str:
    """Try a move that is not allowed: why it is not. Nothing may have changed."""
    before = state.dump()
    with pytest.raises(pandarium.IllegalMove) as refusal:
        state.play(seat, game.read(move) if isinstance(move, str) else move)
    assert state.dump() == before
    return str(refusal.value)


def options_of(state: Pandante, seat: int | None = None) -> list[str]:
    """The legal moves of a seat, or of whoever is first to act, in notation."""
    return [game.say(move) for move in state.legal(state.actors()[0] if seat is None else seat)]


def tags(events: list[Any]) -> list[str]:
    """The kinds of events, as they are written in JSON."""
    return [type(event).__struct_config__.tag for event in events]


def find(events: list[Any], tag: str) -> list[Any]:
    """The events of that kind."""
    return [event for event in events if type(event).__struct_config__.tag == tag]


def hand(state: Pandante, seat: int) -> str:
    """A player's cards, as that player sees them."""
    return " ".join(str(held.card) for held in state.view(seat).players[seat].hand)


def gold(state: Pandante) -> list[int]:
    """Everybody's gold."""
    return list(state.gold)
