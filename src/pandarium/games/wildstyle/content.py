"""Cards, boards and objectives as data: the pack's TOML, checked (WS-C1 to WS-C3)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from pandarium.core.content import decode, read_pack
from pandarium.core.errors import BadContent
from pandarium.games.wildstyle.engine.cards import COLOURS, HAND_SIZE, ICON_CODES, ICONS, MOST_OF_A_KIND, STATION, Deck
from pandarium.games.wildstyle.engine.city import Faces, Grid
from pandarium.games.wildstyle.engine.state import DRAW_PILES, SPLIT_PILES
from pandarium.kit.content_list import ContentEntry, ContentList, Part, Source

Title = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]

ROWS = (3, 4, 5, 4, 3)
MOST_CARDS = 250
"""What a pile can count."""

OBJECTIVE_CODES = (
    *("tricorners", "bestagon", "straight_shooter", "end_of_the_line", "border_wars", "under_their_noses"),
    *("three_of_a_kind", "urban_planner", "district_division", "zone_control", "rail_supreme", "station_snake"),
)
"""Tile by tile, side A first, in the order that the engine numbers them."""


OBJECTIVE_RULES = (
    *("WS-22", "WS-22", "WS-22", "WS-23", "WS-24", "WS-28"),
    *("WS-25", "WS-29", "WS-26", "WS-30", "WS-27", "WS-31"),
)


class Icon(msgspec.Struct, forbid_unknown_fields=True):
    """One kind of location."""

    code: str
    name: Title
    copies: Annotated[int, msgspec.Meta(ge=1, le=MOST_OF_A_KIND)]
    points: Annotated[int, msgspec.Meta(ge=0, le=20)]
    source: Source


class CardsFile(msgspec.Struct, forbid_unknown_fields=True):
    """cards.toml."""

    title: Title
    colours: Annotated[
        list[Annotated[str, msgspec.Meta(pattern="^[a-z]{2,12}$")]],
        msgspec.Meta(min_length=COLOURS, max_length=COLOURS),
    ]
    icon: Annotated[list[Icon], msgspec.Meta(min_length=ICONS, max_length=ICONS)]


class Board(msgspec.Struct, forbid_unknown_fields=True):
    """A district with its two sides."""

    name: Annotated[str, msgspec.Meta(pattern="^[0-9]{1,2}$")]
    a: str
    b: str


class CityFile(msgspec.Struct, forbid_unknown_fields=True):
    """city.toml."""

    title: Title
    source: Source
    board: Annotated[list[Board], msgspec.Meta(min_length=5, max_length=5)]


class Objective(msgspec.Struct, forbid_unknown_fields=True):
    """One side of an objective tile."""

    code: str
    title: Title
    points: Annotated[int, msgspec.Meta(ge=0, le=50)]
    text: Title
    ours: Part = ""


class Tile(msgspec.Struct, forbid_unknown_fields=True):
    """An objective tile."""

    source: Source
    a: Objective
    b: Objective


class ObjectivesFile(msgspec.Struct, forbid_unknown_fields=True):
    """objectives.toml."""

    title: Title
    tile: Annotated[list[Tile], msgspec.Meta(min_length=6, max_length=6)]


class Pack(msgspec.Struct, forbid_unknown_fields=True):
    """A whole content pack."""

    cards: CardsFile
    city: CityFile
    objectives: ObjectivesFile


class Content(NamedTuple):
    """A content pack that was read and checked, as the engine and the words need it."""

    deck: Deck
    faces: list[list[int]]
    """The icons of every side, both sides of a board next to each other."""
    face_names: list[str]
    icon_names: list[str]
    colours: list[str]
    objectives: list[Objective]


@cache
def own_content() -> Content:
    """What comes with the game."""
    return read_content(read_pack(Path(__file__).with_name("content")))


@cache
def own_city(seats: int) -> tuple[Grid, Faces]:
    """The map of the game's own boards for that many players: built once, shared by all tables."""
    return lay_city(own_content(), seats)


def lay_city(content: Content, seats: int) -> tuple[Grid, Faces]:
    """Where the hexes of a map for that many players lie, and what every side shows there."""
    grid = Grid(seats)
    return grid, Faces(grid, content.faces)


def read_content(pack: Any) -> Content:
    """The contents of a pack; raises BadContent with the entry and the reason."""
    found = decode(pack, Pack)
    cards, city, objectives = found.cards, found.city, found.objectives
    if [icon.code for icon in cards.icon] != ICON_CODES:
        raise BadContent("content.cards.icon", f"the icons are {', '.join(ICON_CODES)}, in this order")
    if len(set(cards.colours)) < COLOURS:
        raise BadContent("content.cards.colours", "two colours have the same name")
    deck = Deck([icon.copies for icon in cards.icon], [icon.points for icon in cards.icon])
    _check_size(deck)
    names = [board.name for board in city.board]
    if len(set(names)) < len(names):
        raise BadContent("content.city.board", "two boards have the same name")
    sides = [(f"{board.name}{side}", getattr(board, side)) for board in city.board for side in "ab"]
    return Content(
        deck=deck,
        faces=[_read_face(name, text) for name, text in sides],
        face_names=[name for name, _ in sides],
        icon_names=[icon.name for icon in cards.icon],
        colours=cards.colours,
        objectives=_read_objectives(objectives),
    )


def _check_size(deck: Deck) -> None:
    """Everyone gets a hand, and there is something to draw (WS-S3, WS-S4)."""
    most = len(DRAW_PILES) + 1
    least = HAND_SIZE * most + max(SPLIT_PILES)
    if not least <= deck.size <= MOST_CARDS:
        raise BadContent("content.cards.icon", f"{deck.size} cards in all; there must be {least} to {MOST_CARDS}")


def _read_face(name: str, text: str) -> list[int]:
    place = f"content.city.board {name!r}"
    rows = text.split("/")
    if tuple(map(len, rows)) != ROWS:
        raise BadContent(place, "a side has rows of 3, 4, 5, 4 and 3 hexes, with / between them (WS-C2)")
    letters = "".join(rows)
    if unknown := sorted(set(letters) - set(ICON_CODES)):
        raise BadContent(place, f"there is no icon {unknown[0]!r}; the icons are {', '.join(ICON_CODES)}")
    if letters.count(ICON_CODES[STATION]) != 1:
        raise BadContent(place, "a side has one Train Station (WS-C2)")
    return [ICON_CODES.index(letter) for letter in letters]


def _read_objectives(file: ObjectivesFile) -> list[Objective]:
    found = [side for tile in file.tile for side in (tile.a, tile.b)]
    for number, objective in enumerate(found):
        if objective.code != OBJECTIVE_CODES[number]:
            place = f"content.objectives.tile[{number // 2}].{'ab'[number % 2]}"
            raise BadContent(place, f"this side is {OBJECTIVE_CODES[number]}, not {objective.code!r} (WS-C3)")
    return found


def hex_name(hex: int) -> str:
    """How a hex is written: the letter of its board and its number there, A1 to E19."""
    return f"{'ABCDE'[hex // 19]}{hex % 19 + 1}"


HEX_NAMES = [hex_name(hex) for hex in range(95)]

COLOUR_LETTERS = "tlmow"
"""The colours in notation, whatever a pack calls them."""

CARD_NAMES = ["", *(icon + letter for icon in ICON_CODES for letter in COLOUR_LETTERS)]
"""How cards are written, from 1 as they are numbered: Rt is a Railway in the first colour."""


class WildstyleContentList(ContentList):
    """The box of Wildstyle, piece by piece."""

    def title(self, content: Any) -> str:
        """What the pack calls itself."""
        return _pack(content).cards.title

    def entries(self, content: Any) -> list[ContentEntry]:
        """Cards by icon, the boards, the objectives."""
        pack = _pack(content)
        boards = ContentEntry("boards", "WS-C2", "Districts", "What lies on which hex.", pack.city.source)
        sides = [(side, tile.source) for tile in pack.objectives.tile for side in (tile.a, tile.b)]
        return [
            *(
                ContentEntry(f"icon.{one.code}", "WS-C1", one.name, _count(one.copies, one.points), one.source)
                for one in pack.cards.icon
            ),
            boards,
            *(
                ContentEntry(f"objective.{one.code}", rule, one.title, f"{one.points} {one.text}", source, one.ours)
                for (one, source), rule in zip(sides, OBJECTIVE_RULES, strict=True)
            ),
        ]


def _count(copies: int, points: int) -> str:
    return f"{copies} cards of each colour, a tag scores {points}."


def _pack(content: Any) -> Pack:
    """The pack, checked."""
    data = read_pack(Path(__file__).with_name("content")) if content is None else content
    read_content(data)
    return decode(data, Pack)
