"""Notation of Wildstyle both ways, and moves as structs."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import msgspec

from pandarium.core.errors import BadMove
from pandarium.games.wildstyle.content import CARD_NAMES, COLOUR_LETTERS, HEX_NAMES
from pandarium.games.wildstyle.engine import moves as kinds
from pandarium.games.wildstyle.engine.moves import card_of, hex_of, kind_of, move, pile_of, space_of

ALLOWED = (
    "write 'draw 2', 'add Rt 1' (a card onto a set), 'share Rt 3' (onto a share pile), 'take 3 Rt 1' (from a share "
    "pile onto a set), 'tag 1 B12', 'clear 1', 'rush 1 B12', 'scrap 1', 'pass', 'ready', 'go', or 'remove B12'"
)

MOVES_KEPT: Final = 4096
"""More than there are: in real time the same moves are told to everybody many times a second."""

_CARD = r"(?P<card>\w\w)"
_SPACE = r"(?P<space>[12])"
_HEX = r"(?P<hex>[a-e]\d{1,2})"
_FORMS: list[tuple[int, re.Pattern[str]]] = [
    (kinds.DRAW, re.compile(r"draw (?P<pile>[123])", re.ASCII)),
    (kinds.ADD, re.compile(rf"add {_CARD} {_SPACE}", re.ASCII)),
    (kinds.SHARE, re.compile(rf"share {_CARD} (?P<pile>[1234])", re.ASCII)),
    (kinds.TAKE, re.compile(rf"take (?P<pile>[1234]) {_CARD} {_SPACE}", re.ASCII)),
    (kinds.TAG, re.compile(rf"tag {_SPACE} {_HEX}", re.ASCII)),
    (kinds.CLEAR, re.compile(rf"clear {_SPACE}", re.ASCII)),
    (kinds.RUSH, re.compile(rf"rush {_SPACE} {_HEX}", re.ASCII)),
    (kinds.SCRAP, re.compile(rf"scrap {_SPACE}", re.ASCII)),
    (kinds.PASS, re.compile("pass")),
    (kinds.READY, re.compile("ready")),
    (kinds.GO, re.compile("go")),
    (kinds.REMOVE, re.compile(rf"remove {_HEX}", re.ASCII)),
]


class Move(msgspec.Struct, frozen=True, tag_field="move"):
    """Something a player does."""


class Draw(Move, frozen=True, tag="draw"):
    """Draw from a pile (WS-3)."""

    pile: int


class Add(Move, frozen=True, tag="add"):
    """A card of the hand onto a set space (WS-4)."""

    card: str
    space: int


class Share(Move, frozen=True, tag="share"):
    """A card of the hand onto a share pile (WS-5)."""

    card: str
    pile: int


class Take(Move, frozen=True, tag="take"):
    """The top card of a share pile onto a set space (WS-6)."""

    pile: int
    card: str
    space: int


class Tag(Move, frozen=True, tag="tag"):
    """Complete a set and place a tag (WS-7)."""

    space: int
    hex: str


class Clear(Move, frozen=True, tag="clear"):
    """Complete a set without placing a tag (WS-10)."""

    space: int


class Rush(Move, frozen=True, tag="rush"):
    """Take a cop car, complete a set early and place a tag (WS-8)."""

    space: int
    hex: str


class Scrap(Move, frozen=True, tag="scrap"):
    """Take a cop car and clear a set early, without placing a tag (WS-8, WS-10)."""

    space: int


class Pass(Move, frozen=True, tag="pass"):
    """Do nothing for now, or nothing more (WS-13)."""


class Ready(Move, frozen=True, tag="ready"):
    """Ready for the countdown (WS-2)."""


class Go(Move, frozen=True, tag="go"):
    """The countdown is over (WS-2)."""


class Remove(Move, frozen=True, tag="remove"):
    """Choose a tag that goes for a cop car (WS-20)."""

    hex: str


@lru_cache(MOVES_KEPT)
def describe(number: int) -> Move:
    """A move as a struct; piles and spaces are counted from 0 there, as in views."""
    if not 0 <= number < 1 << kinds.MOVE_BITS:
        raise BadMove(str(number), "that number is no move of Wildstyle")
    kind, space, pile, card, hex = (part(number) for part in (kind_of, space_of, pile_of, card_of, hex_of))
    found: Move | None = None
    if card < len(CARD_NAMES) and hex < len(HEX_NAMES):
        found = _struct(kind, space, pile, CARD_NAMES[card], HEX_NAMES[hex])
    if found is None or _number(kind, found) != number:
        raise BadMove(str(number), "that number is no move of Wildstyle")
    return found


def _struct(kind: int, space: int, pile: int, card: str, hex: str) -> Move | None:
    has_card = bool(card)
    match kind:
        case kinds.DRAW:
            return Draw(pile) if pile < 3 else None
        case kinds.ADD:
            return Add(card, space) if has_card else None
        case kinds.SHARE:
            return Share(card, pile) if has_card else None
        case kinds.TAKE:
            return Take(pile, card, space) if has_card else None
        case kinds.TAG:
            return Tag(space, hex)
        case kinds.CLEAR:
            return Clear(space)
        case kinds.RUSH:
            return Rush(space, hex)
        case kinds.SCRAP:
            return Scrap(space)
        case kinds.PASS:
            return Pass()
        case kinds.READY:
            return Ready()
        case kinds.GO:
            return Go()
        case kinds.REMOVE:
            return Remove(hex)
    return None


def _number(kind: int, described: Move) -> int:
    """The number of a described move."""
    card, hex = getattr(described, "card", ""), getattr(described, "hex", HEX_NAMES[0])
    space, pile = getattr(described, "space", 0), getattr(described, "pile", 0)
    return move(kind, space, pile, CARD_NAMES.index(card), HEX_NAMES.index(hex))


@lru_cache(MOVES_KEPT)
def say(number: int) -> str:
    """A move in notation."""
    match describe(number):
        case Draw(pile):
            return f"draw {pile + 1}"
        case Add(card, space):
            return f"add {card} {space + 1}"
        case Share(card, pile):
            return f"share {card} {pile + 1}"
        case Take(pile, card, space):
            return f"take {pile + 1} {card} {space + 1}"
        case Tag(space, hex):
            return f"tag {space + 1} {hex}"
        case Clear(space):
            return f"clear {space + 1}"
        case Rush(space, hex):
            return f"rush {space + 1} {hex}"
        case Scrap(space):
            return f"scrap {space + 1}"
        case Remove(hex):
            return f"remove {hex}"
        case other:
            return str(type(other).__struct_config__.tag)


_read_before: dict[str, int] = {}
"""Moves by their notation, in small letters and single spaces: the list is short."""


def read(text: str) -> int:
    """The move in that notation; case and extra spaces do not matter."""
    words = " ".join(text.lower().split())
    if words not in _read_before:
        _read_before[words] = _read(text, words)
    return _read_before[words]


def _read(text: str, words: str) -> int:
    for kind, form in _FORMS:
        if found := form.fullmatch(words):
            parts = found.groupdict()
            return move(
                kind,
                int(parts.get("space", "1")) - 1,
                int(parts.get("pile", "1")) - 1,
                _read_card(text, parts["card"]) if "card" in parts else 0,
                _read_hex(text, parts["hex"]) if "hex" in parts else 0,
            )
    raise BadMove(text, ALLOWED)


def _read_card(text: str, code: str) -> int:
    card = code[0].upper() + code[1]
    if card not in CARD_NAMES:
        raise BadMove(text, f"a card is one of S R A F M P and one of {' '.join(COLOUR_LETTERS)}, as in Rt")
    return CARD_NAMES.index(card)


def _read_hex(text: str, name: str) -> int:
    if name.upper() not in HEX_NAMES:
        raise BadMove(text, "hexes are A1 to A19, B1 to B19, and so on to E19")
    return HEX_NAMES.index(name.upper())
