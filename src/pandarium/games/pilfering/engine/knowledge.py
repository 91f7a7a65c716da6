"""What each seat knows: cards seen going somewhere, what it can observe, and a deal of everything it cannot see."""

from __future__ import annotations

from typing import Final

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

# Where an observation holds what; `layouts` names every byte. Of a seat:
KNOWN_FROM: Final = 5
BOUND_FROM: Final = KNOWN_FROM + LOOT + 1
SEAT_BYTES: Final = BOUND_FROM + LOOT + 1
# Of the whole:
AREA_BYTES: Final = 2 * MOST_CARDS + LOOT + 1 + 1
HIDEOUT_FROM: Final = MOST_SEATS * SEAT_BYTES
SECRET_FROM: Final = HIDEOUT_FROM + MOST_CARDS
BOX_FROM: Final = SECRET_FROM + LOOT + 1
AREAS_FROM: Final = BOX_FROM + LOOT + 1
REST_FROM: Final = AREAS_FROM + 2 * AREA_BYTES
OBSERVED_BYTES: Final = REST_FROM + 20
SET_STARTS: Final = 1
"""With a card of an area: a set starts there,"""
SET_ENDS: Final = 2
"""or ends."""
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


def observe_into(state: PilferingState, me: i64, out: vec[u8], at: i64) -> None:
    """The layout that `game.observation` names; players in clockwise order from the observer."""
    seats: i64 = state.seats
    player: i64 = me
    offset: i64 = 0
    while offset < seats:
        observe_player(state, me, player, out, at + offset * SEAT_BYTES)
        player += 1
        if player == seats:
            player = 0
        offset += 1
    observe_row(state.hideout, out, at + HIDEOUT_FROM)
    observe_hand(state.secret, out, at + SECRET_FROM)
    observe_hand(state.box, out, at + BOX_FROM)
    observe_area(state.first, out, at + AREAS_FROM)
    observe_area(state.second, out, at + AREAS_FROM + AREA_BYTES)
    observe_rest(state, me, out, at + REST_FROM)


def observe_player(state: PilferingState, me: i64, player: i64, out: vec[u8], at: i64) -> None:
    """Present, how many cards, panda, ability left, out, and the cards that the observer knows of."""
    hand: i64 = state.hands[player]
    out[at] = 1
    out[at + 1] = u8(size(hand))
    out[at + 2] = u8(state.roles[player] + 1)
    if state.spent & bit(player) == 0:
        out[at + 3] = 1
    if state.out & bit(player) != 0:
        out[at + 4] = 1
    if player != me:
        hand = state.known[me * state.seats + player]
    observe_hand(hand, out, at + KNOWN_FROM)
    if player == state.turn:
        observe_hand(state.bound, out, at + BOUND_FROM)


def observe_hand(hand: i64, out: vec[u8], at: i64) -> None:
    """A byte for every Loot card, and one for the number of Keys."""
    keys: i64 = keys_of(hand)
    if keys != 0:
        out[at + LOOT] = u8(keys)
    loot: i64 = hand & EVERY_LOOT
    while loot != 0:
        out[at + lowest(loot)] = 1
        loot &= loot - 1


def observe_row(cards: vec[i64], out: vec[u8], at: i64) -> None:
    """Cards in their order, each plus one; nothing is 0."""
    length: i64 = len(cards)
    index: i64 = 0
    while index < length:
        out[at + index] = u8(cards[index] + 1)
        index += 1


def observe_area(area: Area, out: vec[u8], at: i64) -> None:
    """Its cards; for each whether sets start (1) and end (2) with it; what the end card may be; the Meerkat's suits."""
    observe_row(area.cards, out, at)
    sets = area.sets
    many: i64 = len(sets)
    number: i64 = 0
    while number < many:
        start: i64 = at + MOST_CARDS + set_start(sets[number])
        out[start] |= SET_STARTS
        out[start + set_length(sets[number]) - 1] |= SET_ENDS
        number += 1
    observe_hand(area.end, out, at + 2 * MOST_CARDS)
    out[at + AREA_BYTES - 1] = u8(area.wants)


def observe_rest(state: PilferingState, me: i64, out: vec[u8], at: i64) -> None:
    """The markers, the deck, what is to be decided, and everything that was set going."""
    observe_number(state.panda, out, at)
    observe_number(state.keeper, out, at + 2)
    out[at + 4] = u8(state.left)
    out[at + 5] = u8(state.plans_left)
    out[at + 6] = u8(state.gone & 127)
    out[at + 7] = u8(state.step)
    out[at + 8] = u8(clockwise(state, me, state.turn))
    out[at + 9] = u8(state.duty + 1)
    out[at + 10] = u8(state.found + 1)
    out[at + 11] = u8(state.suspicion)
    if state.suspect != NOBODY:
        out[at + 12] = u8(clockwise(state, me, state.suspect) + 1)
    out[at + 13] = u8(state.watched + 1)
    out[at + 14] = u8(state.quarters)
    if state.timekeeper != NOBODY:
        out[at + 15] = u8(clockwise(state, me, state.timekeeper) + 1)
    out[at + 16] = u8(state.early)
    out[at + 17] = u8(state.gate)
    out[at + 18] = u8(state.fixed.win)
    out[at + 19] = u8(state.fixed.limit)


def clockwise(state: PilferingState, me: i64, player: i64) -> i64:
    """How many seats further on that player sits."""
    return player - me if player >= me else player - me + state.seats


def observe_number(number: i64, out: vec[u8], at: i64) -> None:
    """A number as two bytes, high first."""
    biased: i64 = number + ZERO
    out[at] = u8((biased >> 8) & 255)
    out[at + 1] = u8(biased & 255)


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
