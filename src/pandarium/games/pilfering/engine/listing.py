"""Every action with cards that a hand allows, each effect once (PP-A8): the tables of `sets.py` turned into moves."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.pilfering.engine.actions import Plays
from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import (
    BITS,
    EVERY_LOOT,
    KEY,
    NUMBER,
    ONE_KEY,
    ROW_MASK,
    SUIT,
    bit,
    column,
    keys_of,
    lowest,
    size,
    suits_with,
)
from pandarium.games.pilfering.engine.faults import FINE
from pandarium.games.pilfering.engine.moves import DISCARD, EXTEND, LEFT, REUSE, SET, SLOT, swap
from pandarium.games.pilfering.engine.sets import (
    FOLLOWING,
    NOWHERE,
    OPENING,
    RUN_DOWN,
    RUN_UP,
    WINDOWS,
    WINDOWS_FROM,
    read_set,
    run_slots,
)
from pandarium.games.pilfering.engine.state import CHARMING, CRAFTY, IN_FORCE, MoveList, PilferingSetup

KEY_SLOT: Final = 46
"""A Key as it stands in a move."""
KEY_SLOTS: Final = vec[i64]([sum(46 * 2 ** (6 + 6 * index) for index in range(length)) for length in range(6)])
"""So many Keys."""


class Listing(Plays):
    """A table that knows what can be played on it. The duty of PP-T5 is looked at later."""

    listed: MoveList
    opens_1: i64 = 0
    opens_2: i64 = 0
    """While listing: what the first card of a new set may be, in either area,"""
    crafty: bool = False
    """whether Crafty could help,"""
    charm_1: bool = False
    charm_2: bool = False
    """and whether Charming could."""

    def __init__(self, setup: PilferingSetup, rng: Rng) -> None:
        super().__init__(setup, rng)
        self.listed = setup.moves

    def list_plays(self, seat: i64, moves: MoveList) -> None:
        """Sets, extensions, swaps and discards of this player."""
        self.list_trades(seat, moves)
        self.list_all_swaps(seat, moves)
        if self.discard_fault(seat) == FINE:
            moves.add(DISCARD)

    def list_trades(self, seat: i64, moves: MoveList) -> None:
        """Sets and extensions."""
        self.begin_listing(seat, moves)
        hand: i64 = self.hands[seat]
        loot: i64 = hand & EVERY_LOOT
        keys: i64 = 0
        if self.gate != IN_FORCE:
            keys = keys_of(hand)
        begun: i64 = moves.length
        self.list_runs(loot, keys)
        self.list_equals(loot, keys)
        if keys >= 2:
            self.list_singles(0, loot, keys)
            self.list_singles(1, loot, keys)
        self.list_area(0, loot, keys)
        self.list_area(1, loot, keys)
        if self.laid.solo and size(hand) < 12:
            self.keep_floor(seat, begun)

    def list_all_swaps(self, seat: i64, moves: MoveList) -> None:
        """Swaps in either area."""
        self.listed = moves
        loot: i64 = self.hands[seat] & EVERY_LOOT
        if self.first.keys != 0:
            self.list_swaps(0, loot)
        if self.second.keys != 0:
            self.list_swaps(1, loot)

    def begin_listing(self, seat: i64, moves: MoveList) -> None:
        """What holds for all sets of this turn."""
        self.listed = moves
        self.opens_1 = self.first.opens
        self.opens_2 = self.second.opens
        self.crafty = False
        self.charm_1 = False
        self.charm_2 = False
        if self.spent & bit(seat) == 0:
            role: i64 = self.roles[seat]
            if role == CRAFTY:
                self.crafty = True
            elif role == CHARMING:
                self.charm_1 = self.is_dear(self.first)
                self.charm_2 = self.is_dear(self.second)

    def keep_floor(self, seat: i64, begun: i64) -> None:
        """PP-A14: strike what would leave too few cards."""
        moves = self.listed
        index: i64 = begun
        kept: i64 = begun
        while index < moves.length:
            move: i64 = moves.items[index]
            self.cards_fault(seat, move)
            if self.floor_fault(seat, move) == FINE:
                moves.items[kept] = move
                kept += 1
            index += 1
        moves.length = kept

    def add_set(self, slots: i64, firsts: i64) -> None:
        """PP-A2: a new set, wherever its first card may lie."""
        self.add_fitting(slots, firsts & self.opens_1 != 0, firsts & self.opens_2 != 0)

    def add_fitting(self, slots: i64, fits_1: bool, fits_2: bool) -> None:
        """A new set that fits the first area or not, and the second or not."""
        moves = self.listed
        if fits_1:
            moves.add(SET | slots)
            if self.charm_1:
                moves.add(SET | 32 | slots)
        elif self.crafty and len(self.first.cards) != 0:
            moves.add(SET | 32 | slots)
        if fits_2:
            moves.add(SET | 16 | slots)
            if self.charm_2:
                moves.add(SET | 48 | slots)
        elif self.crafty and len(self.second.cards) != 0:
            moves.add(SET | 48 | slots)

    def add_onto(self, kind: i64, which: i64, slots: i64) -> None:
        """PP-A3, PP-A4: cards onto an area."""
        move: i64 = kind | (which << 4) | slots
        self.listed.add(move)
        if self.charm_2 if which != 0 else self.charm_1:
            self.listed.add(move | 32)

    # Completely new sets

    def list_runs(self, loot: i64, keys: i64) -> None:
        """Runs with two natural cards or more, up and down."""
        if keys == 0 and loot & (loot >> 1) & (loot >> 2) == 0:  # no three in a row
            return
        suit: i64 = 0
        while suit < 5:
            row: i64 = (loot >> (suit * 9)) & ROW_MASK
            if keys == 0:
                at: i64 = WINDOWS_FROM[row]
                stop: i64 = WINDOWS_FROM[row + 1]
                while at < stop:
                    length: i64 = WINDOWS[at] >> 4
                    low: i64 = suit * 9 + (WINDOWS[at] & 15)
                    self.add_set(RUN_UP[low * 10 + length], bit(low))
                    self.add_set(RUN_DOWN[low * 10 + length], bit(low + length - 1))
                    at += 1
            elif BITS[row] >= 2:
                self.list_key_runs(suit, row, keys)
            suit += 1

    def list_key_runs(self, suit: i64, row: i64, keys: i64) -> None:
        """Runs in one suit with Keys in the gaps, or in place of cards that one would rather keep."""
        low: i64 = 0
        reach: i64 = self.laid.reach
        while low + 3 <= reach:
            window: i64 = 3 * bit(low)
            length: i64 = 3
            while low + length <= reach:
                window |= bit(low + length - 1)
                natural: i64 = window & row
                spare: i64 = keys - BITS[window & ~row]
                if spare < 0:
                    break  # longer ones need more Keys
                left_out: i64 = natural
                if BITS[natural] < 2:
                    length += 1
                    continue
                while True:  # all subsets of the natural cards, as left out
                    if BITS[left_out] <= spare and BITS[natural & ~left_out] >= 2:
                        self.add_run(suit * 9 + low, length, (window & ~row) | left_out)
                    if left_out == 0:
                        break
                    left_out = (left_out - 1) & natural
                length += 1
            low += 1

    def add_run(self, card: i64, length: i64, keys: i64) -> None:
        """A run from its lowest card, up and down."""
        self.add_set(run_slots(card, length, 0, keys), bit(card))
        self.add_set(run_slots(card, length, 1, keys), bit(card + length - 1))

    def list_equals(self, loot: i64, keys: i64) -> None:
        """Number sets with two natural cards or more: content, first and last card."""
        numbers: i64 = numbers_held(loot, keys)
        while numbers != 0:
            number: i64 = lowest(numbers)
            numbers &= numbers - 1
            suits: i64 = suits_with(loot, number)
            at: i64 = OPENING.where[suits * 5 + keys]
            stop: i64 = OPENING.where[suits * 5 + keys + 1]
            if at < stop:
                opens_1: i64 = suits_with(self.opens_1, number)
                opens_2: i64 = suits_with(self.opens_2, number)
                if opens_1 | opens_2 != 0 or self.crafty:
                    while at < stop:
                        slots: i64 = OPENING.slots[at] + OPENING.ones[at] * number
                        firsts: i64 = OPENING.firsts[at]
                        self.add_fitting(slots, firsts & opens_1 != 0, firsts & opens_2 != 0)
                        at += 1

    def list_singles(self, which: i64, loot: i64, keys: i64) -> None:
        """One natural card among Keys, on one area: each order once, whatever it may be read as."""
        rest: i64 = loot
        while rest != 0:
            jokers: i64 = 2
            while jokers <= keys:
                self.list_places(which, lowest(rest), jokers)
                jokers += 1
            rest &= rest - 1

    def list_places(self, which: i64, card: i64, jokers: i64) -> None:
        """This card in every place among so many Keys; once only where it is a number set in any case."""
        area = self.area(which)
        opens: i64 = self.opens_2 if which != 0 else self.opens_1
        crafty: bool = self.crafty and len(area.cards) != 0
        earns: bool = BITS[area.wants & ~bit(SUIT[card])] <= jokers
        number: i64 = NUMBER[card]
        plain_done: bool = False
        crafty_done: bool = False
        place: i64 = 0
        while place <= jokers:
            firsts: i64 = bit(card) if place == 0 else column(number) & ~bit(card)
            run: bool = False
            if place <= number and number - place + jokers < self.laid.reach:
                firsts |= bit(card - place)
                run = True
            if number + place < self.laid.reach and number + place >= jokers:
                firsts |= bit(card + place)
                run = True
            slots: i64 = KEY_SLOTS[jokers + 1] + (card - KEY) * SLOT[place]
            settled: bool = 0 < place < jokers and (earns or not run)
            place += 1
            fits: bool = firsts & opens != 0
            if fits and not (settled and plain_done):
                self.add_onto(SET, which, slots)
                plain_done = plain_done or settled
            elif crafty and not fits and not (settled and crafty_done):
                self.listed.add(SET | (which << 4) | 32 | slots)
                crafty_done = crafty_done or settled

    # Onto an area

    def list_area(self, which: i64, loot: i64, keys: i64) -> None:
        """Re-use sets and extensions in one area."""
        area = self.area(which)
        lie: i64 = len(area.cards)
        if lie == 0:
            return
        end: i64 = area.cards[lie - 1]
        if end == KEY:
            self.list_key_reuse(which, area, loot, keys)
        else:
            self.list_reuse(which, area, end, loot, keys)
        grows: i64 = area.grows & loot
        while grows != 0:
            self.add_onto(EXTEND, which, (lowest(grows) + 1) * SLOT[0])
            grows &= grows - 1
        if keys > 0 and area.grows >= ONE_KEY:
            self.add_onto(EXTEND, which, KEY_SLOT * SLOT[0])

    def list_reuse(self, which: i64, area: Area, end: i64, loot: i64, keys: i64) -> None:
        """PP-A3 with a natural end card: runs away from it, and numbers like it."""
        row: i64 = (loot >> (SUIT[end] * 9)) & ROW_MASK
        number: i64 = NUMBER[end]
        if row != 0:
            self.list_run_on(which, end, number, row, keys, False)
            self.list_run_on(which, end, number, row, keys, True)
        suits: i64 = suits_with(loot, number) & ~bit(SUIT[end])
        at: i64 = FOLLOWING.where[suits * 5 + keys]
        stop: i64 = FOLLOWING.where[suits * 5 + keys + 1]
        while at < stop:
            self.add_onto(REUSE, which, FOLLOWING.slots[at] + FOLLOWING.ones[at] * number)
            at += 1
        slots: i64 = KEY_SLOT * SLOT[0]
        jokers: i64 = 2
        while jokers <= keys:  # nothing but Keys
            slots += KEY_SLOT * SLOT[jokers - 1]
            self.try_reuse(which, area, slots)
            jokers += 1

    def list_run_on(self, which: i64, end: i64, number: i64, row: i64, keys: i64, down: bool) -> None:
        """Runs that go on from a card with at least one natural card more."""
        window: i64 = 0
        length: i64 = 0
        while True:
            length += 1
            next_number: i64 = number - length if down else number + length
            if next_number < 0 or next_number >= self.laid.reach:
                return
            window |= bit(next_number)
            spare: i64 = keys - BITS[window & ~row]
            if spare < 0:
                return
            natural: i64 = window & row
            if length < 2 or natural == 0:
                continue
            left_out: i64 = 0
            if spare > 0:
                left_out = natural
            low: i64 = end - length if down else end + 1
            while True:
                if left_out != natural and BITS[left_out] <= spare:
                    gaps: i64 = (window & ~row) | left_out
                    self.add_onto(REUSE, which, run_slots(low, length, 1 if down else 0, gaps))
                if left_out == 0:
                    break
                left_out = (left_out - 1) & natural

    def try_reuse(self, which: i64, area: Area, slots: i64) -> None:
        """A re-use set, if it is one."""
        length: i64 = self.unfold(REUSE | (which << 4) | slots)
        if read_set(self.laid.scratch, 0, length, 0, area.end, 0, area.reach, NOWHERE, KEY)[0] != 0:
            self.add_onto(REUSE, which, slots)

    def list_key_reuse(self, which: i64, area: Area, loot: i64, keys: i64) -> None:
        """PP-A3 with a Key at the end: whatever it may be."""
        may_be: i64 = area.end
        while may_be != 0:
            card: i64 = lowest(may_be)
            may_be &= may_be - 1
            row: i64 = (loot >> (SUIT[card] * 9)) & ROW_MASK
            if BITS[row] >= 2:
                self.list_key_run_on(which, card, row, keys, False)
                self.list_key_run_on(which, card, row, keys, True)
        numbers: i64 = numbers_held(loot, 1)
        while numbers != 0:
            number: i64 = lowest(numbers)
            numbers &= numbers - 1
            if area.end & column(number) == 0:
                continue  # the Key at the end has another number
            suits: i64 = suits_with(loot, number)
            at: i64 = FOLLOWING.where[suits * 5 + keys]
            stop: i64 = FOLLOWING.where[suits * 5 + keys + 1]
            while at < stop:
                if count_slots(FOLLOWING.ones[at]) >= 2:
                    self.try_reuse(which, area, FOLLOWING.slots[at] + FOLLOWING.ones[at] * number)
                at += 1
        rest: i64 = loot
        while keys != 0 and rest != 0:  # one natural card among Keys
            self.list_single_reuse(which, area, lowest(rest), keys)
            rest &= rest - 1

    def list_single_reuse(self, which: i64, area: Area, card: i64, keys: i64) -> None:
        """One natural card and at least one Key after a Key; inside a number set in one place only."""
        jokers: i64 = 1
        while jokers <= keys:
            done: bool = False
            place: i64 = 0
            while place <= jokers:
                slots: i64 = KEY_SLOTS[jokers + 1] + (card - KEY) * SLOT[place]
                length: i64 = self.unfold(REUSE | (which << 4) | slots)
                found = read_set(self.laid.scratch, 0, length, 0, area.end, 0, area.reach, NOWHERE, KEY)
                settled: bool = place < jokers and self.is_settled(area, length, area.end, found[0])
                if found[0] != 0 and not (settled and done):
                    self.add_onto(REUSE, which, slots)
                    done = done or settled
                place += 1
            jokers += 1

    def list_key_run_on(self, which: i64, card: i64, row: i64, keys: i64, down: bool) -> None:
        """Runs with two natural cards or more after a Key that is taken to be this card."""
        window: i64 = 0
        length: i64 = 0
        number: i64 = NUMBER[card]
        while True:
            length += 1
            next_number: i64 = number - length if down else number + length
            if next_number < 0 or next_number >= self.laid.reach:
                return
            window |= bit(next_number)
            spare: i64 = keys - BITS[window & ~row]
            if spare < 0:
                return
            natural: i64 = window & row
            if length < 2 or BITS[natural] < 2:
                continue
            left_out: i64 = natural
            low: i64 = card - length if down else card + 1
            while True:
                if BITS[left_out] <= spare and BITS[natural & ~left_out] >= 2:
                    gaps: i64 = (window & ~row) | left_out
                    self.add_onto(REUSE, which, run_slots(low, length, 1 if down else 0, gaps))
                if left_out == 0:
                    break
                left_out = (left_out - 1) & natural

    # Swaps, and the back door

    def list_swaps(self, which: i64, loot: i64) -> None:
        """PP-A10: every card that may take the place of a Key."""
        area = self.area(which)
        taken: i64 = area.swaps() & loot
        if taken == 0:
            return
        place: i64 = 0
        while place < len(area.cards):
            if area.cards[place] == KEY:
                maybe: i64 = taken  # just the readings of a Key that is the only one
                if area.keys > 1:
                    maybe &= area.nearby(place)
                while maybe != 0:
                    card: i64 = lowest(maybe)
                    maybe &= maybe - 1
                    if area.keys == 1 or (area.twin_place(place, card) == place and area.fits(place, card)):
                        self.listed.add(swap(which, place, card))
            place += 1

    def list_door(self, seat: i64, moves: MoveList) -> None:
        """PP-F3: sets on the left of an area, whose last card matches the left-most one."""
        both = MoveList()
        self.begin_listing(seat, both)
        self.crafty = False
        self.opens_1 = EVERY_LOOT
        self.opens_2 = EVERY_LOOT
        loot: i64 = self.hands[seat] & EVERY_LOOT
        keys: i64 = 0 if self.gate == IN_FORCE else keys_of(self.hands[seat])
        self.list_runs(loot, keys)
        self.list_equals(loot, keys)
        if keys >= 2:
            self.list_singles(0, loot, keys)
            self.list_singles(1, loot, keys)
        index: i64 = 0
        while index < both.length:
            move: i64 = both.items[index] - SET + LEFT
            if self.play_fault(seat, move) == FINE:
                moves.add(move)
            index += 1


def numbers_held(loot: i64, keys: i64) -> i64:
    """The numbers, as bits, of which a hand has three cards, or two with a Key or more."""
    once: i64 = 0
    twice: i64 = 0
    thrice: i64 = 0
    while loot != 0:
        row: i64 = loot & ROW_MASK
        thrice |= twice & row
        twice |= once & row
        once |= row
        loot >>= 9
    return thrice if keys == 0 else twice


def count_slots(ones: i64) -> i64:
    """How many slots have a one."""
    found: i64 = 0
    ones >>= 6
    while ones != 0:
        found += ones & 1
        ones >>= 6
    return found
