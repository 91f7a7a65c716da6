"""What somebody may hold: hands drawn from the cards one cannot place, and weighed by what was claimed and said."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.pandante.engine import casinos, judging, knowledge, phases
from pandarium.games.pandante.engine.cards import BIT, size
from pandarium.games.pandante.engine.claims import PAIR
from pandarium.games.pandante.engine.deck import draw_set
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.hands import LIE, best
from pandarium.games.pandante.engine.turn_order import staying

SURE: Final = 1024
"""A chance of 1."""
GUESSES: Final = 24
"""How many hands one looks at in passing."""
TRIES: Final = 16
"""How often a hand is drawn again that does not go with the claim."""

LIE_WEIGHTS: Final = vec[i64]([SURE, 110, 75, 50, 36, 26, 20, 15, 12, 8, 6, 4])
"""By how many spaces a hand falls short: how likely its owner claims what was claimed, when no card is to come;"""
HOPE_WEIGHTS: Final = vec[i64]([SURE, 420, 260, 140, 80, 50, 30, 20, 12, 8, 6, 4])
"""and when there is still hope."""
LAST_RESORT: Final = 700
"""A pair is what everybody claims who has nothing."""
MODEST: Final = vec[i64]([SURE, 800, 500, 350, 250, 200, 150, 120, 100, 100, 100, 100])
"""How likely a player claims this many spaces less than they could."""


def hidden_cards(state: Pandante, viewer: i64, other: i64) -> i64:
    """How many cards of a hand this viewer does not know."""
    known: i64 = state.shown[other] | state.seen[viewer * state.seats + other]
    return size(state.hands[other] & ~known)


def sample_truth(state: Pandante, viewer: i64, other: i64, said: i64, tries: i64, rng: Rng) -> i64:
    """In how many tries the other's claim and this statement are true, with any cards for hidden ones."""
    known: i64 = state.hands[other] & (state.shown[other] | state.seen[viewer * state.seats + other])
    wanted: i64 = size(state.hands[other] & ~known)
    unseen = knowledge.unknown_to(state, viewer)
    if viewer == other:
        known = 0
        wanted = size(state.hands[other])
    true: i64 = 0
    left: i64 = tries
    while left > 0:
        if judging.judge_cards(state, other, said, known | draw_set(rng, unseen, wanted)) != LIE:
            true += 1
        left -= 1
    return true


def chance_of_claim(state: Pandante, viewer: i64, other: i64, lies: i64, tries: i64, rng: Rng) -> i64:
    """How likely somebody tells the truth, in SURE-ths, if `lies` percent would claim it without having it.

    Who claims has chosen from more than two cards, by snacks and abilities: about three times as many chances.
    """
    if hidden_cards(state, viewer, other) == 0:
        return SURE if judging.judge_hand(state, other) != LIE else 0
    blind: i64 = sample_truth(state, viewer, other, state.said[other], tries, rng)
    has: i64 = min(SURE, 3 * blind * SURE // tries + SURE // 100)
    return has * SURE // (has + (SURE - has) * lies // 100)


def likelihood(state: Pandante, other: i64, cards: i64) -> i64:
    """How well a hand goes with what its owner has claimed and said, in SURE-ths."""
    claim = state.claim(other)
    if claim < 0:
        return SURE
    if state.said[other] != 0:
        return SURE if judging.judge_cards(state, other, state.said[other], cards) != LIE else 120
    real = best(cards, state.row(0))
    if casinos.rows(state) == 2:
        real = max(real, best(cards, state.row(1)))
    if judging.judge_cards(state, other, state.said[other], cards) != LIE:
        return MODEST[real - claim]
    if claim == PAIR:
        return LAST_RESORT
    short: i64 = max(1, claim - max(real, PAIR))
    return LIE_WEIGHTS[short] if state.street == phases.TAIL else HOPE_WEIGHTS[short]


def imagine(state: Pandante, viewer: i64, rng: Rng) -> Pandante:
    """A twin in which the others hold what goes with their claims: hands that do not are drawn again, mostly."""
    twin = state.resample(viewer, rng)
    left: i64 = staying(state) & ~BIT[viewer]
    other: i64 = 0
    while other < state.seats:
        if left & BIT[other] != 0 and twin.spare[other] == 0:
            known: i64 = state.hands[other] & (state.shown[other] | state.seen[viewer * state.seats + other])
            wanted: i64 = size(state.hands[other] & ~known)
            if wanted > 0 and state.claim(other) >= 0:
                redraw(twin, other, known, wanted, rng)
        other += 1
    return twin


def redraw(twin: Pandante, other: i64, known: i64, wanted: i64, rng: Rng) -> None:
    """Exchange the hidden cards of a hand with the deck until they go with the claim, or patience ends."""
    tries: i64 = TRIES
    while tries > 0 and rng.below(SURE) >= likelihood(twin, other, twin.hands[other]):
        hidden: i64 = twin.hands[other] & ~known
        pool: i64 = twin.deck | hidden
        if size(pool) < wanted + 1:
            return
        fresh = draw_set(rng, pool, wanted)
        twin.hands[other] = known | fresh
        twin.deck = pool & ~fresh
        tries -= 1
