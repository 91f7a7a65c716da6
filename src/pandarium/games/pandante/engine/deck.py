"""Drawing, discarding, showing; and who knows which hidden card lies where (PD-6).

Knowledge is kept where it is certain: a card one has seen in somebody's hand is forgotten as soon as that player puts
away a card that nobody saw.
"""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.pandante.engine import events
from pandarium.games.pandante.engine.cards import BIT, DECK, NO_CARD, lowest, nth, size
from pandarium.games.pandante.engine.payments import Purse


def draw_from(rng: Rng, cards: i64) -> i64:
    """Any card of a set that is not empty, each equally likely."""
    left = size(cards)
    if left < DECK // 3:
        return nth(cards, rng.below(left))
    while True:
        card = rng.below(DECK)
        if cards & BIT[card] != 0:
            return card


class Dealer(Purse):
    """A table at which cards change hands."""

    # The deck

    def draw(self) -> i64:
        """PD-6: the next card; when the deck is empty, the discards are shuffled in. NO_CARD: there is none at all."""
        return self.draw_entry() & 255 if self.cards_left() > 0 else NO_CARD

    def cards_left(self) -> i64:
        """How many cards can still be drawn."""
        return len(self.top) + size(self.deck) + size(self.discards)

    def draw_entry(self) -> i64:
        """The next card, with the players who know which it is above eight bits."""
        self.sealed += 1
        last: i64 = len(self.top) - 1
        if last >= 0:
            entry: i64 = self.top[last]
            self.top = self.top[:last]
            return entry
        if self.deck == 0:
            self.shuffle_discards()
        card = draw_from(self.rng, self.deck)
        self.deck ^= BIT[card]
        return card

    def shuffle_discards(self) -> None:
        """PD-6: the discards become the deck."""
        self.deck = self.discards
        self.discards = 0
        player: i64 = 0
        while player <= self.seats:
            self.gone[player] = 0
            player += 1
        if self.log is not None:
            self.log.append((events.SHUFFLED,))

    def draw_for(self, seat: i64, wanted: i64, why: i64) -> i64:
        """So many cards into a hand, as far as there are any; which ones they are."""
        drawn: i64 = 0
        while wanted > 0 and self.cards_left() > 0:
            entry = self.draw_entry()
            card: i64 = entry & 255
            drawn |= BIT[card]
            self.hands[seat] |= BIT[card]
            if entry > 255:
                self.tell_knowers(entry >> 8, seat, card)
            wanted -= 1
        if drawn != 0 and self.log is not None:
            self.log.append((events.CARDS, drawn, events.DECK_PLACE, events.HAND + seat, BIT[seat], why))
        return drawn

    def tell_knowers(self, knowers: i64, seat: i64, card: i64) -> None:
        """Who knew the card on top of the deck knows whose hand it is in now."""
        player: i64 = 0
        while player <= self.seats:
            if player != seat and knowers & BIT[player] != 0:
                self.seen[player * self.seats + seat] |= BIT[card]
            player += 1

    def put_on_top(self, seat: i64, card: i64, why: i64) -> None:
        """PD-D2: a card of the hand onto the deck; only who put it there knows it, unless it lay face up."""
        bit: i64 = BIT[card]
        knowers: i64 = BIT[seat]
        if self.shown[seat] & bit != 0:
            knowers = BIT[self.seats + 1] - 1
        self.leave_hand(seat, card)
        self.top = append(self.top, card | (knowers << 8))
        if self.log is not None:
            public = events.EVERYBODY if knowers != BIT[seat] else knowers
            self.log.append((events.CARDS, bit, events.HAND + seat, events.DECK_PLACE, public, why))

    # Hands

    def leave_hand(self, seat: i64, card: i64) -> None:
        """A card goes out of a hand. Unless it lay face up, nobody can be sure any more what is left there."""
        bit: i64 = BIT[card]
        self.hands[seat] &= ~bit
        self.spare[seat] &= ~bit
        if self.shown[seat] & bit != 0:
            self.shown[seat] &= ~bit
            return
        self.forget(seat)

    def forget(self, seat: i64) -> None:
        """Nobody knows any more what this player holds."""
        player: i64 = 0
        while player <= self.seats:
            self.seen[player * self.seats + seat] = 0
            player += 1

    def discard_card(self, seat: i64, card: i64, why: i64) -> None:
        """PD-6: face down; only who discards knows which card it was, unless it lay face up."""
        bit: i64 = BIT[card]
        spare: bool = self.spare[seat] & bit != 0
        public: bool = self.shown[seat] & bit != 0
        self.leave_hand(seat, card)
        self.discards |= bit
        if public:
            self.discard_openly(bit)
        else:
            self.gone[seat] |= bit
        if self.log is not None:
            place: i64 = (events.SPARE if spare else events.HAND) + seat
            self.log.append((events.CARDS, bit, place, events.DISCARDS, -1 if public else BIT[seat], why))

    def discard_openly(self, cards: i64) -> None:
        """Everybody has seen which cards went to the discards."""
        player: i64 = 0
        while player <= self.seats:
            self.gone[player] |= cards
            player += 1

    def discard_hand(self, seat: i64, cards: i64, why: i64) -> None:
        """All of a hand (or of both): who knew a card of it knows that it is among the discards now."""
        if cards == 0:
            return
        player: i64 = 0
        while player <= self.seats:
            known: i64 = self.shown[seat] | self.seen[player * self.seats + seat]
            if player == seat:
                known = cards
            self.gone[player] |= known & cards
            self.seen[player * self.seats + seat] &= ~cards
            player += 1
        if self.log is not None:
            place: i64 = (events.SPARE if self.hands[seat] & cards == 0 else events.HAND) + seat
            self.log.append((events.CARDS, cards, place, events.DISCARDS, BIT[seat], why))
        self.hands[seat] &= ~cards
        self.spare[seat] &= ~cards
        self.shown[seat] &= ~cards
        self.discards |= cards

    def new_hand(self, seat: i64, why: i64) -> None:
        """PD-L3, PD-D1, PD-D6: discard the hand and draw as many."""
        wanted = size(self.hands[seat])
        self.discard_hand(seat, self.hands[seat], why)
        self.draw_for(seat, wanted, why)

    def show_hand(self, seat: i64) -> None:
        """PD-22: all private cards face up."""
        self.sealed += 1
        self.shown[seat] = self.hands[seat] | self.spare[seat]
        self.forget(seat)

    def peek(self, seat: i64, other: i64) -> None:
        """PD-L5, PD-K11: see one random card of another player."""
        cards: i64 = self.hands[other]
        if cards == 0:
            return
        self.sealed += 1
        card = nth(cards, self.rng.below(size(cards)))
        if self.shown[other] & BIT[card] == 0:
            self.seen[seat * self.seats + other] |= BIT[card]
        if self.log is not None:
            self.log.append((events.PEEKED, seat, other, card))

    def hand_over(self, giver: i64, taker: i64, why: i64) -> None:
        """PD-D4: a random card from one hand to another; both know it, the others only that one is gone."""
        cards: i64 = self.hands[giver]
        if cards == 0:
            return
        self.sealed += 1
        card = nth(cards, self.rng.below(size(cards)))
        bit: i64 = BIT[card]
        public: bool = self.shown[giver] & bit != 0
        self.hands[giver] ^= bit
        self.hands[taker] |= bit
        if public:
            self.shown[giver] ^= bit
            self.shown[taker] |= bit
        else:
            mine: i64 = self.seen[taker * self.seats + giver]
            self.forget(giver)
            self.seen[taker * self.seats + giver] = mine & ~bit
            self.seen[giver * self.seats + taker] |= bit
        if self.log is not None:
            knowers: i64 = events.EVERYBODY if public else BIT[giver] | BIT[taker]
            self.log.append((events.CARDS, bit, events.HAND + giver, events.HAND + taker, knowers, why))

    def fold(self, seat: i64, why: i64) -> None:
        """PD-4: the bets stay in the pot, the cards go to the discards."""
        self.folded |= BIT[seat]
        self.extra &= ~BIT[seat]
        self.staked[seat] = 0
        if self.log is not None:
            self.log.append((events.FOLDED, seat, why))
        self.discard_hand(seat, self.spare[seat], why)
        self.discard_hand(seat, self.hands[seat], why)

    # The board

    def deal_to_board(self, place: i64, card: i64, why: i64) -> None:
        """A community card, face up."""
        self.sealed += 1
        self.board[place] = card
        if self.log is not None:
            self.log.append((events.CARDS, BIT[card], events.DECK_PLACE, events.BOARD + place, events.EVERYBODY, why))

    def discard_from_board(self, place: i64, why: i64) -> None:
        """A community card goes to the discards, for all to see."""
        bit: i64 = BIT[self.board[place]]
        self.board[place] = NO_CARD
        self.discards |= bit
        self.discard_openly(bit)
        if self.log is not None:
            self.log.append((events.CARDS, bit, events.BOARD + place, events.DISCARDS, events.EVERYBODY, why))

    def discard_fresh(self, cards: i64, why: i64) -> None:
        """Cards that were turned up and not used go to the discards, for all to see."""
        if cards == 0:
            return
        self.fresh &= ~cards
        self.discards |= cards
        self.discard_openly(cards)
        if self.log is not None:
            self.log.append((events.CARDS, cards, events.ASIDE, events.DISCARDS, events.EVERYBODY, why))

    def draw_fresh(self, wanted: i64, knowers: i64, why: i64) -> None:
        """Cards from the deck that lie nowhere yet."""
        while wanted > 0 and self.cards_left() > 0:
            self.fresh |= BIT[self.draw()]
            wanted -= 1
        if self.fresh != 0 and self.log is not None:
            self.log.append((events.CARDS, self.fresh, events.DECK_PLACE, events.ASIDE, knowers, why))

    def fresh_card(self, index: i64) -> i64:
        """The lower (0) or the higher (1) of the cards turned up."""
        return lowest(self.fresh) if index == 0 else nth(self.fresh, 1)
