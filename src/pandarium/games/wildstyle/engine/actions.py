"""What a player may do while a round is on, and what it does: draw, share, complete … (WS-1, WS-3 to WS-11).

For every action there is a `..._fault` that says what speaks against it, and a function that does it.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import append
from mypy_extensions import i64

from pandarium.games.wildstyle.engine.cards import (
    BIT,
    CARD_BITS,
    CARD_MASK,
    ICON_OF,
    KINDS,
    MATCHES,
    NO_CARD,
    STATION,
    has_card,
    is_full,
    list_cards,
    put_on,
    size_of,
    with_card,
    without_card,
)
from pandarium.games.wildstyle.engine.city import high_bit, low_bit
from pandarium.games.wildstyle.engine.events import ADDED, CAR, CLEARED, DREW, SHARED, STOPPED, TAGGED, TOOK
from pandarium.games.wildstyle.engine.faults import (
    ALREADY_FULL,
    FINE,
    HAND_FULL,
    HEX_TAKEN,
    NO_CARS,
    NO_MATCH,
    NO_NEW_SETS,
    NO_SUCH_CARD,
    NO_SUCH_HEX,
    NO_SUCH_PILE,
    NOT_IN_HAND,
    NOT_ON_TOP,
    OTHER_HEX,
    OTHER_ICON,
    PILE_EMPTY,
    SET_IS_FULL,
    SET_NOT_FULL,
    SPACE_EMPTY,
)
from pandarium.games.wildstyle.engine.state import (
    CARS,
    HAND,
    HIGH,
    LOW,
    MAT,
    SET,
    SHARED_IT,
    SHIFT_8,
    STRIDE,
    TOOK_IT,
    TOUCH_BITS,
    TOUCH_MASK,
    WildState,
)


def draw_fault(state: WildState, seat: i64, pile: i64) -> i64:
    """WS-3, WS-1: from a pile that is not empty, into a hand of less than three."""
    if pile >= state.fixed.draw_piles:
        return NO_SUCH_PILE
    if is_full(state.hand_of(seat)):
        return HAND_FULL
    return PILE_EMPTY if state.pile_size(pile) == 0 else FINE


def draw_card(state: WildState, seat: i64, pile: i64, log: list[Any] | None) -> None:
    """WS-3: the top card of the pile, which is any of those that lie face down."""
    state.sealed += 1
    card = state.draw_from_pool(state.rng)
    state.mats[seat * STRIDE + HAND] = with_card(state.hand_of(seat), card)
    state.piles -= SHIFT_8[pile]
    state.drawers += (seat + 1 - ((state.drawers >> (8 * pile)) & 255)) * SHIFT_8[pile]
    if log is not None:
        log.append((DREW, seat, pile, card, state.pile_size(pile)))


def set_fault(state: WildState, cards: i64, icon: i64) -> i64:
    """WS-4: an empty space takes any card, until the end is triggered (WS-12); a set its icon, up to three."""
    if cards == 0:
        return NO_NEW_SETS if state.triggered else FINE
    if is_full(cards):
        return SET_IS_FULL
    return FINE if ICON_OF[cards & CARD_MASK] == icon else OTHER_ICON


def add_fault(state: WildState, seat: i64, card: i64, space: i64) -> i64:
    """WS-4: a card of one's own hand onto a set that takes it."""
    if card == NO_CARD or card > KINDS:
        return NO_SUCH_CARD
    if not has_card(state.hand_of(seat), card):
        return NOT_IN_HAND
    return set_fault(state, state.set_of(seat, space), ICON_OF[card])


def add_card(state: WildState, seat: i64, card: i64, space: i64, log: list[Any] | None) -> None:
    """WS-4: from the hand onto the set."""
    state.sealed += 1
    state.mats[seat * STRIDE + HAND] = without_card(state.hand_of(seat), card)
    cards = put_on(state.set_of(seat, space), card)
    state.mats[seat * STRIDE + SET + space] = cards
    if log is not None:
        log.append((ADDED, seat, card, space, size_of(cards)))


def share_fault(state: WildState, seat: i64, card: i64, pile: i64) -> i64:
    """WS-5: a card of one's own hand onto an empty pile, or one whose top card matches in icon or colour."""
    if pile >= state.fixed.share_piles:
        return NO_SUCH_PILE
    if card == NO_CARD or card > KINDS:
        return NO_SUCH_CARD
    if not has_card(state.hand_of(seat), card):
        return NOT_IN_HAND
    return FINE if MATCHES[state.top_of(pile)] & BIT[card] != 0 else NO_MATCH


def share_card(state: WildState, seat: i64, card: i64, pile: i64, log: list[Any] | None) -> None:
    """WS-5: from the hand onto the pile."""
    state.sealed += 1
    state.mats[seat * STRIDE + HAND] = without_card(state.hand_of(seat), card)
    below: i64 = (state.tops >> (8 * pile)) & 255
    state.shared = append(state.shared, card | (below << CARD_BITS))
    many: i64 = len(state.shared)
    state.tops += (many - below) * SHIFT_8[pile]
    remember_touch(state, seat, SHARED_IT, card, pile)
    if log is not None:
        log.append((SHARED, seat, card, pile))


def remember_touch(state: WildState, seat: i64, what: i64, card: i64, pile: i64) -> None:
    """Remember who touched a share pile last, for those who come too late (WS-1)."""
    shift: i64 = TOUCH_BITS * pile
    mask: i64 = TOUCH_MASK
    state.touches &= ~(mask << shift)
    state.touches |= (seat + 1 | (what << 3) | (card << 5)) << shift


def take_fault(state: WildState, seat: i64, pile: i64, card: i64, space: i64) -> i64:
    """WS-6: the top card of a share pile, straight onto a set that takes it."""
    if pile >= state.fixed.share_piles:
        return NO_SUCH_PILE
    if card == NO_CARD or card > KINDS:
        return NO_SUCH_CARD
    if state.top_of(pile) != card:
        return NOT_ON_TOP
    return set_fault(state, state.set_of(seat, space), ICON_OF[card])


def take_card(state: WildState, seat: i64, pile: i64, card: i64, space: i64, log: list[Any] | None) -> None:
    """WS-6: from the pile onto the set; the card below it becomes available."""
    top: i64 = (state.tops >> (8 * pile)) & 255
    state.tops += ((state.shared[top - 1] >> CARD_BITS) - top) * SHIFT_8[pile]
    cards = put_on(state.set_of(seat, space), card)
    state.mats[seat * STRIDE + SET + space] = cards
    remember_touch(state, seat, TOOK_IT, card, pile)
    if log is not None:
        log.append((TOOK, seat, pile, card, space, size_of(cards)))


def complete_fault(state: WildState, seat: i64, space: i64) -> i64:
    """WS-7: a set of three."""
    cards: i64 = state.set_of(seat, space)
    if cards == 0:
        return SPACE_EMPTY
    return FINE if is_full(cards) else SET_NOT_FULL


def rush_fault(state: WildState, seat: i64, space: i64) -> i64:
    """WS-8: a set of one or two cards, as long as there are cop cars."""
    cards: i64 = state.set_of(seat, space)
    if cards == 0:
        return SPACE_EMPTY
    if is_full(cards):
        return ALREADY_FULL
    return NO_CARS if state.cars == 0 else FINE


def free_low(state: WildState, seat: i64, icon: i64) -> i64:
    """WS-7, WS-9: hexes with that icon where this player may place a tag, the low word."""
    taken: i64 = state.mats[seat * STRIDE + LOW] if icon == STATION else state.tagged_low
    return state.city.masks[2 * icon] & ~taken


def free_high(state: WildState, seat: i64, icon: i64) -> i64:
    """The same, the high word."""
    taken: i64 = state.mats[seat * STRIDE + HIGH] if icon == STATION else state.tagged_high
    return state.city.masks[2 * icon + 1] & ~taken


def hex_fault(state: WildState, seat: i64, space: i64, hex: i64) -> i64:
    """WS-7, WS-9: a free hex with the icon of the set."""
    if hex >= state.city.grid.hexes:
        return NO_SUCH_HEX
    icon: i64 = ICON_OF[state.set_of(seat, space) & CARD_MASK]
    if state.city.icons[hex] != icon:
        return OTHER_HEX
    free: i64 = free_low(state, seat, icon) & low_bit(hex)
    free |= free_high(state, seat, icon) & high_bit(hex)
    return HEX_TAKEN if free == 0 else FINE


def take_car(state: WildState, seat: i64, log: list[Any] | None) -> None:
    """WS-8: a cop car, for the rest of the game."""
    state.cars -= 1
    state.mats[seat * STRIDE + CARS] += 1
    if log is not None:
        log.append((CAR, seat, state.cars_of(seat), state.cars))


def place_tag(state: WildState, seat: i64, space: i64, hex: i64, log: list[Any] | None) -> None:
    """WS-7: a tag from the mat onto the hex; who has placed the last one stops (WS-11)."""
    base: i64 = seat * STRIDE
    state.mats[base + LOW] |= low_bit(hex)
    state.mats[base + HIGH] |= high_bit(hex)
    state.tagged_low |= low_bit(hex)
    state.tagged_high |= high_bit(hex)
    state.mats[base + MAT] -= 1
    if log is not None:
        log.append((TAGGED, seat, space, hex, state.city.icons[hex], state.mat_of(seat)))
    clear_set(state, seat, space, log)
    if log is not None and state.mat_of(seat) == 0:
        log.append((STOPPED, seat))


def clear_set(state: WildState, seat: i64, space: i64, log: list[Any] | None) -> None:
    """WS-7: the cards are out for this round."""
    if log is not None:
        log.append((CLEARED, seat, space, list_cards(state.set_of(seat, space))))
    state.mats[seat * STRIDE + SET + space] = 0
