"""Moves in notation, both ways, and as structs."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from pandarium.core.errors import BadMove
from pandarium.games.pandante.engine import moves
from pandarium.games.pandante.engine.abilities import ABILITIES, ABILITY_NAMES, ADD, BIG_ADD, DELETE, PEEK, TRADE
from pandarium.games.pandante.engine.cards import CODES, COLOUR_NAMES, NUMBERS
from pandarium.games.pandante.engine.claims import colour_said, number_said, pair_said, statement
from pandarium.games.pandante.engine.state import MOST_SEATS

SEAT_LETTERS = "ABCDEF"
CLAIM_CODES = [
    "pair",
    "three",
    "straight",
    "floosh",
    "full-house",
    "rainbow",
    "four",
    "flush",
    "five",
    "straight-flush",
]
ABILITY_CODES = [name.replace(" ", "-") for name in ABILITY_NAMES]
ORDERS = ["123", "132", "213", "231", "312", "321"]
"""Which of the cards seen (1 the lowest) comes first, second, third."""

_WORDS = {moves.FOLD: "fold", moves.PASS: "pass", moves.GO: "go", moves.PAY: "pay"}
_WORDS |= {moves.CHALLENGE: "challenge", moves.TRUST: "trust"}
_CARD_VERBS = {moves.DISCARD: "discard", moves.TOP: "top", moves.REVEAL: "reveal"}
_CLAIM_VERBS = {moves.BET: "bet", moves.UPGRADE: "upgrade"}
_CHOICES: dict[int, dict[int, str]] = {
    moves.CHAMPION: {index: f"champion {name}" for index, name in enumerate(COLOUR_NAMES)},
    moves.HAND: {0: "hand 1", 1: "hand 2"},
    moves.DROP: {0: "drop 1", 1: "drop 2"},
    moves.NEXT: {0: "next low", 1: "next high"},
    moves.LOWER: {0: "keep", 1: "lower"},
    moves.REPLACE: {0: "place low", 1: "place high", 2: "place none"},
    moves.STAY: {0: "stay"},
    moves.ORDER: {index: f"order {order}" for index, order in enumerate(ORDERS)},
    moves.SHOW: {0: "hide", 1: "show"},
    moves.REDRAW: {0: "redraw"},
    moves.SEAT: {moves.LEAVE: "leave", moves.STAY_SEATED: "sit"},
    moves.STAKES: {0: "stakes stay", 1: "stakes rise"},
    moves.STEAL: {
        row * moves.SECOND_ROW + card: f"steal {code}" + " 2" * row
        for row in range(2)
        for card, code in enumerate(CODES)
    },
}
_READ_CHOICE = {
    words: moves.choose(topic, value) for topic, choices in _CHOICES.items() for value, words in choices.items()
}
_READ_WORD = {words: kind for kind, words in _WORDS.items()}

_ALLOWED = (
    "write for instance 'bet three', 'snack', 'discard k7', 'announce peek B', 'go', 'say 7', 'challenge', 'trust', "
    "'fold' or 'pass'"
)
_SAY = re.compile(r"say (\d{1,2})(?: ([a-z]+))?(?: over (\d{1,2}))?")
_SIT = re.compile(r"sit ([1-9]\d{0,4})")
_SNACK = re.compile(r"snack(?: ([1-9]\d{0,2}))?")
_ANNOUNCE = re.compile(r"announce ([a-z-]+)(?: ([a-f1-2]))?")
MOST_DIAMONDS = 255


class Move(msgspec.Struct, frozen=True, tag_field="move", omit_defaults=True):
    """A move of Pandánte."""


class Plain(Move, frozen=True, tag="plain"):
    """A word alone: fold, pass, go, pay, challenge, trust."""

    word: str


class Claim(Move, frozen=True, tag="claim"):
    """A bet or an upgrade (PD-3, PD-8)."""

    kind: str
    claim: str


class Snack(Move, frozen=True, tag="snack"):
    """A snack, made bigger with diamonds (PD-5, PD-DD2)."""

    diamonds: int = 0


class Card(Move, frozen=True, tag="card"):
    """A card to discard, to put on top of the deck, or to reveal."""

    kind: str
    card: str


class Announce(Move, frozen=True, tag="announce"):
    """An ability (PD-7)."""

    ability: str
    seat: int | None = None
    row: int | None = None


class Say(Move, frozen=True, tag="say"):
    """A statement in the tie-break (PD-9)."""

    number: int
    colour: str | None = None
    pair: int | None = None


class Choose(Move, frozen=True, tag="choose"):
    """A choice among a few, in the words of the notation."""

    choice: str


def describe(move: int) -> Move:
    """A move as a struct."""
    found = _describe(move) if 0 <= move < 1 << moves.MOVE_BITS else None
    if found is None:
        raise BadMove(str(move), "that number is no move of Pandánte")
    return found


def _describe(move: int) -> Move | None:
    kind, field = moves.kind_of(move), moves.field_of(move)
    if kind in _WORDS:
        return Plain(_WORDS[kind]) if field == 0 else None
    if kind in _CLAIM_VERBS:
        return Claim(_CLAIM_VERBS[kind], CLAIM_CODES[field]) if field < len(CLAIM_CODES) else None
    if kind in _CARD_VERBS:
        return Card(_CARD_VERBS[kind], CODES[field]) if field < len(CODES) else None
    if kind == moves.SNACK:
        return Snack(field) if field <= MOST_DIAMONDS else None
    if kind == moves.ANNOUNCE:
        return _describe_announcement(moves.ability_of(move), moves.target_of(move))
    if kind == moves.SAY:
        return _describe_statement(field)
    if kind == moves.CHOOSE:
        topic, value = moves.topic_of(move), moves.value_of(move)
        words = _CHOICES.get(topic, {}).get(value)
        if topic == moves.SEAT and value > moves.STAY_SEATED:
            words = f"sit {value}"
        return Choose(words) if words else None
    return None


def _describe_announcement(ability: int, target: int) -> Announce | None:
    if not 0 < ability < ABILITIES:
        return None
    code = ABILITY_CODES[ability]
    if ability in {PEEK, TRADE}:
        return Announce(code, seat=target) if target < MOST_SEATS else None
    if ability in {ADD, DELETE, BIG_ADD}:
        return Announce(code, row=target) if target < 2 else None
    return Announce(code) if target == 0 else None


def _describe_statement(said: int) -> Say | None:
    number, colour, pair = number_said(said), colour_said(said), pair_said(said)
    if number > NUMBERS or colour >= len(COLOUR_NAMES) or pair > NUMBERS or (colour >= 0 and pair > 0):
        return None
    return Say(number, COLOUR_NAMES[colour] if colour >= 0 else None, pair or None)


def say(move: int) -> str:
    """A move in notation: `bet three`, `announce peek B`, `say 7 over 3`."""
    match describe(move):
        case Plain(word):
            return word
        case Claim(kind, claim):
            return f"{kind} {claim}"
        case Snack(diamonds):
            return f"snack {diamonds}" if diamonds else "snack"
        case Card(kind, card):
            return f"{kind} {card}"
        case Announce(ability, seat, row):
            return f"announce {ability}" + (f" {SEAT_LETTERS[seat]}" if seat is not None else " 2" if row == 1 else "")
        case Say(number, colour, pair):
            return f"say {number}" + (f" {colour}" if colour else "") + (f" over {pair}" if pair else "")
        case Choose(choice):
            return choice
    raise AssertionError(move)


def read(text: str) -> int:
    """The move in that notation; case and extra spaces do not matter."""
    words = " ".join(text.lower().split())
    if words in _READ_WORD:
        return _READ_WORD[words]
    if words in _READ_CHOICE:
        return _READ_CHOICE[words]
    verb, _, rest = words.partition(" ")
    for kind, name in _CLAIM_VERBS.items():
        if verb == name:
            return kind | _read_name(text, rest, CLAIM_CODES, "hands") << 4
    for kind, name in _CARD_VERBS.items():
        if verb == name:
            return kind | _read_name(text, rest, CODES, "cards") << 4
    if found := _SNACK.fullmatch(words):
        diamonds = int(found[1] or 0)
        if diamonds <= MOST_DIAMONDS:
            return moves.snack(diamonds)
    if found := _SIT.fullmatch(words):
        gold = int(found[1])
        if moves.STAY_SEATED < gold <= moves.MOST_BUY_IN:
            return moves.choose(moves.SEAT, gold)
    if found := _ANNOUNCE.fullmatch(words):
        return _read_announcement(text, found[1], found[2])
    if found := _SAY.fullmatch(words):
        return _read_statement(text, found)
    raise BadMove(text, _ALLOWED)


def _read_name(text: str, name: str, names: Sequence[str], what: str) -> int:
    if name not in names:
        raise BadMove(text, f"the {what} are {', '.join(names)}")
    return names.index(name)


def _read_announcement(text: str, code: str, target: str | None) -> int:
    ability = _read_name(text, code, ABILITY_CODES[1:], "abilities") + 1
    place = 0
    if ability in {PEEK, TRADE}:
        if target is None or target.upper() not in SEAT_LETTERS:
            raise BadMove(text, f"say at whom, as in 'announce {code} B'")
        place = SEAT_LETTERS.index(target.upper())
    elif target is not None:
        if ability not in {ADD, DELETE, BIG_ADD} or target not in "12":
            raise BadMove(text, _ALLOWED)
        place = int(target) - 1
    return moves.announce(ability, place)


def _read_statement(text: str, found: re.Match[str]) -> int:
    number, colour, pair = int(found[1]), -1, int(found[3] or 0)
    if found[2] is not None:
        colour = _read_name(text, found[2], COLOUR_NAMES, "colours")
    if number > NUMBERS or pair > NUMBERS or (colour >= 0 and pair) or (found[3] and not pair):
        raise BadMove(text, "a statement is 'say 7', 'say 7 red' or 'say 7 over 3', with numbers up to 10")
    return moves.say(statement(number, colour, pair))
