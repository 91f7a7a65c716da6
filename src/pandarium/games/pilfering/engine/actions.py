"""Actions with cards: sets, extensions, swaps and discarded Keys (PP-A1 to PP-A15), and what the markers do then."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import (
    BITS,
    EVERY_LOOT,
    KEY,
    NO_CARD,
    NUMBER,
    ONE_KEY,
    SUIT,
    bit,
    has,
    keys_of,
    near,
    size,
)
from pandarium.games.pilfering.engine.faults import (
    ABILITY_IDLE,
    ABILITY_SPENT,
    AREA_EMPTY,
    DOOR_NO_MATCH,
    FINE,
    GATE_LOCKED,
    KEY_FOR_KEY,
    KEY_IS_NOT_THAT,
    NO_EXTENSION,
    NO_KEY,
    NO_KEY_THERE,
    NO_MATCH,
    NO_PREFERENCE,
    NO_REUSE,
    NO_SET,
    NO_SUCH_CARD,
    NOT_IN_HAND,
    NOT_YOUR_ABILITY,
    SOLO_FLOOR,
    TOO_SHORT,
)
from pandarium.games.pilfering.engine.moves import (
    DISCARD,
    EXTEND,
    LEFT,
    REUSE,
    SET,
    SWAP,
    area_of,
    card_at,
    kind_of,
    length_of,
    swap_card,
    swap_place,
    with_ability,
)
from pandarium.games.pilfering.engine.sets import EQUAL, NOWHERE, read_set
from pandarium.games.pilfering.engine.state import CHARMING, CRAFTY, IN_FORCE, Table

DEAR: Final = 3
"""What a set costs once the limit is reached (PP-A6)."""
KEY_COST: Final = 2
"""What a Key in a set costs (PP-A7), and what a discarded one gives back (PP-A11)."""
WATCH_COST: Final = 2

PLAYED: Final = 10
"""Events, as raw tuples."""
PANDA_MOVED: Final = 11
KEEPER_MOVED: Final = 12
LIMIT_REACHED: Final = 13
SWAPPED: Final = 14
DISCARDED: Final = 15
ABILITY_USED: Final = 16
WATCHED: Final = 17
DUTY_DONE: Final = 18

BY_POINTS: Final = 0
"""Why a marker moved."""
BY_BONUS: Final = 1
BY_SET: Final = 2
BY_KEYS: Final = 3
BY_DISCARD: Final = 4
BY_PICK_UP: Final = 5
BY_SUSPICION: Final = 6
BY_TURN: Final = 7
BY_TORCH: Final = 8
BY_FINAL: Final = 9


class Plays(Table):
    """A table on which cards can be traded."""

    used: i64 = 0
    """What the move being looked at takes from the hand; a hand."""
    points: i64 = 0
    """What it moves the panda, without the bonus,"""
    bonus: i64 = 0
    """by the bonus (0 or 1),"""
    charge: i64 = 0
    """the keeper, for the set,"""
    key_charge: i64 = 0
    """for its Keys,"""
    watch_charge: i64 = 0
    """and, alone, for the Raised Suspicion card on the area."""

    # What it costs

    def is_dear(self, area: Area) -> bool:
        """PP-A6, PP-F5: whether a set there costs 3."""
        return len(area.cards) >= self.laid.limit or self.early == IN_FORCE

    def unfold(self, move: i64) -> i64:
        """The cards of a set into the scratch, a re-used end card first; how many."""
        cards = self.laid.scratch
        kind: i64 = kind_of(move)
        place: i64 = 0
        if kind == REUSE:
            area = self.area(area_of(move))
            cards[0] = area.cards[len(area.cards) - 1]
            place = 1
        rest: i64 = move >> 6
        while rest != 0:
            cards[place] = (rest & 63) - 1
            place += 1
            rest >>= 6
        return place

    def weigh(self, move: i64) -> i64:
        """What the markers would do for a set or extension that can be played (PP-A2 to PP-A7).

        Like `unfold` it leaves the cards in the scratch and says how many they are.
        """
        cards = self.laid.scratch
        length: i64 = self.unfold(move)
        kind: i64 = kind_of(move)
        area = self.area(area_of(move))
        loot: i64 = 0
        keys: i64 = 0
        index: i64 = 0
        while index < length:
            if cards[index] == KEY:
                keys += 1
            else:
                loot |= bit(cards[index])
            index += 1
        self.points = self.laid.points(loot)
        self.bonus = 0
        if kind != EXTEND and self.earns_bonus(area, length, self.area_enter(area, kind)):
            self.bonus = 1
        charge: i64 = self.laid.below
        if self.is_dear(area):
            charge = DEAR
        if with_ability(move) and charge == DEAR and self.ready(self.turn, CHARMING):
            charge = 1
        self.charge = charge
        self.key_charge = keys * KEY_COST
        watched: bool = self.watched != NOWHERE and self.watched == area_of(move) and kind != EXTEND
        self.watch_charge = WATCH_COST if watched else 0
        return length

    def area_enter(self, area: Area, kind: i64) -> i64:
        """What the first card of a set may be, if it is a Key."""
        if kind == REUSE:
            return area.end
        return EVERY_LOOT

    def earns_bonus(self, area: Area, length: i64, enter: i64) -> bool:
        """PP-A5: whether the set in the scratch can be read as a number set with all the Meerkat's suits."""
        cards = self.laid.scratch
        if length > 5 or is_plain_run(cards[0], cards[1]):
            return False
        if enter != EVERY_LOOT and cards[0] == KEY:
            return read_set(cards, 0, length, length, enter, area.wants, area.reach, NOWHERE, KEY)[0] != 0
        number: i64 = NOWHERE
        suits: i64 = 0
        keys: i64 = 0
        index: i64 = 0
        while index < length:
            card: i64 = cards[index]
            if card == KEY:
                keys += 1
            else:
                if number == NOWHERE:
                    number = NUMBER[card]
                if NUMBER[card] != number or suits & bit(SUIT[card]) != 0:
                    return False
                suits |= bit(SUIT[card])
            index += 1
        return number != NOWHERE and BITS[area.wants & ~suits] <= keys

    def is_settled(self, area: Area, length: i64, enter: i64, kinds: i64) -> bool:
        """Whether the set in the scratch, of one of these kinds, is a number set once it is laid (PP-A5, PP-A8)."""
        return kinds == EQUAL or (kinds & EQUAL != 0 and self.earns_bonus(area, length, enter))

    # The verifier

    def play_fault(self, seat: i64, move: i64) -> i64:
        """Why this set or extension cannot be played, but for the duty of PP-T5; FINE if it can."""
        kind: i64 = kind_of(move)
        area = self.area(area_of(move))
        fault: i64 = self.cards_fault(seat, move)
        if fault != FINE:
            return fault
        lie: i64 = len(area.cards)
        if kind in (REUSE, LEFT, EXTEND) and lie == 0:
            return AREA_EMPTY
        fresh: i64 = length_of(move)
        if kind == EXTEND:
            if fresh != 1 or area.grows & bit(card_at(move, 0)) == 0:
                return NO_EXTENSION
        elif fresh < (2 if kind == REUSE else 3):
            return TOO_SHORT
        else:
            fault = self.set_fault(area, move)
            if fault != FINE:
                return fault
        fault = self.ability_fault(seat, area, move)
        if fault != FINE:
            return fault
        return self.floor_fault(seat, move)

    def cards_fault(self, seat: i64, move: i64) -> i64:
        """Whether these are cards, and in the player's hand; leaves them in `used`."""
        hand: i64 = self.hands[seat]
        used: i64 = 0
        rest: i64 = move >> 6
        if rest == 0:
            return NO_SUCH_CARD
        while rest != 0:
            card: i64 = (rest & 63) - 1
            if card < 0 or card > KEY:
                return NO_SUCH_CARD
            if card != KEY and used & bit(card) != 0:
                return NOT_IN_HAND  # PP-C1: there is one of each
            used += bit(card)
            if not has(hand, card) or keys_of(used) > keys_of(hand):
                return NOT_IN_HAND
            rest >>= 6
        self.used = used
        if used >= ONE_KEY and self.gate == IN_FORCE:
            return GATE_LOCKED
        return FINE

    def set_fault(self, area: Area, move: i64) -> i64:
        """PP-A1 to PP-A3, PP-F3: whether it is a set, and may lie there."""
        kind: i64 = kind_of(move)
        length: i64 = self.unfold(move)
        cards = self.laid.scratch
        enter: i64 = self.area_enter(area, kind)
        kinds, firsts, ends = read_set(cards, 0, length, 0, enter, area.wants, area.reach, NOWHERE, KEY)
        if kind == REUSE:
            return NO_REUSE if kinds == 0 else FINE
        if kinds == 0:
            return NO_SET
        if kind == LEFT:
            return DOOR_NO_MATCH if ends & near(area.readings(0)) == 0 else FINE
        if firsts & area.opens == 0:
            if len(area.cards) == 0:
                return NO_PREFERENCE
            if not with_ability(move) or self.roles[self.turn] != CRAFTY:
                return NO_MATCH
        elif with_ability(move) and self.roles[self.turn] == CRAFTY:
            return ABILITY_IDLE
        return FINE

    def ability_fault(self, seat: i64, area: Area, move: i64) -> i64:
        """PP-C6, PP-A12: whether Crafty or Charming may and need help with it."""
        if not with_ability(move):
            return FINE
        role: i64 = self.roles[seat]
        if role not in (CRAFTY, CHARMING):
            return NOT_YOUR_ABILITY
        if self.spent & bit(seat) != 0:
            return ABILITY_SPENT
        if role == CRAFTY:
            return FINE if kind_of(move) == SET else ABILITY_IDLE
        return FINE if self.is_dear(area) else ABILITY_IDLE

    def floor_fault(self, seat: i64, move: i64) -> i64:
        """PP-A14: alone, fewer than two cards may stay in hand only when the pandas are through."""
        if not self.laid.solo or size(self.hands[seat]) - size(self.used) >= 2:
            return FINE
        if kind_of(move) == DISCARD:
            through = self.panda >= self.laid.win and self.keeper - KEY_COST < self.panda
            return FINE if through else SOLO_FLOOR
        self.weigh(move)
        panda: i64 = self.panda + self.points + self.bonus
        keeper: i64 = self.keeper + self.watch_charge
        if keeper >= self.panda and self.watch_charge != 0:
            return SOLO_FLOOR
        keeper += self.charge + self.key_charge
        return FINE if panda >= self.laid.win and keeper < panda else SOLO_FLOOR

    def swap_fault(self, seat: i64, move: i64) -> i64:
        """PP-A10: why this card cannot take the place of that Key."""
        card: i64 = swap_card(move)
        area = self.area(area_of(move))
        if card == KEY:
            return KEY_FOR_KEY
        if card > KEY:
            return NO_SUCH_CARD
        if self.hands[seat] & bit(card) == 0:
            return NOT_IN_HAND
        place: i64 = swap_place(move)
        if place >= len(area.cards) or area.cards[place] != KEY:
            return NO_KEY_THERE
        return FINE if area.fits(place, card) else KEY_IS_NOT_THAT

    def discard_fault(self, seat: i64) -> i64:
        """PP-A11: why no Key can be discarded."""
        if keys_of(self.hands[seat]) == 0:
            return NO_KEY
        if self.gate == IN_FORCE:
            return GATE_LOCKED
        self.used = ONE_KEY
        return self.floor_fault(seat, DISCARD)

    # Carrying it out

    def carry_out(self, seat: i64, move: i64, log: list[Any] | None, searching: bool) -> None:
        """Play a set, extension, swap or discard; whether anyone is caught is looked at afterwards.

        While `searching` for a way to do one's duty, nobody is caught half-way (PP-T5).
        """
        kind: i64 = kind_of(move)
        if kind == SWAP:
            self.swap_key(seat, move, log)
        elif kind == DISCARD:
            self.discard_key(seat, log)
        else:
            self.lay_set(seat, move, log, searching)

    def lay_set(self, seat: i64, move: i64, log: list[Any] | None, searching: bool) -> None:
        """PP-A2 to PP-A7: cards to the area, then panda, then keeper."""
        kind: i64 = kind_of(move)
        which: i64 = area_of(move)
        area = self.area(which)
        length: i64 = self.weigh(move)
        if self.watch_charge != 0:  # PP-V1: before the set is played
            self.watched = NOWHERE
            self.move_keeper(self.watch_charge, BY_SUSPICION, log)
            if self.keeper >= self.panda and not searching:
                return
        if with_ability(move):
            self.spent |= bit(seat)
            if log is not None:
                log.append((ABILITY_USED, seat, self.roles[seat]))
        cards = self.laid.scratch
        before: i64 = len(area.cards)
        used: i64 = 0
        index: i64 = 1 if kind == REUSE else 0
        while index < length:
            used += bit(cards[index])
            self.take_from(seat, cards[index])
            index += 1
        if log is not None:
            log.append((PLAYED, seat, kind, which, [cards[place] for place in range(length)], before, self.bonus))
        if kind == EXTEND:
            area.extend(cards[0])
        elif kind == LEFT:
            area.lay_left(cards, length, self.bonus != 0)
        else:
            area.lay(cards, 0, length, kind == REUSE, self.bonus != 0)
        self.mark_limit(which, before, log)
        self.move_panda(self.points, BY_POINTS, log)
        self.move_panda(self.bonus, BY_BONUS, log)
        self.move_keeper(self.charge, BY_SET, log)
        self.move_keeper(self.key_charge, BY_KEYS, log)
        if self.duty != NO_CARD and has(used, self.duty):
            self.do_duty(which, log)

    def mark_limit(self, which: i64, before: i64, log: list[Any] | None) -> None:
        """PP-A6, PP-F3: the play that reaches the limit marks the right-most card."""
        area = self.area(which)
        lie: i64 = len(area.cards)
        if before < self.laid.limit <= lie:
            area.mark = lie - 1
            if log is not None:
                log.append((LIMIT_REACHED, which, area.mark, area.cards[area.mark]))

    def swap_key(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """PP-A10: a Loot card lies where the Key was, and the Key comes to hand; everyone saw it."""
        card: i64 = swap_card(move)
        which: i64 = area_of(move)
        self.take_from(seat, card)
        self.area(which).swap(swap_place(move), card)
        self.hands[seat] += ONE_KEY
        self.see(seat, KEY)
        if log is not None:
            log.append((SWAPPED, seat, which, swap_place(move), card))
        if self.duty == card:
            self.do_duty(which, log)

    def discard_key(self, seat: i64, log: list[Any] | None) -> None:
        """PP-A11: a Key to the box, the keeper 2 back."""
        self.take_from(seat, KEY)
        self.box += ONE_KEY
        if log is not None:
            log.append((DISCARDED, seat))
        self.move_keeper(-KEY_COST, BY_DISCARD, log)
        if self.duty == KEY:
            self.do_duty(NOWHERE, log)

    def do_duty(self, which: i64, log: list[Any] | None) -> None:
        """PP-T5: the card that was picked up from is played; alone, the keeper's eye may follow it (PP-V1)."""
        if log is not None:
            log.append((DUTY_DONE, self.turn, self.duty))
        self.duty = NO_CARD
        if self.watch_next != 0:
            self.watch_next = 0
            if which != NOWHERE:
                self.watched = which
                if log is not None:
                    log.append((WATCHED, which))

    def move_panda(self, by: i64, why: i64, log: list[Any] | None) -> None:
        """The panda marker, forward."""
        self.panda += by
        if log is not None and by != 0:
            log.append((PANDA_MOVED, by, self.panda, why))

    def move_keeper(self, by: i64, why: i64, log: list[Any] | None) -> None:
        """The keeper marker, forward or back."""
        self.keeper += by
        if log is not None and by != 0:
            log.append((KEEPER_MOVED, by, self.keeper, why))


def is_plain_run(first: i64, second: i64) -> bool:
    """Whether a set that begins with these two is a run for all to see."""
    return KEY not in (first, second) and NUMBER[first] != NUMBER[second]
