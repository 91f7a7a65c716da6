"""What a seat knows: other players' cards are drawn anew for it; and observations as bytes."""

from __future__ import annotations

from typing import Final

from pandarium.core.rng import Rng

from .state import FACES, MOST_SEATS, RaceState

SEAT_BYTES: Final = 1 + 2 + FACES
BYTE: Final = 255


def guess_cards(state: RaceState, seat: int | None, rng: Rng) -> list[int]:
    """Lucky cards as this seat can imagine them: its own, and any of the others for everybody else (BD-5)."""
    if state.over:
        return state.lucky[:]
    deck = state.stalk.cards[:]
    if seat is not None:
        deck.remove(state.lucky[seat])
    return [state.lucky[player] if player == seat else deck.pop(rng.below(len(deck))) for player in range(state.seats)]


def observe(state: RaceState, seat: int) -> bytes:
    """Players clockwise from the observer, then what the observer alone knows, then the turn."""
    seen: list[int] = []
    for offset in range(MOST_SEATS):
        if offset < state.seats:
            player = (seat + offset) % state.seats
            height = min(state.heights[player], BYTE * BYTE)
            seen.extend([1, height >> 8, height & BYTE])
            seen.extend([min(times, BYTE) for times in state.rolls[player]])
        else:
            seen.extend([0] * SEAT_BYTES)
    seen.append(state.lucky[seat])
    seen.append(min(state.steps, BYTE))
    seen.append((state.turn - seat + state.seats) % state.seats)
    seen.append((state.first - seat + state.seats) % state.seats)
    seen.append(state.round)
    seen.append(state.stalk.top)
    seen.append(1 if state.over else 0)
    return bytes(seen)
