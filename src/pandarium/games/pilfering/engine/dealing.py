"""Set-up: Meerkats, pandas, deck, hands, Hideout and Secret Stash (PP-S)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import FIRST_PLAN, PLANS, bit, is_plan, list_cards, plan_bit, size
from pandarium.games.pilfering.engine.events import (
    CHOSE,
    DEALT,
    DECLINED,
    MET_MEERKATS,
    MET_PLAN,
    SECRET_FILLED,
    TOPPED_UP,
)
from pandarium.games.pilfering.engine.faults import FINE, NO_SUCH_PANDA, NOT_CHOOSING, PANDA_TAKEN
from pandarium.games.pilfering.engine.prices import LOW_SIDE
from pandarium.games.pilfering.engine.setup import HAND, HIDEOUT, MEERKATS, PANDAS
from pandarium.games.pilfering.engine.state import (
    CHOOSE_STEP,
    DEAL_STEP,
    START_STEP,
    TURN_STEP,
    PilferingState,
)

EVERY_PLAN: Final = vec[i64]([FIRST_PLAN + plan for plan in range(PLANS)])
"""The seven plans, to be copied."""


def set_up(state: PilferingState, log: list[Any] | None) -> None:
    """PP-S1, PP-S3: markers, two Meerkats; the players choose their pandas before the cards are dealt."""
    state.hands = state.fixed.nothing[:]
    state.known = state.fixed.unknown[:]
    state.roles = state.fixed.nobody[:]
    if not state.fixed.solo:
        state.suspicion = LOW_SIDE
    state.sealed += 1
    one: i64 = state.rng.below(MEERKATS)
    two: i64 = state.rng.below(MEERKATS - 1)
    if two >= one:
        two += 1
    seat_meerkats(state, one, two)
    if log is not None:
        log.append((MET_MEERKATS, one, two))


def seat_meerkats(state: PilferingState, one: i64, two: i64) -> None:
    """These two trade today."""
    state.meerkats = one | (two << 4)
    state.first = Area(state.fixed.wants[one], state.fixed.reach)
    state.second = Area(state.fixed.wants[two], state.fixed.reach)


def choose_fault(state: PilferingState, panda: i64) -> i64:
    """PP-S3: why this panda cannot be chosen; no two are the same."""
    if state.step != CHOOSE_STEP:
        return NOT_CHOOSING
    if panda >= PANDAS:
        return NO_SUCH_PANDA
    seat: i64 = 0
    while seat < state.turn:
        if state.roles[seat] == panda:
            return PANDA_TAKEN
        seat += 1
    return FINE


def choose_panda(state: PilferingState, seat: i64, panda: i64, log: list[Any] | None) -> None:
    """PP-S3: in the order of the seats; after the last one the cards are dealt."""
    state.roles[seat] = panda
    if log is not None:
        log.append((CHOSE, seat, panda))
    state.turn = seat + 1
    if state.turn == state.seats:
        state.turn = 0
        state.step = DEAL_STEP


def deal(state: PilferingState, log: list[Any] | None) -> None:
    """PP-S2, PP-S3, PP-S5: deck, hands, Hideout, and alone the Secret Stash."""
    state.sealed += 1
    stack_deck(state)
    aside: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        dealt: i64 = 0
        while dealt < HAND:
            aside |= set_aside(state, log)
            state.hands[seat] += bit(lift(state))
            dealt += 1
        if log is not None:
            log.append((DEALT, seat, list_cards(state.hands[seat])))
        seat += 1
    while len(state.hideout) < HIDEOUT:
        aside |= set_aside(state, log)
        state.hideout = append(state.hideout, lift(state))
        if log is not None:
            log.append((TOPPED_UP, state.hideout[len(state.hideout) - 1]))
    while state.fixed.solo and size(state.secret) < HIDEOUT:
        aside |= set_aside(state, log)
        card = lift(state)
        state.secret += bit(card)
        if log is not None:
            log.append((SECRET_FILLED, card))
    if aside != 0:
        shuffle_back(state, aside)
    state.step = TURN_STEP if state.fixed.solo else START_STEP


def answer_start(state: PilferingState, seat: i64, yes: bool, log: list[Any] | None) -> None:
    """PP-S3: around the table, who says so first starts; the last one need not be asked."""
    if yes:
        state.step = TURN_STEP
        return
    if log is not None:
        log.append((DECLINED, seat))
    state.turn = seat + 1
    if state.turn == state.seats - 1:
        state.step = TURN_STEP


def stack_deck(state: PilferingState) -> None:
    """PP-S2, PP-S6: all cards for that many players; some leave unseen; plans go into the lower part (PP-S5)."""
    deck = state.fixed.pack[:]
    left: i64 = len(deck)
    shuffle(deck, left, state.rng)
    gone: i64 = state.fixed.away
    while gone > 0:
        left -= 1
        state.away += bit(deck[left])
        gone -= 1
    state.deck = deck
    state.left = left
    if state.fixed.plans > 0:
        state.thin = (left + 1) // 3  # to the nearest
        mix_plans(state)


def mix_plans(state: PilferingState) -> None:
    """PP-S5: some of the seven plans, shuffled into all but the thinner part on top."""
    plans = EVERY_PLAN[:]
    shuffle(plans, PLANS, state.rng)
    deck = state.deck[: state.left - state.thin]
    index: i64 = 0
    while index < state.fixed.plans:
        deck = append(deck, plans[index])
        index += 1
    shuffle(deck, len(deck), state.rng)
    index = state.left - state.thin
    while index < state.left:
        deck = append(deck, state.deck[index])
        index += 1
    state.deck = deck
    state.left += state.fixed.plans
    state.plans_left = state.fixed.plans


def set_aside(state: PilferingState, log: list[Any] | None) -> i64:
    """PP-S5: plans met at set-up are replaced; which, as bits."""
    aside: i64 = 0
    while is_plan(state.deck[state.left - 1]):
        card = lift(state)
        aside |= plan_bit(card)
        if log is not None:
            log.append((MET_PLAN, card))
    return aside


def shuffle_back(state: PilferingState, aside: i64) -> None:
    """PP-S5: and shuffled back into the deck when everything is laid out."""
    state.met = aside
    deck = state.deck[: state.left]
    plan: i64 = 0
    while plan < PLANS:
        if aside & bit(plan) != 0:
            deck = append(deck, FIRST_PLAN + plan)
        plan += 1
    state.left = len(deck)
    shuffle(deck, state.left, state.rng)
    state.deck = deck
    state.thin = 0


def lift(state: PilferingState) -> i64:
    """The top card of the deck."""
    state.left -= 1
    if state.thin > 0:
        state.thin -= 1
    return state.deck[state.left]


def shuffle(cards: vec[i64], length: i64, rng: Rng) -> None:
    """Shuffle the first `length` cards in place."""
    while length > 1:
        place: i64 = rng.below(length)
        length -= 1
        card: i64 = cards[place]
        cards[place] = cards[length]
        cards[length] = card
