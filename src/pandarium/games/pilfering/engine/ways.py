"""Whether a hand can play a card in one action, or could in several: without carrying anything out (PP-T5)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pilfering.engine.areas import Area, set_bonus, set_start
from pandarium.games.pilfering.engine.cards import (
    BITS,
    EVERY_LOOT,
    EVERY_SUIT,
    KEY,
    NEAR,
    NUMBER,
    ONE_KEY,
    ROW_MASK,
    SUIT,
    bit,
    column,
    count,
    keys_of,
    lowest,
    size,
    suits_with,
    with_number,
)
from pandarium.games.pilfering.engine.glance import behind, ends_in_key, opens_of, runs_on_to, settled, to_swap, touches
from pandarium.games.pilfering.engine.listing import Listing
from pandarium.games.pilfering.engine.moves import (
    DISCARD,
    EXTEND,
    LEFT,
    REUSE,
    SET,
    SWAP,
    area_of,
    kind_of,
    swap_card,
)
from pandarium.games.pilfering.engine.sets import DOWN, EQUAL, NOWHERE, UP, read_set
from pandarium.games.pilfering.engine.state import CRAFTY, IN_FORCE


class Ways(Listing):
    """A table that looks for ways to play a card.

    `foresee` works out what a trade leaves, into the fields below, without carrying it out. The set that then lies at
    the end of the area is left in the scratch.
    """

    then_hand: i64 = 0
    """The hand,"""
    then_length: i64 = 0
    """how many cards the set has,"""
    then_kinds: i64 = 0
    """what it may be,"""
    then_end: i64 = 0
    """what its last card may be (a mask),"""
    then_enter: i64 = 0
    then_bonus: i64 = 0
    """what `read_set` asks for,"""
    then_keys: i64 = 0
    """the places of its Keys (bits),"""
    then_fresh: i64 = 0
    """and of those that come from the hand;"""
    then_lent: i64 = 0
    """what these may be, or a bit more (a mask),"""
    then_grows: i64 = 0
    """which cards may extend the set (a mask),"""
    then_settled: bool = False
    """and whether both masks are exact, because no Key leaves the kind open;"""
    then_sure: bool = False
    """whether `plays_then` can be sure that the card cannot be played."""

    def foresee(self, seat: i64, move: i64) -> None:
        """What a set or an extension leaves."""
        cards = self.laid.scratch
        area = self.area(area_of(move))
        kind: i64 = kind_of(move)
        length: i64 = 0
        keys: i64 = 0
        self.then_enter = EVERY_LOOT
        self.then_bonus = 0
        if kind == REUSE:
            cards[0] = area.cards[len(area.cards) - 1]
            keys = 1 if cards[0] == KEY else 0
            self.then_enter = area.end
            length = 1
        elif kind == EXTEND:
            last: i64 = len(area.sets) - 1
            place: i64 = set_start(area.sets[last])
            while place < len(area.cards):
                cards[length] = area.cards[place]
                if cards[length] == KEY:
                    keys |= bit(length)
                place += 1
                length += 1
            self.then_enter = area.enters[last]
            self.then_bonus = set_bonus(area.sets[last])
        self.then_fresh = 0
        hand: i64 = self.hands[seat]
        rest: i64 = move >> 6
        while rest != 0:
            card: i64 = (rest & 63) - 1
            hand -= bit(card)
            cards[length] = card
            if card == KEY:
                self.then_fresh |= bit(length)
            length += 1
            rest >>= 6
        self.then_hand = hand
        self.then_length = length
        self.then_keys = keys | self.then_fresh
        self.then_settled = True
        if self.then_keys == 0:
            self.foresee_plain(cards[0], cards[1], cards[length - 1])
        elif self.then_keys != self.then_fresh or not self.foresee_keys(area, kind):
            if kind != EXTEND and self.earns_bonus(area, length, self.then_enter):
                self.then_bonus = length
            found = self.read_then(area, NOWHERE, KEY, 0)
            self.then_kinds = found[0]
            self.then_end = found[2]
            self.then_lent = self.lend(found[0])
            self.then_settled = False

    def foresee_plain(self, first: i64, second: i64, last: i64) -> None:
        """A set without Keys is what it shows."""
        self.then_lent = 0
        if NUMBER[first] == NUMBER[second]:
            self.then_kinds = EQUAL
            self.then_end = bit(last)
            self.then_grows = 0
            if self.then_length < 5:
                self.then_grows = column(NUMBER[last])
        else:
            self.foresee_run(last, second > first)

    def foresee_run(self, last: i64, up: bool) -> None:
        """A run that ends with this card."""
        self.then_end = bit(last)
        self.then_grows = 0
        if up:
            self.then_kinds = UP
            if NUMBER[last] < 8:
                self.then_grows = bit(last + 1)
        else:
            self.then_kinds = DOWN
            if NUMBER[last] > 0:
                self.then_grows = bit(last - 1)

    def foresee_keys(self, area: Area, kind: i64) -> bool:
        """The same with Keys from the hand, where two natural cards leave little open; False if there is only one."""
        cards = self.laid.scratch
        length: i64 = self.then_length
        one: i64 = NOWHERE
        two: i64 = NOWHERE
        suits: i64 = 0
        index: i64 = 0
        while index < length:
            if cards[index] != KEY:
                suits |= bit(SUIT[cards[index]])
                if one == NOWHERE:
                    one = index
                elif two == NOWHERE:
                    two = index
            index += 1
        if two == NOWHERE:
            return False
        last: i64 = cards[length - 1]
        shown: i64 = NUMBER[cards[one]]
        if NUMBER[cards[two]] != shown:
            up: bool = cards[two] > cards[one]
            away: i64 = length - 1 - one
            self.foresee_run(cards[one] + (away if up else -away), up)
            self.then_lent = self.lend(self.then_kinds)
            return True
        self.then_kinds = EQUAL
        may_be: i64 = EVERY_SUIT & ~suits
        may_follow: i64 = may_be
        missing: i64 = area.wants & ~suits
        if kind != EXTEND and BITS[missing] <= BITS[self.then_fresh]:  # PP-A5: the bonus is due
            self.then_bonus = length
            may_follow &= ~missing
            if BITS[missing] == BITS[self.then_fresh]:
                may_be = missing
        self.then_grows = 0
        if length < 5:
            self.then_grows = with_number(may_follow, shown)
        self.then_lent = with_number(may_be, shown)
        self.then_end = self.then_lent if last == KEY else bit(last)
        return True

    def read_then(self, area: Area, place: i64, other: i64, more: i64) -> tuple[i64, i64, i64]:
        """`read_set` for the set in the scratch, with another card in one place and perhaps one card more."""
        return read_set(
            self.laid.scratch,
            0,
            self.then_length + more,
            self.then_bonus,
            self.then_enter,
            area.wants,
            area.reach,
            place,
            other,
        )

    def lend(self, kinds: i64) -> i64:
        """What Keys from the hand may stand for in a set of one of these kinds; a mask with all of it, and more."""
        cards = self.laid.scratch
        index: i64 = 0
        while cards[index] == KEY:
            index += 1
        lent: i64 = 0
        if kinds & EQUAL != 0:
            lent = column(NUMBER[cards[index]])
        fresh: i64 = self.then_fresh
        while fresh != 0:
            away: i64 = lowest(fresh) - index
            if kinds & UP != 0:
                lent |= bit(cards[index] + away)
            if kinds & DOWN != 0:
                lent |= bit(cards[index] - away)
            fresh &= fresh - 1
        return lent

    def plays_then(self, seat: i64, move: i64, card: i64) -> bool:
        """Whether the card can be played right after the trade that `foresee` looked at.

        True is true. False is, too, unless `then_sure` says that only carrying out the trade would tell.
        """
        self.then_sure = True
        which: i64 = area_of(move)
        other = self.area(1 - which)
        area = self.area(which)
        if other.takes_now(card) or self.extends_then(area, card) or self.swaps_then(area, card):
            return True
        if area.keys != 0 and area.swaps() & bit(card) != 0:
            if self.then_keys == self.then_fresh:  # older Keys are what they were
                return True
            self.then_sure = False
        crafty: bool = move & 32 == 0 and self.ready(seat, CRAFTY)
        opens: i64 = behind(self.then_end, crafty) | opens_of(other, crafty)
        return self.plays_behind(self.then_end | other.end, opens, self.then_hand, card, 99)

    def plays_with_key(self, seat: i64, move: i64, card: i64) -> bool:
        """Whether the card can be played two actions after that trade: with a Key that is swapped for in between.

        True is true. False means: perhaps. The end where the Key lies is looked at only if it stays what it is.
        """
        if self.gate == IN_FORCE:
            return False
        area = self.area(area_of(move))
        other = self.area(1 - area_of(move))
        older: i64 = 0
        if self.then_keys == self.then_fresh:
            older = area.swaps()
        here: i64 = older
        if self.then_fresh != 0:
            here |= self.then_lent
        here &= self.then_hand & ~bit(card)
        there: i64 = other.swaps() & self.then_hand & ~bit(card)
        if here | there == 0:
            return False
        crafty: bool = move & 32 == 0 and self.ready(seat, CRAFTY)
        end: i64 = self.then_end
        opens: i64 = 0
        if here != 0:
            sure: i64 = settled(end)
            opens = behind(sure, crafty) | opens_of(other, crafty)
            while here != 0:
                swapped: i64 = lowest(here)
                here &= here - 1
                hand: i64 = self.then_hand - bit(swapped) + ONE_KEY
                known: bool = older & bit(swapped) != 0
                if self.plays_behind(sure | other.end, opens, hand, card, 99) and (
                    known or self.swaps_then(area, swapped)
                ):
                    return True
        if there != 0:
            sure = settled(other.end)
            opens = behind(end, crafty) | behind(sure, crafty)
            while there != 0:
                hand = self.then_hand - (there & -there) + ONE_KEY
                there &= there - 1
                if self.plays_behind(end | sure, opens, hand, card, 99):
                    return True
        return False

    def extends_then(self, area: Area, card: i64) -> bool:
        """Whether the card extends the set in the scratch (PP-A4)."""
        if self.then_settled:
            return self.then_grows & bit(card) != 0
        before: i64 = 0
        if self.then_kinds & EQUAL != 0:
            before |= column(NUMBER[card])
        if self.then_kinds & UP != 0:
            before |= bit(card) >> 1
        if self.then_kinds & DOWN != 0:
            before |= bit(card + 1)
        return self.then_end & before != 0 and self.read_then(area, self.then_length, card, 1)[0] != 0

    def swaps_then(self, area: Area, card: i64) -> bool:
        """Whether the card can take the place of a Key that came from the hand (PP-A10)."""
        if self.then_settled or self.then_lent & bit(card) == 0:
            return self.then_lent & bit(card) != 0
        fresh: i64 = self.then_fresh
        while fresh != 0:
            if self.read_then(area, lowest(fresh), card, 0)[0] != 0:
                return True
            fresh &= fresh - 1
        return False

    def could_play_then(self, move: i64, card: i64) -> bool:
        """A quick look after `plays_then` has said no: false only if no sequence whatever plays this card."""
        if not self.then_sure:
            return True
        hand: i64 = self.then_hand
        keys: i64 = 0
        ends: i64 = 0
        other = self.area(1 - area_of(move))
        if self.gate != IN_FORCE:
            back: i64 = count(self.then_lent & hand)
            fresh: i64 = BITS[self.then_fresh]
            keys = to_swap(self.first, hand) + to_swap(self.second, hand) + (back if back < fresh else fresh)
            if keys != 0:  # without Keys to come, a set with an end card could have been laid at once
                ends = other.end | self.then_end
            keys += keys_of(hand)
        if self.could_join(hand & EVERY_LOOT, ends, keys, card):
            return True
        if self.then_kinds & (UP | DOWN) != 0 and runs_on_to(self.then_end, card, hand, keys):
            return True
        return touches(other, card, hand, keys)

    def plays_now(self, hand: i64, card: i64, crafty: bool) -> bool:
        """Whether a hand can play this Loot card in one action.

        True is true, and so is false, but for a player alone with few cards to spare (PP-A14).
        """
        room: i64 = 99
        if self.laid.solo:
            room = size(hand) - 2
            if room < 1:
                return False
        first = self.first
        second = self.second
        if first.takes_now(card) or second.takes_now(card):
            return True
        opens: i64 = opens_of(first, crafty) | opens_of(second, crafty)
        return self.plays_behind(first.end | second.end, opens, hand, card, room)

    def plays_behind(self, ends: i64, opens: i64, hand: i64, card: i64, room: i64) -> bool:
        """Whether the card can go down in a set that begins with a card of `opens`, or goes on from one of `ends`."""
        keys: i64 = 0
        if self.gate != IN_FORCE:
            keys = keys_of(hand)
        suit: i64 = SUIT[card]
        number: i64 = NUMBER[card]
        suits: i64 = suits_with(hand & EVERY_LOOT, number)
        row: i64 = (hand >> (suit * 9)) & ROW_MASK
        ends &= NEAR[card] & ~bit(card)
        if room >= 2:
            while ends != 0:
                if self.goes_on(lowest(ends), suit, number, suits, row, keys, room):
                    return True
                ends &= ends - 1
        if room < 3:
            return False
        if BITS[suits] + keys >= 3:
            fits: i64 = suits_with(opens, number)
            if fits & suits != 0 or (fits != 0 and keys > 0):
                return True
        if BITS[row & ((31 * bit(number)) >> 2)] + keys < 3:  # nobody near enough for a run
            return False
        return self.runs_with(suit, number, row, keys, opens, room)

    def plays_after_swap(self, seat: i64, which: i64, swapped: i64, card: i64) -> bool:
        """Whether the card can be played with the Key that another, `swapped`, brings from an area. True is true.

        False is, too, if the card could not be played before, and the area ends in no Key.
        """
        other = self.area(1 - which)
        if other.takes_now(card):
            return True
        hand: i64 = self.hands[seat] + ONE_KEY - bit(swapped)
        crafty: bool = self.ready(seat, CRAFTY)
        area = self.area(which)
        end: i64 = area.end
        if ends_in_key(area):
            end = 0
        opens: i64 = behind(end, crafty) | opens_of(other, crafty)
        return self.plays_behind(end | other.end, opens, hand, card, 99)

    def plays_after_any_swap(self, seat: i64, which: i64, card: i64) -> bool:
        """The same for every card that can be swapped there."""
        maybe: i64 = self.area(which).swaps() & self.hands[seat] & ~bit(card)
        while maybe != 0:
            if self.plays_after_swap(seat, which, lowest(maybe), card):
                return True
            maybe &= maybe - 1
        return False

    def could_play_after_swap(self, seat: i64, move: i64, card: i64) -> bool:
        """`could_play` after that swap, once `plays_after_swap` has said no for sure, if there is no other Key left."""
        hand: i64 = self.hands[seat] + ONE_KEY - bit(swap_card(move))
        keys: i64 = 0
        if self.gate != IN_FORCE:
            keys = keys_of(hand)
        if self.could_join(hand & EVERY_LOOT, 0, keys, card):
            return True
        return touches(self.first, card, hand, keys) or touches(self.second, card, hand, keys)

    def goes_on(self, end: i64, suit: i64, number: i64, suits: i64, row: i64, keys: i64, room: i64) -> bool:
        """PP-A3: whether the card can be part of a set that goes on from this end card."""
        shown: i64 = NUMBER[end]
        if SUIT[end] != suit:
            return shown == number and BITS[suits & ~bit(SUIT[end])] + keys >= 2
        if number > shown:
            last: i64 = number if number > shown + 1 else number + 1
            window: i64 = bit(last + 1) - bit(shown + 1)
            return last < self.laid.reach and last - shown <= room and BITS[window & ~row] <= keys
        last = number if number < shown - 1 else number - 1
        if last < 0:
            return False
        window = bit(shown) - bit(last)
        return shown - last <= room and BITS[window & ~row] <= keys

    def runs_with(self, suit: i64, number: i64, row: i64, keys: i64, opens: i64, room: i64) -> bool:
        """PP-A2: whether the card can be part of a run whose first card may lie there."""
        first: i64 = (opens >> (suit * 9)) & ROW_MASK
        if first == 0:
            return False
        low: i64 = number
        while low >= 0:
            high: i64 = number if number > low + 1 else low + 2
            while high < self.laid.reach and high - low < room:
                if BITS[(bit(high + 1) - bit(low)) & ~row] > keys:
                    break
                if first & (bit(low) | bit(high)) != 0:
                    return True
                high += 1
            if BITS[(bit(number + 1) - bit(low)) & ~row] > keys:
                return False
            low -= 1
        return False

    def could_play(self, seat: i64, card: i64) -> bool:
        """A quick look after `plays_now` has said no: false only if no sequence whatever plays this card.

        All cards of a set with it must be there: in hand, at the end of an area, or Keys that can be swapped for. One
        that needs an end card but no more Keys could be laid at once, unless a player alone has none to spare.
        """
        if card == KEY:
            return True
        hand: i64 = self.hands[seat]
        keys: i64 = 0
        ends: i64 = 0
        if self.gate != IN_FORCE:
            keys = to_swap(self.first, hand) + to_swap(self.second, hand)
        if keys != 0 or self.laid.solo:
            ends = self.first.end | self.second.end
        if self.gate != IN_FORCE:
            keys += keys_of(hand)
        if self.could_join(hand & EVERY_LOOT, ends, keys, card):
            return True
        return touches(self.first, card, hand, keys) or touches(self.second, card, hand, keys)

    def could_join(self, loot: i64, ends: i64, keys: i64, card: i64) -> bool:
        """Whether these cards, end cards and Keys together might make a set with this card."""
        if keys >= 2:
            return True
        there: i64 = loot | ends
        number: i64 = NUMBER[card]
        if BITS[suits_with(there, number)] + keys >= 3:
            return True
        row: i64 = (there >> (SUIT[card] * 9)) & ROW_MASK
        if BITS[row & ((31 * bit(number)) >> 2)] + keys < 3:  # nobody near enough for a run
            return False
        low: i64 = number - 2
        while low <= number:
            if low >= 0 and low + 3 <= self.laid.reach and BITS[row & (7 * bit(low))] + keys >= 3:
                return True
            low += 1
        return False


def plays_card(move: i64, card: i64) -> bool:
    """Whether an action brings this card to an area, or discards it (PP-T5)."""
    kind: i64 = kind_of(move)
    if kind == SWAP:
        return swap_card(move) == card
    if kind == DISCARD:
        return card == KEY
    if kind < SET or (kind > REUSE + 1 and kind != LEFT):
        return False
    rest: i64 = move >> 6
    while rest != 0:
        if (rest & 63) - 1 == card:
            return True
        rest >>= 6
    return False
