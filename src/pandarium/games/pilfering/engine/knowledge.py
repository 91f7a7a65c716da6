"""What hides from whom: what a player can see, and a deal of everything else (see `resample`)."""

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
    keys_of,
    lowest,
    nth_card,
    size,
)
from pandarium.games.pilfering.engine.dealing import shuffle
from pandarium.games.pilfering.engine.plans import Plans
from pandarium.games.pilfering.engine.state import MOST_CARDS, MOST_SEATS, NOBODY

SEAT_BYTES: Final = 5 + 2 * (LOOT + 1)
AREA_BYTES: Final = 2 * MOST_CARDS + LOOT + 1 + 1
EMPTY_SEAT: Final = bytes(SEAT_BYTES)
EMPTY_HAND: Final = bytes(LOOT + 1)
NOTHING: Final = [bytes(count) for count in range(MOST_CARDS + 1)]
"""The rest of a row, by its length."""


class Hidden(Plans):
    """A table with secrets."""

    # Observation

    def observe(self, seat: int) -> bytes:
        """The layout that `game.observation` names; players in clockwise order from the observer."""
        self.check_viewer(seat)
        me: i64 = seat
        seen = BytesWriter()
        offset: i64 = 0
        while offset < MOST_SEATS:
            if offset < self.seats:
                self.observe_player(seen, me, (me + offset) % self.seats)
            else:
                seen.write(EMPTY_SEAT)
            offset += 1
        observe_row(seen, self.hideout)
        observe_hand(seen, self.secret)
        observe_hand(seen, self.box)
        observe_area(seen, self.first)
        observe_area(seen, self.second)
        observe_number(seen, self.panda)
        observe_number(seen, self.keeper)
        seen.append(u8(self.left))
        seen.append(u8(self.plans_left))
        seen.append(u8(self.gone & 127))
        seen.append(u8(self.step))
        seen.append(u8((self.turn - me + self.seats) % self.seats))
        seen.append(u8(self.duty + 1))
        seen.append(u8(self.found + 1))
        seen.append(u8(self.suspicion))
        seen.append(u8((self.suspect - me + self.seats) % self.seats + 1 if self.suspect != NOBODY else 0))
        seen.append(u8(self.watched + 1))
        seen.append(u8(self.timer_at))
        seen.append(u8((self.timekeeper - me + self.seats) % self.seats + 1 if self.timekeeper != NOBODY else 0))
        seen.append(u8(self.early))
        seen.append(u8(self.gate))
        seen.append(u8(self.laid.win))
        seen.append(u8(self.laid.limit))
        return seen.getvalue()

    def observe_player(self, seen: BytesWriter, me: i64, player: i64) -> None:
        """Present, how many cards, panda, ability left, out, and the cards that the observer knows of."""
        seen.append(1)
        seen.append(u8(size(self.hands[player])))
        seen.append(u8(self.roles[player] + 1))
        seen.append(u8(0 if self.spent & bit(player) != 0 else 1))
        seen.append(u8(1 if self.out & bit(player) != 0 else 0))
        observe_hand(seen, self.hands[player] if player == me else self.known[me * self.seats + player])
        observe_hand(seen, self.bound if player == self.turn else 0)

    # Imagination

    def deal_hidden(self, viewer: i64, rng: Rng) -> None:
        """Draw everything anew that this viewer cannot know."""
        fresh = self.gather_hidden(viewer)
        left: i64 = len(fresh)
        shuffle(fresh, left, rng)
        owner: i64 = 0
        while owner < self.seats:
            if owner != viewer:
                hand: i64 = self.known[viewer * self.seats + owner]
                wanted: i64 = size(self.hands[owner]) - size(hand)
                while wanted > 0:
                    left -= 1
                    hand += bit(fresh[left])
                    wanted -= 1
                self.hands[owner] = hand
                self.fit_knowledge(viewer, owner)
            owner += 1
        away: i64 = size(self.away)
        self.away = 0
        while away > 0:
            left -= 1
            self.away += bit(fresh[left])
            away -= 1
        self.deck = self.hide_plans(fresh[:left], rng)
        if self.gift != NO_CARD and viewer != self.turn:
            self.gift = self.guess_gift(rng)

    def gather_hidden(self, viewer: i64) -> vec[i64]:
        """All Loot and Keys that this viewer cannot place, in order."""
        loot: i64 = self.laid.loot | (self.laid.keys << LOOT)
        loot -= self.box + self.secret + area_cards(self.first.cards) + area_cards(self.second.cards)
        loot -= area_cards(self.hideout)
        if self.found != NO_CARD:
            loot -= bit(self.found)
        owner: i64 = 0
        while owner < self.seats:
            loot -= self.hands[owner] if owner == viewer else self.known[viewer * self.seats + owner]
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

    def hide_plans(self, cards: vec[i64], rng: Rng) -> vec[i64]:
        """The deck of these cards, with plans that may be in it anywhere but in its thinner part (PP-S5)."""
        if self.plans_left == 0:
            return cards
        deck = cards[: len(cards) - self.thin]
        unknown = vec[i64]()
        wanted: i64 = self.plans_left
        plan: i64 = 0
        while plan < PLANS:
            if self.met & bit(plan) != 0:
                deck = append(deck, FIRST_PLAN + plan)
                wanted -= 1
            elif self.gone & bit(plan) == 0:
                unknown = append(unknown, FIRST_PLAN + plan)
            plan += 1
        shuffle(unknown, len(unknown), rng)
        while wanted > 0:
            wanted -= 1
            deck = append(deck, unknown[wanted])
        shuffle(deck, len(deck), rng)
        place_: i64 = len(cards) - self.thin
        while place_ < len(cards):
            deck = append(deck, cards[place_])
            place_ += 1
        return deck

    def fit_knowledge(self, viewer: i64, owner: i64) -> None:
        """What others may know of a hand that was dealt anew: no more than the one who imagines it."""
        public: i64 = self.known[self.seats * self.seats + owner]
        other: i64 = 0
        while other < self.seats:
            if other != viewer:
                self.known[other * self.seats + owner] = public
            other += 1

    def guess_gift(self, rng: Rng) -> i64:
        """What Sharing may be giving away, for those who do not know."""
        hand: i64 = self.hands[self.turn] - self.stays(self.turn)
        if hand == 0:
            hand = self.hands[self.turn]
        return nth_card(hand, rng.below(size(hand)))


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
    """A number as two bytes, high first; 0 stands at 256, since the keeper may be driven back behind its start."""
    biased: i64 = number + 256
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
