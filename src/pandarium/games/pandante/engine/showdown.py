"""Upgrade, tie-break, showdown, coin (PD-8 to PD-10, PD-20 to PD-24, PD-32, PD-K4, PD-K8, PD-P5, PD-P6)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.games.pandante.engine import events
from pandarium.games.pandante.engine.cards import BIT, PURPLE, RED, lowest, size
from pandarium.games.pandante.engine.effects import Effects
from pandarium.games.pandante.engine.faults import (
    ALREADY_CHOSEN,
    CANNOT_AFFORD,
    FINE,
    NO_CHALLENGE,
    NO_LIE,
    NO_SUCH_CLAIM,
    NOT_A_STATEMENT,
    NOT_HIGHER,
    TOO_POOR,
)
from pandarium.games.pandante.engine.hands import (
    BY_OWN_JOKER,
    CLAIMS,
    LIE,
    NATURAL,
    STRAIGHT_FLUSH,
    best,
    is_statement,
    rank_said,
    statements,
    verdict_in_rows,
)
from pandarium.games.pandante.engine.moves import CHALLENGE, PASS, SHOW, TRUST, choose, say, upgrade
from pandarium.games.pandante.engine.state import (
    CHALLENGING,
    FOR_FUN,
    LIARS_LAIR,
    NOBODY,
    SAYING,
    SHOWING,
    UPGRADING,
)

RED_PRICE: Final = 3
"""PD-P5: what red pays for each player, where others pay 5."""

UPGRADES: Final[list[Any]] = [PASS, *(upgrade(claim) for claim in range(1, CLAIMS))]
STATEMENTS: Final[list[list[Any]]] = [[say(said) for said in statements(claim)] for claim in range(CLAIMS)]
"""All that can be said about each claim, ready made."""
TRUST_OR_CHALLENGE: Final[list[Any]] = [TRUST, CHALLENGE]
HIDE_OR_SHOW: Final[list[Any]] = [choose(SHOW, 0), choose(SHOW, 1)]


class Showdown(Effects):
    """A table at which lies come out, or not."""

    # Upgrade

    def begin_upgrade(self) -> None:
        """PD-8, PD-P6: once around; purple comes last."""
        if self.log is not None:
            self.log.append((events.STREET, 4))
        self.phase = UPGRADING
        self.ask_for_upgrade(NOBODY)

    def ask_for_upgrade(self, seat: i64) -> None:
        """The next player after this one (NOBODY: the first) who can claim more; who claims the highest hand cannot."""
        purple = self.champion_seat(PURPLE)
        able = self.able_to_upgrade()
        others: i64 = able if purple == NOBODY else able & ~BIT[purple]
        if seat == NOBODY:
            self.turn = self.first_of(others)
        else:
            self.turn = NOBODY if seat == purple else self.next_of(others, seat)
        if self.turn == NOBODY and purple not in (NOBODY, seat) and able & BIT[purple] != 0:
            self.turn = purple
        if self.turn == NOBODY:
            self.find_showdown()

    def able_to_upgrade(self) -> i64:
        """Everybody who is still in and does not claim the highest hand there is."""
        able: i64 = 0
        left: i64 = self.staying()
        while left != 0:
            seat = lowest(left)
            if self.claim(seat) < STRAIGHT_FLUSH:
                able |= BIT[seat]
            left &= left - 1
        return able

    def upgrade_price(self, seat: i64) -> i64:
        """PD-8, PD-K10, PD-P6: as much as a bet; nothing for purple."""
        return 0 if self.champion_seat(PURPLE) == seat else self.stakes()

    def upgrade_fault(self, seat: i64, claim: i64) -> i64:
        """PD-8: a higher hand."""
        if claim >= CLAIMS:
            return NO_SUCH_CLAIM
        if claim <= self.claim(seat):
            return NOT_HIGHER
        return FINE if self.can_pay(seat, self.upgrade_price(seat)) else CANNOT_AFFORD

    def upgrade_claim(self, seat: i64, claim: i64) -> None:
        """PD-8: nobody has to match it."""
        self.put_on_board(seat, self.upgrade_price(seat), events.UPGRADING)
        self.set_claim(seat, claim)
        if self.log is not None:
            self.log.append((events.CLAIMED, seat, claim, events.UPGRADING))
        self.ask_for_upgrade(seat)

    def pass_upgrade(self, seat: i64) -> None:
        """PD-8: it is optional."""
        if self.log is not None:
            self.log.append((events.PASSED, seat, events.UPGRADING))
        self.ask_for_upgrade(seat)

    def list_upgrades(self, seat: i64) -> list[Any]:
        """Pass, or any higher claim."""
        moves = UPGRADES[:1]
        claim: i64 = self.claim(seat) + 1
        while claim < CLAIMS and self.upgrade_fault(seat, claim) == FINE:
            moves.append(UPGRADES[claim])
            claim += 1
        return moves

    # Tie-break

    def find_showdown(self) -> None:
        """PD-9, PD-20, PD-23: the highest claims that are left; who is tied and has not spoken yet speaks first."""
        left = self.staying()
        if left == 0:
            self.roll_over()
            return
        highest = self.highest_claim(left)
        tied: i64 = 0
        while left != 0:
            seat = lowest(left)
            if self.claim(seat) == highest:
                tied |= BIT[seat]
            left &= left - 1
        if tied & (tied - 1) == 0:
            self.begin_showdown(tied)
            return
        silent = self.silent(tied)
        if silent != 0:
            if silent == tied and self.log is not None:
                self.log.append((events.STREET, 5))
            self.phase = SAYING
            self.turn = self.first_of(silent)
        else:
            self.begin_showdown(self.best_spoken(tied))

    def silent(self, players: i64) -> i64:
        """Who of these players has said nothing yet."""
        found: i64 = 0
        while players != 0:
            seat = lowest(players)
            if self.said[seat] == 0:
                found |= BIT[seat]
            players &= players - 1
        return found

    def best_spoken(self, players: i64) -> i64:
        """PD-9: who of these players has said the most."""
        best: i64 = -1
        found: i64 = 0
        while players != 0:
            seat = lowest(players)
            rank = rank_said(self.said[seat])
            if rank > best:
                best = rank
                found = 0
            if rank == best:
                found |= BIT[seat]
            players &= players - 1
        return found

    def say_fault(self, seat: i64, said: i64) -> i64:
        """PD-9: what fits the claim, true or not."""
        return FINE if is_statement(self.claim(seat), said) else NOT_A_STATEMENT

    def make_statement(self, seat: i64, said: i64) -> None:
        """PD-9: it binds for the gambit."""
        self.said[seat] = said
        if self.log is not None:
            self.log.append((events.SAID, seat, self.claim(seat), said))
        self.find_showdown()

    # Showdown

    def begin_showdown(self, players: i64) -> None:
        """PD-20: everyone in it gets their turn in the hotseat."""
        self.hot = players
        self.real = 0
        self.jokers = 0
        if self.log is not None:
            self.log.append((events.STREET, 6))
        self.next_hotseat()

    def next_hotseat(self) -> None:
        """PD-20, PD-21: the earliest in turn order; if nobody can challenge, nobody does."""
        while self.hot != 0:
            self.turn = self.first_of(self.hot)
            self.phase = CHALLENGING
            self.ready = 0
            self.accusers = 0
            if self.log is not None:
                self.log.append((events.HOTSEAT, self.turn, self.claim(self.turn), self.said[self.turn]))
            if self.choosers() != 0:
                return
            self.judge(self.turn)
        self.compare_survivors()

    def challenge_fault(self, seat: i64) -> i64:
        """PD-21, PD-31, PD-G1: everybody but the hotseat, folded players too; not who sits out or was below 0."""
        if seat == self.turn or (self.sitting | self.away | self.broke) & BIT[seat] != 0:
            return NO_CHALLENGE
        if self.laid.gambling != FOR_FUN and self.gold[seat] < self.challenge_price(seat):
            return TOO_POOR
        return ALREADY_CHOSEN if self.ready & BIT[seat] != 0 else FINE

    def choosers(self) -> i64:
        """PD-21: who has still to choose."""
        found: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.challenge_fault(seat) == FINE:
                found |= BIT[seat]
            seat += 1
        return found

    def challenge_price(self, seat: i64) -> i64:
        """PD-22, PD-P5, PD-G3: 5 for every player in the game; eliminated ones do not count, others do."""
        each: i64 = RED_PRICE if self.champion_seat(RED) == seat else self.numbers.accuser
        return self.times(each) * size((BIT[self.seats] - 1) & ~self.away)

    def stage_choice(self, seat: i64, challenges: bool) -> None:
        """PD-21: chosen in secret; when all have chosen, all is revealed."""
        self.ready |= BIT[seat]
        if challenges:
            self.accusers |= BIT[seat]
        if self.log is not None:
            self.log.append((events.READY, seat))
        if self.choosers() == 0:
            self.sealed += 1
            self.judge(self.turn)
            self.next_hotseat()

    def judge_hand(self, seat: i64) -> i64:
        """PD-H3, PD-22, PD-K9: what the cards say about claim and statement; PD-K6: either hand will do."""
        truth = self.judge_cards(seat, self.hands[seat])
        if truth == LIE and self.spare[seat] != 0:
            truth = self.judge_cards(seat, self.spare[seat])
        return truth

    def judge_cards(self, seat: i64, cards: i64) -> i64:
        """The verdict on this player's claim and statement, with these private cards."""
        second: i64 = self.row(1) if self.rows() == 2 else 0
        return verdict_in_rows(self.claim(seat), self.said[seat], cards, self.row(0), second, self.rows())

    def judge(self, seat: i64) -> None:
        """PD-21, PD-22: the first challenger in turn order counts; without one the hand is real."""
        self.hot &= ~BIT[seat]
        accuser = self.first_of(self.accusers)
        if self.log is not None:
            self.log.append((events.CHALLENGED, seat, self.accusers, accuser))
        self.ready = 0
        self.accusers = 0
        if accuser == NOBODY:
            self.leave_alone(seat)
            return
        truth = self.open_hand(seat)
        if truth == LIE:
            self.expose(seat, accuser)
            return
        if truth != BY_OWN_JOKER:  # PD-H5
            self.pay(accuser, self.challenge_price(accuser), seat, events.CHALLENGING)
        self.survive(seat, events.TRUE_HAND)
        if truth != NATURAL:
            self.jokers |= BIT[seat]

    def open_hand(self, seat: i64) -> i64:
        """PD-22: all private cards are shown."""
        self.show_hand(seat)
        truth = self.judge_hand(seat)
        if self.log is not None:
            second: i64 = self.row(1) if self.rows() == 2 else 0
            self.log.append((events.SHOWN, seat, self.shown[seat], truth, self.real_hand(seat), self.row(0), second))
        return truth

    def real_hand(self, seat: i64) -> i64:
        """The best claim that this player's cards make with the community cards that lie there; NOTHING without any."""
        found = self.best_with_rows(self.hands[seat])
        return found if self.spare[seat] == 0 else max(found, self.best_with_rows(self.spare[seat]))

    def best_with_rows(self, cards: i64) -> i64:
        """PD-K9: the best claim of some private cards, with either row."""
        found = best(cards, self.row(0))
        return found if self.rows() == 1 else max(found, best(cards, self.row(1)))

    def leave_alone(self, seat: i64) -> None:
        """PD-22: perception is reality. PD-K8: but in the Lair the hand is shown, and only a lie stays in."""
        if self.casino == LIARS_LAIR and self.open_hand(seat) != LIE:
            self.folded |= BIT[seat]
            self.tell_judgement(seat, events.TOO_HONEST)
            return
        self.survive(seat, events.REAL)

    def survive(self, seat: i64, how: i64) -> None:
        """PD-23: this player had their hand."""
        self.real |= BIT[seat]
        self.tell_judgement(seat, how)

    def expose(self, seat: i64, accuser: i64) -> None:
        """PD-22: a liar folds and pays the challenger 5."""
        self.folded |= BIT[seat]
        self.tell_judgement(seat, events.EXPOSED)
        self.pay(seat, self.times(self.numbers.liar), accuser, events.CHALLENGING)

    def tell_judgement(self, seat: i64, how: i64) -> None:
        """What became of the hand."""
        if self.log is not None:
            self.log.append((events.JUDGED, seat, how))

    def compare_survivors(self) -> None:
        """PD-23, PD-K4, PD-H5: runes first, then natural over Joker; then it counts how many are left."""
        if self.real == 0:
            self.find_showdown()
            return
        best = self.most_runes(self.real)
        if best & ~self.jokers != 0:
            best &= ~self.jokers
        self.give_pot(best)
        if size(best) == 1:
            self.offer_coin(lowest(best))
        else:
            self.end_gambit()

    def most_runes(self, players: i64) -> i64:
        """PD-K4: who of these players has the most runes."""
        most: i64 = 0
        found: i64 = 0
        while players != 0:
            seat = lowest(players)
            runes = self.rune_count(seat)
            if runes > most:
                most = runes
                found = 0
            if runes == most:
                found |= BIT[seat]
            players &= players - 1
        return found

    def roll_over(self) -> None:
        """PD-23: nobody is left, the pot stays for the next gambit."""
        self.give_pot(0)
        self.end_gambit()

    def last_one_wins(self) -> None:
        """PD-10: all others folded before the showdown."""
        winner = lowest(self.staying())
        self.queue = self.queue[:0]
        self.at = 0
        self.give_pot(BIT[winner])
        self.offer_coin(winner)

    # The Golden Panda Coin

    def offer_coin(self, winner: i64) -> None:
        """PD-32: who won alone may show a lie; one that lies open already needs no showing."""
        self.real = BIT[winner]
        if self.claim(winner) < 0:
            self.end_gambit()
        elif (self.hands[winner] | self.spare[winner]) & ~self.shown[winner] == 0:
            if self.judge_hand(winner) == LIE:
                self.take_coin(winner)
            self.end_gambit()
        else:
            self.phase = SHOWING
            self.turn = winner

    def show_fault(self, seat: i64, shows: i64) -> i64:
        """PD-32: there must be a lie to show."""
        return NO_LIE if shows == 1 and self.judge_hand(seat) != LIE else FINE

    def end_with_coin(self, seat: i64, shows: bool) -> None:
        """PD-32: show the lie and take the coin, or leave everybody guessing."""
        if shows:
            self.open_hand(seat)
            self.take_coin(seat)
        self.end_gambit()

    def take_coin(self, seat: i64) -> None:
        """PD-32: from the middle, or from whoever has it."""
        if self.log is not None:
            self.log.append((events.COIN, self.coin, seat))
        self.coin = seat

    def list_shows(self, seat: i64) -> list[Any]:
        """Hide it, or show the lie."""
        return HIDE_OR_SHOW[:] if self.show_fault(seat, 1) == FINE else HIDE_OR_SHOW[:1]
