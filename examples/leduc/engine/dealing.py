"""Cards that chance deals: one for each player, and the public one (LH-2, LH-8)."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.leduc.engine.events import DEALT, TURNED
from pandarium.games.leduc.engine.state import NO_CARD, ROUND_BYTES, SECOND_ROUND, LeducSetup, LeducState, pack_hands


def deal_hands(setup: LeducSetup, rng: Rng, log: list[Any] | None) -> i64:
    """LH-2: a card for each player."""
    first = draw_card(rng, len(setup.ranks), NO_CARD, NO_CARD)
    second = draw_card(rng, len(setup.ranks), first, NO_CARD)
    if log is not None:
        log.append((DEALT, 0, setup.code(first)))
        log.append((DEALT, 1, setup.code(second)))
    return pack_hands(first, second)


def turn_card(state: LeducState, log: list[Any] | None) -> None:
    """LH-8: one card of those that are left; then the first player speaks again."""
    state.sealed += 1
    state.public = draw_card(state.rng, len(state.fixed.ranks), state.card_of(0), state.card_of(1))
    state.stage = SECOND_ROUND
    state.turn = 0
    state.raises = 0
    state.next_bet = 8 * ROUND_BYTES
    if log is not None:
        log.append((TURNED, state.fixed.code(state.public)))


def draw_card(rng: Rng, cards: i64, gone: i64, also_gone: i64) -> i64:
    """Any card of the deck but one or two that are gone (NO_CARD: none), each equally likely."""
    low: i64 = min(gone, also_gone)
    high: i64 = max(gone, also_gone)
    if low != NO_CARD:
        cards -= 1
    if high != NO_CARD:
        cards -= 1
    card = rng.below(cards)
    if low != NO_CARD and card >= low:
        card += 1
    if high != NO_CARD and card >= high:
        card += 1
    return card
