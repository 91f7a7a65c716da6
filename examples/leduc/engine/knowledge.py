"""What a seat knows: hands as it can imagine them, and observations as bytes."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.rng import Rng
from pandarium.games.leduc.engine.dealing import draw_card
from pandarium.games.leduc.engine.state import FOLDED, NO_CARD, ROUND_BYTES, SHOWDOWN, LeducState, pack_hands

FIRST_BET: Final = 6
OBSERVED_BYTES: Final = FIRST_BET + 2 * ROUND_BYTES


def guess_hands(state: LeducState, seat: int | None, rng: Rng) -> i64:
    """Hands as this seat can imagine them: its own card, and for every card it has not seen any that is left."""
    if state.stage == SHOWDOWN:
        return state.hands
    if seat is None:
        first = draw_card(rng, len(state.fixed.ranks), state.public, NO_CARD)
        return pack_hands(first, draw_card(rng, len(state.fixed.ranks), state.public, first))
    mine: i64 = state.card_of(seat)
    theirs = draw_card(rng, len(state.fixed.ranks), state.public, mine)
    return pack_hands(mine, theirs) if seat == 0 else pack_hands(theirs, mine)


def observe_into(state: LeducState, me: i64, out: vec[u8], at: i64) -> None:
    """Own card, public card, stage, own chips, their chips, whether to act, and every move so far."""
    ranks = state.fixed.ranks
    out[at] = u8(ranks[state.card_of(me)] + 1)
    if state.public != NO_CARD:
        out[at + 1] = u8(ranks[state.public] + 1)
    out[at + 2] = u8(state.stage)
    out[at + 3] = u8(state.paid_by(me))
    out[at + 4] = u8(state.paid_by(1 - me))
    if state.turn == me and state.stage < FOLDED:
        out[at + 5] = 1
    bets: i64 = state.bets
    place: i64 = at + FIRST_BET
    while bets != 0:
        out[place] = u8(bets & 255)
        bets >>= 8
        place += 1
