"""Every action with cards that a player may take (PP-A1 to PP-A14), but for the duty of PP-T5."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.core.move_list import MoveList
from pandarium.games.pilfering.engine.actions import discard_fault, floor_fault, trade_fault
from pandarium.games.pilfering.engine.cards import EVERY_LOOT, KEY, lowest
from pandarium.games.pilfering.engine.faults import FINE
from pandarium.games.pilfering.engine.moves import DISCARD, LEFT, SET, swap
from pandarium.games.pilfering.engine.readings import fits, leftmost_place, nearby
from pandarium.games.pilfering.engine.state import PilferingState
from pandarium.games.pilfering.engine.trades import list_new_sets, list_trades


def list_plays(state: PilferingState, seat: i64, moves: MoveList) -> None:
    """Sets, extensions, swaps and discards of this player."""
    begun: i64 = moves.length
    list_trades(state, seat, moves)
    if state.fixed.solo:
        keep_floor(state, seat, moves, begun)
    list_swaps(state, seat, 0, moves)
    list_swaps(state, seat, 1, moves)
    if discard_fault(state, seat) == FINE:
        moves.add(DISCARD)


def keep_floor(state: PilferingState, seat: i64, moves: MoveList, begun: i64) -> None:
    """PP-A14: strike what would leave a player alone with too few cards."""
    kept: i64 = begun
    index: i64 = begun
    while index < moves.length:
        move: i64 = moves.items[index]
        if floor_fault(state, seat, move) == FINE:
            moves.items[kept] = move
            kept += 1
        index += 1
    moves.length = kept


def list_swaps(state: PilferingState, seat: i64, which: i64, moves: MoveList) -> None:
    """PP-A10: every card that may take the place of a Key; of places that come to the same, the left-most."""
    area = state.area(which)
    if area.keys == 0:
        return
    loot: i64 = state.hands[seat] & EVERY_LOOT
    place: i64 = 0
    while place < len(area.cards):
        if area.cards[place] == KEY:
            maybe: i64 = loot & nearby(area, place)
            while maybe != 0:
                card: i64 = lowest(maybe)
                maybe &= maybe - 1
                if leftmost_place(area, place, card) == place and fits(area, place, card):
                    moves.add(swap(which, place, card))
        place += 1


def list_door(state: PilferingState, seat: i64, moves: MoveList) -> None:
    """PP-F3: sets on the left of an area, whose last card matches the left-most one."""
    sets = MoveList()
    list_new_sets(state, seat, sets)
    index: i64 = 0
    while index < sets.length:
        move: i64 = sets.items[index] - SET + LEFT
        if trade_fault(state, seat, move) == FINE:
            moves.add(move)
        index += 1
