"""Notation of Panda Royale both ways, and moves as structs."""

from __future__ import annotations

import re

import msgspec

from pandarium.core.errors import BadMove
from pandarium.games.royale.engine.dice import CODES
from pandarium.games.royale.engine.moves import MOVE_BITS, PASS, die_of, other_of, take, trade

SEAT_LETTERS = "ABCDEFGHIJ"

_ALLOWED = "write 'take b8', 'trade C r6' (a clear die to seat C for their red d6), or 'pass'"
_TRADE = re.compile(r"trade ([a-j]) (\S+)")
_TAKE = re.compile(r"take (\S+)")


class Take(msgspec.Struct, frozen=True, tag_field="move", tag="take"):
    """Take a die from the pool (PR-11)."""

    die: str


class Trade(msgspec.Struct, frozen=True, tag_field="move", tag="trade"):
    """Give a clear die to another player and take one of theirs (PR-10)."""

    seat: int
    die: str


class Pass(msgspec.Struct, frozen=True, tag_field="move", tag="pass"):
    """Trade no (more) dice (PR-10)."""


def describe(move: int) -> Take | Trade | Pass:
    """A move as a struct."""
    if move == PASS:
        return Pass()
    if 0 <= move < 1 << MOVE_BITS and die_of(move) < len(CODES):
        die, other = die_of(move), other_of(move)
        if move == take(die):
            return Take(CODES[die])
        if move == trade(other, die) and other < len(SEAT_LETTERS):
            return Trade(other, CODES[die])
    raise BadMove(str(move), "that number is no move of Panda Royale")


def say(move: int) -> str:
    """A move in notation: `take b8`, `trade C r6`, `pass`."""
    described = describe(move)
    if isinstance(described, Take):
        return f"take {described.die}"
    if isinstance(described, Trade):
        return f"trade {SEAT_LETTERS[described.seat]} {described.die}"
    return "pass"


def read(text: str) -> int:
    """The move in that notation; case and extra spaces do not matter."""
    words = " ".join(text.lower().split())
    if words == "pass":
        return PASS
    if match := _TAKE.fullmatch(words):
        return take(_read_die(text, match[1]))
    if match := _TRADE.fullmatch(words):
        return trade(SEAT_LETTERS.index(match[1].upper()), _read_die(text, match[2]))
    raise BadMove(text, _ALLOWED)


def _read_die(text: str, code: str) -> int:
    if code not in CODES:
        raise BadMove(text, f"the dice are {', '.join(CODES)}")
    return CODES.index(code)
