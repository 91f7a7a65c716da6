"""Exact odds, from what one seat may know: every hand, and every card to come, that goes with what it has seen.

Nothing here is sampled: hands are counted one by one. What the others claimed does not weigh; `belief` does that.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.games.pandante.engine import casinos, knowledge, phases
from pandarium.games.pandante.engine.cards import BIT, NO_CARD, lowest, size
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.hands import LIE, verdict_in_rows
from pandarium.games.pandante.engine.judging import best_with_rows
from pandarium.games.pandante.engine.state import SLOTS, TAIL_SLOT

UNKNOWN: Final = -1
"""Where it is too much to count, or not for this seat to say."""
MOST_CARDS: Final = 3
"""Hands with more hidden cards are not counted: there would be hundreds of thousands."""
WHOLE: Final = 1000
"""Odds are in thousandths."""


def holds_claim(state: Pandante, seat: i64, claim: i64, said: i64, cards: i64) -> bool:
    """PD-H3, PD-K9: whether private cards make that claim, and what was said (0: nothing), true."""
    return verdict_in_rows(claim, said, cards, state.row(0), state.row(1), casinos.rows(state)) != LIE


def held_by(state: Pandante, viewer: i64, other: i64) -> i64:
    """In how many thousandths of the hands that fit the other has what they claimed and said."""
    known: i64 = state.hands[other] & (state.shown[other] | state.seen[viewer * state.seats + other])
    hidden = size(state.hands[other] & ~known)
    claim = state.claim(other)
    if state.spare[other] != 0 or hidden > MOST_CARDS or claim < 0:
        return UNKNOWN
    hands = every_draw(knowledge.unknown_to(state, viewer), hidden)
    true: i64 = 0
    for drawn in hands:
        if holds_claim(state, other, claim, state.said[other], known | drawn):
            true += 1
    return (true * WHOLE + len(hands) // 2) // len(hands)


def every_draw(cards: i64, number: i64) -> list[i64]:
    """Every set of that many of these cards."""
    if number == 0:
        return [0]
    found: list[i64] = []
    left: i64 = cards
    while left != 0:
        card: i64 = BIT[lowest(left)]
        left &= ~card
        if number == 1:
            found.append(card)
        else:
            for rest in every_draw(left, number - 1):
                found.append(card | rest)
    return found


def comes_true(state: Pandante, seat: i64, claim: i64, cards: i64) -> i64:
    """In how many thousandths the community cards to come make a claim true for these private cards."""
    coming = cards_to_come(state)
    if coming <= 0 or casinos.rows(state) == 2 or knowledge.known_coming(state, seat) != 0:
        return UNKNOWN
    draws = every_draw(knowledge.unknown_to(state, seat), coming)
    true: i64 = 0
    for drawn in draws:
        if verdict_in_rows(claim, 0, cards, state.row(0) | drawn, 0, 1) != LIE:
            true += 1
    return (true * WHOLE + len(draws) // 2) // len(draws)


def cards_to_come(state: Pandante) -> i64:
    """PD-2, PD-K5, PD-K7: how many community cards the streets of this gambit still bring."""
    if state.street == phases.TAIL:
        return 0
    last: i64 = TAIL_SLOT
    if not casinos.has_effect(state, casinos.NO_FIFTH_CARD):
        last += 1
    missing: i64 = 0
    slot: i64 = 0
    while slot < last:
        if state.board[slot] == NO_CARD:
            missing += 1
        slot += 1
    return missing


def one_card_helps(state: Pandante, seat: i64, cards: i64, claim: i64) -> i64:
    """PD-5, PD-L2: draw one, discard one: in how many thousandths that makes the claim true.

    For a claim of -1: in how many it makes a better hand.
    """
    unseen = knowledge.unknown_to(state, seat)
    before = best_with_rows(state, cards)
    helped: i64 = 0
    left: i64 = unseen
    while left != 0:
        drawn: i64 = BIT[lowest(left)]
        left &= ~drawn
        if any_kept(state, seat, cards | drawn, claim, before):
            helped += 1
    return (helped * WHOLE + size(unseen) // 2) // max(1, size(unseen))


def any_kept(state: Pandante, seat: i64, cards: i64, claim: i64, before: i64) -> bool:
    """Whether one of these cards can go so that the others hold the claim, or more than before."""
    left: i64 = cards
    while left != 0:
        card: i64 = BIT[lowest(left)]
        left &= ~card
        kept: i64 = cards & ~card
        if claim >= 0 and holds_claim(state, seat, claim, 0, kept):
            return True
        if claim < 0 and best_with_rows(state, kept) > before:
            return True
    return False


def new_hand_holds(state: Pandante, seat: i64, claim: i64) -> i64:
    """PD-L3, PD-D6: in how many thousandths as many new cards hold the claim."""
    number = size(state.hands[seat])
    if number > MOST_CARDS:
        return UNKNOWN
    hands = every_draw(knowledge.unknown_to(state, seat), number)
    true: i64 = 0
    for drawn in hands:
        if holds_claim(state, seat, claim, 0, drawn):
            true += 1
    return (true * WHOLE + len(hands) // 2) // len(hands)


def table_card_helps(state: Pandante, seat: i64, claim: i64, slot: i64, row: i64) -> i64:
    """PD-L4, PD-D3: in how many thousandths a new card in that place of a row makes the claim true."""
    card: i64 = state.board[row * SLOTS + slot]
    rest: i64 = state.row(row) if card == NO_CARD else state.row(row) & ~BIT[card]
    other: i64 = state.row(1 - row) if casinos.rows(state) == 2 else 0
    unseen = knowledge.unknown_to(state, seat)
    helped: i64 = 0
    left: i64 = unseen
    while left != 0:
        drawn: i64 = BIT[lowest(left)]
        left &= ~drawn
        if verdict_in_rows(claim, 0, state.hands[seat], rest | drawn, other, casinos.rows(state)) != LIE:
            helped += 1
    return (helped * WHOLE + size(unseen) // 2) // max(1, size(unseen))
