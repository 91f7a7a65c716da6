"""Betting, snacks, and what happens just before the abilities (PD-3 to PD-5, PD-DD2, PD-K2, PD-K6, PD-K12, PD-P1,
PD-P3, PD-P4, PD-P7)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.games.pandante.engine import events
from pandarium.games.pandante.engine.cards import BIT, BLACK, DECK, GREEN, NO_CARD, ORANGE, is_black, lowest, size
from pandarium.games.pandante.engine.faults import (
    CANNOT_AFFORD,
    CLAIM_TOO_LOW,
    FINE,
    NO_BIG_SNACK,
    NO_SUCH_CLAIM,
    NO_SUCH_HAND,
    NO_SUCH_ROW,
    NOT_STEALING_THAT,
    NOT_YOUR_CARD,
    TOO_FEW_CARDS,
    TOO_FEW_DIAMONDS,
)
from pandarium.games.pandante.engine.gambling import Gambling
from pandarium.games.pandante.engine.hands import CLAIMS
from pandarium.games.pandante.engine.moves import FOLD, PASS, SECOND_ROW, STEAL, bet, choose, discard, snack
from pandarium.games.pandante.engine.state import (
    BAMBOO_TAVERN,
    BETTING,
    BUNNY_HOP,
    DISCARDING_EXTRA,
    DISCARDING_LEAF,
    DISCARDING_SNACK,
    DISCARDING_TREAT,
    DOUBLEPAW,
    DROPPING_HAND,
    FERN_STEALS,
    HAND_SIZE,
    NOBODY,
    PAWS,
    PICNIC_PIER,
    PLACING_SNACK,
    SLOTS,
    SNACKING,
    TAIL,
    TAIL_SLOT,
    WHISPER_GROVE,
)

BETS: Final[list[Any]] = [FOLD, *(bet(claim) for claim in range(CLAIMS))]
"""All answers to the question for a bet, ready made."""
DISCARD_MOVES: Final[list[Any]] = [discard(card) for card in range(DECK)]
PASS_OR_SNACK: Final[list[Any]] = [PASS, snack(0)]
PASS_ONLY: Final[list[Any]] = [PASS]


class Betting(Gambling):
    """A table at which hands are claimed, and snacks are had."""

    # Betting

    def begin_betting(self) -> None:
        """PD-3: once around from the dealer's left."""
        self.phase = BETTING
        self.turn = self.first_of(self.staying())

    def bet_fault(self, seat: i64, claim: i64) -> i64:
        """PD-3: any hand that is not below the one claimed before."""
        if claim >= CLAIMS:
            return NO_SUCH_CLAIM
        if claim < self.claim(seat):
            return CLAIM_TOO_LOW
        return FINE if self.can_pay(seat, self.stakes()) else CANNOT_AFFORD

    def place_bet(self, seat: i64, claim: i64) -> None:
        """PD-3: 2 gold on the claimed hand; who slept discards the extra card now (PD-L6)."""
        self.put_on_board(seat, self.stakes(), events.BETTING)
        self.set_claim(seat, claim)
        if self.log is not None:
            self.log.append((events.CLAIMED, seat, claim, events.BETTING))
        if self.extra & BIT[seat] != 0:
            self.extra &= ~BIT[seat]
            self.ask_to_discard(DISCARDING_EXTRA, seat, HAND_SIZE)
        else:
            self.next_bet(seat)

    def put_on_board(self, seat: i64, amount: i64, why: i64) -> None:
        """Bets and upgrades lie on the board and are part of the pot."""
        self.staked[seat] += amount
        self.pay(seat, amount, events.POT_PLACE, why)

    def fold_bet(self, seat: i64) -> None:
        """PD-4, PD-10: out; and if only one is left, it is over."""
        self.fold(seat, events.FOLDING)
        if size(self.staying()) == 1:
            self.last_one_wins()
        else:
            self.next_bet(seat)

    def next_bet(self, seat: i64) -> None:
        """On to the next player; after the dealer, snacks or abilities."""
        self.turn = self.next_of(self.staying(), seat)
        self.phase = BETTING
        if self.turn == NOBODY:
            if self.street == TAIL and self.casino != BUNNY_HOP:
                self.drop_hands()
            else:
                self.begin_snacks()

    def list_bets(self, seat: i64) -> list[Any]:
        """Fold, or any claim from the last one up."""
        if not self.can_pay(seat, self.stakes()):
            return BETS[:1]
        claim = self.claim(seat)
        if claim <= 0:
            return BETS[:]
        moves = BETS[claim:]
        moves[0] = BETS[0]
        return moves

    # Discarding

    def ask_to_discard(self, phase: i64, seat: i64, keep: i64) -> None:
        """This player discards down to so many cards."""
        self.phase = phase
        self.turn = seat
        self.keep = keep

    def focused_hand(self, seat: i64) -> i64:
        """The hand that is meant: PD-K6 has two."""
        return self.spare[seat] if self.focus == 1 else self.hands[seat]

    def discard_fault(self, seat: i64, card: i64) -> i64:
        """PD-5, PD-6: one's own cards, and in Doublepaw Den of the right hand."""
        return FINE if card < DECK and self.focused_hand(seat) & BIT[card] != 0 else NOT_YOUR_CARD

    def list_hand(self, cards: i64, ready: list[Any]) -> list[Any]:
        """A move for each card of a set."""
        moves: list[Any] = []
        while cards != 0:
            moves.append(ready[lowest(cards)])
            cards &= cards - 1
        return moves

    def discard_duty(self, seat: i64, card: i64) -> None:
        """One card less; when enough are gone, on with what comes next."""
        phase = self.phase
        why: i64 = events.SNACKING
        if phase == DISCARDING_LEAF:
            why = events.LEAF
        elif phase == DISCARDING_TREAT:
            why = events.CASINO
        elif phase == DISCARDING_EXTRA:
            why = events.SLEEPING
        self.discard_card(seat, card, why)
        if size(self.focused_hand(seat)) > self.keep:
            return
        self.focus = 0
        if phase == DISCARDING_EXTRA:
            self.next_bet(seat)
        elif phase == DISCARDING_SNACK:
            self.next_snack(seat)
        elif phase == DISCARDING_TREAT:
            self.next_treat(seat)
        else:
            self.let_fern_steal()

    # Snacks

    def begin_snacks(self) -> None:
        """PD-5: in turn order."""
        self.phase = SNACKING
        self.turn = self.first_of(self.staying())

    def highest_claim(self, players: i64) -> i64:
        """The highest claim among these players."""
        highest: i64 = -1
        while players != 0:
            claim = self.claim(lowest(players))
            highest = max(highest, claim)
            players &= players - 1
        return highest

    def snack_price(self, seat: i64) -> i64:
        """PD-5, PD-K12, PD-P4: 2 for every space below the highest claim; free at the top."""
        spaces: i64 = self.highest_claim(self.staying()) - self.claim(seat)
        if spaces > 0 and self.champion_seat(ORANGE) == seat:
            spaces -= 1
        return spaces * (1 if self.casino == PICNIC_PIER else self.numbers.snack)

    def big_snacks(self) -> bool:
        """PD-DD2, PD-K5: with Diamond Dreams, on the Paws."""
        return self.laid.dreams and self.street == PAWS

    def snack_fault(self, seat: i64, diamonds: i64) -> i64:
        """PD-5, PD-DD2: a normal snack first, then two cards for each diamond."""
        if diamonds > 0 and not self.big_snacks():
            return NO_BIG_SNACK
        if diamonds > self.diamonds[seat]:
            return TOO_FEW_DIAMONDS
        if diamonds > 0 and diamonds * 2 + 1 > self.cards_left():
            return TOO_FEW_CARDS
        return FINE if self.can_pay(seat, self.snack_price(seat)) else CANNOT_AFFORD

    def eat_snack(self, seat: i64, diamonds: i64) -> None:
        """PD-5, PD-DD2, PD-K6: pay all, draw all, then discard as many as were drawn."""
        self.pay(seat, self.snack_price(seat), events.POT_PLACE, events.SNACKING)
        self.spend_diamonds(seat, diamonds, events.SNACKING)
        wanted: i64 = 1 + 2 * diamonds
        if self.casino == DOUBLEPAW:
            self.draw_fresh(wanted, BIT[seat], events.SNACKING)
            if self.fresh != 0:
                self.phase = PLACING_SNACK
                return
            self.next_snack(seat)
            return
        before = size(self.hands[seat])
        drawn = self.draw_for(seat, wanted, events.SNACKING)
        self.digest(seat, before, drawn)

    def digest(self, seat: i64, before: i64, drawn: i64) -> None:
        """PD-P1: Lea-Leafa keeps one extra card, once; everyone else discards as many as they drew."""
        if drawn != 0 and self.leaf == 0 and self.champion_seat(GREEN) == seat:
            self.leaf = 1
            before += 1
        if size(self.focused_hand(seat)) > before:
            self.ask_to_discard(DISCARDING_SNACK, seat, before)
        else:
            self.focus = 0
            self.next_snack(seat)

    def place_snack(self, seat: i64, hand: i64) -> None:
        """PD-K6: seen first, then added to one of the two hands, all of it."""
        cards: i64 = self.fresh
        self.fresh = 0
        self.focus = hand
        before = size(self.focused_hand(seat))
        place: i64 = events.HAND
        if hand == 1:
            self.spare[seat] |= cards
            place = events.SPARE
        else:
            self.hands[seat] |= cards
        if self.log is not None:
            self.log.append((events.CARDS, cards, events.ASIDE, place + seat, BIT[seat], events.SNACKING))
        self.digest(seat, before, cards)

    def pass_snack(self, seat: i64) -> None:
        """PD-5: a snack is optional."""
        if self.log is not None:
            self.log.append((events.PASSED, seat, events.SNACKING))
        self.next_snack(seat)

    def next_snack(self, seat: i64) -> None:
        """On to the next player; after the last one a treat in one casino (PD-K2), then the next street."""
        self.turn = self.next_of(self.staying(), seat)
        self.phase = SNACKING
        if self.turn == NOBODY:
            if self.casino == BAMBOO_TAVERN:
                self.treat(self.first_of(self.staying()))
            else:
                self.end_street()

    def treat(self, seat: i64) -> None:
        """PD-K2: everyone still in draws a card and discards one, for free."""
        before = size(self.hands[seat])
        self.draw_for(seat, 1, events.CASINO)
        if size(self.hands[seat]) > before:
            self.ask_to_discard(DISCARDING_TREAT, seat, before)
        else:
            self.next_treat(seat)

    def next_treat(self, seat: i64) -> None:
        """On to the next player, then the next street."""
        other = self.next_of(self.staying(), seat)
        if other == NOBODY:
            self.end_street()
        else:
            self.treat(other)

    def end_street(self) -> None:
        """PD-2, PD-K5: Paws after Splash, Tail after Paws; the hotel has one street only."""
        if self.street == TAIL:
            self.drop_hands()
        else:
            self.street += 1
            self.begin_street()

    def list_snacks(self, seat: i64) -> list[Any]:
        """Pass, a snack, or as big a one as the diamonds allow."""
        if self.snack_fault(seat, 0) != FINE:
            return PASS_ONLY[:]
        moves = PASS_OR_SNACK[:]
        diamonds: i64 = 1
        if self.big_snacks():
            while self.snack_fault(seat, diamonds) == FINE:
                moves.append(snack(diamonds))
                diamonds += 1
        return moves

    # Just before the abilities (PD-P7): Doublepaw Den, Lea-Leafa, Fern, Whisper Grove

    def drop_hands(self) -> None:
        """PD-K6: in one casino everyone still in discards one of their two hands first."""
        if self.casino == DOUBLEPAW:
            self.phase = DROPPING_HAND
            self.turn = self.first_of(self.staying())
        else:
            self.discard_leaf()

    def drop_fault(self, hand: i64) -> i64:
        """PD-K6: the first or the second hand."""
        return FINE if hand < 2 else NO_SUCH_HAND

    def drop_hand(self, seat: i64, hand: i64) -> None:
        """PD-K6: the other hand is the one to play on with."""
        self.discard_hand(seat, self.spare[seat] if hand == 1 else self.hands[seat], events.DROPPING)
        if hand == 0:
            self.hands[seat] = self.spare[seat]
            self.spare[seat] = 0
        self.turn = self.next_of(self.staying(), seat)
        if self.turn == NOBODY:
            self.discard_leaf()

    def discard_leaf(self) -> None:
        """PD-P1: Lea-Leafa's extra card goes."""
        green = self.champion_seat(GREEN)
        if green != NOBODY and self.is_in(green) and size(self.hands[green]) > HAND_SIZE:
            self.ask_to_discard(DISCARDING_LEAF, green, HAND_SIZE)
        else:
            self.let_fern_steal()

    def let_fern_steal(self) -> None:
        """PD-P3, PD-K7: Fern may take the fifth card, if there is one."""
        fern = self.champion_seat(BLACK)
        if fern != NOBODY and self.is_in(fern) and self.board[TAIL_SLOT] != NO_CARD:
            self.phase = FERN_STEALS
            self.turn = fern
        else:
            self.whisper()

    def steal_fault(self, seat: i64, value: i64) -> i64:
        """PD-P3, PD-K9: any card of the hand, or the stolen card itself, in its place; in one of the rows."""
        row: i64 = value // SECOND_ROW
        card: i64 = value % SECOND_ROW
        if row >= self.rows():
            return NO_SUCH_ROW
        if card >= DECK:
            return NOT_STEALING_THAT
        if card == self.board[row * SLOTS + TAIL_SLOT] or self.hands[seat] & BIT[card] != 0:
            return FINE
        return NOT_STEALING_THAT

    def steal(self, seat: i64, value: i64) -> None:
        """PD-P3: the fifth card for one of his own; if the card there is black then, the antes are his."""
        place: i64 = (value // SECOND_ROW) * SLOTS + TAIL_SLOT
        card: i64 = value % SECOND_ROW
        taken: i64 = self.board[place]
        self.sealed += 1
        if self.log is not None:
            where: i64 = events.BOARD + place
            self.log.append((events.CARDS, BIT[taken], where, events.HAND + seat, events.EVERYBODY, events.STEALING))
            self.log.append((events.CARDS, BIT[card], events.HAND + seat, where, events.EVERYBODY, events.STEALING))
        if card != taken:
            self.hands[seat] ^= BIT[card] | BIT[taken]
            self.shown[seat] &= ~BIT[card]
            self.board[place] = card
            player: i64 = 0
            while player <= self.seats:
                if player != seat:
                    known: i64 = self.seen[player * self.seats + seat]
                    self.seen[player * self.seats + seat] = (known & ~BIT[card]) | BIT[taken]
                player += 1
        if is_black(card) and self.antes > 0:
            self.take_from_pot(seat, self.antes, events.STEALING)
            self.antes = 0
        self.whisper()

    def list_steals(self, seat: i64) -> list[Any]:
        """Leave it, or every card that can take its place."""
        moves = PASS_ONLY[:]
        row: i64 = 0
        while row < self.rows():
            cards: i64 = self.hands[seat] | BIT[self.board[row * SLOTS + TAIL_SLOT]]
            while cards != 0:
                moves.append(choose(STEAL, row * SECOND_ROW + lowest(cards)))
                cards &= cards - 1
            row += 1
        return moves

    def whisper(self) -> None:
        """PD-K11: everyone still in sees one random card of the next player still in."""
        if self.casino == WHISPER_GROVE:
            seat = self.first_of(self.staying())
            while seat != NOBODY:
                other = self.next_of(self.staying(), seat)
                if other == NOBODY:
                    other = self.first_of(self.staying())
                self.peek(seat, other)
                seat = self.next_of(self.staying(), seat)
        self.begin_abilities()

    def list_hands(self, topic: i64) -> list[Any]:
        """The first or the second hand."""
        return [choose(topic, 0), choose(topic, 1)]
