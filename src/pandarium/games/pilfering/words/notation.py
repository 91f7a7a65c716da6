"""Moves in notation (`set 1 r4 r5 key`) and as structs, both ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import msgspec

from pandarium.core.errors import BadMove
from pandarium.core.message import Message
from pandarium.games.pilfering.content import PANDA_CODES
from pandarium.games.pilfering.engine import moves
from pandarium.games.pilfering.engine.cards import CODES, KEY
from pandarium.games.pilfering.engine.moves import (
    CHOOSE,
    DISCARD,
    DRAW,
    EXTEND,
    GIVE,
    GREEDY_WAY,
    LEFT,
    MOST_IN_A_SET,
    MOVE_BITS,
    PASS,
    PICK,
    PLAIN,
    REUSE,
    SECRET,
    SET,
    SHARE,
    SNEAKY_WAY,
    STASH,
    SWAP,
    kind_of,
)

SEAT_LETTERS = "ABCD"
PLAY_WORDS = {SET: "set", REUSE: "reuse", EXTEND: "extend", LEFT: "left"}
WAYS = {GREEDY_WAY: "greedy", SNEAKY_WAY: "sneaky"}
_PLAY_KINDS = {word: kind for kind, word in PLAY_WORDS.items()}
_WAY_NUMBERS = {"plain": PLAIN, **{word: way for way, word in WAYS.items()}}
_ALLOWED = (
    "write 'draw', 'pick 2', 'set 1 r4 r5 r6', 'reuse 2 b4 key', 'extend 1 r7', 'swap 1 3 r4', 'discard', 'stash b2', "
    "'pass', 'escape' or 'stay'"
)


class Choose(msgspec.Struct, frozen=True, tag_field="move", tag="choose"):
    """Choose a panda (PP-S3)."""

    panda: str


class Start(msgspec.Struct, frozen=True, tag_field="move", tag="start"):
    """I start, or rather not (PP-S3)."""

    yes: bool


class Draw(msgspec.Struct, frozen=True, tag_field="move", tag="draw"):
    """Refresh from the deck (PP-T2)."""


class Pick(msgspec.Struct, frozen=True, tag_field="move", tag="pick"):
    """Refresh from the Hideout (PP-T2)."""

    cards: int
    way: str
    """plain, greedy, sneaky."""


class Play(msgspec.Struct, frozen=True, tag_field="move", tag="play"):
    """Cards to an area (PP-A2, PP-A3, PP-A4, PP-F3)."""

    how: str
    """set, reuse, extend, left."""
    area: int
    cards: list[str]
    ability: bool


class Swap(msgspec.Struct, frozen=True, tag_field="move", tag="swap"):
    """A Loot card for a Key (PP-A10)."""

    area: int
    place: int
    card: str


class Discard(msgspec.Struct, frozen=True, tag_field="move", tag="discard"):
    """A Key to the box (PP-A11)."""


class Share(msgspec.Struct, frozen=True, tag_field="move", tag="share"):
    """Offer a card to another player, or alone for one of the Secret Stash (PP-C6)."""

    card: str
    seat: int | None
    secret: str | None


class Give(msgspec.Struct, frozen=True, tag_field="move", tag="give"):
    """A card in return (PP-C6)."""

    card: str


class Pass(msgspec.Struct, frozen=True, tag_field="move", tag="pass"):
    """No more actions (PP-A13)."""


class Stash(msgspec.Struct, frozen=True, tag_field="move", tag="stash"):
    """A card to the Hideout (PP-E1, PP-1)."""

    card: str


class Escape(msgspec.Struct, frozen=True, tag_field="move", tag="escape"):
    """Run for it, or play on (PP-E3)."""

    yes: bool


class Place(msgspec.Struct, frozen=True, tag_field="move", tag="place"):
    """The rummaged card to an area (PP-F2)."""

    area: int


Described = Choose | Start | Draw | Pick | Play | Swap | Discard | Share | Give | Pass | Stash | Escape | Place


_PLAIN: Mapping[int, Described] = {
    DRAW: Draw(),
    DISCARD: Discard(),
    PASS: Pass(),
    moves.start(0): Start(False),
    moves.start(1): Start(True),
    moves.escape(0): Escape(False),
    moves.escape(1): Escape(True),
    moves.place(0): Place(0),
    moves.place(1): Place(1),
}
"""Moves without cards or numbers."""


@lru_cache(256)  # a list of moves asks for notation, label and group of each, one after the other
def describe(move: int) -> Described:
    """A move as a struct. Areas and places are counted from 0 here, from 1 in the notation."""
    found = _describe(move) if 0 < move < 1 << MOVE_BITS else None
    if found is None or encode(found) != move:
        raise BadMove(str(move), "that number is no move of Pilfering Pandas")
    return found


def _describe(move: int) -> Described | None:
    kind = kind_of(move)
    if move in _PLAIN:
        return _PLAIN[move]
    if kind in PLAY_WORDS:
        length = moves.length_of(move)
        cards = [moves.card_at(move, index) for index in range(length)]
        if not cards or not all(0 <= card <= KEY for card in cards):
            return None
        names = [CODES[card] for card in cards]
        return Play(PLAY_WORDS[kind], moves.area_of(move), names, bool(moves.with_ability(move)))
    if kind == CHOOSE and moves.panda_of(move) < len(PANDA_CODES):
        return Choose(PANDA_CODES[moves.panda_of(move)])
    if kind == PICK and moves.picked(move) and moves.way_of(move) <= SNEAKY_WAY:
        return Pick(moves.picked(move), WAYS.get(moves.way_of(move), "plain"))
    if kind == SWAP and moves.swap_card(move) < KEY:
        return Swap(moves.area_of(move), moves.swap_place(move), CODES[moves.swap_card(move)])
    card = moves.card_of(move)
    if card > KEY:
        return None
    if kind == GIVE:
        return Give(CODES[card])
    if kind == STASH:
        return Stash(CODES[card])
    other = moves.other_of(move)
    if kind == SHARE and other < len(SEAT_LETTERS):
        return Share(CODES[card], other, None)
    if kind == SHARE and SECRET <= other <= SECRET + KEY:
        return Share(CODES[card], None, CODES[other - SECRET])
    return None


def encode(found: Described) -> int:
    """The number of a described move."""
    match found:
        case Choose(panda):
            return moves.choose(PANDA_CODES.index(panda))
        case Start(yes):
            return moves.start(int(yes))
        case Escape(yes):
            return moves.escape(int(yes))
        case Draw():
            return DRAW
        case Discard():
            return DISCARD
        case Pick(cards, way):
            return moves.pick(cards, _WAY_NUMBERS[way])
        case Play(how, area, cards, ability):
            return moves.laid(_PLAY_KINDS[how], area, int(ability), [CODES.index(card) for card in cards])
        case Swap(area, place, card):
            return moves.swap(area, place, CODES.index(card))
        case Share(card, seat, secret):
            other = SECRET + CODES.index(secret) if secret is not None else seat
            assert other is not None
            return moves.share(CODES.index(card), other)
        case Give(card):
            return moves.give(CODES.index(card))
        case Stash(card):
            return moves.stash(CODES.index(card))
        case Place(area):
            return moves.place(area)
    return PASS


def say(move: int) -> str:
    """A move in notation: `set 1 r4 r5 key`, `pick 3 sneaky`, `swap 1 3 r4`, `share r4 B`, `pass`."""
    match describe(move):
        case Choose(panda):
            return f"choose {panda}"
        case Start(yes):
            return "start" if yes else "decline"
        case Escape(yes):
            return "escape" if yes else "stay"
        case Draw():
            return "draw"
        case Discard():
            return "discard"
        case Pick(cards, way):
            return f"pick {cards}" if way == "plain" else f"pick {cards} {way}"
        case Play(how, area, names, ability):
            return f"{how} {area + 1} {' '.join(names)}" + (" ability" if ability else "")
        case Swap(area, place, card):
            return f"swap {area + 1} {place + 1} {card}"
        case Share(card, seat, secret):
            return f"share {card} for {secret}" if seat is None else f"share {card} {SEAT_LETTERS[seat]}"
        case Give(card):
            return f"give {card}"
        case Stash(card):
            return f"stash {card}"
        case Place(area):
            return f"place {area + 1}"
    return "pass"


_CARD = r"([rygbp][1-9]|key)"
_FORMS: list[tuple[re.Pattern[str], Callable[..., Described]]] = [
    (re.compile(r"choose ([a-z]+)"), lambda panda: Choose(_one_of(panda, PANDA_CODES))),
    (re.compile(r"start"), lambda: Start(True)),
    (re.compile(r"decline"), lambda: Start(False)),
    (re.compile(r"escape"), lambda: Escape(True)),
    (re.compile(r"stay"), lambda: Escape(False)),
    (re.compile(r"draw"), Draw),
    (re.compile(r"discard"), Discard),
    (re.compile(r"pass"), Pass),
    (re.compile(r"pick ([1-9]|[1-5][0-9]|6[0-3])(?: (greedy|sneaky))?"), lambda n, way: Pick(int(n), way or "plain")),
    (
        re.compile(rf"(set|reuse|extend|left) ([12])((?: {_CARD})+)( ability)?"),
        lambda how, area, cards, _, ability: Play(how, int(area) - 1, _set_cards(cards), bool(ability)),
    ),
    (
        re.compile(r"swap ([12]) ([1-9]|[1-5][0-9]|6[0-4]) ([rygbp][1-9])"),
        lambda area, place, card: Swap(int(area) - 1, int(place) - 1, card),
    ),
    (re.compile(rf"share {_CARD} ([a-d])"), lambda card, seat: Share(card, SEAT_LETTERS.index(seat.upper()), None)),
    (re.compile(rf"share {_CARD} for {_CARD}"), lambda card, secret: Share(card, None, secret)),
    (re.compile(rf"give {_CARD}"), Give),
    (re.compile(rf"stash {_CARD}"), Stash),
    (re.compile(r"place ([12])"), lambda area: Place(int(area) - 1)),
]


def _one_of(word: str, known: Sequence[str]) -> str:
    if word not in known:
        raise BadMove(word, f"the pandas are {', '.join(known)}")
    return word


def _set_cards(words: str) -> list[str]:
    cards = words.split()
    if len(cards) > MOST_IN_A_SET:
        raise BadMove(words, Message("pilfering.notation.long_set", {"most": MOST_IN_A_SET}))
    return cards


def read(text: str) -> int:
    """The move in that notation; case and extra spaces do not matter."""
    words = " ".join(text.lower().split())
    for form, build in _FORMS:
        if match := form.fullmatch(words):
            return encode(build(*match.groups()))
    raise BadMove(text, _ALLOWED)
