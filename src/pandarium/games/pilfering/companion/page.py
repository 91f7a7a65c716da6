"""What the device shows: how things stand, and what is to be entered next."""

from __future__ import annotations

from typing import Literal

import msgspec

from pandarium.core.message import Message
from pandarium.games.pilfering.view.books import PilferingBooks
from pandarium.games.pilfering.view.events import Ended, MovedKeeper, MovedPanda


class AskPanda(msgspec.Struct, frozen=True, tag_field="ask", tag="panda"):
    """Somebody chooses a panda (PP-S3)."""

    seat: int
    pandas: list[str]
    """Those that are left."""


class AskStart(msgspec.Struct, frozen=True, tag_field="ask", tag="start"):
    """Who starts (PP-S3)."""


class PickUp(msgspec.Struct, frozen=True):
    """A pick-up of several cards from the Hideout."""

    way: str
    """plain, greedy, sneaky."""
    least: int
    most: int
    cost: int
    """What the keeper moves at once (PP-T4, PP-T6)."""


class AskRefresh(msgspec.Struct, frozen=True, tag_field="ask", tag="refresh"):
    """Somebody refreshes their hand (PP-T2)."""

    seat: int
    draw: bool
    """Whether they may draw from the deck,"""
    one: bool
    """take the last card of the Hideout,"""
    several: list[PickUp]
    """or several of them."""


class AskCard(msgspec.Struct, frozen=True, tag_field="ask", tag="card"):
    """A card was drawn that may be a Foiled Plan (PP-F1)."""

    seat: int
    why: Literal["hand", "hideout", "secret"]
    loot: bool
    """Whether there is a Loot card left in the deck."""
    plans: list[str]


class Way(msgspec.Struct, frozen=True):
    """A kind of trade in an area."""

    how: str
    """set, reuse, extend, left."""
    least: int
    most: int
    """Cards from the hand."""
    reused: int
    """1: the area's end card is part of it (PP-A3)."""


class AskAction(msgspec.Struct, frozen=True, tag_field="ask", tag="action"):
    """Somebody trades, or ends their turn (PP-A1 to PP-A13); at the back door: one set on the left (PP-F3)."""

    seat: int
    door: bool
    ways: list[list[Way]]
    """By area."""
    keys: int
    """Keys that are in the game,"""
    twos: int
    """cards worth 2 points that may be together in one set,"""
    bonus: int
    """and cards of a set that may earn the bonus (PP-A5), at most."""
    helps: list[list[str]]
    """By area: kinds of trades that go with the panda's ability (PP-C6)."""
    duty: bool
    """The card that was picked up from must still be played (PP-T5)."""
    swap: bool
    discard: int
    """How far a discarded Key drives the keeper back (PP-A11); 0: none may be discarded."""
    share: list[int]
    """With whom Sharing may swap; alone: with oneself."""
    ability: bool
    """Whether there is an ability that only this box has."""
    stash: bool
    keep: bool
    """Whether the turn may end without a stash (PP-T3)."""


class AskPlace(msgspec.Struct, frozen=True, tag_field="ask", tag="place"):
    """Where the rummaged card goes (PP-F2)."""

    seat: int


class AskCheck(msgspec.Struct, frozen=True, tag_field="ask", tag="check"):
    """Whether to run for it (PP-E3)."""

    seat: int
    cards: int
    """Cards that would count in the final check,"""
    least: int
    most: int
    """and what they may cost."""


class HandLeft(msgspec.Struct, frozen=True):
    """A hand in the final check, or the Secret Stash."""

    seat: int | None
    """None: the Secret Stash (PP-3)."""
    cards: int
    twos: int
    """Cards worth 2 points that may be among them."""
    keys: int
    """Keys that may be among them."""
    cost: int | None
    """None: not entered yet."""


class AskHands(msgspec.Struct, frozen=True, tag_field="ask", tag="hands"):
    """What everybody still holds (PP-E5)."""

    hands: list[HandLeft]


Ask = AskPanda | AskStart | AskRefresh | AskCard | AskAction | AskPlace | AskCheck | AskHands


class Typed(msgspec.Struct, frozen=True):
    """What an entry that is not made yet would do."""

    entry: str
    moves: list[MovedPanda | MovedKeeper]
    ended: Ended | None
    """How the game would end with it."""
    fault: Message | None = None
    reason: str = ""
    rule: str = ""


class PilferingPage(msgspec.Struct, frozen=True):
    """What the device shows."""

    ask: Ask | None
    """None: the game is over."""
    books: PilferingBooks
    typed: Typed | None
