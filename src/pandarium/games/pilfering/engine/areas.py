"""A Meerkat's Trade area: its cards, its sets, and all that Keys in them may still stand for (PP-A8)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.games.pilfering.engine.cards import (
    BITS,
    EVERY_LOOT,
    EVERY_SUIT,
    KEY,
    NEAR,
    NUMBER,
    ONE_KEY,
    ROWS,
    SUIT,
    bit,
    count,
    lowest,
    near,
    with_number,
)
from pandarium.games.pilfering.engine.sets import DOWN, EQUAL, NOWHERE, UP, read_set

FIRST: Final = 0
SECOND: Final = 1

NOT_YET: Final = -1


def pack_set(start: i64, length: i64, bonus: i64) -> i64:
    """A set: where it starts, how many cards it has, and how many of them earned the bonus (0: none was paid)."""
    return start | (length << 8) | (bonus << 16)


def set_start(packed: i64) -> i64:
    """The place of a set's first card, from the left."""
    return packed & 255


def set_length(packed: i64) -> i64:
    """How many cards the set has."""
    return (packed >> 8) & 255


def set_bonus(packed: i64) -> i64:
    """How many cards the set had when it earned its bonus (PP-A5); 0: it earned none."""
    return packed >> 16


class Area:
    """One Trade area. Sets lie from left to right; a re-used card is the last of one set and the first of the next."""

    wants: i64
    """The Meerkat's three suits, as bits (PP-C5)."""
    reach: i64
    """The highest number that a Key may stand for (PP-A9)."""
    cards: vec[i64]
    sets: vec[i64]
    enters: vec[i64]
    """For every set what its first card may be, as far as the sets before it say."""
    mark: i64
    """The place of the Limit card, or NOWHERE (PP-A6)."""
    keys: i64
    """How many Keys lie here."""
    end: i64
    """What the end card may be; a mask."""
    opens: i64
    """What the first card of a completely new set may be (PP-A2)."""
    grows: i64
    """Which cards may extend the right-most set (PP-A4); a Key is the bit above the Loot."""
    takes: i64
    """Which cards may take the place of a Key here (PP-A10), or NOT_YET: worked out when first asked for."""

    def __init__(self, wants: i64, reach: i64) -> None:
        self.wants = wants
        self.reach = reach
        self.cards = vec[i64]()
        self.sets = vec[i64]()
        self.enters = vec[i64]()
        self.mark = NOWHERE
        self.keys = 0
        self.end = 0
        self.opens = ROWS[wants]
        self.grows = 0
        self.takes = 0

    def copy(self) -> Area:
        """The same area once more."""
        twin = Area(self.wants, self.reach)
        if len(self.cards) != 0:
            twin.cards = self.cards[:]
            twin.sets = self.sets[:]
            twin.enters = self.enters[:]
            twin.mark = self.mark
            twin.keys = self.keys
            twin.end = self.end
            twin.opens = self.opens
            twin.grows = self.grows
            twin.takes = self.takes
        return twin

    def read(self, number: i64, place: i64, other: i64, enter: i64, more: i64) -> tuple[i64, i64, i64]:
        """`read_set` for one of the sets, with another card in one place and perhaps one card more."""
        packed: i64 = self.sets[number]
        length: i64 = set_length(packed) + more
        return read_set(
            self.cards, set_start(packed), length, set_bonus(packed), enter, self.wants, self.reach, place, other
        )

    # Laying cards

    def lay(self, cards: vec[i64], start: i64, length: i64, reuse: bool, bonus: bool) -> None:
        """PP-A2, PP-A3: a set at the right end; `cards` holds the end card in `start`, too, if it is re-used."""
        index: i64 = start + 1 if reuse else start
        begin: i64 = len(self.cards)
        enter: i64 = EVERY_LOOT
        takes: i64 = self.takes  # natural cards beside natural cards leave the Keys what they were
        if reuse and cards[start] == KEY:
            takes = NOT_YET
        if reuse:
            begin -= 1
            enter = self.end
        while index < start + length:
            card: i64 = cards[index]
            self.cards = append(self.cards, card)
            if card == KEY:
                self.keys += 1
                takes = NOT_YET
            index += 1
        self.sets = append(self.sets, pack_set(begin, length, length) if bonus else pack_set(begin, length, 0))
        self.enters = append(self.enters, enter)
        self.look()
        self.takes = takes

    def lay_left(self, cards: vec[i64], length: i64, bonus: bool) -> None:
        """PP-F3: a set at the left end; everything else moves to the right."""
        fresh = cards[:length]
        index: i64 = 0
        while index < length:
            if cards[index] == KEY:
                self.keys += 1
            index += 1
        index = 0
        while index < len(self.cards):
            fresh = append(fresh, self.cards[index])
            index += 1
        self.cards = fresh
        sets = vec[i64]([pack_set(0, length, length if bonus else 0)])
        enters = vec[i64]([EVERY_LOOT])
        index = 0
        while index < len(self.sets):
            sets = append(sets, self.sets[index] + length)
            enters = append(enters, self.enters[index])
            index += 1
        self.sets = sets
        self.enters = enters
        self.takes = NOT_YET
        if self.mark != NOWHERE:
            self.mark += length

    def extend(self, card: i64) -> None:
        """PP-A4: one card more in the right-most set."""
        takes: i64 = NOT_YET
        if card != KEY and self.ends_plainly():
            takes = self.takes
        self.cards = append(self.cards, card)
        if card == KEY:
            self.keys += 1
        self.sets[len(self.sets) - 1] += 256
        self.look()
        self.takes = takes

    def drop(self, card: i64) -> None:
        """PP-F2: a loose card at the right end."""
        self.cards = append(self.cards, card)
        if card == KEY:
            self.keys += 1
        self.look()

    def swap(self, place: i64, card: i64) -> None:
        """PP-A10: this Loot card in place of a Key."""
        self.cards[place] = card
        self.keys -= 1
        self.follow()
        self.look()

    def follow(self) -> None:
        """What the first card of each set may be, from left to right, after a card in the middle has changed."""
        number: i64 = 1
        while number < len(self.sets):
            before: i64 = self.sets[number - 1]
            if set_start(self.sets[number]) == set_start(before) + set_length(before) - 1:
                found = self.read(number - 1, NOWHERE, KEY, self.enters[number - 1], 0)
                self.enters[number] = found[2]
            else:
                self.enters[number] = EVERY_LOOT
            number += 1

    # Reading the right end

    def ends_in_set(self) -> bool:
        """Whether the end card belongs to a set, and was not rummaged (PP-F2)."""
        if len(self.sets) == 0:
            return False
        packed: i64 = self.sets[len(self.sets) - 1]
        return set_start(packed) + set_length(packed) == len(self.cards)

    def ends_plainly(self) -> bool:
        """Whether the right-most set lies at the end and has no Key."""
        if not self.ends_in_set():
            return False
        if self.keys == 0:
            return True
        index: i64 = set_start(self.sets[len(self.sets) - 1])
        while index < len(self.cards):
            if self.cards[index] == KEY:
                return False
            index += 1
        return True

    def look(self) -> None:
        """What the end card may be, what matches it, and what extends the right-most set."""
        self.takes = NOT_YET
        cards: i64 = len(self.cards)
        card: i64 = self.cards[cards - 1]
        if not self.ends_in_set():
            self.grows = 0
            self.end = EVERY_LOOT
            self.opens = EVERY_LOOT
            if card != KEY:
                self.end = bit(card)
                self.opens = NEAR[card]
            return
        if self.keys == 0 or self.ends_plainly():
            self.look_plain(card)
            return
        number: i64 = len(self.sets) - 1
        if self.look_settled(number, card):
            return
        kinds, _, self.end = self.read(number, NOWHERE, KEY, self.enters[number], 0)
        self.opens = near(self.end) if card == KEY else NEAR[card]
        packed: i64 = self.sets[number]
        grows: i64 = 0
        maybe: i64 = 0
        if kinds & EQUAL != 0 and set_length(packed) < 5:
            maybe = self.others(packed)
        if kinds & UP != 0:
            maybe |= (self.end << 1) & EVERY_LOOT
        if kinds & DOWN != 0:
            maybe |= self.end >> 1
        while maybe != 0:
            if self.read(number, cards, lowest(maybe), self.enters[number], 1)[0] != 0:
                grows |= maybe & -maybe
            maybe &= maybe - 1
        if self.read(number, cards, KEY, self.enters[number], 1)[0] != 0:
            grows |= ONE_KEY
        self.grows = grows

    def look_plain(self, card: i64) -> None:
        """The same where nothing is open: one kind, every card known."""
        packed: i64 = self.sets[len(self.sets) - 1]
        before: i64 = self.cards[len(self.cards) - 2]
        grows: i64 = 0
        if NUMBER[before] == NUMBER[card]:
            if set_length(packed) < 5:
                grows = self.others(packed) | ONE_KEY
        elif card > before:
            if NUMBER[card] + 1 < self.reach:
                grows = bit(card + 1) | ONE_KEY
        elif NUMBER[card] > 0:
            grows = bit(card - 1) | ONE_KEY
        self.end = bit(card)
        self.opens = NEAR[card]
        self.grows = grows

    def look_settled(self, number: i64, card: i64) -> bool:
        """The same where Keys leave no doubt of the kind; False if they do, or if the set before has a say."""
        packed: i64 = self.sets[number]
        start: i64 = set_start(packed)
        last: i64 = start + set_length(packed) - 1
        bonus: i64 = set_bonus(packed)
        one: i64 = NOWHERE
        shown: i64 = 0
        suits: i64 = 0
        in_bonus: i64 = 0
        index: i64 = start
        while index <= last:
            other: i64 = self.cards[index]
            if other != KEY:
                if one == NOWHERE:
                    one = index
                    shown = NUMBER[other]
                elif NUMBER[other] != shown:
                    self.look_along(self.cards[one], last - one, other > self.cards[one])
                    return True
                suits |= bit(SUIT[other])
                if index < start + bonus:
                    in_bonus |= bit(SUIT[other])
            index += 1
        if (bonus == 0 and BITS[suits] < 2) or (self.cards[start] == KEY and self.enters[number] != EVERY_LOOT):
            return False
        missing: i64 = 0
        if bonus != 0:  # what the Keys that earned it must be
            missing = self.wants & ~in_bonus
        free: i64 = EVERY_SUIT & ~suits & ~missing
        if card != KEY:
            self.end = bit(card)
        elif last >= start + bonus:
            self.end = with_number(free, shown)
        else:
            self.end = with_number(missing if BITS[missing] + BITS[suits] == bonus else free | missing, shown)
        self.opens = near(self.end) if card == KEY else NEAR[card]
        self.grows = 0
        if last - start < 4:
            self.grows = with_number(free, shown) | ONE_KEY
        return True

    def look_along(self, card: i64, away: i64, up: bool) -> None:
        """The same for a run that goes on from this card for so many more."""
        end: i64 = card + away if up else card - away
        self.end = bit(end)
        self.opens = NEAR[end]
        self.grows = 0
        if up:
            if NUMBER[end] + 1 < self.reach:
                self.grows = bit(end + 1) | ONE_KEY
        elif NUMBER[end] > 0:
            self.grows = bit(end - 1) | ONE_KEY

    def others(self, packed: i64) -> i64:
        """The cards with the number of this set, in suits that it does not have."""
        suits: i64 = 0
        number: i64 = 0
        index: i64 = set_start(packed)
        stop: i64 = index + set_length(packed)
        while index < stop:
            card: i64 = self.cards[index]
            if card != KEY:
                suits |= bit(SUIT[card])
                number = NUMBER[card]
            index += 1
        return with_number(EVERY_SUIT & ~suits, number)

    # Keys inside

    def fits(self, place: i64, card: i64) -> bool:
        """PP-A10: whether the Key in that place may be this card, all sets considered."""
        number: i64 = 0
        while number < len(self.sets) and set_start(self.sets[number]) + set_length(self.sets[number]) <= place:
            number += 1
        enter: i64 = EVERY_LOOT
        if number < len(self.sets):
            enter = self.enters[number]
        reached: i64 = place
        while number < len(self.sets):
            packed: i64 = self.sets[number]
            start: i64 = set_start(packed)
            if start > reached:
                return True  # it is no part of this set, nor are those before it
            found = self.read(number, place, card, enter, 0)
            if found[0] == 0:
                return False
            enter = found[2]
            reached = start + set_length(packed) - 1
            number += 1
        return True

    def takes_now(self, card: i64) -> bool:
        """Whether this Loot card may extend the right-most set, or take the place of a Key (PP-A4, PP-A10)."""
        return self.grows & bit(card) != 0 or (self.keys != 0 and self.swaps() & bit(card) != 0)

    def swaps(self) -> i64:
        """All cards that may take the place of some Key here (PP-A10); a mask."""
        if self.keys == 0:
            return 0
        if self.takes == NOT_YET:
            takes: i64 = 0
            place: i64 = 0
            while place < len(self.cards):
                if self.cards[place] == KEY:
                    takes |= self.readings(place)
                place += 1
            self.takes = takes
        return self.takes

    def readings(self, place: i64) -> i64:
        """What the card in that place may be; a mask."""
        card: i64 = self.cards[place]
        if card != KEY:
            return bit(card)
        found: i64 = self.plain_reading(place)
        if found != 0:
            return found
        maybe: i64 = self.nearby(place)
        while maybe != 0:
            if self.fits(place, lowest(maybe)):
                found |= maybe & -maybe
            maybe &= maybe - 1
        return found

    def plain_reading(self, place: i64) -> i64:
        """What a Key may be that is part of one set only, where two natural cards make that easy to say; else 0."""
        number: i64 = 0
        while number < len(self.sets) and set_start(self.sets[number]) + set_length(self.sets[number]) <= place:
            number += 1
        if number == len(self.sets):
            return 0
        packed: i64 = self.sets[number]
        start: i64 = set_start(packed)
        length: i64 = set_length(packed)
        if place < start or self.is_shared(start) or self.is_shared(start + length - 1):
            return 0
        if set_bonus(packed) == length:
            return self.bonus_reading(packed)
        if set_bonus(packed) != 0:
            return 0
        one: i64 = NOWHERE
        index: i64 = start
        while index < start + length:
            card: i64 = self.cards[index]
            if card != KEY:
                if one == NOWHERE:
                    one = index
                elif NUMBER[card] == NUMBER[self.cards[one]]:
                    return self.others(packed)
                else:
                    away: i64 = place - one
                    return bit(self.cards[one] + (away if card > self.cards[one] else -away))
            index += 1
        return 0

    def bonus_reading(self, packed: i64) -> i64:
        """What a Key may be in a set whose cards all earned the bonus (PP-A5): the Meerkat's suits must stay there."""
        free: i64 = self.others(packed)
        missing: i64 = free & ROWS[self.wants]
        keys: i64 = set_length(packed) + count(free) - 5
        return missing if count(missing) == keys else free

    def is_shared(self, place: i64) -> bool:
        """Whether a Key lies there that is part of two sets."""
        if self.cards[place] != KEY:
            return False
        number: i64 = 1
        while number < len(self.sets):
            if set_start(self.sets[number]) == place:
                before: i64 = self.sets[number - 1]
                return set_start(before) + set_length(before) - 1 == place
            number += 1
        return False

    def nearby(self, place: i64) -> i64:
        """A mask with all that the Key in that place may be, and a bit more: from one set that it is part of."""
        number: i64 = 0
        while number < len(self.sets):
            packed: i64 = self.sets[number]
            start: i64 = set_start(packed)
            if start <= place < start + set_length(packed):
                index: i64 = start
                while self.cards[index] == KEY:
                    index += 1
                card: i64 = self.cards[index]
                away: i64 = place - index
                maybe: i64 = self.others(packed)
                lower: i64 = NUMBER[card] - away
                higher: i64 = NUMBER[card] + away
                if 0 <= lower < self.reach:
                    maybe |= bit(card - away)
                if 0 <= higher < self.reach:
                    maybe |= bit(card + away)
                return maybe
            number += 1
        return EVERY_LOOT

    def twin_place(self, place: i64, card: i64) -> i64:
        """The left-most Key that this card may take the place of with the same effect as there (PP-A8).

        Inside a number set the order is nobody's business, and so it is inside what earned the bonus, and after it.
        """
        number: i64 = 0
        while number < len(self.sets):
            packed: i64 = self.sets[number]
            start: i64 = set_start(packed)
            last: i64 = start + set_length(packed) - 1
            if start < place < last:
                if self.others(packed) & bit(card) == 0:
                    return place  # it makes a run, in which every place is another
                index: i64 = start + 1
                split: i64 = start + set_bonus(packed)
                if place >= split > index:
                    index = split
                while self.cards[index] != KEY:
                    index += 1
                return index
            number += 1
        return place
