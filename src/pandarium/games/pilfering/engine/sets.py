"""What makes a set, and what Keys may stand for in it (PP-A1, PP-A8); tables of the sets that cards can make."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.games.pilfering.engine.cards import (
    BITS,
    EVERY_SUIT,
    KEY,
    NUMBER,
    SUIT,
    bit,
    suits_with,
    with_number,
)
from pandarium.games.pilfering.engine.moves import SLOT

EQUAL: Final = 1
"""A number set; the three kinds as bits, since Keys may leave open which it is."""
UP: Final = 2
DOWN: Final = 4

NOWHERE: Final = -1


def read_set(
    cards: vec[i64],
    start: i64,
    length: i64,
    bonus: i64,
    joined: i64,
    enter: i64,
    wants: i64,
    reach: i64,
    place: i64,
    other: i64,
) -> tuple[i64, i64, i64]:
    """How these cards can be read as one set: the kinds (0: they are none), what the first and the last may be.

    `enter` holds what the first card may be if it is a Key. If `bonus` is not 0, the set has earned the bonus of PP-A5,
    and its first `bonus` cards must hold all suits of `wants`, without the very first of them if it only `joined`
    (PP-F2). Keys stand for numbers up to `reach` (PP-A9). The card in `place`, if any, is taken to be `other`.
    """
    suits: i64 = 0
    suit: i64 = 0
    number: i64 = NOWHERE
    base_up: i64 = 0
    base_down: i64 = 0
    kinds: i64 = EQUAL | UP | DOWN
    in_bonus: i64 = 0
    keys_in_bonus: i64 = 0
    first: i64 = KEY
    last: i64 = KEY
    index: i64 = 0
    while index < length:
        at: i64 = start + index
        card: i64 = other if at == place else cards[at]
        if index == 0:
            first = card
        last = card
        if card == KEY:
            if joined <= index < bonus:
                keys_in_bonus += 1
        else:
            here: i64 = SUIT[card]
            shown: i64 = NUMBER[card]
            if number == NOWHERE:
                number = shown
                suit = here
                base_up = shown - index
                base_down = shown + index
            else:
                if shown != number or suits & bit(here) != 0:
                    kinds &= UP | DOWN
                if here != suit:
                    kinds &= EQUAL
                if shown - index != base_up:
                    kinds &= EQUAL | DOWN
                if shown + index != base_down:
                    kinds &= EQUAL | UP
                if kinds == 0:
                    return (0, 0, 0)
            suits |= bit(here)
            if joined <= index < bonus:
                in_bonus |= bit(here)
        index += 1
    if number == NOWHERE:
        return (0, 0, 0)
    found: i64 = 0
    firsts: i64 = 0
    ends: i64 = 0
    begins: i64 = 0
    if kinds & UP != 0 and bonus == 0 and base_up >= 0 and base_up + length <= reach:
        begins = bit(suit * 9 + base_up)
        if first != KEY or begins & enter != 0:
            found |= UP
            firsts |= begins
            ends |= bit(suit * 9 + base_up + length - 1)
    if kinds & DOWN != 0 and bonus == 0 and base_down < reach and base_down - length >= -1:
        begins = bit(suit * 9 + base_down)
        if first != KEY or begins & enter != 0:
            found |= DOWN
            firsts |= begins
            ends |= bit(suit * 9 + base_down - length + 1)
    if kinds & EQUAL == 0 or length > 5:
        return (found, firsts, ends)
    # The number set: which suits may the Keys at either end have?
    free: i64 = EVERY_SUIT & ~suits
    missing: i64 = 0
    if bonus != 0:
        missing = wants & ~in_bonus
    if missing & suits != 0 or BITS[missing] > keys_in_bonus:
        return (found, firsts, ends)
    begin: i64 = suits_with(enter, number) & free if first == KEY else bit(SUIT[first])
    finish: i64 = free if last == KEY else bit(SUIT[last])
    if bonus == 0:  # a suit will do at one end if there is another for the other end
        if begin & (begin - 1) == 0:
            finish &= ~begin
        if finish & (finish - 1) == 0:
            begin &= ~finish
        if begin == 0 or finish == 0:
            return (found, firsts, ends)
        return (found | EQUAL, firsts | with_number(begin, number), ends | with_number(finish, number))
    if last == KEY and length > bonus:
        finish &= ~missing
    covering: i64 = keys_in_bonus
    if first == KEY and joined != 0:
        begin &= ~missing
    elif first == KEY:
        covering -= 1
    if last == KEY and length == bonus:
        covering -= 1
    some_begin: i64 = 0
    some_finish: i64 = 0
    while begin != 0:
        one: i64 = begin & -begin
        begin &= begin - 1
        still: i64 = missing & ~one
        others: i64 = finish & ~one
        if BITS[still] > covering:  # the last card must be one of them
            if length != bonus or BITS[still] > covering + 1:
                continue
            others &= still
        if others != 0:
            some_begin |= one
            some_finish |= others
    if some_begin != 0:
        found |= EQUAL
        firsts |= with_number(some_begin, number)
        ends |= with_number(some_finish, number)
    return (found, firsts, ends)


# Runs without Keys: all windows of three or more neighbouring numbers in a row of nine bits.


def _list_windows() -> tuple[vec[i64], vec[i64]]:
    """For each row where its windows begin, and one row after another (lowest | length << 4)."""
    where = vec[i64]()
    windows = vec[i64]()
    for row in range(512):
        where = append(where, len(windows))
        for low in range(7):
            for length in range(3, 10 - low):
                window = (2**length - 1) << low
                if row & window == window:
                    windows = append(windows, i64(low | length << 4))
    where = append(where, len(windows))
    return where, windows


_windows: Final = _list_windows()
WINDOWS_FROM: Final[vec[i64]] = _windows[0]
WINDOWS: Final[vec[i64]] = _windows[1]


def _list_runs(down: bool) -> vec[i64]:
    """The slots of every run, by (suit * 9 + lowest) * 10 + length; longer than the row: 0."""
    runs = vec[i64]([0] * 450)
    for card in range(45):
        for length in range(1, 10 - card % 9):
            slots: i64 = 0
            for index in range(length):
                shown: i64 = card + length - 1 - index if down else card + index
                slots += (shown + 1) * SLOT[index]
            runs[card * 10 + length] = slots
    return runs


RUN_UP: Final[vec[i64]] = _list_runs(False)
RUN_DOWN: Final[vec[i64]] = _list_runs(True)


def run_slots(card: i64, length: i64, down: i64, keys: i64) -> i64:
    """The slots of a run from this lowest card, with Keys for the numbers of `keys` (bits of the row)."""
    slots: i64 = RUN_DOWN[card * 10 + length] if down != 0 else RUN_UP[card * 10 + length]
    index: i64 = 0
    number: i64 = NUMBER[card]
    while index < length:
        if keys & bit(number + index) != 0:
            slots += (KEY - card - index) * (SLOT[length - 1 - index] if down != 0 else SLOT[index])
        index += 1
    return slots


# Number sets: for the suits held and the Keys, all contents with each first and last card; the rest lies in order.


class NumberSets:
    """One row after another: the slots for number 1, what to add for each higher number, the suits of the first card.

    `where[suits * 5 + keys]` says where the entries for these suits begin and end.
    """

    where: vec[i64]
    slots: vec[i64]
    ones: vec[i64]
    firsts: vec[i64]
    """The suits that the first card may have: of a Key, those that the set leaves it."""

    def __init__(self, opening: bool) -> None:
        """Opening: whole sets; else what follows a card that is there already, of another suit (PP-A3)."""
        self.where = vec[i64]()
        self.slots = vec[i64]()
        self.ones = vec[i64]()
        self.firsts = vec[i64]()
        for suits in range(32):
            for keys in range(5):
                self.where = append(self.where, len(self.slots))
                self.list_contents(suits, keys, opening)
        self.where = append(self.where, len(self.slots))

    def list_contents(self, suits: int, keys: int, opening: bool) -> None:
        """All contents from these suits and up to that many Keys, with two natural cards or more in the set."""
        least, most = (3, 5) if opening else (2, 4)
        for content in range(1, 32):
            chosen = [suit for suit in range(5) if content >> suit & 1]
            if content & ~suits or len(chosen) < least - 1 or (not opening and len(chosen) < 1):
                continue
            for jokers in range(keys + 1):
                if least <= len(chosen) + jokers <= most:
                    self.list_orders(chosen, jokers, opening)

    def list_orders(self, chosen: list[int], jokers: int, opening: bool) -> None:
        """Each first card (of a whole set) with each last card."""
        kinds = [*chosen, *([5] if jokers else [])]
        for first in kinds if opening else [NOWHERE]:
            for last in kinds:
                rest = [*chosen, *[5] * jokers]
                if first != NOWHERE:
                    rest.remove(first)
                if last not in rest:
                    continue
                rest.remove(last)
                order = [*([] if first == NOWHERE else [first]), *rest, last]
                free = sum(2**suit for suit in range(5) if suit not in chosen)
                self.add(order, free if first == 5 else 0 if first == NOWHERE else 2**first)

    def add(self, order: list[int], firsts: int) -> None:
        """One entry; suit 5 stands for a Key."""
        slots: i64 = 0
        ones: i64 = 0
        for index, suit in enumerate(order):
            if suit == 5:
                slots += (KEY + 1) * SLOT[index]
            else:
                slots += (suit * 9 + 1) * SLOT[index]
                ones += SLOT[index]
        self.slots = append(self.slots, slots)
        self.ones = append(self.ones, ones)
        self.firsts = append(self.firsts, i64(firsts))


OPENING: Final = NumberSets(True)
FOLLOWING: Final = NumberSets(False)
