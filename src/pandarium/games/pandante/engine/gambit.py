"""The frame of a game: setting up, the start of a gambit, its streets, its end (PD-S1 to PD-S4, PD-1, PD-2, PD-24,
PD-30, PD-31, PD-DD1, casinos as they change the deal)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.games.pandante.engine import events
from pandarium.games.pandante.engine.cards import ALL_CARDS, BIT, BLUE, COLOURS, JOKER, NO_CARD, lowest, nth, size
from pandarium.games.pandante.engine.deck import Dealer
from pandarium.games.pandante.engine.moves import CHAMPION, NEXT, choose
from pandarium.games.pandante.engine.state import (
    BIG_STAKES,
    BUNNY_HOP,
    CASSY_ORDERS,
    CHOOSING_CHAMPION,
    DOUBLEPAW,
    DROP_IN,
    FOR_FUN,
    HAND_SIZE,
    HARD_TIMES,
    JOKERS_WILD,
    NO_CASINO,
    NOBODY,
    OVER,
    PALACE,
    PAWS,
    PAWS_SLOT,
    ROWS,
    SLOTS,
    SPLASH,
    TAIL,
    TAIL_SLOT,
    TOURNAMENT,
)

BUNNY_HOP_ANTE: Final = 5
"""PD-K5: what is paid beside the ante."""


class Gambit(Dealer):
    """A table at which gambits begin and end."""

    # Setting up

    def set_up(self) -> None:
        """PD-S3: a random dealer; then champions, or the first gambit."""
        self.lay_out()
        self.dealer = self.rng.below(self.seats)
        self.start_play()

    def lay_out(self) -> None:
        """PD-S1, PD-DD1, PD-G1: gold and diamonds for everybody."""
        seats: i64 = self.seats
        nothing = vec[i64]([0] * seats)
        self.gold = vec[i64]([self.brought()] * seats)
        self.bought = self.gold[:]
        self.cashed = nothing[:]
        self.diamonds = vec[i64]([self.numbers.diamonds if self.laid.dreams else 0] * seats)
        self.staked = nothing[:]
        self.said = nothing[:]
        self.hands = nothing[:]
        self.spare = nothing[:]
        self.shown = nothing[:]
        self.seen = vec[i64]([0] * (seats * (seats + 1)))
        self.gone = vec[i64]([0] * (seats + 1))
        self.pot = 0
        self.pot_diamonds = 0
        self.fairy = 0
        self.bank = self.numbers.diamonds * seats if self.laid.dreams else 0
        self.coin = NOBODY
        self.sitting = 0
        self.broke = 0
        self.away = 0
        self.slept = 0
        self.gambit = 0
        self.casino = NO_CASINO
        self.casinos_left = self.laid.casinos
        self.multiplier = 1
        self.colours = 0
        self.dealer = 0
        self.turn = 0
        self.clear_table()

    def brought(self) -> i64:
        """PD-S1, PD-G1: what everybody starts with."""
        return self.numbers.start if self.laid.gambling == FOR_FUN else self.numbers.buy_in

    def start_play(self) -> None:
        """PD-S4: with champions everybody takes one first, beginning at the dealer's left; else the gambit begins."""
        if self.laid.champions:
            self.phase = CHOOSING_CHAMPION
            self.turn = self.first_of(self.playing())
            return
        seat: i64 = 0
        while seat < self.seats:
            self.colours |= (seat + 1) << (seat * 4)
            seat += 1
        self.begin_gambit()

    def clear_table(self) -> None:
        """PD-6: between gambits all cards are in the deck, and nothing is claimed."""
        seat: i64 = 0
        while seat < self.seats:
            self.hands[seat] = 0
            self.spare[seat] = 0
            self.shown[seat] = 0
            self.said[seat] = 0
            self.staked[seat] = 0
            seat += 1
        place: i64 = len(self.seen) - 1
        while place >= 0:
            self.seen[place] = 0
            place -= 1
        seat = 0
        while seat <= self.seats:
            self.gone[seat] = 0
            seat += 1
        self.deck = ALL_CARDS
        self.discards = 0
        self.top = vec[i64]()
        self.board = vec[i64]([NO_CARD] * (ROWS * SLOTS))
        self.coming = vec[i64]([NO_CARD] * (ROWS * 2))
        self.queue = vec[i64]()
        self.at = 0
        self.adders = 0
        self.fresh = 0
        self.keep = HAND_SIZE
        self.focus = 0
        self.claims = 0
        self.runes = 0
        self.antes = 0
        self.street = SPLASH
        self.performer = NOBODY
        self.folded = 0
        self.extra = 0
        self.leaf = 0
        self.hot = 0
        self.real = 0
        self.jokers = 0
        self.ready = 0
        self.accusers = 0

    # Champions

    def champion_fits(self, colour: i64) -> bool:
        """PD-S4: a champion that nobody has taken."""
        return colour < COLOURS and self.champion_seat(colour) == NOBODY

    def take_champion(self, seat: i64, colour: i64) -> None:
        """PD-S4: one for each player, for the whole game."""
        self.colours |= (colour + 1) << (seat * 4)
        if self.log is not None:
            self.log.append((events.CHAMPION, seat, colour))
        self.turn = self.next_of(self.playing(), seat)
        if self.turn == NOBODY:
            self.begin_gambit()

    # The start of a gambit

    def begin_gambit(self) -> None:
        """PD-1, PD-30, PD-31: the fairy, the casino, antes, cards, the Splash."""
        self.gambit += 1
        if self.gambit > 1:
            self.pass_button()
        self.clear_table()
        self.sitting = self.broke & ~self.away
        self.broke = 0
        self.extra = self.slept & self.playing()
        self.slept = 0
        self.draw_casino()
        if self.laid.gambling == TOURNAMENT and not self.laid.one_gambit:
            self.multiplier = 1 + (self.gambit - 1) // self.numbers.level  # PD-G3
        if self.log is not None:
            self.log.append((events.GAMBIT, self.gambit, self.dealer, self.casino, self.multiplier))
        self.wake_players()
        players = size(self.playing())
        if players > 1:
            self.pay_antes()
            players = size(self.staying())
        if players == 0:
            self.end_gambit()
        elif players == 1:
            self.give_pot(self.playing() if size(self.playing()) == 1 else self.staying())
            self.end_gambit()
        else:
            self.deal_hands()
            self.begin_street()

    def pass_button(self) -> None:
        """PD-S3: the button moves left, over players who sit out, but not to who is no longer there."""
        while True:
            self.dealer = (self.dealer + 1) % self.seats
            if self.away & BIT[self.dealer] == 0:
                return

    def draw_casino(self) -> None:
        """PD-S4: another casino each gambit; when all were visited, the cards are shuffled."""
        if self.laid.casinos == 0:
            return
        if self.casinos_left == 0:
            self.casinos_left = self.laid.casinos
        self.casino = nth(self.casinos_left, self.rng.below(size(self.casinos_left)))
        self.casinos_left ^= BIT[self.casino]

    def wake_players(self) -> None:
        """PD-30: just before the ante the fairy fills up whoever has less than 20; not who sits out (PD-31)."""
        seat: i64 = 0
        while seat < self.seats:
            if self.sitting & BIT[seat] != 0:
                if self.log is not None:
                    self.log.append((events.SITS_OUT, seat))
            elif self.away & BIT[seat] == 0 and self.laid.gambling == FOR_FUN:
                self.refill(seat)
            seat += 1

    def pay_antes(self) -> None:
        """PD-1, PD-K5, PD-DD1: 3 gold each, in one casino 5 more; diamonds from the bank."""
        ante = self.times(self.numbers.ante)
        seat: i64 = self.first_of(self.playing())
        while seat != NOBODY:
            before: i64 = self.pot
            self.pay(seat, ante, events.POT_PLACE, events.ANTE)
            self.antes += self.pot - before
            if self.casino == BUNNY_HOP:
                self.pay(seat, self.times(BUNNY_HOP_ANTE), events.POT_PLACE, events.CASINO)
            if self.laid.gambling != FOR_FUN and self.broke & BIT[seat] != 0:
                self.fold(seat, events.BROKE)
            seat = self.next_of(self.playing(), seat)
        if self.laid.dreams:
            self.pot_diamonds += self.numbers.bank
            self.bank += self.numbers.bank
            if self.log is not None:
                self.log.append((events.DIAMONDS, self.numbers.bank, events.BANK, events.POT_PLACE, events.BANK_ANTE))

    def deal_hands(self) -> None:
        """PD-1, PD-L6, PD-K6: two cards each, three after a Sleep; in one casino two hands."""
        if self.casino == JOKERS_WILD:
            self.deck ^= BIT[JOKER]  # it comes with the Splash
        seat: i64 = self.first_of(self.staying())
        while seat != NOBODY:
            more: i64 = 1 if self.extra & BIT[seat] != 0 else 0
            self.draw_for(seat, HAND_SIZE + more, events.DEALING)
            if self.casino == DOUBLEPAW:
                self.deal_second_hand(seat)
            seat = self.next_of(self.staying(), seat)

    def deal_second_hand(self, seat: i64) -> None:
        """PD-K6: two more cards that are a hand of their own."""
        cards: i64 = BIT[self.draw()]
        cards |= BIT[self.draw()]
        self.spare[seat] = cards
        if self.log is not None:
            place: i64 = events.SPARE + seat
            self.log.append((events.CARDS, cards, events.DECK_PLACE, place, BIT[seat], events.DEALING))

    # Splash, Paws and Tail

    def begin_street(self) -> None:
        """PD-2: community cards, then the betting; with Cassy in between (PD-P2)."""
        if self.log is not None:
            self.log.append((events.STREET, TAIL if self.casino == BUNNY_HOP else self.street))
        row: i64 = 0
        while row < self.rows():
            self.deal_street(row)
            row += 1
        if self.street == SPLASH and not self.let_cassy_look():
            return
        self.begin_betting()

    def deal_street(self, row: i64) -> None:
        """PD-2, PD-K1, PD-K5, PD-K7: three cards, then one, then one."""
        place: i64 = row * SLOTS
        if self.street == SPLASH:
            last: i64 = place + PAWS_SLOT
            if self.casino == JOKERS_WILD:
                last -= 1
                self.deal_to_board(last, JOKER, events.DEALING)
            elif self.casino == BUNNY_HOP:
                last = place + TAIL_SLOT + 1
            while place < last:
                self.deal_to_board(place, self.draw(), events.DEALING)
                place += 1
            if self.casino == BUNNY_HOP:
                self.street = TAIL
            return
        if self.street == TAIL and self.casino == HARD_TIMES:
            return
        place += PAWS_SLOT if self.street == PAWS else TAIL_SLOT
        ready: i64 = self.coming[row * 2 + self.street - PAWS]
        if ready != NO_CARD:
            self.coming[row * 2 + self.street - PAWS] = NO_CARD
        self.deal_to_board(place, self.draw() if ready == NO_CARD else ready, events.DEALING)

    def let_cassy_look(self) -> bool:
        """PD-P2, PD-K9: Cassy sees the next two cards, or the fourth of both rows; False: she is to act."""
        cassy = self.champion_seat(BLUE)
        if cassy == NOBODY or not self.is_in(cassy):
            return True
        first: i64 = self.draw()
        second: i64 = self.draw()
        self.coming[0] = min(first, second)
        self.coming[1] = max(first, second)
        if self.casino == PALACE:
            self.coming[0] = first
            self.coming[1] = NO_CARD
            self.coming[2] = second
        if self.log is not None:
            both: i64 = BIT[first] | BIT[second]
            self.log.append((events.CARDS, both, events.DECK_PLACE, events.COMING, BIT[cassy], events.DEALING))
        if self.casino == PALACE:
            return True
        self.phase = CASSY_ORDERS
        self.turn = cassy
        return False

    def order_cards(self, cassy: i64, which: i64) -> None:
        """PD-P2, PD-K7: the lower or the higher one comes next; where no fifth is dealt, the other is discarded."""
        low: i64 = self.coming[0]
        high: i64 = self.coming[1]
        self.coming[0] = low if which == 0 else high
        self.coming[1] = high if which == 0 else low
        if self.casino == HARD_TIMES:
            other: i64 = self.coming[1]
            self.coming[1] = NO_CARD
            self.discards |= BIT[other]
            self.gone[cassy] |= BIT[other]
            if self.log is not None:
                self.log.append(
                    (events.CARDS, BIT[other], events.COMING + 1, events.DISCARDS, BIT[cassy], events.CASINO)
                )
        self.begin_betting()

    # The end of a gambit

    def give_pot(self, winners: i64) -> None:
        """PD-23, PD-DD1: to one, or split between two with odd gold left in the pot; three or more: it rolls over."""
        sharers = size(winners)
        share: i64 = 0
        stones: i64 = 0
        if sharers > 0 and sharers < 3:
            share = self.pot // sharers
            stones = self.pot_diamonds // sharers
            left: i64 = winners
            while left != 0:
                seat = lowest(left)
                self.take_from_pot(seat, share, events.WINNING)
                self.take_diamonds(seat, stones, events.WINNING)
                left &= left - 1
        self.antes = 0
        if self.log is not None:
            self.log.append((events.POT, winners, share, stones, self.pot, self.pot_diamonds))

    def end_gambit(self) -> None:
        """PD-24, PD-G1: has somebody won? Otherwise the next gambit."""
        self.sealed += 1
        self.turn = NOBODY
        self.extra = 0
        if self.laid.gambling != FOR_FUN:
            self.eliminate()
        elif self.most_gold() >= self.numbers.target:
            self.finish()
        else:
            self.begin_gambit()

    def most_gold(self) -> i64:
        """What the richest player has."""
        most: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            most = max(most, self.gold[seat])
            seat += 1
        return most

    def finish(self) -> None:
        """The game is over, or the one gambit of a tournament that is played here: that has no winner of its own."""
        self.phase = OVER
        self.turn = NOBODY
        if self.log is not None:
            self.log.append((events.ENDED, 0 if self.laid.one_gambit else self.winners()))

    def winners(self) -> i64:
        """PD-24, PD-G2, PD-G3: the most gold wins; who drops in and out is measured by what they won."""
        best: i64 = 0
        found: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            score = self.score(seat)
            if found == 0 or score > best:
                best = score
                found = 0
            if score == best:
                found |= BIT[seat]
            seat += 1
        return found

    def score(self, seat: i64) -> i64:
        """Gold; gambling, what one takes home beyond what one brought."""
        gold: i64 = self.gold[seat]
        if self.laid.gambling == DROP_IN:
            return gold + self.cashed[seat] - self.bought[seat]
        return gold

    # What is allowed, for the verifier and for lists of moves

    def stakes(self) -> i64:
        """PD-3, PD-K10, PD-G3: what a bet or an upgrade costs."""
        return self.times(self.numbers.bet * 2 if self.casino == BIG_STAKES else self.numbers.bet)

    def list_champions(self, moves: list[int]) -> None:
        """Champions that are left."""
        colour: i64 = 0
        while colour < COLOURS:
            if self.champion_fits(colour):
                moves.append(choose(CHAMPION, colour))
            colour += 1

    def list_orders(self, moves: list[int]) -> None:
        """Cassy's two ways."""
        moves.append(choose(NEXT, 0))
        moves.append(choose(NEXT, 1))
