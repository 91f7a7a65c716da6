"""The listed move that a playable one stands for (PP-A8): order inside a number set does not matter."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pilfering.engine.actions import trade_fault
from pandarium.games.pilfering.engine.areas import take_in
from pandarium.games.pilfering.engine.cards import KEY, NUMBER
from pandarium.games.pilfering.engine.faults import FINE
from pandarium.games.pilfering.engine.moves import (
    LEFT,
    REUSE,
    SET,
    SWAP,
    area_of,
    kind_of,
    swap,
    swap_card,
    swap_place,
)
from pandarium.games.pilfering.engine.prices import cards_of, first_may_be, is_settled
from pandarium.games.pilfering.engine.readings import leftmost_place
from pandarium.games.pilfering.engine.sets import NOWHERE, read_set
from pandarium.games.pilfering.engine.state import OVER, PilferingState


def canonical(state: PilferingState, seat: i64, move: i64) -> i64:
    """`legal` lists a number set with its inner cards sorted, and of equal swaps the left-most."""
    kind: i64 = kind_of(move)
    area = state.area(area_of(move))
    if state.step != OVER and kind == SWAP and swap_card(move) < KEY:
        if swap_place(move) >= len(area.cards):
            return move
        return swap(area_of(move), leftmost_place(area, swap_place(move), swap_card(move)), swap_card(move))
    if kind not in (SET, LEFT, REUSE) or (kind == REUSE and len(area.cards) == 0):
        return move
    cards = [int(card) for card in cards_of(state, move)]
    if len(cards) == 0 or min(cards) < 0 or max(cards) > KEY:
        return move
    numbers = [NUMBER[card] for card in cards if card < KEY]
    if len(numbers) == 1 and cards[0] == KEY and cards[-1] == KEY:
        return first_place(state, seat, move, cards)
    if len(numbers) < 2 or numbers[0] != numbers[1]:
        return move
    return lay_again(move, [cards[0], *sorted(cards[1:-1]), cards[-1]])


def first_place(state: PilferingState, seat: i64, move: i64, cards: list[int]) -> i64:
    """One card among Keys, in the first place that comes to the same: to a number set in any case."""
    card = min(cards)
    if not is_number_set(state, move):
        return move
    for inner in range(1, len(cards) - 1):
        other = lay_again(move, [card if index == inner else KEY for index in range(len(cards))])
        if is_number_set(state, other) and trade_fault(state, seat, other) == FINE:
            return other
    return move


def is_number_set(state: PilferingState, move: i64) -> bool:
    """Whether a set is a number set once it is laid."""
    area = state.area(area_of(move))
    enter: i64 = first_may_be(area, kind_of(move))
    cards = cards_of(state, move)
    whole = cards
    if kind_of(move) == SET and area.ends_loose():
        whole = take_in(cards, False)
    elif kind_of(move) == LEFT and area.starts_loose():
        whole = take_in(cards, True)
    kinds: i64 = read_set(whole, 0, len(whole), 0, 0, enter, 0, area.reach, NOWHERE, KEY)[0]
    return is_settled(area, cards, enter, kinds)


def lay_again(move: i64, cards: list[int]) -> i64:
    """The same move with its cards in another order; `cards` has a re-used end card first."""
    found: i64 = move & 63
    shift: i64 = 6
    for card in cards[1:] if kind_of(move) == REUSE else cards:
        found |= (i64(card) + 1) << shift
        shift += 6
    return found
