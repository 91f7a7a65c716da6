"""What a seat knows: everything but what the dice will show. Observations as bytes."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.games.royale.engine.dice import DRAFTABLE, KINDS
from pandarium.games.royale.engine.numbering import places_to_the_left
from pandarium.games.royale.engine.scoring import line_total
from pandarium.games.royale.engine.state import MOST_SEATS, RoyaleState

SCORE_BIAS: Final = 0x8000

_DICE: Final[i64] = 1
_TOTAL: Final[i64] = _DICE + KINDS
_ROUND_SCORE: Final[i64] = _TOTAL + 2
_SEAT_BYTES: Final[i64] = _ROUND_SCORE + 2

_POOL: Final[i64] = MOST_SEATS * _SEAT_BYTES
_BAG: Final[i64] = _POOL + DRAFTABLE
_ROUND: Final[i64] = _BAG + DRAFTABLE
OBSERVED_BYTES: Final[i64] = _ROUND + 4


def observe_into(state: RoyaleState, me: i64, out: vec[u8], at: i64) -> None:
    """Players in clockwise order from the observer, then pool, bag, round, step, token and turn."""
    seats: i64 = state.seats
    hands = state.hands
    totals = state.totals
    sheet = state.sheet
    last_lines: i64 = len(sheet) - seats
    place: i64 = at
    player: i64 = me
    left: i64 = seats
    while left > 0:
        out[place] = 1
        write_kinds(hands[player], out, place + _DICE)
        write_score(totals[player], out, place + _TOTAL)
        write_score(line_total(sheet[last_lines + player]), out, place + _ROUND_SCORE)
        place += _SEAT_BYTES
        player += 1
        if player == seats:
            player = 0
        left -= 1
    write_kinds(state.pool, out, at + _POOL)
    write_kinds(state.bag, out, at + _BAG)
    place = at + _ROUND
    out[place] = u8(state.round)
    out[place + 1] = u8(state.step)
    out[place + 2] = u8(places_to_the_left(seats, me, state.panda))
    out[place + 3] = u8(places_to_the_left(seats, me, state.turn))


def write_kinds(hand: i64, out: vec[u8], at: i64) -> None:
    """How many dice of each kind."""
    while hand != 0:
        out[at] = u8(hand & 15)
        hand >>= 4
        at += 1


def write_score(score: i64, out: vec[u8], at: i64) -> None:
    """A score as two bytes, high first, 0 standing in the middle."""
    biased: i64 = score + SCORE_BIAS
    out[at] = u8((biased >> 8) & 255)
    out[at + 1] = u8(biased & 255)
