"""What the abilities do, Light then Dark then special (PD-L1 to PD-L6, PD-D1 to PD-D6, PD-33, PD-K4, PD-DD3)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.games.pandante.engine import events
from pandarium.games.pandante.engine.abilities import (
    ADD,
    BIG_ADD,
    BIG_DRAW,
    COIN,
    DELETE,
    DILEMMA,
    DRAW,
    EX_DRAW,
    LONG_SHOT,
    LOWER,
    NEW_HAND,
    PEEK,
    RAISE,
    REARRANGE,
    SLEEP,
    TRADE,
    Abilities,
)
from pandarium.games.pandante.engine.cards import BIT, DECK, NO_CARD, lowest, nth, size
from pandarium.games.pandante.engine.faults import (
    ALREADY_OPEN,
    CANNOT_AFFORD,
    FINE,
    NO_SUCH_ORDER,
    NOT_IN_PLAY,
    NOT_YOUR_CARD,
)
from pandarium.games.pandante.engine.hands import PAIR
from pandarium.games.pandante.engine.moves import (
    FOLD,
    ORDER,
    PAY,
    REDRAW,
    REPLACE,
    REPLACE_NONE,
    STAY,
    choose,
    reveal,
    top,
)
from pandarium.games.pandante.engine.moves import LOWER as LOWER_TOPIC
from pandarium.games.pandante.engine.state import (
    DISCARDING,
    FOUR_BITS,
    HAND_SIZE,
    IN_DILEMMA,
    LONG_SHOT_TAKEN,
    LOWERING,
    NOBODY,
    RAISED,
    REARRANGING,
    REPLACING,
    REVEALING,
    SIXTH_SLOT,
    SLOTS,
    TAIL_SLOT,
    TOPPING,
)

COIN_CARDS: Final = 5
LOOK: Final = 3
"""PD-K4: how far into the deck the oracle sees."""

TOP_MOVES: Final[list[Any]] = [top(card) for card in range(DECK)]
REVEAL_MOVES: Final[list[Any]] = [reveal(card) for card in range(DECK)]
PAY_OR_FOLD: Final[list[Any]] = [PAY, FOLD]
FOLD_ONLY: Final[list[Any]] = [FOLD]
PAY_OR_REDRAW: Final[list[Any]] = [PAY, choose(REDRAW, 0)]
LOWER_OR_NOT: Final[list[Any]] = [choose(LOWER_TOPIC, 0), choose(LOWER_TOPIC, 1)]
STAY_OR_FOLD: Final[list[Any]] = [choose(STAY, 0), FOLD]

THREE_ORDERS: Final = vec[i64]([0o012, 0o021, 0o102, 0o120, 0o201, 0o210])
"""Which card comes first, second, third: an octal digit each."""


class Effects(Abilities):
    """A table at which abilities work."""

    def take_effect(self, seat: i64, ability: i64, target: i64) -> bool:
        """Do what the ability says; False: somebody has to decide something first."""
        why = events.by_ability(ability)
        if ability in (PEEK, TRADE):
            works = self.is_in(target)
            self.tell_effect(seat, ability, target, works)  # PD-7: a target who has folded: no effect
            if works and ability == PEEK:
                self.peek(seat, target)
            elif works:
                self.hand_over(target, seat, why)
                self.hand_over(seat, target, why)
            return True
        if ability == DELETE:
            self.delete(seat, target)
            return True
        if ability == LOWER:
            self.tell_effect(seat, ability, target, self.claim(seat) > PAIR)
            self.lower_claim(seat)
            return True
        self.tell_effect(seat, ability, target, True)
        if ability in (RAISE, DILEMMA):
            return not self.ask_next(seat)
        if ability == DRAW:
            return not self.draw_and(DISCARDING, seat, 1, 0)
        if ability == EX_DRAW:
            return not self.draw_and(TOPPING, seat, 1, 0)
        if ability == BIG_DRAW:
            return not self.draw_and(DISCARDING, seat, 2, 1)
        if ability == COIN:
            return not self.draw_and(DISCARDING, seat, COIN_CARDS, 0)
        if ability == NEW_HAND:
            return self.take_new_hand(seat)
        if ability in (ADD, BIG_ADD):
            return self.turn_up(seat, ability, target)
        if ability == SLEEP:
            self.slept |= BIT[seat]
            self.fold_from_ability(seat, why)
            return True
        if ability == LONG_SHOT:
            self.new_hand(seat, why)
            self.phase = LONG_SHOT_TAKEN
            return False
        if ability == REARRANGE:
            return self.look_at_top(seat)
        self.runes += FOUR_BITS[seat] // 15  # PD-K4: one more rune
        if self.log is not None:
            self.log.append((events.RUNES, seat, self.rune_count(seat)))
        return True

    def current(self) -> i64:
        """The ability that is being resolved."""
        return self.queue[self.at] & 31

    # Raise and Dilemma

    def ask_next(self, seat: i64) -> bool:
        """PD-L1, PD-D1: the next opponent still in, clockwise from whoever raised; False when all were asked."""
        self.turn = self.performer
        other: i64 = seat
        while True:
            other = (other + 1) % self.seats
            if other == self.performer:
                return False
            if self.is_in(other):
                self.turn = other
                self.phase = RAISED if self.current() == RAISE else IN_DILEMMA
                return True

    def pay_fault(self, seat: i64) -> i64:
        """PD-31, PD-G1: for fun everybody may pay."""
        return FINE if self.can_pay(seat, self.times(self.numbers.ability)) else CANNOT_AFFORD

    def answer_paid(self, seat: i64) -> None:
        """PD-L1, PD-D1: 5 to the pot."""
        self.pay(seat, self.times(self.numbers.ability), events.POT_PLACE, events.by_ability(self.current()))
        self.go_on_asking(seat)

    def answer_folded(self, seat: i64) -> None:
        """PD-L1, PD-10, PD-DD1: or fold; who raised may be the only one left."""
        self.fold_from_ability(seat, events.by_ability(RAISE))
        if size(self.staying()) == 1:
            self.last_one_wins()
        else:
            self.go_on_asking(seat)

    def answer_redrawn(self, seat: i64) -> None:
        """PD-D1: or take a new hand."""
        self.new_hand(seat, events.by_ability(DILEMMA))
        self.go_on_asking(seat)

    def go_on_asking(self, seat: i64) -> None:
        """The next opponent, or the next ability."""
        if not self.ask_next(seat):
            self.next_effect()

    def fold_from_ability(self, seat: i64, why: i64) -> None:
        """PD-DD1: who folds from an ability takes a diamond from the pot, if there is one."""
        self.fold(seat, why)
        self.take_diamonds(seat, 1 if self.pot_diamonds > 0 else 0, why)

    # Drawing

    def draw_and(self, phase: i64, seat: i64, wanted: i64, keep_more: i64) -> bool:
        """Draw, then give away down to what one had (and so many more); False: there was nothing to draw."""
        before = size(self.hands[seat])
        self.draw_for(seat, wanted, events.by_ability(self.current()))
        self.keep = before
        if size(self.hands[seat]) > before + keep_more:
            self.keep = before + keep_more
        if size(self.hands[seat]) <= self.keep:
            return False
        self.turn = seat
        self.phase = phase
        return True

    def discard_for_ability(self, seat: i64, card: i64) -> None:
        """PD-L2, PD-33, PD-DD3: discard; then reveal, put on top, or nothing more."""
        ability = self.current()
        self.discard_card(seat, card, events.by_ability(ability))
        if size(self.hands[seat]) > self.keep:
            return
        if ability == DRAW and self.hands[seat] & ~self.shown[seat] != 0:
            self.phase = REVEALING
        elif ability == BIG_DRAW and self.keep > HAND_SIZE:
            self.keep -= 1
            self.phase = TOPPING
        else:
            self.next_effect()

    def reveal_fault(self, seat: i64, card: i64) -> i64:
        """PD-L2: a card that was kept, and that does not lie open yet."""
        if card >= DECK or self.hands[seat] & BIT[card] == 0:
            return NOT_YOUR_CARD
        return FINE if self.shown[seat] & BIT[card] == 0 else ALREADY_OPEN

    def reveal_card(self, seat: i64, card: i64) -> None:
        """PD-L2: it lies open from now on."""
        self.sealed += 1
        self.shown[seat] |= BIT[card]
        player: i64 = 0
        while player <= self.seats:
            self.seen[player * self.seats + seat] &= ~BIT[card]
            player += 1
        if self.log is not None:
            place: i64 = events.HAND + seat
            self.log.append((events.CARDS, BIT[card], place, place, events.EVERYBODY, events.by_ability(DRAW)))
        self.next_effect()

    def put_card_on_top(self, seat: i64, card: i64) -> None:
        """PD-D2, PD-DD3: face down on the deck."""
        self.put_on_top(seat, card, events.by_ability(self.current()))
        self.next_effect()

    # New Hand, Lower, Long Shot

    def end_long_shot(self, seat: i64, stays: bool) -> None:
        """PD-D6, PD-DD1: stay in with the new hand, or fold."""
        if not stays:
            self.fold_from_ability(seat, events.by_ability(LONG_SHOT))
        self.next_effect()

    def take_new_hand(self, seat: i64) -> bool:
        """PD-L3: a new hand, and the claim may go down one space, unless it is at Pair already."""
        self.new_hand(seat, events.by_ability(NEW_HAND))
        if self.claim(seat) <= PAIR:
            return True
        self.phase = LOWERING
        return False

    def lower_claim(self, seat: i64) -> None:
        """PD-L3, PD-D5: one space down; nothing at Pair."""
        claim = self.claim(seat)
        if claim > PAIR:
            self.set_claim(seat, claim - 1)
            if self.log is not None:
                self.log.append((events.CLAIMED, seat, claim - 1, events.by_ability(self.current())))

    # Add and Delete

    def turn_up(self, seat: i64, ability: i64, row: i64) -> bool:
        """PD-L4, PD-DD3: new cards, face up; the first sixth card lies there without a question."""
        self.draw_fresh(1 if ability == ADD else 2, events.EVERYBODY, events.by_ability(ability))
        if self.fresh == 0:
            return True
        if ability == ADD and self.board[row * SLOTS + SIXTH_SLOT] == NO_CARD:
            self.place_sixth(seat, row, 0)
            return True
        self.phase = REPLACING
        return False

    def replace_price(self, seat: i64) -> i64:
        """PD-L4: 5 to the last adder; nothing to oneself, or where no card lies."""
        adder = self.adder(self.queue[self.at] >> 5)
        return 0 if adder in (NOBODY, seat) else self.times(self.numbers.ability)

    def replace_fault(self, seat: i64, which: i64) -> i64:
        """PD-L4, PD-DD3: one of the new cards, or none."""
        if which == REPLACE_NONE:
            return FINE
        if which > REPLACE_NONE or which >= size(self.fresh):
            return NOT_IN_PLAY
        return FINE if self.can_pay(seat, self.replace_price(seat)) else CANNOT_AFFORD

    def replace_sixth(self, seat: i64, which: i64) -> None:
        """PD-L4, PD-DD3: pay and replace the old card, or leave it."""
        row: i64 = self.queue[self.at] >> 5
        why = events.by_ability(self.current())
        if which != REPLACE_NONE:
            self.pay(seat, self.replace_price(seat), self.adder(row), why)
            if self.board[row * SLOTS + SIXTH_SLOT] != NO_CARD:
                self.discard_from_board(row * SLOTS + SIXTH_SLOT, why)
            self.place_sixth(seat, row, which)
        self.discard_fresh(self.fresh, why)
        self.next_effect()

    def place_sixth(self, seat: i64, row: i64, which: i64) -> None:
        """PD-L4: the sixth community card, and who added it."""
        card = self.fresh_card(which)
        place: i64 = row * SLOTS + SIXTH_SLOT
        self.fresh ^= BIT[card]
        self.board[place] = card
        self.adders = (self.adders & ~FOUR_BITS[row]) | ((seat + 1) << (row * 4))
        if self.log is not None:
            why = events.by_ability(self.current())
            self.log.append((events.CARDS, BIT[card], events.ASIDE, events.BOARD + place, events.EVERYBODY, why))

    def delete(self, seat: i64, row: i64) -> None:
        """PD-D3, PD-K7: a new fifth card, where there is a fifth card."""
        place: i64 = row * SLOTS + TAIL_SLOT
        works: bool = self.board[place] != NO_CARD
        self.tell_effect(seat, DELETE, row, works)
        if works:
            self.discard_from_board(place, events.by_ability(DELETE))
            self.deal_to_board(place, self.draw(), events.by_ability(DELETE))

    # Rearrange

    def look_at_top(self, seat: i64) -> bool:
        """PD-K4: the next three cards of the deck, seen by whoever asked the oracle."""
        if self.cards_left() == 0:
            return True
        looked = vec[i64]()
        seen: i64 = 0
        while len(looked) < LOOK and self.cards_left() > 0:
            card: i64 = self.draw_entry() & 255
            looked = append(looked, card)
            seen |= BIT[card]
        place: i64 = len(looked) - 1
        while place >= 0:
            self.top = append(self.top, looked[place] | (BIT[seat] << 8))
            place -= 1
        if self.log is not None:
            why = events.by_ability(REARRANGE)
            self.log.append((events.CARDS, seen, events.DECK_PLACE, events.DECK_PLACE, BIT[seat], why))
        self.phase = REARRANGING
        return False

    def looked_at(self) -> i64:
        """How many cards lie there to be put in order: three, if there are so many."""
        return min(LOOK, len(self.top))

    def order_fault(self, order: i64) -> i64:
        """PD-K4: any of the orders there are."""
        cards = self.looked_at()
        orders: i64 = 6 if cards == LOOK else cards
        return FINE if order < orders else NO_SUCH_ORDER

    def put_in_order(self, seat: i64, order: i64) -> None:
        """PD-K4: the cards back on the deck, the first digit of the order on top."""
        cards = self.looked_at()
        start: i64 = len(self.top) - cards
        group: i64 = 0
        place: i64 = start
        while place < start + cards:
            group |= BIT[self.top[place] & 255]
            place += 1
        digits: i64 = THREE_ORDERS[order] if cards == LOOK else 0o10 if order == 1 else 0o01
        place = start
        while place < start + cards:
            card: i64 = lowest(group) if cards == 1 else nth(group, digits & 7)
            self.top[place] = card | (BIT[seat] << 8)
            digits >>= 3
            place += 1
        if self.log is not None:
            self.log.append((events.PASSED, seat, events.by_ability(REARRANGE)))
        self.next_effect()

    # Lists of moves

    def list_answers(self, seat: i64) -> list[Any]:
        """Pay or fold, pay or a new hand."""
        if self.phase == IN_DILEMMA:
            return PAY_OR_REDRAW[:]
        return PAY_OR_FOLD[:] if self.pay_fault(seat) == FINE else FOLD_ONLY[:]

    def list_replacements(self, seat: i64) -> list[Any]:
        """The new cards, or none."""
        moves: list[Any] = []
        which: i64 = 0
        while which <= REPLACE_NONE:
            if self.replace_fault(seat, which) == FINE:
                moves.append(choose(REPLACE, which))
            which += 1
        return moves

    def list_rearrangements(self) -> list[Any]:
        """All orders of the cards that were looked at."""
        moves: list[Any] = []
        order: i64 = 0
        while self.order_fault(order) == FINE:
            moves.append(choose(ORDER, order))
            order += 1
        return moves
