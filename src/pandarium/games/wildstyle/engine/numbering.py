"""Action numbers and features of moves, for programs that learn. `layouts` says in words what they mean.

No move names a player, so a move has the same number at every seat. What lies on the boards comes last, board by board:
with fewer players there are fewer boards, and every number that is left stays what it is.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.games.wildstyle.engine.cards import CARD_MASK, COLOURS, ICON_OF, KINDS, NO_CARD, size_of
from pandarium.games.wildstyle.engine.city import BOARD_HEXES, DIRECTIONS, NOWHERE
from pandarium.games.wildstyle.engine.moves import (
    ADD,
    CLEAR,
    DRAW,
    GO,
    READY,
    REMOVE,
    RUSH,
    SCRAP,
    SHARE,
    SPACES,
    TAG,
    TAKE,
    card_of,
    hex_of,
    kind_of,
    pile_of,
    space_of,
)
from pandarium.games.wildstyle.engine.state import MOST_DRAW_PILES, MOST_SHARE_PILES, WildState

# Where the numbers of each kind of move begin.
PASS_FROM: Final = 0
READY_FROM: Final = 1
GO_FROM: Final = 2
CLEAR_FROM: Final = 3
SCRAP_FROM: Final = CLEAR_FROM + SPACES
DRAW_FROM: Final = SCRAP_FROM + SPACES
ADD_FROM: Final = DRAW_FROM + MOST_DRAW_PILES
SHARE_FROM: Final = ADD_FROM + KINDS * SPACES
TAKE_FROM: Final = SHARE_FROM + KINDS * MOST_SHARE_PILES
BOARDS_FROM: Final = TAKE_FROM + KINDS * MOST_SHARE_PILES * SPACES

# On every board the same five rows, each with a number for every hex.
TAG_ROW: Final = 0
"""For the first set space, then for the second;"""
RUSH_ROW: Final = 2
"""so, too."""
REMOVE_ROW: Final = 4
BOARD_ROWS: Final = 5
BOARD_NUMBERS: Final = BOARD_ROWS * BOARD_HEXES

# Where the features of a move hold what.
KIND: Final = 0
SPACE: Final = 1
PILE: Final = 2
CARD: Final = 3
ICON: Final = 4
COLOUR: Final = 5
CARDS: Final = 6
HEX: Final = 7
BESIDE: Final = 8


def count_actions(seats: int) -> int:
    """How many action numbers there are with that many players: each of them brings a board (WS-S1)."""
    return BOARDS_FROM + seats * BOARD_NUMBERS


def action(move: i64) -> i64:
    """The number of a move."""
    kind = kind_of(move)
    space = space_of(move)
    if kind == TAG:
        return on_board(TAG_ROW + space, hex_of(move))
    if kind == RUSH:
        return on_board(RUSH_ROW + space, hex_of(move))
    if kind == SHARE:
        return SHARE_FROM + (card_of(move) - 1) * MOST_SHARE_PILES + pile_of(move)
    if kind == ADD:
        return ADD_FROM + (card_of(move) - 1) * SPACES + space
    if kind == TAKE:
        return TAKE_FROM + ((card_of(move) - 1) * MOST_SHARE_PILES + pile_of(move)) * SPACES + space
    if kind == DRAW:
        return DRAW_FROM + pile_of(move)
    if kind == CLEAR:
        return CLEAR_FROM + space
    if kind == SCRAP:
        return SCRAP_FROM + space
    if kind == REMOVE:
        return on_board(REMOVE_ROW, hex_of(move))
    if kind == READY:
        return READY_FROM
    return GO_FROM if kind == GO else PASS_FROM


def on_board(row: i64, hex: i64) -> i64:
    """The number of that hex in a row of its board."""
    board: i64 = hex // BOARD_HEXES
    return BOARDS_FROM + board * BOARD_NUMBERS + row * BOARD_HEXES + hex % BOARD_HEXES


def features_into(state: WildState, seat: i64, move: i64, out: vec[u8], at: i64) -> None:
    """What the move says, what the set holds that it is about, and what lies around the hex."""
    kind = kind_of(move)
    out[at + KIND] = u8(kind)
    if kind in (SHARE, TAKE, DRAW):
        out[at + PILE] = u8(pile_of(move) + 1)
    card = card_of(move)
    if card != NO_CARD:
        out[at + CARD] = u8(card)
        out[at + ICON] = u8(ICON_OF[card] + 1)
        out[at + COLOUR] = u8((card - 1) % COLOURS + 1)
    if ADD <= kind <= SCRAP and kind != SHARE:
        out[at + SPACE] = u8(space_of(move) + 1)
        cards: i64 = state.set_of(seat, space_of(move))
        out[at + CARDS] = u8(size_of(cards))
        if card == NO_CARD:
            out[at + ICON] = u8(ICON_OF[cards & CARD_MASK] + 1)
    if kind in (TAG, RUSH, REMOVE):
        hex: i64 = hex_of(move)
        out[at + HEX] = u8(hex + 1)
        out[at + ICON] = u8(state.city.icons[hex] + 1)
        out[at + BESIDE] = u8(count_beside(state, seat, hex))


def count_beside(state: WildState, seat: i64, hex: i64) -> i64:
    """How many own tags the hex touches."""
    neighbours = state.city.grid.neighbours
    found: i64 = 0
    place: i64 = hex * DIRECTIONS
    end: i64 = place + DIRECTIONS
    while place < end:
        if neighbours[place] != NOWHERE and state.has_tag(seat, neighbours[place]):
            found += 1
        place += 1
    return found
