"""The deck as data: the pack's TOML, checked (LH-1)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from pandarium.core.content import decode, read_pack
from pandarium.core.errors import BadContent


class Card(msgspec.Struct, forbid_unknown_fields=True):
    """One rank."""

    code: Annotated[str, msgspec.Meta(pattern="^[A-Z0-9]{1,2}$")]
    copies: Annotated[int, msgspec.Meta(ge=1, le=4)]
    source: Literal["printed", "inferred", "ours"]


class DeckFile(msgspec.Struct, forbid_unknown_fields=True):
    """deck.toml."""

    title: str
    card: Annotated[list[Card], msgspec.Meta(min_length=3, max_length=13)]
    """From the lowest rank to the highest."""


class Pack(msgspec.Struct, forbid_unknown_fields=True):
    """A whole content pack."""

    deck: DeckFile


@cache
def own_deck() -> list[Card]:
    """The deck that comes with the game."""
    return read_deck(read_pack(Path(__file__).with_name("content")))


def read_deck(pack: Any) -> list[Card]:
    """The deck of a pack; raises BadContent with the entry and the reason."""
    cards = decode(pack, Pack).deck.card
    codes = [card.code for card in cards]
    for code in codes:
        if codes.count(code) > 1:
            raise BadContent(f"content.deck.card {code!r}", "stands there twice")
    return cards
