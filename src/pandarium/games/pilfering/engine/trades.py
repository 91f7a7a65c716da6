"""Every set and extension that a hand allows, each effect once (PP-A8): the tables of `sets.py` turned into moves."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from pandarium.core.move_list import MoveList
from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import (
    BITS,
    EVERY_LOOT,
    KEY,
    NUMBER,
    ONE_KEY,
    ROW_MASK,
    SUIT,
    SUITS,
    bit,
    column,
    keys_of,
    lowest,
    suits_with,
)
from pandarium.games.pilfering.engine.moves import EXTEND, REUSE, SET, SLOT, WITH_ABILITY, area_of
from pandarium.games.pilfering.engine.prices import cards_of, is_dear, is_settled
from pandarium.games.pilfering.engine.readings import can_take_in, extending
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
from pandarium.games.pilfering.engine.setup import LEAST_IN_A_SET
from pandarium.games.pilfering.engine.state import CHARMING, CRAFTY, IN_FORCE, PilferingState

KEY_SLOT: Final = KEY + 1
"""A Key as it stands in a move."""
KEY_SLOTS: Final = vec[i64]([sum(46 * 2 ** (6 + 6 * index) for index in range(length)) for length in range(6)])
"""The number of Keys."""
ON_SECOND: Final = 16
"""The second area in a move."""


def list_trades(state: PilferingState, seat: i64, moves: MoveList) -> None:
    """All sets and extensions of this player; the floor of PP-A14 and the duty of PP-T5 are looked at by others."""
    TradeList(state, seat, moves).list_all()


def list_new_sets(state: PilferingState, seat: i64, moves: MoveList) -> None:
    """Completely new sets on either area, whatever lies there, for the back door (PP-F3)."""
    trades = TradeList(state, seat, moves)
    trades.crafty = False
    trades.opens_1 = EVERY_LOOT
    trades.opens_2 = EVERY_LOOT
    trades.list_new()


@mypyc_attr(acyclic=True)
class TradeList:
    """The workspace of one listing."""

    state: PilferingState
    moves: MoveList
    loot: i64
    keys: i64
    """What may be played from the hand,"""
    opens_1: i64
    opens_2: i64
    """what the first card of a new set may be, in either area,"""
    crafty: bool
    """whether Crafty could help,"""
    charm_1: bool
    charm_2: bool
    """and whether Charming could."""

    def __init__(self, state: PilferingState, seat: i64, moves: MoveList) -> None:
        self.state = state
        self.moves = moves
        hand: i64 = state.hands[seat]
        self.loot = hand & EVERY_LOOT
        self.keys = keys_of(hand)
        if state.gate == IN_FORCE:
            self.keys = 0
        self.opens_1 = state.first.opens
        self.opens_2 = state.second.opens
        self.crafty = state.ready(seat, CRAFTY)
        charming: bool = state.ready(seat, CHARMING)
        self.charm_1 = charming and is_dear(state, state.first)
        self.charm_2 = charming and is_dear(state, state.second)

    def list_all(self) -> None:
        """New sets, re-use sets and extensions."""
        begun: i64 = self.moves.length
        self.list_new()
        if self.state.first.ends_loose() or self.state.second.ends_loose():
            self.strike_unjoined(begun)
        self.list_area(0, self.loot, self.keys)
        self.list_area(1, self.loot, self.keys)

    def list_new(self) -> None:
        """Completely new sets."""
        self.list_runs(self.loot, self.keys)
        self.list_equals(self.loot, self.keys)
        if self.keys >= 2:
            self.list_singles(0, self.loot, self.keys)
            self.list_singles(1, self.loot, self.keys)

    def strike_unjoined(self, begun: i64) -> None:
        """PP-F2: strike new sets that cannot take in the loose Key they would lie next to."""
        moves = self.moves
        kept: i64 = begun
        index: i64 = begun
        while index < moves.length:
            move: i64 = moves.items[index]
            area = self.state.area(area_of(move))
            if not area.ends_loose() or can_take_in(area, cards_of(self.state, move), False):
                moves.items[kept] = move
                kept += 1
            index += 1
        moves.length = kept

    def add_set(self, slots: i64, firsts: i64) -> None:
        """PP-A2: a new set, wherever its first card may lie."""
        self.add_fitting(slots, firsts & self.opens_1 != 0, firsts & self.opens_2 != 0)

    def add_fitting(self, slots: i64, fits_1: bool, fits_2: bool) -> None:
        """A new set that fits the first area or not, and the second or not."""
        moves = self.moves
        if fits_1:
            moves.add(SET | slots)
            if self.charm_1:
                moves.add(SET | WITH_ABILITY | slots)
        elif self.crafty and len(self.state.first.cards) != 0:
            moves.add(SET | WITH_ABILITY | slots)
        if fits_2:
            moves.add(SET | ON_SECOND | slots)
            if self.charm_2:
                moves.add(SET | ON_SECOND | WITH_ABILITY | slots)
        elif self.crafty and len(self.state.second.cards) != 0:
            moves.add(SET | ON_SECOND | WITH_ABILITY | slots)

    def add_onto(self, kind: i64, which: i64, slots: i64) -> None:
        """PP-A3, PP-A4: cards onto an area."""
        move: i64 = kind | (which << 4) | slots
        self.moves.add(move)
        if self.charm_2 if which != 0 else self.charm_1:
            self.moves.add(move | WITH_ABILITY)

    # Completely new sets

    def list_runs(self, loot: i64, keys: i64) -> None:
        """Runs with two natural cards or more, up and down."""
        if keys == 0 and loot & (loot >> 1) & (loot >> 2) == 0:  # no three in a row
            return
        suit: i64 = 0
        while suit < SUITS:
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
        reach: i64 = self.state.fixed.reach
        while low + LEAST_IN_A_SET <= reach:
            window: i64 = 3 * bit(low)
            length: i64 = LEAST_IN_A_SET
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
        """This card in every place among that many Keys; once only where it is a number set in any case."""
        area = self.state.area(which)
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
            if place <= number and number - place + jokers < self.state.fixed.reach:
                firsts |= bit(card - place)
                run = True
            if number + place < self.state.fixed.reach and number + place >= jokers:
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
                self.moves.add(SET | (which << 4) | WITH_ABILITY | slots)
                crafty_done = crafty_done or settled

    # Onto an area

    def list_area(self, which: i64, loot: i64, keys: i64) -> None:
        """Re-use sets and extensions in one area."""
        area = self.state.area(which)
        lie: i64 = len(area.cards)
        if lie == 0:
            return
        end: i64 = area.cards[lie - 1]
        if end == KEY:
            self.list_key_reuse(which, area, loot, keys)
        else:
            self.list_reuse(which, area, end, loot, keys)
        found: i64 = extending(area, loot | ONE_KEY if keys > 0 else loot)
        while found != 0:  # a Key is the bit above the Loot
            self.add_onto(EXTEND, which, (lowest(found) + 1) * SLOT[0])
            found &= found - 1

    def list_reuse(self, which: i64, area: Area, end: i64, loot: i64, keys: i64) -> None:
        """PP-A3 with a natural end card: runs away from it, and numbers like it."""
        row: i64 = (loot >> (SUIT[end] * 9)) & ROW_MASK
        number: i64 = NUMBER[end]
        if row != 0:
            self.list_runs_on(which, end, row, keys, 1)
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

    def try_reuse(self, which: i64, area: Area, slots: i64) -> None:
        """A re-use set, if it is one."""
        cards = cards_of(self.state, REUSE | (which << 4) | slots)
        if read_set(cards, 0, len(cards), 0, 0, area.end, 0, area.reach, NOWHERE, KEY)[0] != 0:
            self.add_onto(REUSE, which, slots)

    def list_key_reuse(self, which: i64, area: Area, loot: i64, keys: i64) -> None:
        """PP-A3 with a Key at the end: whatever it may be."""
        may_be: i64 = area.end
        while may_be != 0:
            card: i64 = lowest(may_be)
            may_be &= may_be - 1
            row: i64 = (loot >> (SUIT[card] * 9)) & ROW_MASK
            if BITS[row] >= 2:
                self.list_runs_on(which, card, row, keys, 2)
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
                cards = cards_of(self.state, REUSE | (which << 4) | slots)
                found = read_set(cards, 0, len(cards), 0, 0, area.end, 0, area.reach, NOWHERE, KEY)
                settled: bool = place < jokers and is_settled(area, cards, area.end, found[0])
                if found[0] != 0 and not (settled and done):
                    self.add_onto(REUSE, which, slots)
                    done = done or settled
                place += 1
            jokers += 1

    def list_runs_on(self, which: i64, card: i64, row: i64, keys: i64, least: i64) -> None:
        """Runs that go on from this card, up and down, with that many natural cards of the row at least."""
        self.list_run_on(which, card, row, keys, least, False)
        self.list_run_on(which, card, row, keys, least, True)

    def list_run_on(self, which: i64, card: i64, row: i64, keys: i64, least: i64, down: bool) -> None:
        """The same in one direction."""
        window: i64 = 0
        length: i64 = 0
        number: i64 = NUMBER[card]
        while True:
            length += 1
            next_number: i64 = number - length if down else number + length
            if next_number < 0 or next_number >= self.state.fixed.reach:
                return
            window |= bit(next_number)
            spare: i64 = keys - BITS[window & ~row]
            if spare < 0:
                return
            natural: i64 = window & row
            if length < 2 or BITS[natural] < least:
                continue
            left_out: i64 = 0
            if spare > 0:
                left_out = natural
            low: i64 = card - length if down else card + 1
            while True:
                if BITS[left_out] <= spare and BITS[natural & ~left_out] >= least:
                    gaps: i64 = (window & ~row) | left_out
                    self.add_onto(REUSE, which, run_slots(low, length, 1 if down else 0, gaps))
                if left_out == 0:
                    break
                left_out = (left_out - 1) & natural


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
