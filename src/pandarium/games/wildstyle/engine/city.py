"""The city: where hexes lie and touch (WS-S1), and what a dealt map shows on them (WS-C2).

Hexes are numbered board by board, 19 each, in rows from the top as the map lies on the table. A set of hexes is two
words: 57 bits for the first three boards, 38 for the others.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.games.wildstyle.engine.cards import BIT, ICONS, STATION

BOARD_HEXES: Final = 19
RADIUS: Final = 2
ROTATIONS: Final = 6
DIRECTIONS: Final = 6
WORD_HEXES: Final = 57
"""Hexes in the low word: three boards."""
NOWHERE: Final = -1

STEP_Q: Final[list[int]] = [1, 0, -1, -1, 0, 1]
"""From a hex to its six neighbours, clockwise from the right, in axial coordinates."""
STEP_R: Final[list[int]] = [0, 1, 1, 0, -1, -1]

CENTRES: Final[list[tuple[int, int]]] = [(0, 0), (5, -2), (2, 3), (7, 1), (-3, 5)]
"""Where the boards lie, in the order in which they are laid (WS-S1)."""

_PLACE_OF: Final = vec[i64](
    [-1 if power == 0 else [2**bit % 59 for bit in range(58)].index(power) for power in range(59)]
)
"""Which bit a power of two is, by its remainder: 2 generates all remainders of 59."""


def lowest(word: i64) -> i64:
    """The place of the lowest bit of a word that has one."""
    return _PLACE_OF[(word & -word) % 59]


def board_cells() -> list[tuple[int, int]]:
    """The hexes of a board around its centre, in rows from the top."""
    cells = []
    for r in range(-RADIUS, RADIUS + 1):
        for q in range(-RADIUS, RADIUS + 1):
            if -RADIUS <= q + r <= RADIUS:
                cells.append((q, r))
    return cells


def turn(q: int, r: int, steps: int) -> tuple[int, int]:
    """A place turned clockwise around the centre, by 60 degrees a step."""
    for _ in range(steps):
        q, r = -r, q + r
    return q, r


class Grid:
    """The hexes of a map for that many players: places and neighbours, whatever is printed on them."""

    boards: i64
    hexes: i64
    q: vec[i64]
    r: vec[i64]
    neighbours: vec[i64]
    """Six for every hex, clockwise from the right; NOWHERE outside the map."""
    border: vec[i64]
    """1 for a hex that touches another board (WS-24)."""

    def __init__(self, boards: int) -> None:
        self.boards = boards
        self.hexes = boards * BOARD_HEXES
        places = [(q + cq, r + cr) for cq, cr in CENTRES[:boards] for q, r in board_cells()]
        found = {place: number for number, place in enumerate(places)}
        self.q = vec[i64]([q for q, _ in places])
        self.r = vec[i64]([r for _, r in places])
        neighbours = vec[i64]()
        border = vec[i64]()
        for number, (q, r) in enumerate(places):
            touches: i64 = 0
            for direction in range(DIRECTIONS):
                other = found.get((q + STEP_Q[direction], r + STEP_R[direction]), NOWHERE)
                neighbours = append(neighbours, other)
                if other != NOWHERE and other // BOARD_HEXES != number // BOARD_HEXES:
                    touches = 1
            border = append(border, touches)
        self.neighbours = neighbours
        self.border = border

    def neighbour(self, hex: i64, direction: i64) -> i64:
        """The next hex in that direction, or NOWHERE."""
        return self.neighbours[hex * DIRECTIONS + direction]

    def rotation(self, slot: int, station: tuple[int, int]) -> int:
        """WS-S1: how a board in that place is turned so that its Station is closest to the middle of the map."""
        boards: int = self.boards
        middle_q = sum(q for q, _ in CENTRES[:boards])
        middle_r = sum(r for _, r in CENTRES[:boards])
        best = 0
        closest = -1
        for steps in range(ROTATIONS):
            q, r = turn(station[0], station[1], steps)
            away_q = boards * (CENTRES[slot][0] + q) - middle_q
            away_r = boards * (CENTRES[slot][1] + r) - middle_r
            distance = away_q * away_q + away_q * away_r + away_r * away_r
            if closest < 0 or distance < closest:
                best, closest = steps, distance
        return best


class Faces:
    """What is printed on the sides of the boards, turned as each place on the map asks for."""

    count: i64
    icons: vec[i64]
    """The icon of every hex, for every side in every place."""
    rotations: vec[i64]
    """How each side is turned, in every place."""

    def __init__(self, grid: Grid, faces: list[list[int]]) -> None:
        cells = board_cells()
        icons = vec[i64]()
        rotations = vec[i64]()
        boards: int = grid.boards
        for slot in range(boards):
            for printed in faces:
                steps = grid.rotation(slot, cells[printed.index(STATION)])
                rotations = append(rotations, steps)
                for q, r in cells:
                    icons = append(icons, printed[cells.index(turn(q, r, ROTATIONS - steps))])
        self.count = len(faces)
        self.icons = icons
        self.rotations = rotations


class City:
    """A dealt map with its objectives. It stays as it is all game, so that all copies of a state share it."""

    grid: Grid
    faces: vec[i64]
    """Which side lies in each place."""
    rotations: vec[i64]
    icons: vec[i64]
    """The icon of every hex."""
    masks: vec[i64]
    """The hexes of every icon, low word and high word."""
    objectives: vec[i64]

    def __init__(self, grid: Grid, faces: Faces, laid: vec[i64], objectives: vec[i64]) -> None:
        self.grid = grid
        self.faces = laid
        self.objectives = objectives
        icons = vec[i64]([0] * grid.hexes)
        masks = vec[i64]([0] * (2 * ICONS))
        rotations = vec[i64]()
        slot: i64 = 0
        hex: i64 = 0
        while slot < grid.boards:
            side: i64 = slot * faces.count + laid[slot]
            rotations = append(rotations, faces.rotations[side])
            cell: i64 = 0
            while cell < BOARD_HEXES:
                icon: i64 = faces.icons[side * BOARD_HEXES + cell]
                icons[hex] = icon
                if hex < WORD_HEXES:
                    masks[2 * icon] |= BIT[hex]
                else:
                    masks[2 * icon + 1] |= BIT[hex - WORD_HEXES]
                cell += 1
                hex += 1
            slot += 1
        self.icons = icons
        self.masks = masks
        self.rotations = rotations


def low_bit(hex: i64) -> i64:
    """That hex in the low word; 0 if it lies in the other."""
    if hex < WORD_HEXES:
        return BIT[hex]
    return 0


def high_bit(hex: i64) -> i64:
    """That hex in the high word; 0 if it lies in the other."""
    if hex >= WORD_HEXES:
        return BIT[hex - WORD_HEXES]
    return 0


def count_bits(word: i64) -> i64:
    """How many hexes are in a word."""
    found: i64 = 0
    while word != 0:
        word &= word - 1
        found += 1
    return found


def list_hexes(low: i64, high: i64) -> list[i64]:
    """The hexes of two words, in order."""
    hexes: list[i64] = []
    while low != 0:
        hexes.append(lowest(low))
        low &= low - 1
    while high != 0:
        hexes.append(lowest(high) + WORD_HEXES)
        high &= high - 1
    return hexes
