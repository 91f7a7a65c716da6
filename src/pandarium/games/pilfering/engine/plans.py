"""Foiled Plans, and swapping cards with others (PP-F1 to PP-F5, Sharing of PP-C6)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.games.pilfering.engine.actions import ABILITY_USED, BY_TORCH
from pandarium.games.pilfering.engine.cards import (
    BACK_DOOR,
    CARING,
    EARLY,
    KEY,
    MUDDY,
    NO_CARD,
    RUMMAGE,
    TORCH,
    bit,
    has,
    keys_of,
    nth_card,
    size,
)
from pandarium.games.pilfering.engine.faults import (
    ABILITY_SPENT,
    CARD_BOUND,
    FINE,
    NO_SUCH_CARD,
    NO_SUCH_SEAT,
    NOT_IN_HAND,
    NOT_IN_SECRET,
    NOT_YOUR_ABILITY,
    OTHER_IS_OUT,
    WITH_YOURSELF,
)
from pandarium.games.pilfering.engine.moves import SECRET
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    CAUGHT,
    DOOR_STEP,
    FOR_HAND,
    GIVE_STEP,
    IN_FORCE,
    NO_CARDS,
    NO_DRAW,
    NOBODY,
    OVER,
    RUMMAGE_STEP,
    SHARING,
    WAITING,
    is_plan,
)
from pandarium.games.pilfering.engine.turns import RUMMAGED, Turns

PLAN: Final = 60
"""Events, as raw tuples."""
PLACED: Final = 61
WASHED_AWAY: Final = 62
DOOR_CLOSED: Final = 63
OFFERED: Final = 64
EXCHANGED: Final = 65
TRADED_SECRET: Final = 66
NO_EFFECT: Final = 67

TORCH_COST: Final = 2


class Plans(Turns):
    """A table at which things go wrong."""

    def resolve(self, plan: i64, log: list[Any] | None) -> bool:
        """PP-F1: do what it says, for the player whose turn it is."""
        if log is not None:
            log.append((PLAN, self.turn, plan))
        seat: i64 = self.turn
        if plan == RUMMAGE:
            return self.rummage(seat, log)
        if plan == BACK_DOOR:
            lie: i64 = len(self.first.cards) + len(self.second.cards)
            if size(self.hands[seat]) >= 3 and lie > 0:
                self.step = DOOR_STEP
                return True
            self.say_no_effect(plan, log)
        elif plan == CARING:
            self.share_and_care(seat, log)
        elif plan == TORCH:
            self.move_keeper(TORCH_COST, BY_TORCH, log)
            if self.keeper >= self.panda:
                self.finish(CAUGHT, log)
                return True
        elif plan == MUDDY:
            self.wash_away(log)
        elif plan == EARLY:
            self.early = IN_FORCE if self.drawing == FOR_HAND else WAITING
            self.early_seat = seat
        else:
            self.gate = IN_FORCE if self.drawing == FOR_HAND else WAITING
            self.gate_seat = seat
        return False

    def say_no_effect(self, plan: i64, log: list[Any] | None) -> None:
        """A plan that finds nothing to foil."""
        if log is not None:
            log.append((NO_EFFECT, self.turn, plan))

    def wash_away(self, log: list[Any] | None) -> None:
        """PP-F5, Muddy Paws: the left-most card of the Hideout to the box."""
        if len(self.hideout) == 0:
            self.say_no_effect(MUDDY, log)
            return
        card: i64 = self.hideout[0]
        self.hideout = self.hideout[1:]
        self.box += bit(card)
        if log is not None:
            log.append((WASHED_AWAY, card))

    def rummage(self, seat: i64, log: list[Any] | None) -> bool:
        """PP-F2: the top Loot card of the deck, to be placed; plans above it stay where they are, unseen."""
        place: i64 = self.left - 1
        while place >= 0 and is_plan(self.deck[place]):
            place -= 1
        if place < 0:
            self.finish(NO_CARDS, log)  # PP-E4
            return True
        self.found = self.deck[place]
        while place + 1 < self.left:
            self.deck[place] = self.deck[place + 1]
            place += 1
        self.left -= 1
        self.step = RUMMAGE_STEP
        if log is not None:
            log.append((RUMMAGED, seat, self.found))
        return True

    def place_card(self, which: i64, log: list[Any] | None) -> None:
        """PP-F2: the rummaged card to the end of an area; it counts to the limit, and the draw goes on."""
        area = self.area(which)
        before: i64 = len(area.cards)
        area.drop(self.found)
        if log is not None:
            log.append((PLACED, self.turn, which, self.found))
        self.mark_limit(which, before, log)
        self.found = NO_CARD
        self.draw_on(log)

    def trade_at_door(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """PP-F3: a set on the left, once; then the draw goes on, unless that was the last card."""
        self.carry_out(seat, move, log, False)
        if self.settle(seat, log):
            self.draw_on(log)
        elif self.step != OVER:
            if self.drawing == FOR_HAND:
                self.drawing = NO_DRAW
                self.end_turn(log)
                return
            if self.late != 0:
                self.late = 0
                self.turn_timer(log)
            if self.step != OVER:
                self.draw_on(log)

    def close_door(self, log: list[Any] | None) -> None:
        """PP-F3: no, thanks."""
        if log is not None:
            log.append((DOOR_CLOSED, self.turn))
        self.draw_on(log)

    # Swapping with others

    def share_and_care(self, seat: i64, log: list[Any] | None) -> None:
        """PP-F4: a random card for a random card of the left neighbour who is not out; alone, of the Secret Stash."""
        mine: i64 = self.hands[seat]
        if self.laid.solo:
            if mine == 0 or self.secret == 0:
                self.say_no_effect(CARING, log)
                return
            given: i64 = nth_card(mine, self.rng.below(size(mine)))
            taken: i64 = nth_card(self.secret, self.rng.below(size(self.secret)))
            self.swap_secret(seat, given, taken, log)
            return
        other: i64 = (seat + 1) % self.seats
        while other != seat and self.hands[other] == 0:
            other = (other + 1) % self.seats
        if mine == 0 or other == seat:
            self.say_no_effect(CARING, log)
            return
        theirs: i64 = self.hands[other]
        given = nth_card(mine, self.rng.below(size(mine)))
        taken = nth_card(theirs, self.rng.below(size(theirs)))
        self.exchange(seat, given, other, taken, log)

    def exchange(self, seat: i64, given: i64, other: i64, taken: i64, log: list[Any] | None) -> None:
        """Two players swap a card each; only they know which."""
        held: i64 = self.bound
        self.take_from(seat, given)
        self.take_from(other, taken)
        self.bound = held
        self.hands[seat] += bit(taken)
        self.hands[other] += bit(given)
        self.lose_sight(seat, other)
        self.be_sure(other, seat)
        self.learn(seat, other, given)
        self.learn(other, seat, taken)
        if log is not None:
            log.append((EXCHANGED, seat, given, other, taken))

    def swap_secret(self, seat: i64, given: i64, taken: i64, log: list[Any] | None) -> None:
        """Alone: a card for one of the Secret Stash, which lies open."""
        held: i64 = self.bound
        self.take_from(seat, given)
        self.bound = held
        self.hands[seat] += bit(taken)
        self.secret += bit(given) - bit(taken)
        self.see(seat, taken)
        if log is not None:
            log.append((TRADED_SECRET, seat, given, taken))

    def share_fault(self, seat: i64, card: i64, other: i64) -> i64:
        """PP-C6, PP-T3: why Sharing cannot offer this card there."""
        if self.roles[seat] != SHARING:
            return NOT_YOUR_ABILITY
        if self.spent & bit(seat) != 0:
            return ABILITY_SPENT
        if card > KEY:
            return NO_SUCH_CARD
        if not has(self.hands[seat], card):
            return NOT_IN_HAND
        if not self.is_free(seat, card):
            return CARD_BOUND
        if self.laid.solo:
            inside: bool = SECRET <= other <= SECRET + KEY and has(self.secret, other - SECRET)
            return FINE if inside else NOT_IN_SECRET
        if other >= self.seats:
            return NO_SUCH_SEAT
        if other == seat:
            return WITH_YOURSELF
        return OTHER_IS_OUT if self.hands[other] == 0 else FINE

    def is_free(self, seat: i64, card: i64) -> bool:
        """PP-T3: whether a card may leave the hand unplayed; Keys are all alike."""
        if card == KEY:
            return keys_of(self.hands[seat]) > keys_of(self.bound)
        return not has(self.bound, card)

    def offer(self, seat: i64, card: i64, other: i64, log: list[Any] | None) -> None:
        """PP-C6, Sharing: the other player chooses a card in return; alone, it is done."""
        self.spent |= bit(seat)
        if log is not None:
            log.append((ABILITY_USED, seat, SHARING))
        if self.laid.solo:
            self.swap_secret(seat, card, other - SECRET, log)
            return
        self.gift = card
        self.asked = other
        self.step = GIVE_STEP
        if log is not None:
            log.append((OFFERED, seat, other, card))

    def give_back(self, card: i64, log: list[Any] | None) -> None:
        """PP-C6, Sharing: now they swap."""
        self.sealed += 1
        other: i64 = self.asked
        gift: i64 = self.gift
        self.asked = NOBODY
        self.gift = NO_CARD
        self.step = ACTION_STEP
        self.exchange(self.turn, gift, other, card, log)
