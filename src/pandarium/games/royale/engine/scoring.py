"""What a roll is worth (PR-4 to PR-8), and lines of the score sheet (PR-15).

A line of the sheet, one player's scores of one round by colour, is one integer; `colour_score` and `line_total`
read it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.games.royale.engine.dice import (
    BLUE,
    CLEAR,
    COLOUR_OF,
    GLITTER_D6,
    GREEN,
    MOST_FACES,
    PURPLE,
    RED,
    RED_D6,
    RED_D8,
    YELLOW,
    YELLOW_D6,
    YELLOW_D8,
    DiceSet,
    count,
    first_kind,
    list_kinds,
    one_of_each,
)

FACE_BITS: Final = 5
FACE_MASK: Final = 31

# Where each colour stands in a line. Red can be negative and is stored with a bias.
_PURPLE_AT: Final = 8
_BLUE_AT: Final = 17
_RED_AT: Final = 26
_GREEN_AT: Final = 38
_CLEAR_AT: Final = 46
_PINK_AT: Final = 54
_BIAS: Final = 2048
_SHIFT: Final = vec[i64]([0, _PURPLE_AT, _BLUE_AT, _RED_AT, _GREEN_AT, _CLEAR_AT, _PINK_AT])
_FIVE_BITS: Final = 31
_EIGHT_BITS: Final = 255
_NINE_BITS: Final = 511
_TWELVE_BITS: Final = 4095
_MASK: Final = vec[i64](
    [_EIGHT_BITS, _NINE_BITS, _NINE_BITS, _TWELVE_BITS, _EIGHT_BITS, _EIGHT_BITS, _FIVE_BITS],
)


def score_roll(dice: DiceSet, hand: i64, faces: i64) -> i64:
    """The line of the score sheet for these dice showing these faces."""
    values = dice.values
    yellow: i64 = 0
    purple: i64 = 0
    blue: i64 = 0
    red: i64 = 0
    green: i64 = 0
    clear: i64 = 0
    pink: i64 = 0
    kinds = one_of_each(hand)
    while kinds != 0:
        kind = first_kind(kinds)
        left = count(hand, kind)
        pips: i64 = 0
        while left > 0:
            pips += values[kind * MOST_FACES + (faces & FACE_MASK)]
            faces >>= FACE_BITS
            left -= 1
        colour = COLOUR_OF[kind]
        if colour == YELLOW:
            yellow += pips
        elif colour == PURPLE:
            purple += pips
        elif colour == BLUE:
            blue += pips
        elif colour == RED:
            red += pips
        elif colour == GREEN:
            green += pips
        elif colour == CLEAR:
            clear += pips
        else:
            pink += pips
        kinds &= kinds - 1
    # PR-4 yellow, PR-8 green, clear and pink: their sum.
    purple *= 2  # PR-5
    if count(hand, GLITTER_D6) > 0:
        blue *= 2  # PR-6: once, however many glitter
    red *= count(hand, RED_D6) + count(hand, RED_D8)  # PR-7
    return pack_line(yellow, purple, blue, red, green, clear, pink)


def yellow_sum(dice: DiceSet, hand: i64, faces: i64) -> i64:
    """PR-2: what the yellow dice show; 0 without any (PR-3). Yellow comes first in `faces`."""
    pips: i64 = 0
    kind: i64 = YELLOW_D6
    while kind <= YELLOW_D8:
        left = count(hand, kind)
        while left > 0:
            pips += dice.value(kind, faces & FACE_MASK)
            faces >>= FACE_BITS
            left -= 1
        kind += 1
    return pips


def list_values(dice: DiceSet, hand: i64, faces: i64) -> list[i64]:
    """What each die of the hand counts, in the order of `list_kinds`."""
    values: list[i64] = []
    for kind in list_kinds(hand):
        values.append(dice.value(kind, faces & FACE_MASK))
        faces >>= FACE_BITS
    return values


def pack_line(yellow: i64, purple: i64, blue: i64, red: i64, green: i64, clear: i64, pink: i64) -> i64:
    """A line of the sheet from its seven scores."""
    low: i64 = yellow | (purple << _PURPLE_AT) | (blue << _BLUE_AT) | ((red + _BIAS) << _RED_AT)
    return low | (green << _GREEN_AT) | (clear << _CLEAR_AT) | (pink << _PINK_AT)


def colour_score(line: i64, colour: i64) -> i64:
    """One colour's score in a line of the sheet."""
    score: i64 = (line >> _SHIFT[colour]) & _MASK[colour]
    return score - _BIAS if colour == RED else score


def line_total(line: i64) -> i64:
    """The round's score: all colours, pink too (PR-8)."""
    yellow: i64 = line & _EIGHT_BITS
    purple: i64 = (line >> _PURPLE_AT) & _NINE_BITS
    blue: i64 = (line >> _BLUE_AT) & _NINE_BITS
    red: i64 = ((line >> _RED_AT) & _TWELVE_BITS) - _BIAS
    green: i64 = (line >> _GREEN_AT) & _EIGHT_BITS
    clear: i64 = (line >> _CLEAR_AT) & _EIGHT_BITS
    pink: i64 = (line >> _PINK_AT) & _FIVE_BITS
    return yellow + purple + blue + red + green + clear + pink
