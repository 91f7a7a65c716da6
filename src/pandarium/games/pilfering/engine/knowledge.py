"""What each seat knows: cards seen going somewhere, what it can observe, and a deal of everything it cannot see."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from pandarium.core.rng import Rng
from pandarium.games.pilfering.engine.areas import Area, set_length, set_start
from pandarium.games.pilfering.engine.cards import (
    EVERY_LOOT,
    FIRST_PLAN,
    KEY,
    LOOT,
    NO_CARD,
    PLANS,
    bit,
    has,
    keys_of,
    lowest,
    nth_card,
    size,
    without,
)
from pandarium.games.pilfering.engine.dealing import shuffle
from pandarium.games.pilfering.engine.setup import MOST_CARDS, MOST_SEATS, NOBODY
from pandarium.games.pilfering.engine.state import PilferingState

SEAT_BYTES: Final = 5 + 2 * (LOOT + 1)
AREA_BYTES: Final = 2 * MOST_CARDS + LOOT + 1 + 1
EMPTY_SEAT: Final = bytes(SEAT_BYTES)
EMPTY_HAND: Final = bytes(LOOT + 1)
NOTHING: Final = [bytes(count) for count in range(MOST_CARDS + 1)]
"""The rest of a row, by its length."""
ZERO: Final = 256
"""How 0 is written in two bytes: the keeper may be driven back behind its start."""


# Cards seen going somewhere


def see(state: PilferingState, owner: i64, card: i64) -> None:
    """Everyone saw this card go into that hand."""
    row: i64 = owner
    while row < len(state.known):
        state.known[row] += bit(card)
        row += state.seats


def learn(state: PilferingState, viewer: i64, owner: i64, card: i64) -> None:
    """This player alone knows of that card in that hand."""
    state.known[viewer * state.seats + owner] += bit(card)


def take_from(state: PilferingState, owner: i64, cards: i64) -> None:
    """These cards, a hand, leave a hand, seen by all or unseen: nobody counts on them any more."""
    state.hands[owner] -= cards
    row: i64 = owner
    while row < len(state.known):
        if state.known[row] != 0:
            state.known[row] = without(state.known[row], cards)
        row += state.seats
    if state.bound != 0 and owner == state.turn:
        state.bound = without(state.bound, cards)


def lose_sight(state: PilferingState, one: i64, other: i64) -> None:
    """These two have swapped cards unseen: nobody else can be sure of anything there but what is bound to stay."""
    viewer: i64 = 0
    while viewer <= state.seats:
        if viewer not in (one, other):
            state.known[viewer * state.seats + one] = stays(state, one)
            state.known[viewer * state.seats + other] = stays(state, other)
        viewer += 1


def be_sure(state: PilferingState, viewer: i64, owner: i64) -> None:
    """What must be in that hand is known to be there, whichever of two Keys was given away."""
    row: i64 = viewer * state.seats + owner
    sure: i64 = stays(state, owner)
    known: i64 = state.known[row]
    keys: i64 = keys_of(sure) if keys_of(sure) > keys_of(known) else keys_of(known)
    state.known[row] = ((known | sure) & EVERY_LOOT) | (keys << LOOT)


def stays(state: PilferingState, owner: i64) -> i64:
    """What must be in that hand: cards that cannot be given away this turn (PP-T3, PP-T5)."""
    if owner != state.turn:
        return 0
    due: i64 = state.duty
    return state.bound if due == NO_CARD or has(state.bound, due) else state.bound + bit(due)


# Observation


def observe(state: PilferingState, me: i64) -> bytes:
    """The layout that `game.observation` names; players in clockwise order from the observer."""
    seen = BytesWriter()
    offset: i64 = 0
    while offset < MOST_SEATS:
        if offset < state.seats:
            observe_player(state, seen, me, (me + offset) % state.seats)
        else:
            seen.write(EMPTY_SEAT)
        offset += 1
    observe_row(seen, state.hideout)
    observe_hand(seen, state.secret)
    observe_hand(seen, state.box)
    observe_area(seen, state.first)
    observe_area(seen, state.second)
    observe_number(seen, state.panda)
    observe_number(seen, state.keeper)
    seen.append(u8(state.left))
    seen.append(u8(state.plans_left))
    seen.append(u8(state.gone & 127))
    seen.append(u8(state.step))
    seen.append(u8((state.turn - me + state.seats) % state.seats))
    seen.append(u8(state.duty + 1))
    seen.append(u8(state.found + 1))
    seen.append(u8(state.suspicion))
    seen.append(u8((state.suspect - me + state.seats) % state.seats + 1 if state.suspect != NOBODY else 0))
    seen.append(u8(state.watched + 1))
    seen.append(u8(state.quarters))
    seen.append(u8((state.timekeeper - me + state.seats) % state.seats + 1 if state.timekeeper != NOBODY else 0))
    seen.append(u8(state.early))
    seen.append(u8(state.gate))
    seen.append(u8(state.fixed.win))
    seen.append(u8(state.fixed.limit))
    return seen.getvalue()


def observe_player(state: PilferingState, seen: BytesWriter, me: i64, player: i64) -> None:
    """Present, how many cards, panda, ability left, out, and the cards that the observer knows of."""
    seen.append(1)
    seen.append(u8(size(state.hands[player])))
    seen.append(u8(state.roles[player] + 1))
    seen.append(u8(0 if state.spent & bit(player) != 0 else 1))
    seen.append(u8(1 if state.out & bit(player) != 0 else 0))
    observe_hand(seen, state.hands[player] if player == me else state.known[me * state.seats + player])
    observe_hand(seen, state.bound if player == state.turn else 0)


def observe_hand(seen: BytesWriter, hand: i64) -> None:
    """A byte for every Loot card, and one for the number of Keys."""
    if hand == 0:
        seen.write(EMPTY_HAND)
        return
    card: i64 = 0
    while card < LOOT:
        seen.append(u8(hand & 1))
        hand >>= 1
        card += 1
    seen.append(u8(hand))


def observe_row(seen: BytesWriter, cards: vec[i64]) -> None:
    """Cards in their order, each plus one; nothing is 0."""
    index: i64 = 0
    while index < len(cards):
        seen.append(u8(cards[index] + 1))
        index += 1
    seen.write(NOTHING[MOST_CARDS - index])


def observe_area(seen: BytesWriter, area: Area) -> None:
    """Its cards; for each whether sets start (1) and end (2) with it; what the end card may be; the Meerkat's suits."""
    observe_row(seen, area.cards)
    starts: i64 = 0
    ends: i64 = 0
    number: i64 = 0
    while number < len(area.sets):
        packed: i64 = area.sets[number]
        starts |= bit(set_start(packed))
        ends |= bit(set_start(packed) + set_length(packed) - 1)
        number += 1
    number = 0
    while number < len(area.cards):
        seen.append(u8((starts & 1) | ((ends & 1) << 1)))
        starts >>= 1
        ends >>= 1
        number += 1
    seen.write(NOTHING[MOST_CARDS - number])
    observe_hand(seen, area.end)
    seen.append(u8(area.wants))


def observe_number(seen: BytesWriter, number: i64) -> None:
    """A number as two bytes, high first."""
    biased: i64 = number + ZERO
    seen.append(u8((biased >> 8) & 255))
    seen.append(u8(biased & 255))


def area_cards(cards: vec[i64]) -> i64:
    """Cards in a row as a hand."""
    hand: i64 = 0
    index: i64 = 0
    while index < len(cards):
        hand += bit(cards[index])
        index += 1
    return hand


# A deal of what a seat cannot see


def deal_hidden(state: PilferingState, viewer: i64, rng: Rng) -> None:
    """Draw everything anew that this viewer cannot know."""
    fresh = gather_hidden(state, viewer)
    left: i64 = len(fresh)
    shuffle(fresh, left, rng)
    owner: i64 = 0
    while owner < state.seats:
        if owner != viewer:
            hand: i64 = state.known[viewer * state.seats + owner]
            wanted: i64 = size(state.hands[owner]) - size(hand)
            while wanted > 0:
                left -= 1
                hand += bit(fresh[left])
                wanted -= 1
            state.hands[owner] = hand
            fit_knowledge(state, viewer, owner)
        owner += 1
    away: i64 = size(state.away)
    state.away = 0
    while away > 0:
        left -= 1
        state.away += bit(fresh[left])
        away -= 1
    state.deck = hide_plans(state, fresh[:left], rng)
    if state.gift != NO_CARD and viewer != state.turn:
        state.gift = guess_gift(state, rng)


def gather_hidden(state: PilferingState, viewer: i64) -> vec[i64]:
    """All Loot and Keys that this viewer cannot place, in order."""
    loot: i64 = state.fixed.loot | (state.fixed.keys << LOOT)
    loot -= state.box + state.secret + area_cards(state.first.cards) + area_cards(state.second.cards)
    loot -= area_cards(state.hideout)
    if state.found != NO_CARD:
        loot -= bit(state.found)
    owner: i64 = 0
    while owner < state.seats:
        loot -= state.hands[owner] if owner == viewer else state.known[viewer * state.seats + owner]
        owner += 1
    hidden = vec[i64]()
    keys: i64 = keys_of(loot)
    loot &= EVERY_LOOT
    while loot != 0:
        hidden = append(hidden, lowest(loot))
        loot &= loot - 1
    while keys > 0:
        hidden = append(hidden, KEY)
        keys -= 1
    return hidden


def hide_plans(state: PilferingState, cards: vec[i64], rng: Rng) -> vec[i64]:
    """The deck of these cards, with plans that may be in it anywhere but in its thinner part (PP-S5)."""
    if state.plans_left == 0:
        return cards
    deck = cards[: len(cards) - state.thin]
    unknown = vec[i64]()
    wanted: i64 = state.plans_left
    plan: i64 = 0
    while plan < PLANS:
        if state.met & bit(plan) != 0:
            deck = append(deck, FIRST_PLAN + plan)
            wanted -= 1
        elif state.gone & bit(plan) == 0:
            unknown = append(unknown, FIRST_PLAN + plan)
        plan += 1
    shuffle(unknown, len(unknown), rng)
    while wanted > 0:
        wanted -= 1
        deck = append(deck, unknown[wanted])
    shuffle(deck, len(deck), rng)
    place: i64 = len(cards) - state.thin
    while place < len(cards):
        deck = append(deck, cards[place])
        place += 1
    return deck


def fit_knowledge(state: PilferingState, viewer: i64, owner: i64) -> None:
    """What others may know of a hand that was dealt anew: no more than the one who imagines it."""
    public: i64 = state.known[state.seats * state.seats + owner]
    other: i64 = 0
    while other < state.seats:
        if other != viewer:
            state.known[other * state.seats + owner] = public
        other += 1


def guess_gift(state: PilferingState, rng: Rng) -> i64:
    """What Sharing may be giving away, for those who do not know."""
    hand: i64 = state.hands[state.turn] - stays(state, state.turn)
    if hand == 0:
        hand = state.hands[state.turn]
    return nth_card(hand, rng.below(size(hand)))
