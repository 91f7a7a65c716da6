"""What a player may do while a round is on, and what happens then: draw, share, complete … (WS-1 to WS-11).

For every action there is a `..._fault` that says what speaks against it, as a small number, and a method that does it.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append
from mypy_extensions import i64

from pandarium.games.wildstyle.cards import (
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
from pandarium.games.wildstyle.city import high_bit, low_bit
from pandarium.games.wildstyle.state import (
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
    Table,
)

# Events, as they stand in the log.
LAID: Final = 1
ROUND: Final = 2
DEALT: Final = 3
SAID_READY: Final = 4
COUNTING: Final = 5
STARTED: Final = 6
DREW: Final = 7
ADDED: Final = 8
SHARED: Final = 9
TOOK: Final = 10
CAR: Final = 11
TAGGED: Final = 12
CLEARED: Final = 13
STOPPED: Final = 14
TRIGGERED: Final = 15
PASSED: Final = 16
ROUND_OVER: Final = 17
PICKED: Final = 18
REMOVED: Final = 19
SOLO: Final = 20
SCORED: Final = 21
ENDED: Final = 22

# Why a move cannot be played. The words are in `rules`.
FINE: Final = 0
GAME_OVER: Final = 1
NO_SUCH_MOVE: Final = 2
NOT_STARTED: Final = 3
NOT_PLAYING: Final = 4
STOPPED_PLAYING: Final = 5
HAS_PASSED: Final = 6
NOTHING_POSSIBLE: Final = 7
NOT_YOUR_TURN: Final = 8
NO_SUCH_PILE: Final = 9
PILE_EMPTY: Final = 10
HAND_FULL: Final = 11
NO_SUCH_CARD: Final = 12
NOT_IN_HAND: Final = 13
OTHER_ICON: Final = 14
SET_IS_FULL: Final = 15
NO_NEW_SETS: Final = 16
NO_MATCH: Final = 17
NOT_ON_TOP: Final = 18
SPACE_EMPTY: Final = 19
SET_NOT_FULL: Final = 20
ALREADY_FULL: Final = 21
NO_CARS: Final = 22
NO_SUCH_HEX: Final = 23
OTHER_HEX: Final = 24
HEX_TAKEN: Final = 25
NOT_BEFORE_ROUND: Final = 26
IS_READY: Final = 27
NOT_COUNTING: Final = 28
NOT_REMOVING: Final = 29
NOTHING_TO_REMOVE: Final = 30
NO_TAG_THERE: Final = 31
PICKED_ALREADY: Final = 32


class Actions(Table):
    """A table at which a round is played. What follows from an action is in `rules`."""

    # Draw

    def draw_fault(self, seat: i64, pile: i64) -> i64:
        """WS-3, WS-1: from a pile that is not empty, into a hand of less than three."""
        if pile >= self.laid.draw_piles:
            return NO_SUCH_PILE
        if is_full(self.hand_of(seat)):
            return HAND_FULL
        return PILE_EMPTY if self.pile_size(pile) == 0 else FINE

    def draw_card(self, seat: i64, pile: i64, log: list[Any] | None) -> None:
        """WS-3: the top card of the pile, which is any of those that lie face down."""
        self.sealed += 1
        card = self.draw_from_pool(self.rng)
        self.mats[seat * STRIDE + HAND] = with_card(self.hand_of(seat), card)
        self.piles -= SHIFT_8[pile]
        self.drawers += (seat + 1 - ((self.drawers >> (8 * pile)) & 255)) * SHIFT_8[pile]
        if log is not None:
            log.append((DREW, seat, pile, card, self.pile_size(pile)))

    # Add to a set

    def set_fault(self, cards: i64, icon: i64) -> i64:
        """WS-4: an empty space takes any card, until the end is triggered (WS-12); a set its icon, up to three."""
        if cards == 0:
            return NO_NEW_SETS if self.triggered else FINE
        if is_full(cards):
            return SET_IS_FULL
        return FINE if ICON_OF[cards & CARD_MASK] == icon else OTHER_ICON

    def add_fault(self, seat: i64, card: i64, space: i64) -> i64:
        """WS-4: a card of one's own hand onto a set that takes it."""
        if card == NO_CARD or card > KINDS:
            return NO_SUCH_CARD
        if not has_card(self.hand_of(seat), card):
            return NOT_IN_HAND
        return self.set_fault(self.set_of(seat, space), ICON_OF[card])

    def add_card(self, seat: i64, card: i64, space: i64, log: list[Any] | None) -> None:
        """WS-4: from the hand onto the set."""
        self.sealed += 1
        self.mats[seat * STRIDE + HAND] = without_card(self.hand_of(seat), card)
        cards = put_on(self.set_of(seat, space), card)
        self.mats[seat * STRIDE + SET + space] = cards
        if log is not None:
            log.append((ADDED, seat, card, space, size_of(cards)))

    # Share

    def share_fault(self, seat: i64, card: i64, pile: i64) -> i64:
        """WS-5: a card of one's own hand onto an empty pile, or one whose top card matches in icon or colour."""
        if pile >= self.laid.share_piles:
            return NO_SUCH_PILE
        if card == NO_CARD or card > KINDS:
            return NO_SUCH_CARD
        if not has_card(self.hand_of(seat), card):
            return NOT_IN_HAND
        return FINE if MATCHES[self.top_of(pile)] & BIT[card] != 0 else NO_MATCH

    def share_card(self, seat: i64, card: i64, pile: i64, log: list[Any] | None) -> None:
        """WS-5: from the hand onto the pile."""
        self.sealed += 1
        self.mats[seat * STRIDE + HAND] = without_card(self.hand_of(seat), card)
        below: i64 = (self.tops >> (8 * pile)) & 255
        self.shared = append(self.shared, card | (below << CARD_BITS))
        many: i64 = len(self.shared)
        self.tops += (many - below) * SHIFT_8[pile]
        self.touch(seat, SHARED_IT, card, pile)
        if log is not None:
            log.append((SHARED, seat, card, pile))

    def touch(self, seat: i64, what: i64, card: i64, pile: i64) -> None:
        """Remember who touched a share pile last, for those who come too late (WS-1)."""
        shift: i64 = TOUCH_BITS * pile
        mask: i64 = TOUCH_MASK
        self.touches &= ~(mask << shift)
        self.touches |= (seat + 1 | (what << 3) | (card << 5)) << shift

    # Take a shared card

    def take_fault(self, seat: i64, pile: i64, card: i64, space: i64) -> i64:
        """WS-6: the top card of a share pile, straight onto a set that takes it."""
        if pile >= self.laid.share_piles:
            return NO_SUCH_PILE
        if card == NO_CARD or card > KINDS:
            return NO_SUCH_CARD
        if self.top_of(pile) != card:
            return NOT_ON_TOP
        return self.set_fault(self.set_of(seat, space), ICON_OF[card])

    def take_card(self, seat: i64, pile: i64, card: i64, space: i64, log: list[Any] | None) -> None:
        """WS-6: from the pile onto the set; the card below it becomes available."""
        top: i64 = (self.tops >> (8 * pile)) & 255
        self.tops += ((self.shared[top - 1] >> CARD_BITS) - top) * SHIFT_8[pile]
        cards = put_on(self.set_of(seat, space), card)
        self.mats[seat * STRIDE + SET + space] = cards
        self.touch(seat, TOOK_IT, card, pile)
        if log is not None:
            log.append((TOOK, seat, pile, card, space, size_of(cards)))

    # Complete and rush a set

    def complete_fault(self, seat: i64, space: i64) -> i64:
        """WS-7: a set of three."""
        cards: i64 = self.set_of(seat, space)
        if cards == 0:
            return SPACE_EMPTY
        return FINE if is_full(cards) else SET_NOT_FULL

    def rush_fault(self, seat: i64, space: i64) -> i64:
        """WS-8: a set of one or two cards, as long as there are cop cars."""
        cards: i64 = self.set_of(seat, space)
        if cards == 0:
            return SPACE_EMPTY
        if is_full(cards):
            return ALREADY_FULL
        return NO_CARS if self.cars == 0 else FINE

    def free_low(self, seat: i64, icon: i64) -> i64:
        """WS-7, WS-9: hexes with that icon where this player may place a tag, the low word."""
        taken: i64 = self.mats[seat * STRIDE + LOW] if icon == STATION else self.tagged_low
        return self.city.masks[2 * icon] & ~taken

    def free_high(self, seat: i64, icon: i64) -> i64:
        """The same, the high word."""
        taken: i64 = self.mats[seat * STRIDE + HIGH] if icon == STATION else self.tagged_high
        return self.city.masks[2 * icon + 1] & ~taken

    def hex_fault(self, seat: i64, space: i64, hex: i64) -> i64:
        """WS-7, WS-9: a free hex with the icon of the set."""
        if hex >= self.city.grid.hexes:
            return NO_SUCH_HEX
        icon: i64 = ICON_OF[self.set_of(seat, space) & CARD_MASK]
        if self.city.icons[hex] != icon:
            return OTHER_HEX
        free: i64 = self.free_low(seat, icon) & low_bit(hex)
        free |= self.free_high(seat, icon) & high_bit(hex)
        return HEX_TAKEN if free == 0 else FINE

    def take_car(self, seat: i64, log: list[Any] | None) -> None:
        """WS-8: a cop car, for the rest of the game."""
        self.cars -= 1
        self.mats[seat * STRIDE + CARS] += 1
        if log is not None:
            log.append((CAR, seat, self.cars_of(seat), self.cars))

    def place_tag(self, seat: i64, space: i64, hex: i64, log: list[Any] | None) -> None:
        """WS-7: a tag from the mat onto the hex; who has placed the last one stops (WS-11)."""
        base: i64 = seat * STRIDE
        self.mats[base + LOW] |= low_bit(hex)
        self.mats[base + HIGH] |= high_bit(hex)
        self.tagged_low |= low_bit(hex)
        self.tagged_high |= high_bit(hex)
        self.mats[base + MAT] -= 1
        if log is not None:
            log.append((TAGGED, seat, space, hex, self.city.icons[hex], self.mat_of(seat)))
        self.clear_set(seat, space, log)
        if log is not None and self.mat_of(seat) == 0:
            log.append((STOPPED, seat))

    def clear_set(self, seat: i64, space: i64, log: list[Any] | None) -> None:
        """WS-7: the cards are out for this round."""
        if log is not None:
            log.append((CLEARED, seat, space, list_cards(self.set_of(seat, space))))
        self.mats[seat * STRIDE + SET + space] = 0

    # Who can still do something

    def may_act(self, seat: i64) -> bool:
        """WS-13: whether that player can do anything, as far as the table can tell: nobody sees into a hand."""
        base: i64 = seat * STRIDE
        if self.mats[base + MAT] == 0 or self.passed & BIT[seat] != 0:  # WS-11
            return False
        return self.mats[base + HAND] != 0 or self.piles != 0 or self.sets_can_move(seat)

    def sets_can_move(self, seat: i64) -> bool:
        """Whether a set can be completed or rushed, or a shared card taken: what needs no hand."""
        first: i64 = self.mats[seat * STRIDE + SET]
        second: i64 = self.mats[seat * STRIDE + SET + 1]
        if is_full(first) or is_full(second) or (first | second != 0 and self.cars > 0):
            return True
        return self.can_take(seat)

    def can_take(self, seat: i64) -> bool:
        """Whether a shared card fits one of the player's sets."""
        first: i64 = self.mats[seat * STRIDE + SET]
        second: i64 = self.mats[seat * STRIDE + SET + 1]
        pile: i64 = 0
        while pile < self.laid.share_piles:
            top: i64 = self.top_of(pile)
            if top != NO_CARD:
                icon: i64 = ICON_OF[top]
                if self.set_fault(first, icon) == FINE or self.set_fault(second, icon) == FINE:
                    return True
            pile += 1
        return False

    def openly_able(self, seat: i64) -> bool:
        """WS-13: whether everybody can see that this player may draw, share, add or complete, not counting a rush."""
        if not self.may_act(seat):
            return False
        hand: i64 = self.hand_of(seat)
        first: i64 = self.mats[seat * STRIDE + SET]
        second: i64 = self.mats[seat * STRIDE + SET + 1]
        if is_full(first) or is_full(second) or (self.piles != 0 and not is_full(hand)):
            return True
        if hand != 0:
            if not self.triggered and (first == 0 or second == 0):
                return True
            pile: i64 = 0
            while pile < self.laid.share_piles:
                if self.top_of(pile) == NO_CARD:
                    return True
                pile += 1
        return self.can_take(seat)
