"""Whether there is a way to play the duty card (PP-T5), where that shows without a search; else `duty.py` searches.

It speeds up the search, which would list and carry out actions thousands of times: whether the card can be played at
once needs no list of moves, and a card for which no set can ever come together needs no search. `test_duty.py` compares
both answers with the search that does without.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.core.move_list import MoveList
from pandarium.games.pilfering.engine.actions import discard_fault
from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import (
    BITS,
    EVERY_LOOT,
    KEY,
    NEAR,
    NUMBER,
    ROW,
    ROW_MASK,
    SUIT,
    bit,
    column,
    count,
    keys_of,
    lowest,
    size,
    suits_with,
)
from pandarium.games.pilfering.engine.faults import FINE
from pandarium.games.pilfering.engine.moves import (
    REUSE,
    SET,
    card_at,
    cards_used,
    kind_of,
    length_of,
)
from pandarium.games.pilfering.engine.readings import extending, swappable
from pandarium.games.pilfering.engine.sets import DOWN, UP
from pandarium.games.pilfering.engine.setup import LEAST_ALONE, LEAST_IN_A_SET, MOST_CARDS
from pandarium.games.pilfering.engine.state import CRAFTY, IN_FORCE, SHARING, PilferingState

NO: Final = 0
YES: Final = 1
UNSURE: Final = 2

LAST_CARD: Final = 50
"""Where in the number of `same_after` the last card stands, above the cards,"""
AREA_AND_ABILITY: Final = 56
IS_REUSE: Final = 58
"""and what else matters."""


def quick_answer(state: PilferingState, seat: i64, actions: i64) -> i64:
    """Whether some sequence of that many actions plays the duty card, as far as that shows without trying."""
    card: i64 = state.duty
    if card == KEY:
        if state.gate == IN_FORCE:
            return NO
        return YES if discard_fault(state, seat) == FINE else UNSURE
    if state.first.ends_loose() or state.second.ends_loose():
        return UNSURE  # what a new set there may be takes a search (PP-F2)
    if plays_now(state, seat, card):
        return YES
    if actions == 1 and not state.fixed.solo:
        return NO  # for a player alone `plays_now` may be too careful
    return UNSURE if could_play(state, seat, card) else NO


def same_after(move: i64) -> i64:
    """A number that sets share which leave the same: number sets of the same cards with the same last one; else 0.

    With two natural cards it is a number set for certain; where there is but one, every order may mean something else.
    """
    kind: i64 = kind_of(move)
    if kind not in (SET, REUSE):
        return 0
    length: i64 = length_of(move)
    last: i64 = card_at(move, length - 1)
    used: i64 = cards_used(move)
    loot: i64 = used & EVERY_LOOT
    if count(loot) < 2 or loot & ~column(NUMBER[lowest(loot)]) != 0:
        return 0
    return used | (last << LAST_CARD) | ((move >> 4 & 3) << AREA_AND_ABILITY) | ((kind - SET) << IS_REUSE)


def recall(answers: MoveList, same: i64) -> i64:
    """What was found for a set that leaves the same; UNSURE if there was none yet."""
    index: i64 = 0
    while same != 0 and index < answers.length:
        if answers.items[index] >> 1 == same:
            return answers.items[index] & 1
        index += 1
    return UNSURE


def remember(answers: MoveList, same: i64, answer: bool) -> None:
    """Keep the answer for sets that leave the same."""
    if same != 0:
        answers.add(same << 1 | (YES if answer else NO))


# In one action


def plays_now(state: PilferingState, seat: i64, card: i64) -> bool:
    """Whether a hand can play this Loot card in one action.

    True is true, and so is false, but for a player alone with few cards to spare (PP-A14).
    """
    hand: i64 = state.hands[seat]
    room: i64 = MOST_CARDS
    if state.fixed.solo:
        room = size(hand) - LEAST_ALONE
    if room < 1:
        return False
    first = state.first
    second = state.second
    if touches(first, card) or touches(second, card):
        return True
    crafty: bool = state.ready(seat, CRAFTY)
    opens: i64 = opens_of(first, crafty) | opens_of(second, crafty)
    return makes_set(state, card, hand, first.end | second.end, opens, room)


def makes_set(state: PilferingState, card: i64, hand: i64, ends: i64, opens: i64, room: i64) -> bool:
    """PP-A2, PP-A3: whether a hand has a set with this card that goes on from such an end card, or opens like that."""
    keys: i64 = usable_keys(state, hand)
    reach: i64 = state.fixed.reach
    ends &= NEAR[card] & ~bit(card)
    if room < LEAST_IN_A_SET - 1 or not could_join(reach, card, (hand & EVERY_LOOT) | ends, keys):
        return False
    while ends != 0:
        if goes_on(reach, lowest(ends), card, hand, keys, room):
            return True
        ends &= ends - 1
    if room < LEAST_IN_A_SET:
        return False
    return in_number_set(card, hand, keys, opens) or in_run(reach, card, hand, keys, opens, room)


def opens_of(area: Area, crafty: bool) -> i64:
    """What a new set may begin with in this area; Crafty does not help where nothing lies."""
    if crafty and len(area.cards) != 0:
        return EVERY_LOOT
    return area.opens


def touches(area: Area, card: i64) -> bool:
    """Whether the card extends the right-most set, or may take the place of a Key (PP-A4, PP-A10)."""
    return extending(area, bit(card)) != 0 or swappable(area, bit(card)) != 0


def usable_keys(state: PilferingState, hand: i64) -> i64:
    """Keys that may be played (PP-F5)."""
    if state.gate == IN_FORCE:
        return 0
    return keys_of(hand)


def goes_on(reach: i64, end: i64, card: i64, hand: i64, keys: i64, room: i64) -> bool:
    """PP-A3: whether the card can be part of a set that goes on from this end card."""
    shown: i64 = NUMBER[end]
    number: i64 = NUMBER[card]
    if SUIT[end] != SUIT[card]:
        suits: i64 = suits_with(hand & EVERY_LOOT, number) & ~bit(SUIT[end])
        return shown == number and BITS[suits] + keys >= LEAST_IN_A_SET - 1
    row: i64 = (hand >> (SUIT[card] * 9)) & ROW_MASK
    if number > shown:
        last: i64 = number if number > shown + 1 else number + 1
        window: i64 = bit(last + 1) - bit(shown + 1)
        return last < reach and last - shown <= room and BITS[window & ~row] <= keys
    last = number if number < shown - 1 else number - 1
    if last < 0:
        return False
    window = bit(shown) - bit(last)
    return shown - last <= room and BITS[window & ~row] <= keys


def in_number_set(card: i64, hand: i64, keys: i64, opens: i64) -> bool:
    """PP-A2: whether the card can be part of a number set whose first card may lie there."""
    suits: i64 = suits_with(hand & EVERY_LOOT, NUMBER[card])
    fits: i64 = suits_with(opens, NUMBER[card])
    return BITS[suits] + keys >= LEAST_IN_A_SET and (fits & suits != 0 or (fits != 0 and keys > 0))


def in_run(reach: i64, card: i64, hand: i64, keys: i64, opens: i64, room: i64) -> bool:
    """PP-A2: whether the card can be part of a run whose first card may lie there."""
    number: i64 = NUMBER[card]
    row: i64 = (hand >> (SUIT[card] * 9)) & ROW_MASK
    first: i64 = (opens >> (SUIT[card] * 9)) & ROW_MASK
    if first == 0:
        return False
    low: i64 = number
    while low >= 0 and BITS[(bit(number + 1) - bit(low)) & ~row] <= keys:
        high: i64 = number if number > low + 1 else low + 2
        while high < reach and high - low < room and BITS[(bit(high + 1) - bit(low)) & ~row] <= keys:
            if first & (bit(low) | bit(high)) != 0:
                return True
            high += 1
        low -= 1
    return False


# Ever


def could_play(state: PilferingState, seat: i64, card: i64) -> bool:
    """After `plays_now` has said no: false only if no sequence whatever plays this card.

    All cards of a set with it must be there: in hand, at the end of an area, or Keys that can be swapped for. A set
    that needs an end card but no more Keys could be laid at once, unless a player alone has no cards to spare.
    """
    hand: i64 = state.hands[seat]
    if state.fixed.solo and state.ready(seat, SHARING):
        hand += state.secret  # one card of it may come to hand
    if state.fixed.solo and (touches(state.first, card) or touches(state.second, card)):
        return True
    ends: i64 = state.first.end | state.second.end
    keys: i64 = usable_keys(state, hand)
    there: i64 = state.first.keys + state.second.keys
    to_come: i64 = 0
    if there != 0 and state.gate != IN_FORCE:
        if not could_reach(state, card, hand, ends, keys + there):
            return False  # not even with all Keys
        to_come = keys_to_come(state.first, hand) + keys_to_come(state.second, hand)
    if to_come == 0 and not state.fixed.solo:
        ends = 0
    return could_reach(state, card, hand, ends, keys + to_come)


def could_reach(state: PilferingState, card: i64, hand: i64, ends: i64, keys: i64) -> bool:
    """Whether these cards and Keys might make a set with this card, or a run on an area that goes on up to it."""
    if could_join(state.fixed.reach, card, (hand & EVERY_LOOT) | ends, keys):
        return True
    return could_extend(state.first, card, hand, keys) or could_extend(state.second, card, hand, keys)


def keys_to_come(area: Area, hand: i64) -> i64:
    """How many Keys of the area these cards might bring to hand (PP-A10); rather too many than too few."""
    if area.keys == 0:
        return 0
    cards: i64 = count(swappable(area, hand & EVERY_LOOT))
    return cards if cards < area.keys else area.keys


def could_join(reach: i64, card: i64, there: i64, keys: i64) -> bool:
    """Whether these cards and Keys together might make a set with this card."""
    number: i64 = NUMBER[card]
    if keys >= LEAST_IN_A_SET - 1 or BITS[suits_with(there, number)] + keys >= LEAST_IN_A_SET:
        return True
    row: i64 = (there >> (SUIT[card] * 9)) & ROW_MASK
    low: i64 = max(number - 2, 0)
    while low <= number and low + LEAST_IN_A_SET <= reach:
        if BITS[row & (7 * bit(low))] + keys >= LEAST_IN_A_SET:
            return True
        low += 1
    return False


def could_extend(area: Area, card: i64, hand: i64, keys: i64) -> bool:
    """Whether the area's right-most set might be a run that can be extended up to this card."""
    if area.kinds & (UP | DOWN) == 0:
        return False
    ends: i64 = area.end & ROW[SUIT[card]]
    while ends != 0:
        end: i64 = lowest(ends)
        between: i64 = bit(card) - bit(end + 1) if card > end else bit(end) - bit(card + 1)
        if count(between & ~hand) <= keys:
            return True
        ends &= ends - 1
    return False
