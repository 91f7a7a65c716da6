"""A rule of thumb for every decision: what the position is worth after each move, from what a seat may know.

It looks one action ahead, and at a pick-up two. Values are whole numbers, 16 to a space on the Escape Track, so that
compiled and interpreted code choose alike. Other players' hands are never looked at beyond what was seen going there.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.core.move_list import MoveList
from pandarium.core.rng import Rng
from pandarium.games.pilfering.bots.promise import end_worth, hand_worth, links
from pandarium.games.pilfering.bots.weights import (
    ABILITY,
    ALSO_OUT,
    BOUND,
    BURDEN,
    CARD_HELD,
    DANGER,
    EARLY_OUT,
    FRESH,
    HASTE,
    HIDE_END,
    HIDE_KNOWN,
    HIDE_LINK,
    NEED,
    OUT_NEED,
    OUT_WORTH,
    PICK_UP,
    RUN_MARGIN,
    SHARED,
    START,
    THIN_DECK,
    WIN_NOW,
    Weights,
)
from pandarium.games.pilfering.engine.cards import KEY, NO_CARD, ONE_KEY, bit, size
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.legal import list_moves
from pandarium.games.pilfering.engine.moves import (
    ANSWER,
    CHOOSE,
    DISCARD,
    DRAW,
    FIRST_SLOT,
    GIVE,
    LEFT,
    PASS,
    PICK,
    PLACE,
    PLAIN,
    SECRET,
    SHARE,
    SLOT_BITS,
    SLOT_MASK,
    STASH,
    SWAP,
    WITH_ABILITY,
    area_of,
    card_of,
    escape,
    kind_of,
    other_of,
    panda_of,
    picked,
    plays_card,
    start,
    swap_card,
    way_of,
)
from pandarium.games.pilfering.engine.plays import list_plays
from pandarium.games.pilfering.engine.prices import (
    KEY_COST,
    TURN_COST,
    cards_of,
    drop_cost,
    penalty_of,
    price_of,
    suspicion_of,
)
from pandarium.games.pilfering.engine.refresh import brings_duty
from pandarium.games.pilfering.engine.setup import NOBODY
from pandarium.games.pilfering.engine.state import CHECK_STEP, OVER, SECRET_STEP, PilferingState
from pandarium.games.pilfering.engine.track import is_caught

FINE_SPACES: Final = 16
"""Values to a space."""
LOST: Final = -1_000_000
SCALE: Final = 16
"""So far from the win space, cards in hand are all promise; at it they are all burden."""
USUAL_COST: Final = 20
"""What an unknown card costs in the final check, in 16ths: 46 spaces for 38 cards at a table for two."""
NEAR_GAP: Final = 8
"""From so close on the keeper is a danger."""
THIN: Final = 12
"""A deck with fewer cards is thin."""


class Policy:
    """Someone who plays by rule of thumb."""

    weights: Weights
    whim: i64
    """Up to this much is added to every value by chance, for players who do not always do the same; 0: they do."""
    rng: Rng
    panda: i64
    """After the move being looked at: the markers,"""
    keeper: i64
    hand: i64
    """the hand,"""
    lie_1: i64
    """the cards in either area,"""
    lie_2: i64
    end_1: i64
    """its end card, or NO_CARD,"""
    end_2: i64
    coming: i64
    """and how many cards are yet to come to hand this turn."""

    def __init__(self, weights: Weights, whim: int = 0) -> None:
        self.weights = weights
        self.whim = whim
        self.rng = Rng(0)
        self.panda = 0
        self.keeper = 0
        self.hand = 0
        self.lie_1 = 0
        self.lie_2 = 0
        self.end_1 = NO_CARD
        self.end_2 = NO_CARD
        self.coming = 0

    # Choosing

    def choose(self, state: Pilfering, seat: i64) -> i64:
        """The move with the highest value; of equals the first."""
        moves = MoveList()
        list_moves(state, seat, moves)
        length: i64 = moves.length
        best: i64 = moves.items[0]
        if length == 1:
            return best
        highest: i64 = 2 * LOST
        index: i64 = 0
        while index < length:
            move: i64 = moves.items[index]
            worth: i64 = self.value(state, seat, move)
            if self.whim != 0:
                worth += self.rng.below(self.whim)
            if worth > highest:
                highest = worth
                best = move
            index += 1
        return best

    def playout(self, state: Pilfering) -> None:
        """Play to the end, everyone alike."""
        while state.step != OVER:
            seat: i64 = state.actor()
            state.apply(seat, self.choose(state, seat), None)

    def value(self, state: PilferingState, seat: i64, move: i64) -> i64:
        """What the position is worth after this legal move."""
        kind: i64 = kind_of(move)
        if kind == PICK:
            return self.pick_value(state, seat, move)
        if kind == STASH:
            return self.stash_value(state, seat, card_of(move))
        if kind == ANSWER:
            return self.answer_value(state, seat, move)
        if kind == CHOOSE:
            return self.weights.pandas[panda_of(move)]
        if kind == DRAW:
            return self.draw_value(state, seat)
        if kind == GIVE:
            self.look(state, seat)
            self.hand -= bit(card_of(move))
            taker: i64 = state.known[seat * state.seats + state.turn]
            return self.score(state, seat) + links(card_of(move), taker) * self.weights.values[HIDE_KNOWN]
        if kind == PLACE:
            return self.place_value(state, seat, area_of(move))
        return self.action_value(state, seat, move)

    # Looking

    def look(self, state: PilferingState, seat: i64) -> None:
        """The position as it is."""
        self.panda = state.panda
        self.keeper = state.keeper
        self.hand = state.hands[seat]
        cards = state.first.cards
        self.lie_1 = len(cards)
        self.end_1 = cards[len(cards) - 1] if len(cards) != 0 else NO_CARD
        cards = state.second.cards
        self.lie_2 = len(cards)
        self.end_2 = cards[len(cards) - 1] if len(cards) != 0 else NO_CARD

    def action_value(self, state: PilferingState, seat: i64, move: i64) -> i64:
        """What an action, or none, leaves."""
        self.look(state, seat)
        kind: i64 = kind_of(move)
        w = self.weights.values
        spent: i64 = 0
        if kind == PASS:
            return self.score(state, seat)
        if kind == DISCARD:
            self.keeper -= KEY_COST
            self.hand -= ONE_KEY
        elif kind == SWAP:
            self.hand += ONE_KEY - bit(swap_card(move))
        elif kind == SHARE:
            return self.share_value(state, seat, move)
        else:
            price = price_of(state, move, cards_of(state, move))
            self.panda += price.panda()
            self.keeper += price.keeper()
            rest: i64 = move >> FIRST_SLOT
            card: i64 = NO_CARD
            laid: i64 = 0
            while rest != 0:
                card = (rest & SLOT_MASK) - 1
                self.hand -= bit(card)
                laid += 1
                rest >>= SLOT_BITS
            if area_of(move) == 0:
                self.lie_1 += laid
                if kind != LEFT:
                    self.end_1 = card
            else:
                self.lie_2 += laid
                if kind != LEFT:
                    self.end_2 = card
            if move & WITH_ABILITY != 0:
                spent = w[ABILITY]
        return self.score(state, seat) - spent

    def share_value(self, state: PilferingState, seat: i64, move: i64) -> i64:
        """PP-C6, Sharing: a card that is missed little, and may help the other; alone, for one that lies open."""
        w = self.weights.values
        card: i64 = card_of(move)
        self.hand -= bit(card)
        if state.fixed.solo:
            self.hand += bit(other_of(move) - SECRET)
            return self.score(state, seat) - w[ABILITY]
        known: i64 = state.known[seat * state.seats + other_of(move)]
        self.coming = 1
        worth: i64 = self.score(state, seat)
        self.coming = 0
        return worth + w[SHARED] + links(card, known) * w[HIDE_KNOWN] - w[ABILITY]

    def place_value(self, state: PilferingState, seat: i64, which: i64) -> i64:
        """PP-F2: a rummaged card on an area."""
        self.look(state, seat)
        if which == 0:
            self.lie_1 += 1
            self.end_1 = state.found
        else:
            self.lie_2 += 1
            self.end_2 = state.found
        return self.score(state, seat)

    def best_action(self, state: PilferingState, seat: i64, duty: i64) -> i64:
        """The best that one action leaves, or none at all if no card must be played."""
        moves = MoveList()
        list_plays(state, seat, moves)
        highest: i64 = LOST
        if duty == NO_CARD:
            highest = self.action_value(state, seat, PASS)
        index: i64 = 0
        while index < moves.length:
            move: i64 = moves.items[index]
            index += 1
            if duty == NO_CARD or plays_card(move, duty):
                worth: i64 = self.action_value(state, seat, move)
                highest = max(highest, worth)
        return highest

    def pick_value(self, state: PilferingState, seat: i64, move: i64) -> i64:
        """PP-T2 to PP-T6: what the best action leaves after a pick-up, its price paid."""
        w = self.weights.values
        cards: i64 = picked(move)
        way: i64 = way_of(move)
        place: i64 = len(state.hideout) - cards
        duty: i64 = NO_CARD
        extra: i64 = w[BOUND]
        then = state.sketch()
        if brings_duty(cards, way):
            duty = state.hideout[place]
            extra = w[PICK_UP]
            then.keeper += penalty_of(state.fixed, way) + suspicion_of(state, seat)
            if is_caught(then):
                return LOST
        if way != PLAIN:
            extra += w[ABILITY]
        while place < len(state.hideout):
            then.hands[seat] += bit(state.hideout[place])
            if duty == NO_CARD:
                then.bound += bit(state.hideout[place])  # PP-T3
            place += 1
        return self.best_action(then, seat, duty) - extra

    def draw_value(self, state: PilferingState, seat: i64) -> i64:
        """PP-T2, PP-E4: what the best action leaves, and a new card, from a deck that must last."""
        w = self.weights.values
        self.coming = 1
        worth: i64 = self.best_action(state, seat, NO_CARD) + w[FRESH]
        self.coming = 0
        if state.left < THIN:
            worth -= (THIN - state.left) * w[THIN_DECK]
        return worth

    def stash_value(self, state: PilferingState, seat: i64, card: i64) -> i64:
        """PP-E1, PP-1: what stays, and what others may make of what goes."""
        w = self.weights.values
        self.look(state, seat)
        if state.step != SECRET_STEP:
            self.hand -= bit(card)
        worth: i64 = self.score(state, seat)
        lie: i64 = 0
        index: i64 = 0
        while index < len(state.hideout):
            lie += bit(state.hideout[index])
            index += 1
        worth += links(card, lie) * w[HIDE_LINK]
        following: i64 = (seat + 1) % state.seats
        known: i64 = state.hands[seat] if following == seat else state.known[seat * state.seats + following]
        worth += links(card, known) * w[HIDE_KNOWN]
        if card != KEY and (state.first.opens | state.second.opens) & bit(card) != 0:
            worth += w[HIDE_END]
        return worth

    def answer_value(self, state: PilferingState, seat: i64, move: i64) -> i64:
        """PP-S3: who has something to begin with starts. PP-E3: run when what all hold costs less than the lead."""
        w = self.weights.values
        if state.step != CHECK_STEP:
            if move == start(0):
                return w[START]
            return self.best_action(state, seat, NO_CARD) - self.action_value(state, seat, PASS)
        if move != escape(1):
            return 0
        left: i64 = (state.panda - state.keeper) * FINE_SPACES - self.foreseen_cost(state, seat)
        if state.quarters == state.fixed.time_up - 1 and state.timekeeper == (state.turn + 1) % state.seats:
            return left  # there is no other chance
        return left - w[RUN_MARGIN]

    def foreseen_cost(self, state: PilferingState, seat: i64) -> i64:
        """PP-E5: what all cards in hands will cost, as far as this seat can tell, in 16ths."""
        return drop_cost(state.fixed, state.hands[seat]) * FINE_SPACES + self.cost_of_others(state, seat)

    def cost_of_others(self, state: PilferingState, seat: i64) -> i64:
        """The same without the seat's own cards; alone the Secret Stash (PP-3). In a sketch nobody knows a card."""
        cost: i64 = 0
        known: i64 = 0
        other: i64 = 0
        while other < state.seats:
            if other != seat:
                if len(state.known) != 0:
                    known = state.known[seat * state.seats + other]
                cost += drop_cost(state.fixed, known) * FINE_SPACES
                cost += (size(state.hands[other]) - size(known)) * USUAL_COST
            other += 1
        if state.fixed.stash_counts:
            cost += drop_cost(state.fixed, state.secret) * FINE_SPACES
        return cost

    # Judging

    def score(self, state: PilferingState, seat: i64) -> i64:
        """What the position in the fields above is worth."""
        w = self.weights.values
        gap: i64 = self.panda - self.keeper
        if gap <= 0:
            return LOST
        need: i64 = state.fixed.win - self.panda
        need = max(need, 0)
        worth: i64 = gap * FINE_SPACES - w[NEED] * need
        if gap < NEAR_GAP:
            worth -= w[DANGER] * (NEAR_GAP - gap) * (NEAR_GAP - gap) // 8
        promise: i64 = need if need < SCALE else SCALE
        if state.timekeeper != NOBODY:
            promise = promise * (state.fixed.time_up - state.quarters) // state.fixed.time_up
        hand: i64 = self.hand
        held: i64 = size(hand)
        limit: i64 = state.fixed.limit
        good: i64 = 0
        if self.lie_1 < limit:
            good += self.weights.areas[self.lie_1]
        if self.lie_2 < limit:
            good += self.weights.areas[self.lie_2]
        good += hand_worth(self.weights, hand) + held * w[CARD_HELD]
        good += end_worth(self.weights, self.end_1, hand, 3 if self.lie_1 >= limit else 1)
        good += end_worth(self.weights, self.end_2, hand, 3 if self.lie_2 >= limit else 1)
        if gap < NEAR_GAP:
            good -= good * w[HASTE] * (NEAR_GAP - gap) // 64
        burden: i64 = drop_cost(state.fixed, hand)
        worth += (good * promise - burden * w[BURDEN] * (SCALE - promise)) // SCALE
        if need == 0 and w[WIN_NOW] != 0 and self.wins_now(state, seat, burden):
            worth += w[WIN_NOW]
        if held <= 1 and not state.fixed.solo and state.timekeeper == NOBODY:
            if need > w[OUT_NEED]:
                worth -= w[EARLY_OUT] * (need - w[OUT_NEED])
            else:
                worth += w[OUT_WORTH]
        elif held <= 1:
            worth += w[ALSO_OUT]
        return worth

    def wins_now(self, state: PilferingState, seat: i64, burden: i64) -> bool:
        """PP-E3, PP-E5, PP-2: whether someone is out at the end of this turn, and all may run, as far as one can tell.

        Who has but one card left stashes it and is out, unless it is bound to stay (PP-T3).
        """
        if size(self.hand) + self.coming <= 1 and (self.hand == 0 or self.hand != state.bound):
            burden = 0
        elif state.out == 0:
            return False
        spare: i64 = self.panda - self.keeper - TURN_COST - burden
        return spare * FINE_SPACES - self.cost_of_others(state, seat) > self.weights.values[RUN_MARGIN]
