"""The shapes that fit on a map, found once for every number of boards (WS-22): triangles, hexagons and lines."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.games.wildstyle.engine.city import DIRECTIONS, NOWHERE, Grid, high_bit, low_bit
from pandarium.games.wildstyle.engine.objectives import LINE_TAGS


def bits(word: i64) -> i64:
    """How many hexes are in a word of the map."""
    word -= (word >> 1) & 0x0155_5555_5555_5555
    word = (word & 0x0333_3333_3333_3333) + ((word >> 2) & 0x0333_3333_3333_3333)
    word = (word + (word >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    word += word >> 8
    word += word >> 16
    word += word >> 32
    return word & 127


class MapShapes:
    """The shapes that fit on a map for that many players, and what touches what, as masks."""

    near_low: vec[i64]
    """The neighbours of every hex."""
    near_high: vec[i64]
    low: vec[i64]
    """The hexes of every shape."""
    high: vec[i64]
    first: vec[i64]
    """For triangles, hexagons and lines in turn, for every hex: where its shapes begin in `through`."""
    through: vec[i64]

    def __init__(self, grid: Grid) -> None:
        near_low = vec[i64]()
        near_high = vec[i64]()
        hexes: int = grid.hexes
        for hex in range(hexes):
            low: i64 = 0
            high: i64 = 0
            for direction in range(DIRECTIONS):
                other = grid.neighbour(hex, direction)
                if other != NOWHERE:
                    low |= low_bit(other)
                    high |= high_bit(other)
            near_low = append(near_low, low)
            near_high = append(near_high, high)
        self.near_low = near_low
        self.near_high = near_high
        self.low = vec[i64]()
        self.high = vec[i64]()
        self.first = vec[i64]()
        self.through = vec[i64]()
        self.index(hexes, find_triangles(grid))
        self.index(hexes, find_hexagons(grid))
        self.index(hexes, find_lines(grid))
        self.first = append(self.first, len(self.through))

    def index(self, hexes: int, shapes: list[list[int]]) -> None:
        """Take in the shapes of one kind."""
        begin = len(self.low)
        for shape in shapes:
            low: i64 = 0
            high: i64 = 0
            for hex in shape:
                low |= low_bit(hex)
                high |= high_bit(hex)
            self.low = append(self.low, low)
            self.high = append(self.high, high)
        for hex in range(hexes):
            self.first = append(self.first, len(self.through))
            for number, shape in enumerate(shapes):
                if hex in shape:
                    self.through = append(self.through, begin + number)


def walk(grid: Grid, hex: int, direction: int, length: int) -> list[int]:
    """This many hexes in a straight line from this one; none at all if the map ends before."""
    found = [hex]
    for _ in range(length - 1):
        hex = grid.neighbour(hex, direction)
        if hex == NOWHERE:
            return []
        found.append(hex)
    return found


def find_lines(grid: Grid) -> list[list[int]]:
    """Every line of five."""
    hexes: int = grid.hexes
    lines = [walk(grid, hex, direction, LINE_TAGS) for hex in range(hexes) for direction in range(3)]
    return [line for line in lines if line]


def find_triangles(grid: Grid) -> list[list[int]]:
    """Every triangle of six, pointing either way."""
    found = []
    hexes: int = grid.hexes
    for hex in range(hexes):
        for direction in (0, 3):
            starts = walk(grid, hex, direction + 1, 3)
            rows = [walk(grid, start, direction, 3 - row) for row, start in enumerate(starts)]
            if rows and all(rows):
                found.append([cell for row in rows for cell in row])
    return found


def find_hexagons(grid: Grid) -> list[list[int]]:
    """Every hexagon of seven."""
    found = []
    hexes: int = grid.hexes
    for hex in range(hexes):
        ring: list[int] = [grid.neighbour(hex, direction) for direction in range(DIRECTIONS)]
        if NOWHERE not in ring:
            found.append([hex, *ring])
    return found


_SHAPES: Final[dict[int, MapShapes]] = {}


def shapes_of(grid: Grid) -> MapShapes:
    """The shapes of that grid; maps for as many players lie alike."""
    boards: int = grid.boards
    if boards not in _SHAPES:
        _SHAPES[boards] = MapShapes(grid)
    return _SHAPES[boards]
