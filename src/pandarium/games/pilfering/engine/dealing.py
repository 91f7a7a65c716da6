"""Set-up: Meerkats, deck, hands, Hideout and Secret Stash (PP-S)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import FIRST_PLAN, PLANS, bit, list_cards, size
from pandarium.games.pilfering.engine.duty import Duty
from pandarium.games.pilfering.engine.state import (
    HAND,
    HIDEOUT,
    is_plan,
    plan_bit,
)

MET_MEERKATS: Final = 30
"""Events, as raw tuples."""
DEALT: Final = 32
MET_PLAN: Final = 33
TOPPED_UP: Final = 40
SECRET_FILLED: Final = 47

EVERY_PLAN: Final = vec[i64]([FIRST_PLAN + plan for plan in range(PLANS)])
"""The seven plans, to be copied."""


class Dealing(Duty):
    """A table at which cards are dealt."""

    def set_up(self, log: list[Any] | None) -> None:
        """PP-S1, PP-S3: markers, two Meerkats; the players choose their pandas before the cards are dealt."""
        self.clear_table()
        self.sealed += 1
        one: i64 = self.rng.below(5)
        two: i64 = self.rng.below(4)
        if two >= one:
            two += 1
        self.seat_meerkats(one, two)
        if log is not None:
            log.append((MET_MEERKATS, one, two))

    def seat_meerkats(self, one: i64, two: i64) -> None:
        """These two trade today."""
        self.meerkats = one | (two << 4)
        self.first = Area(self.laid.wants[one], self.laid.reach)
        self.second = Area(self.laid.wants[two], self.laid.reach)

    def deal(self, log: list[Any] | None) -> None:
        """PP-S2, PP-S3, PP-S5: deck, hands, Hideout, and alone the Secret Stash."""
        self.sealed += 1
        self.stack_deck()
        aside: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            dealt: i64 = 0
            while dealt < HAND:
                aside |= self.set_aside(log)
                self.hands[seat] += bit(self.lift())
                dealt += 1
            if log is not None:
                log.append((DEALT, seat, list_cards(self.hands[seat])))
            seat += 1
        while len(self.hideout) < HIDEOUT:
            aside |= self.set_aside(log)
            self.hideout = append(self.hideout, self.lift())
            if log is not None:
                log.append((TOPPED_UP, self.hideout[len(self.hideout) - 1]))
        while self.laid.solo and size(self.secret) < HIDEOUT:
            aside |= self.set_aside(log)
            card = self.lift()
            self.secret += bit(card)
            if log is not None:
                log.append((SECRET_FILLED, card))
        if aside != 0:
            self.shuffle_back(aside)

    def stack_deck(self) -> None:
        """PP-S2, PP-S6: all cards for so many players; some leave unseen; plans go into the lower part (PP-S5)."""
        deck = self.laid.pack[:]
        left: i64 = len(deck)
        shuffle(deck, left, self.rng)
        gone: i64 = self.laid.away
        while gone > 0:
            left -= 1
            self.away += bit(deck[left])
            gone -= 1
        self.deck = deck
        self.left = left
        if self.laid.plans > 0:
            self.thin = (left + 1) // 3  # to the nearest
            self.mix_plans()

    def mix_plans(self) -> None:
        """PP-S5: some of the seven plans, shuffled into all but the thinner part on top."""
        plans = EVERY_PLAN[:]
        shuffle(plans, PLANS, self.rng)
        deck = self.deck[: self.left - self.thin]
        index: i64 = 0
        while index < self.laid.plans:
            deck = append(deck, plans[index])
            index += 1
        shuffle(deck, len(deck), self.rng)
        index = self.left - self.thin
        while index < self.left:
            deck = append(deck, self.deck[index])
            index += 1
        self.deck = deck
        self.left += self.laid.plans
        self.plans_left = self.laid.plans

    def set_aside(self, log: list[Any] | None) -> i64:
        """PP-S5: plans met at set-up are replaced; which, as bits."""
        aside: i64 = 0
        while is_plan(self.deck[self.left - 1]):
            card = self.lift()
            aside |= plan_bit(card)
            if log is not None:
                log.append((MET_PLAN, card))
        return aside

    def shuffle_back(self, aside: i64) -> None:
        """PP-S5: and shuffled back into the deck when everything is laid out."""
        self.met = aside
        deck = self.deck[: self.left]
        plan: i64 = 0
        while plan < PLANS:
            if aside & bit(plan) != 0:
                deck = append(deck, FIRST_PLAN + plan)
            plan += 1
        self.left = len(deck)
        shuffle(deck, self.left, self.rng)
        self.deck = deck
        self.thin = 0

    def lift(self) -> i64:
        """The top card of the deck."""
        self.left -= 1
        if self.thin > 0:
            self.thin -= 1
        return self.deck[self.left]


def shuffle(cards: vec[i64], length: i64, rng: Rng) -> None:
    """Shuffle the first so many cards in place."""
    while length > 1:
        place: i64 = rng.below(length)
        length -= 1
        card: i64 = cards[place]
        cards[place] = cards[length]
        cards[length] = card
