"""What a seat knows: everything but what the dice will show. Observations as bytes."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from pandarium.games.royale.engine.dice import DRAFTABLE, KINDS
from pandarium.games.royale.engine.rolling import round_score
from pandarium.games.royale.engine.state import MOST_SEATS, RoyaleState

SCORE_BIAS: Final = 0x8000
SEAT_BYTES: Final = 1 + KINDS + 2 + 2
EMPTY_SEAT: Final = bytes(SEAT_BYTES)


def observe(state: RoyaleState, me: i64) -> bytes:
    """Players in clockwise order from the observer, then pool, bag, round, step, token and turn."""
    seen = BytesWriter()
    offset: i64 = 0
    while offset < state.seats:
        player: i64 = (me + offset) % state.seats
        seen.append(1)
        observe_kinds(seen, state.hands[player], KINDS)
        observe_score(seen, state.totals[player])
        observe_score(seen, round_score(state, player))
        offset += 1
    while offset < MOST_SEATS:
        seen.write(EMPTY_SEAT)
        offset += 1
    observe_kinds(seen, state.pool, DRAFTABLE)
    observe_kinds(seen, state.bag, DRAFTABLE)
    seen.append(u8(state.round))
    seen.append(u8(state.step))
    seen.append(u8((state.panda - me + state.seats) % state.seats))
    seen.append(u8((state.turn - me + state.seats) % state.seats))
    return seen.getvalue()


def observe_kinds(seen: BytesWriter, hand: i64, kinds: i64) -> None:
    """How many dice of each kind."""
    while kinds > 0:
        seen.append(u8(hand & 15))
        hand >>= 4
        kinds -= 1


def observe_score(seen: BytesWriter, score: i64) -> None:
    """A score as two bytes, high first, 0 standing in the middle."""
    biased: i64 = score + SCORE_BIAS
    seen.append(u8((biased >> 8) & 255))
    seen.append(u8(biased & 255))
