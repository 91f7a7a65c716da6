"""Words for Panda Royale: notation both ways, moves as structs, events as sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from pandarium.core.errors import BadMove
from pandarium.games.royale import view as seen
from pandarium.games.royale.dice import CODES, COLOUR_NAMES, DIE_NAMES
from pandarium.games.royale.moves import MOVE_BITS, PASS, die_of, other_of, take, trade

SEAT_LETTERS = "ABCDEFGHIJ"

NAMES = dict(zip(CODES, DIE_NAMES, strict=True))

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


def label(move: int, names: Sequence[str]) -> str:
    """A move as a player would say it."""
    described = describe(move)
    if isinstance(described, Take):
        return f"Take the {NAMES[described.die]}"
    if isinstance(described, Trade):
        return f"Give {names[described.seat]} a clear die for their {NAMES[described.die]}"
    return "Trade no more"


def tell(event: Any, names: Sequence[str]) -> str:
    """One event as a sentence."""
    match event:
        case seen.RolledDice(seat, dice):
            return f"{names[seat]} rolls {_faces(dice)}"
        case seen.RerolledYellow(seat, dice):
            return f"Tie: {names[seat]} rolls yellow again: {_faces(dice) or 'no yellow dice'}"
        case seen.TookToken(seat, yellow):
            return f"{names[seat]} has the highest yellow, {yellow}, and takes the Panda token"
        case seen.ScoredRound(seat, number, line):
            return f"Round {number}: {names[seat]} scores {line.total} ({_colours(line)})"
        case seen.ClaimedPity(seat):
            return f"{names[seat]} gets a pink pity die"
        case seen.TradedDie(seat, other, die):
            return f"{names[seat]} gives {names[other]} a clear die for a {NAMES[die]}"
        case seen.PassedTrade(seat):
            return f"{names[seat]} trades no more"
        case seen.DrewPool(dice):
            return "From the bag: " + ", ".join(NAMES[code] for code in dice)
        case seen.TookDie(seat, die):
            return f"{names[seat]} takes the {NAMES[die]}"
        case seen.ReturnedDie(die):
            return f"The {NAMES[die]} goes back into the bag"
    return "Ten rounds are over"


def _faces(dice: Sequence[seen.Rolled]) -> str:
    return " ".join(f"{rolled.die}:{rolled.value}" for rolled in dice)


def _colours(line: seen.Line) -> str:
    parts = [f"{name} {score}" for name, score in zip(COLOUR_NAMES, line.colours, strict=True) if score]
    return ", ".join(parts)
