"""Is it true? Every claim, with or without a statement, over private and community cards (PD-H1 to PD-H6, PD-9).

Cards of one colour are ten neighbouring bits, so a colour is a row of a table with 1,024 entries, and how often each
number is there is counted for all numbers at once, with the six rows as the digits to add.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.games.pandante.engine.cards import BIT, COLOURS, JOKER, PLAIN
from pandarium.games.pandante.engine.claims import (
    CLAIMS,
    FIVE,
    FLOOSH,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    LOWEST_HIGH,
    NOTHING,
    PAIR,
    RAINBOW,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    colour_said,
    number_said,
    pair_said,
)

LIE: Final = 0
NATURAL: Final = 1
BY_TABLE_JOKER: Final = 2
BY_OWN_JOKER: Final = 3

_ROW: Final = 1023
_HIGHS: Final = 63
"""Six straights by their highest number, 5 to 10, a bit each."""

_FIELDS: Final = 0x0004_0100_4010_0401
"""The first bit of every colour."""
_EVEN: Final = 0x0555_5555_5555_5555
_LOW_PAIR: Final = 0x000C_0300_C030_0C03
_CARRIES: Final = 0x0040_1004_0100_4010
_STARTS: Final = 0x00FC_3F0F_C3F0_FC3F
"""Where a straight may start: the six lowest numbers of every colour."""


def _row_entry(row: int) -> int:
    """How many cards, which straights, and which of them with one number missing."""
    here = row.bit_count()
    exact = near = 0
    for high in range(6):
        missing = 5 - ((row >> high) & 31).bit_count()
        exact |= (missing == 0) << high
        near |= (missing <= 1) << high
    return here | (exact << 4) | (near << 10)


_ROWS: Final = vec[i64]([_row_entry(row) for row in range(1024)])
_LACKING: Final = vec[i64](
    [sum(1 << held for held in range(63) if not held >> colour & 1) for colour in range(COLOURS)]
)
"""Sets of colours, a bit for every set: those without this colour."""


# What is there


def count_numbers(cards: i64) -> i64:
    """How often each number is there: three rows of bits, for ones, twos and fours."""
    a: i64 = cards & _ROW
    b: i64 = (cards >> 10) & _ROW
    c: i64 = (cards >> 20) & _ROW
    d: i64 = (cards >> 30) & _ROW
    e: i64 = (cards >> 40) & _ROW
    f: i64 = (cards >> 50) & _ROW
    low: i64 = a ^ b ^ c
    low_carry: i64 = (a & b) | (c & (a ^ b))
    high: i64 = d ^ e ^ f
    high_carry: i64 = (d & e) | (f & (d ^ e))
    carry: i64 = low & high
    twos: i64 = low_carry ^ high_carry
    return (low ^ high) | ((twos ^ carry) << 10) | (((low_carry & high_carry) | (carry & twos)) << 20)


def at_least(counts: i64, wanted: i64) -> i64:
    """The numbers that are there so often, a bit each."""
    ones: i64 = counts & _ROW
    twos: i64 = (counts >> 10) & _ROW
    fours: i64 = counts >> 20
    if wanted == 2:
        return twos | fours
    if wanted == 3:
        return (ones & twos) | fours
    if wanted == 4:
        return fours
    if wanted == 1:
        return ones | twos | fours
    return fours & (ones | twos)


def any_number(cards: i64) -> i64:
    """Which numbers are there, whatever their colour."""
    cards |= cards >> 30
    return (cards | (cards >> 10) | (cards >> 20)) & _ROW


def straights(row: i64, wild: i64) -> i64:
    """PD-H2: which straights these numbers hold, by their highest number."""
    entry: i64 = _ROWS[row]
    return (entry >> 10) if wild != 0 else ((entry >> 4) & _HIGHS)


def rainbow_at(cards: i64, high: i64, wild: i64) -> bool:
    """PD-H4: five numbers up to this one (0 is the lowest straight) in five different colours, duplicates as they fit.

    Goes number by number and keeps all sets of colours that can be used up so far. A Joker takes the place of one of
    the numbers; a colour that is left, and a card that nobody has, there always is.
    """
    exact: i64 = 1
    joined: i64 = 0
    place: i64 = high
    while place < high + 5:
        next_exact: i64 = 0
        next_joined: i64 = 0
        if wild != 0:
            next_joined = exact
        held: i64 = cards >> place
        colour: i64 = 0
        while colour < COLOURS:
            if held & 1 != 0:
                lacking: i64 = _LACKING[colour]
                shift: i64 = BIT[colour]
                next_exact |= (exact & lacking) << shift
                next_joined |= (joined & lacking) << shift
            held >>= 10
            colour += 1
        exact = next_exact
        joined = next_joined
        if exact | joined == 0:
            return False
        place += 1
    return True


def has_rainbow(cards: i64, highs: i64, wild: i64) -> bool:
    """Whether one of these straights can be had in five colours."""
    high: i64 = 0
    while highs != 0:
        if highs & 1 != 0 and rainbow_at(cards, high, wild):
            return True
        highs >>= 1
        high += 1
    return False


def straight_flushes(cards: i64, wild: i64) -> i64:
    """Which straights are there in one colour, by their highest number."""
    found: i64 = 0
    if wild == 0:
        found = cards & (cards >> 1) & (cards >> 2) & (cards >> 3) & (cards >> 4) & _STARTS
        found |= found >> 30
        return (found | (found >> 10) | (found >> 20)) & _HIGHS
    while cards != 0:
        found |= straights(cards & _ROW, wild)
        cards >>= 10
    return found


def count_colours(cards: i64) -> i64:
    """How many cards each colour has, ten bits apart: first pairs of neighbours are added up, then the pairs."""
    pairs: i64 = cards - ((cards >> 1) & _EVEN)
    sums: i64 = (pairs & _LOW_PAIR) + ((pairs >> 2) & _LOW_PAIR) + ((pairs >> 4) & _LOW_PAIR)
    return sums + ((pairs >> 6) & _LOW_PAIR) + ((pairs >> 8) & _LOW_PAIR)


def has_colour(counts: i64, wanted: i64) -> bool:
    """Whether one of the colours is there so often: 16 less that many makes it carry over."""
    return (counts + (16 - wanted) * _FIELDS) & _CARRIES != 0


def has_full_house(counts: i64, wild: i64) -> bool:
    """PD-H4: three of one number and two of another."""
    pairs = at_least(counts, 2)
    if wild == 0:
        return at_least(counts, 3) != 0 and pairs & (pairs - 1) != 0
    singles = at_least(counts, 1)
    return pairs & (pairs - 1) != 0 or (at_least(counts, 3) != 0 and singles & (singles - 1) != 0)


# Claims and statements


def holds(claim: i64, said: i64, own: i64, shared: i64, wild: i64, own_wild: i64) -> bool:
    """Whether plain cards, with a Joker of one's own or on the table, hold what was claimed and said (0: nothing)."""
    cards: i64 = own | shared
    number = number_said(said)
    highs: i64 = 0
    if claim in (STRAIGHT, RAINBOW, STRAIGHT_FLUSH):
        if claim == STRAIGHT_FLUSH:
            highs = straight_flushes(cards, wild)
        else:
            highs = straights(any_number(cards), wild)
        if said != 0:
            highs &= BIT[number - LOWEST_HIGH]
        return has_rainbow(cards, highs, wild) if claim == RAINBOW else highs != 0
    if claim in (FLOOSH, FLUSH):
        wanted: i64 = 4 if claim == FLOOSH else 5
        if said == 0:
            return has_colour(count_colours(cards), wanted - wild)
        return holds_colour(wanted, number, colour_said(said), own, shared, wild, own_wild)
    counts = count_numbers(cards)
    if claim == FULL_HOUSE:
        if said == 0:
            return has_full_house(counts, wild)
        return holds_full_house(counts, number - 1, pair_said(said) - 1, wild)
    copies: i64 = 2
    if claim == THREE:
        copies = 3
    elif claim == FOUR:
        copies = 4
    elif claim == FIVE:
        copies = 5
    found = at_least(counts, copies - wild)
    return found != 0 if said == 0 else (found >> (number - 1)) & 1 != 0


def holds_full_house(counts: i64, three: i64, pair: i64, wild: i64) -> bool:
    """A full house of just these numbers (from 0)."""
    if (at_least(counts, 3) >> three) & (at_least(counts, 2) >> pair) & 1 != 0:
        return True
    if wild == 0:
        return False
    joined = (at_least(counts, 2) >> three) & (at_least(counts, 2) >> pair)
    return (joined | ((at_least(counts, 3) >> three) & (at_least(counts, 1) >> pair))) & 1 != 0


def holds_colour(wanted: i64, number: i64, colour: i64, own: i64, shared: i64, wild: i64, own_wild: i64) -> bool:
    """PD-9: enough cards of a colour, the highest private one among them with this number (0: none is private)."""
    mine: i64 = (own >> (colour * 10)) & _ROW
    ours: i64 = (shared >> (colour * 10)) & _ROW
    helped: i64 = wild - own_wild
    if number == 0:
        return (_ROWS[ours] & 15) + helped >= wanted
    here: i64 = BIT[number - 1]
    below: i64 = here - 1
    others: i64 = (_ROWS[mine & below] & 15) + (_ROWS[ours] & 15)
    if mine & here != 0:
        if own_wild != 0 and below & ~(mine | ours) != 0:
            helped = 1
        return others + 1 + helped >= wanted
    return own_wild != 0 and ours & here == 0 and others + 1 >= wanted


def verdict(claim: i64, said: i64, mine: i64, table: i64) -> i64:
    """PD-H3, PD-H5: a lie, or the truth: natural, or by a Joker on the table or in one's own hand."""
    own: i64 = mine & PLAIN
    shared: i64 = table & PLAIN
    if holds(claim, said, own, shared, 0, 0):
        return NATURAL
    if mine >> JOKER != 0:
        return BY_OWN_JOKER if holds(claim, said, own, shared, 1, 1) else LIE
    if table >> JOKER != 0:
        return BY_TABLE_JOKER if holds(claim, said, own, shared, 1, 0) else LIE
    return LIE


def verdict_in_rows(claim: i64, said: i64, mine: i64, table: i64, second: i64, rows: i64) -> i64:
    """PD-K9: true with either row of community cards; natural if it is so with one of them."""
    first = verdict(claim, said, mine, table)
    if rows < 2 or first == NATURAL:
        return first
    other = verdict(claim, said, mine, second)
    if other == LIE:
        return first
    return other if first == LIE or other < first else first


# The best hand


def best_with(cards: i64, wild: i64) -> i64:
    """The highest claim that plain cards hold, with or without a Joker among them; NOTHING if not even a pair."""
    if straight_flushes(cards, wild) != 0:
        return STRAIGHT_FLUSH
    counts = count_numbers(cards)
    colours = count_colours(cards)
    if at_least(counts, 5 - wild) != 0:
        return FIVE
    if has_colour(colours, 5 - wild):
        return FLUSH
    if at_least(counts, 4 - wild) != 0:
        return FOUR
    highs = straights(any_number(cards), wild)
    if highs != 0 and has_rainbow(cards, highs, wild):
        return RAINBOW
    if has_full_house(counts, wild):
        return FULL_HOUSE
    if has_colour(colours, 4 - wild):
        return FLOOSH
    if highs != 0:
        return STRAIGHT
    if at_least(counts, 3 - wild) != 0:
        return THREE
    return PAIR if at_least(counts, 2 - wild) != 0 else NOTHING


def best(mine: i64, table: i64) -> i64:
    """The highest claim that is true of these cards, by a Joker if there is one; NOTHING if not even a pair is.

    >>> from pandarium.games.pandante.engine.cards import CODES, gather
    >>> from pandarium.games.pandante.engine.claims import CLAIM_NAMES
    >>> def cards(text): return gather([CODES.index(code) for code in text.split()])
    >>> CLAIM_NAMES[best(cards("k2 g6"), cards("r2 b3 p4 o5 k9"))]
    'rainbow straight'
    """
    cards: i64 = mine | table
    return best_with(cards & PLAIN, cards >> JOKER)


def truths(mine: i64, table: i64) -> i64:
    """Every claim that is true of these cards, a bit each: a flush, for instance, is no straight (PD-H3)."""
    found: i64 = 0
    claim: i64 = 0
    while claim < CLAIMS:
        if verdict(claim, 0, mine, table) != LIE:
            found |= BIT[claim]
        claim += 1
    return found
