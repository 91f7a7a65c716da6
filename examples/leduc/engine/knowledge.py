"""What a seat knows: hands as it can imagine them, and observations as bytes."""

from __future__ import annotations

from librt.strings import BytesWriter, write_i64_le
from mypy_extensions import i64, u8

from pandarium.core.rng import Rng
from pandarium.games.leduc.engine.dealing import draw_card
from pandarium.games.leduc.engine.state import FOLDED, NO_CARD, SHOWDOWN, LeducState, pack_hands


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


def observe(state: LeducState, me: i64) -> bytes:
    """Own card, public card, stage, own chips, their chips, whether to act, and every move so far."""
    ranks = state.fixed.ranks
    seen = BytesWriter()
    seen.append(u8(ranks[state.card_of(me)] + 1))
    seen.append(0 if state.public == NO_CARD else u8(ranks[state.public] + 1))
    seen.append(u8(state.stage))
    seen.append(u8(state.paid_by(me)))
    seen.append(u8(state.paid_by(1 - me)))
    seen.append(1 if state.turn == me and state.stage < FOLDED else 0)
    write_i64_le(seen, state.bets)
    return seen.getvalue()
