"""Whether an action leaves a way to play the duty card (PP-T5), answered without taking it where that can be.

Elsewhere the answer is UNSURE, and `duty.py` takes the action and searches.

It speeds up the list of actions under a duty, and the search: an action need not be carried out on a sketch to see that
the card can be played after it, or that it never can. What all actions of a position have in common is worked out once.
`test_duty.py` compares every answer with the search that takes the action and tries whatever may follow.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import (
    BITS,
    EVERY_LOOT,
    EVERY_SUIT,
    KEY,
    NEAR,
    NO_CARD,
    NUMBER,
    ONE_KEY,
    SUIT,
    SUITS,
    bit,
    count,
    has,
    keys_of,
    lowest,
    near,
    with_number,
)
from pandarium.games.pilfering.engine.duty_shortcuts import (
    NO,
    UNSURE,
    YES,
    could_extend,
    could_join,
    could_reach,
    makes_set,
    opens_of,
    usable_keys,
)
from pandarium.games.pilfering.engine.moves import (
    DISCARD,
    EXTEND,
    FIRST_SLOT,
    REUSE,
    SET,
    SHARE,
    SLOT_BITS,
    SLOT_MASK,
    SWAP,
    area_of,
    card_of,
    cards_used,
    kind_of,
    plays_card,
    swap_card,
    swap_place,
    with_ability,
)
from pandarium.games.pilfering.engine.readings import extending, swappable
from pandarium.games.pilfering.engine.setup import MOST_CARDS
from pandarium.games.pilfering.engine.state import CRAFTY, IN_FORCE, PilferingState


@mypyc_attr(acyclic=True)
class DutyOutlook:
    """A position with a duty, and one action at a time in it."""

    state: PilferingState
    card: i64
    """The duty card,"""
    hand: i64
    """and the hand of whoever has it."""
    crafty: bool
    locked: bool
    """No Keys may be played (PP-F5)."""
    careful: bool
    """There is no answer without taking an action: for a player alone (PP-A14), and next to a loose Key (PP-F2)."""
    touches_1: bool
    touches_2: bool
    """Whether the card extends the right-most set of an area, or may take the place of a Key there."""
    swaps_1: i64
    swaps_2: i64
    """The cards in hand that may take the place of a Key in an area. What is laid there can only make them fewer."""

    end: i64
    """Of what is being laid, as masks: what its last card surely may be,"""
    may_end: i64
    """what it perhaps may be; nothing where that is not known;"""
    frees: i64
    """cards that surely may take the place of one of its Keys (PP-A10),"""
    may_free: i64
    """those that perhaps may,"""
    extends: i64
    """and those that surely extend it (PP-A4)."""

    def __init__(self, state: PilferingState, seat: i64) -> None:
        self.state = state
        self.card = state.duty
        self.hand = state.hands[seat]
        self.crafty = state.ready(seat, CRAFTY)
        self.locked = state.gate == IN_FORCE
        self.careful = state.fixed.solo or state.first.ends_loose() or state.second.ends_loose()
        self.touches_1 = False
        self.touches_2 = False
        self.swaps_1 = 0
        self.swaps_2 = 0
        self.end = 0
        self.may_end = 0
        self.frees = 0
        self.may_free = 0
        self.extends = 0
        if self.card != KEY and not self.careful:
            duty: i64 = bit(self.card)
            self.swaps_1 = swappable(state.first, self.hand & EVERY_LOOT)
            self.swaps_2 = swappable(state.second, self.hand & EVERY_LOOT)
            self.touches_1 = self.swaps_1 & duty != 0 or extending(state.first, duty) != 0
            self.touches_2 = self.swaps_2 & duty != 0 or extending(state.second, duty) != 0

    def after(self, move: i64, actions: i64) -> i64:
        """YES if an action plays the duty card, or leaves a way to in that many actions more; NO, or UNSURE."""
        if plays_card(move, self.card):
            return YES
        if self.careful:
            return UNSURE
        kind: i64 = kind_of(move)
        hand: i64 = self.hand
        if kind == SHARE:
            hand -= bit(card_of(move))
        elif kind == DISCARD:
            hand -= ONE_KEY
        if not has(hand, self.card):
            return NO
        if self.card == KEY:
            return UNSURE if self.locked else YES  # it can be discarded (PP-A11)
        if kind in (SET, REUSE, EXTEND):
            return self.after_cards(move, kind, actions)
        if kind == SWAP:
            return self.after_swap(move)
        return self.with_hand(hand)

    def with_hand(self, hand: i64) -> i64:
        """The answer for an action after which nothing has changed but the hand."""
        first = self.state.first
        second = self.state.second
        ends: i64 = first.end | second.end
        opens: i64 = opens_of(first, self.crafty) | opens_of(second, self.crafty)
        if self.touches_1 or self.touches_2 or makes_set(self.state, self.card, hand, ends, opens, MOST_CARDS):
            return YES
        to_come: i64 = self.keys_to_come(0, hand, 0) + self.keys_to_come(1, hand, 0)
        keys: i64 = usable_keys(self.state, hand) + to_come
        if to_come == 0:
            ends = 0  # a set that needs no more Keys than there are could be laid at once
        return UNSURE if could_reach(self.state, self.card, hand, ends, keys) else NO

    def after_swap(self, move: i64) -> i64:
        """The answer for a card put in a Key's place: the other area is as it was, and so is a natural end card."""
        which: i64 = area_of(move)
        area = self.state.area(which)
        other = self.state.area(1 - which)
        card: i64 = swap_card(move)
        end: i64 = card if swap_place(move) == len(area.cards) - 1 else area.end_card()
        ends: i64 = other.end
        opens: i64 = other.opens
        if end != KEY:
            ends |= bit(end)
            opens |= NEAR[end]
        if self.crafty:
            opens = EVERY_LOOT
        hand: i64 = self.hand - bit(card) + ONE_KEY
        if self.touches(1 - which) or makes_set(self.state, self.card, hand, ends, opens, MOST_CARDS):
            return YES
        return UNSURE

    def after_cards(self, move: i64, kind: i64, actions: i64) -> i64:
        """The answer for a set or an extension: the other area is as it was, and so are Keys behind a new set."""
        which: i64 = area_of(move)
        if self.touches(1 - which):
            return YES
        area = self.state.area(which)
        other = self.state.area(1 - which)
        used: i64 = cards_used(move)
        hand: i64 = self.hand - used
        self.look_at(area, move, kind, used)
        to_come: i64 = self.keys_to_come(1 - which, hand, 0) + self.keys_to_come(which, hand, keys_of(used))
        keys: i64 = usable_keys(self.state, hand) + to_come
        if self.may_end == 0:
            keys += 1  # the Key at the end may be re-used, as whatever it stands for
        frees: i64 = self.frees
        if kind == SET:
            frees |= self.swaps(which)
        if (frees | self.extends) & bit(self.card) != 0:
            return YES
        reach: i64 = self.state.fixed.reach
        if could_join(reach, self.card, (hand & EVERY_LOOT) | other.end | self.may_end, keys):
            opens: i64 = other.opens
            if self.crafty and not with_ability(move):
                opens = EVERY_LOOT
            if self.makes_set_then(other, hand, frees, opens, actions):
                return YES
            if to_come != 0 or self.end != self.may_end or could_join(reach, self.card, hand & EVERY_LOOT, keys):
                return UNSURE  # else it needs an end card, but no more Keys, and could be laid at once
        if self.may_go_on(area, kind, used) or self.swaps(which) & bit(self.card) != 0:
            return UNSURE
        return UNSURE if could_extend(other, self.card, hand, keys) else NO

    def may_go_on(self, area: Area, kind: i64, used: i64) -> bool:
        """Whether the duty card may extend what is laid, or take the place of a Key in it: it is like all its cards."""
        if kind != SET and area.opens & bit(self.card) == 0:
            return False
        return used & EVERY_LOOT & ~NEAR[self.card] == 0

    def makes_set_then(self, other: Area, hand: i64, frees: i64, opens: i64, actions: i64) -> bool:
        """Whether there is a set with the duty card after it, at once or with a Key that comes back."""
        ends: i64 = other.end
        end: i64 = self.end
        if end & (end - 1) == 0:
            ends |= end
            if end != 0:
                opens |= NEAR[lowest(end)]
        elif makes_set(self.state, self.card, hand, end, near(end), MOST_CARDS):
            return True
        if makes_set(self.state, self.card, hand, ends, opens, MOST_CARDS):
            return True
        return actions > 1 and self.brings_key(frees & hand, hand, ends, opens)

    def brings_key(self, frees: i64, hand: i64, ends: i64, opens: i64) -> bool:
        """Whether one of these cards, put in the place of a Key, brings the Key that a set with the duty card needs."""
        while frees != 0 and not self.locked:
            one: i64 = frees & -frees
            if makes_set(self.state, self.card, hand - one + ONE_KEY, ends, opens, MOST_CARDS):
                return True
            frees -= one
        return False

    def keys_to_come(self, which: i64, hand: i64, fresh: i64) -> i64:
        """How many Keys of an area, with some more laid there, a hand might bring back; rather too many."""
        keys: i64 = self.state.area(which).keys + fresh
        if keys == 0 or self.locked:
            return 0
        cards: i64 = self.swaps(which)
        if fresh != 0:
            cards |= self.may_free
        cards = count(cards & hand)
        return cards if cards < keys else keys

    def touches(self, which: i64) -> bool:
        """Whether the duty card extends the right-most set of this area, or may take the place of a Key there."""
        return self.touches_2 if which != 0 else self.touches_1

    def swaps(self, which: i64) -> i64:
        """The cards in hand that may take the place of a Key in this area."""
        return self.swaps_2 if which != 0 else self.swaps_1

    # What is being laid

    def look_at(self, area: Area, move: i64, kind: i64, used: i64) -> None:
        """What is known of a set or an extension. Two natural cards, the re-used one among them, say what a set is."""
        self.frees = 0
        self.extends = 0
        self.may_free = 0
        rest: i64 = move >> FIRST_SLOT
        if kind == REUSE:
            rest = (rest << SLOT_BITS) | (area.end_card() + 1)
        length: i64 = 0
        keys: i64 = 0
        suits: i64 = 0
        card: i64 = KEY
        one: i64 = NO_CARD
        place: i64 = 0
        two: i64 = NO_CARD
        while rest != 0:
            card = (rest & SLOT_MASK) - 1
            rest >>= SLOT_BITS
            if card == KEY:
                keys += 1
            else:
                suits |= bit(SUIT[card])
                if one == NO_CARD:
                    one = card
                    place = length
                else:
                    two = card
            length += 1
        self.end = 0
        if card != KEY:
            self.end = bit(card)
        self.may_end = self.end
        if kind == EXTEND or (two == NO_CARD and kind == REUSE):
            self.may_free = near_all(used & EVERY_LOOT) & area.opens
        elif two == NO_CARD:
            self.look_at_single(one, place, length)
        elif NUMBER[one] != NUMBER[two]:
            step: i64 = -1
            if two > one:
                step = 1
            self.look_at_run(one - place * step, step, length, used)
            if kind == REUSE:
                self.frees &= ~bit(one - place * step)
        else:
            self.look_at_numbers(NUMBER[one], suits, keys, length, area.wants)
            if kind == REUSE and area.end_card() == KEY:
                self.frees = 0  # what the re-used Key may be goes before
                self.extends = 0
                if card == KEY:
                    self.end = 0

    def look_at_run(self, first: i64, step: i64, length: i64, used: i64) -> None:
        """In a run it is clear what every Key is, and what comes next."""
        last: i64 = first + step * (length - 1)
        self.end = bit(last)
        self.may_end = self.end
        self.frees = (bit(last + 1) - bit(first) if step > 0 else bit(first + 1) - bit(last)) & ~used
        self.may_free = self.frees
        number: i64 = NUMBER[last] + step
        if 0 <= number < self.state.fixed.reach:
            self.extends = bit(last + step)

    def look_at_numbers(self, number: i64, suits: i64, keys: i64, length: i64, wants: i64) -> None:
        """Keys of a number set are any other suits; once the bonus is earned, those that it needs (PP-A5)."""
        others: i64 = EVERY_SUIT & ~suits
        missing: i64 = wants & others
        earned: bool = BITS[missing] <= keys
        self.may_free = with_number(others, number)
        if keys != 0:
            self.frees = with_number(missing if earned and BITS[missing] == keys else others, number)
        if self.end == 0:
            self.end = self.frees
            self.may_end = self.frees
        if length < SUITS:
            self.extends = with_number(others & ~missing if earned else others, number)

    def look_at_single(self, card: i64, place: i64, length: i64) -> None:
        """One card among Keys is part of a number set, or of a run up or down."""
        number: i64 = NUMBER[card]
        reach: i64 = self.state.fixed.reach
        others: i64 = with_number(EVERY_SUIT & ~bit(SUIT[card]), number)
        found: i64 = 0
        self.may_free = others
        away: i64 = -place
        while away < length - place:
            found = 0
            if 0 <= number + away < reach:
                found = bit(card + away)
            if 0 <= number - away < reach:
                found |= bit(card - away)
            if away != 0:
                self.may_free |= found
            away += 1
        if self.end == 0:
            self.may_end = others | found


def near_all(loot: i64) -> i64:
    """The cards that share suit or number with each of these."""
    shared: i64 = EVERY_LOOT
    while loot != 0:
        shared &= NEAR[lowest(loot)]
        loot &= loot - 1
    return shared
