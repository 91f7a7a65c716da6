"""The course of a game: refresh, drawing, the end of a turn and of the game (PP-T, PP-E, PP-1, PP-2)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append
from mypy_extensions import i64

from pandarium.games.pilfering.engine.actions import ABILITY_USED, BY_FINAL, BY_PICK_UP, BY_SUSPICION, BY_TURN
from pandarium.games.pilfering.engine.cards import NO_CARD, bit, list_cards, size
from pandarium.games.pilfering.engine.dealing import SECRET_FILLED, TOPPED_UP, Dealing
from pandarium.games.pilfering.engine.faults import (
    ABILITY_SPENT,
    DECK_EMPTY,
    FINE,
    HAND_FULL,
    NEVER_PLAYED,
    NOT_YOUR_ABILITY,
    TOO_FEW_IN_HIDEOUT,
)
from pandarium.games.pilfering.engine.moves import GREEDY_WAY, PLAIN, SNEAKY_WAY
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    CAUGHT,
    CHECK_FAILED,
    CHECK_STEP,
    DEPTH,
    ESCAPED,
    FOR_HAND,
    FOR_HIDEOUT,
    FOR_SECRET,
    GREEDY,
    HIDEOUT,
    IN_FORCE,
    NO_CARDS,
    NO_DRAW,
    NOBODY,
    NOT_PLAYED,
    NOT_READY,
    OUT_OF_TIME,
    OVER,
    REFRESH_STEP,
    SECRET_STEP,
    SNEAKY,
    SOLO_HAND,
    START_STEP,
    STASH_STEP,
    WAITING,
    is_plan,
    plan_bit,
)

CHOSE: Final = 31
"""Events, as raw tuples."""
DECLINED: Final = 34
TURN: Final = 35
DREW: Final = 36
PICKED: Final = 37
SUSPICION: Final = 38
STASHED: Final = 39
WENT_OUT: Final = 41
TIMER: Final = 42
PLAYED_ON: Final = 43
FINAL: Final = 44
ENDED: Final = 45
SECRET_MOVED: Final = 46
RUMMAGED: Final = 48
PASSED: Final = 49

LAST_POSITION: Final = 4
"""Where the Timer runs out (PP-E7)."""


class Turns(Dealing):
    """A table at which turns are taken. What a Foiled Plan does is filled in by `plans.py`."""

    # Set-up

    def choose_panda(self, seat: i64, panda: i64, log: list[Any] | None) -> None:
        """PP-S3: in the order of the seats; after the last one the cards are dealt."""
        self.roles[seat] = panda
        if log is not None:
            log.append((CHOSE, seat, panda))
        self.turn = seat + 1
        if self.turn == self.seats:
            self.turn = 0
            self.deal(log)
            if self.laid.solo:
                self.begin_turn(0, log)
            else:
                self.step = START_STEP

    def answer_start(self, seat: i64, yes: bool, log: list[Any] | None) -> None:
        """PP-S3: around the table, who says so first starts; the last one need not be asked."""
        if yes:
            self.begin_turn(seat, log)
            return
        if log is not None:
            log.append((DECLINED, seat))
        self.turn = seat + 1
        if self.turn == self.seats - 1:
            self.begin_turn(self.turn, log)

    # A turn begins

    def begin_turn(self, seat: i64, log: list[Any] | None) -> None:
        """PP-T1, PP-E8: who is out only turns the Timer, if they have it."""
        self.turn = seat
        self.turns += 1
        if self.early == WAITING and self.early_seat == seat:
            self.early = IN_FORCE
        if self.gate == WAITING and self.gate_seat == seat:
            self.gate = IN_FORCE
        if log is not None:
            log.append((TURN, seat, self.turns))
        if self.out & bit(seat) == 0:
            self.step = REFRESH_STEP
            return
        if self.timekeeper == seat:
            self.turn_timer(log)
        if self.step != OVER:
            self.end_turn(log)

    def draw_fault(self) -> i64:
        """PP-T2, PP-E4: why the hand cannot be refreshed from the deck."""
        if self.laid.solo and size(self.hands[self.turn]) >= SOLO_HAND:
            return HAND_FULL
        return DECK_EMPTY if self.left == 0 else FINE

    def pick_fault(self, seat: i64, cards: i64, way: i64) -> i64:
        """PP-T2 to PP-T5: why so many cards cannot be picked up from the Hideout in this way."""
        lie: i64 = len(self.hideout)
        if cards < 1 or cards > lie:
            return TOO_FEW_IN_HIDEOUT
        if way != PLAIN:
            if self.roles[seat] != (GREEDY if way == GREEDY_WAY else SNEAKY) or cards < 2:
                return NOT_YOUR_ABILITY
            if way == GREEDY_WAY and cards != 2:
                return NOT_YOUR_ABILITY
            if self.spent & bit(seat) != 0:
                return ABILITY_SPENT
        if self.laid.solo and size(self.hands[seat]) + cards > SOLO_HAND:
            return HAND_FULL
        if cards >= 2 and way != GREEDY_WAY and not self.could_use(seat, cards):
            return NEVER_PLAYED
        return FINE

    def could_use(self, seat: i64, cards: i64) -> bool:
        """PP-T5: whether the left-most of so many cards could be played this turn."""
        place: i64 = len(self.hideout) - cards
        chosen: i64 = self.hideout[place]
        hand: i64 = self.hands[seat]
        while place < len(self.hideout):
            hand += bit(self.hideout[place])
            place += 1
        before: i64 = self.hands[seat]
        self.hands[seat] = hand
        self.duty = chosen
        able = self.can_do_duty(DEPTH)
        self.hands[seat] = before
        self.duty = NO_CARD
        return able

    def pick_up(self, seat: i64, cards: i64, way: i64, log: list[Any] | None) -> None:
        """PP-T2 to PP-T6: the right-most cards to hand; more than one has its price at once."""
        place: i64 = len(self.hideout) - cards
        chosen: i64 = self.hideout[place]
        taken = self.hideout[place:]
        self.hideout = self.hideout[:place]
        index: i64 = 0
        while index < cards:
            self.hands[seat] += bit(taken[index])
            self.see(seat, taken[index])
            if cards == 1 or way == GREEDY_WAY:
                self.bound += bit(taken[index])  # PP-T3
            index += 1
        if log is not None:
            log.append((PICKED, seat, list(taken), way))
        self.step = ACTION_STEP
        if way != PLAIN:
            self.spent |= bit(seat)
            if log is not None:
                log.append((ABILITY_USED, seat, self.roles[seat]))
        if cards > 1 and way != GREEDY_WAY:
            self.duty = chosen
            if self.laid.watched:
                self.watch_next = 1
            self.move_keeper((self.laid.penalty + 1) // 2 if way == SNEAKY_WAY else self.laid.penalty, BY_PICK_UP, log)
            self.raise_suspicion(seat, log)
            if self.keeper >= self.panda:
                self.finish(CAUGHT, log)

    def raise_suspicion(self, seat: i64, log: list[Any] | None) -> None:
        """PP-T6: take the card, or pay what it shows and flip it; not alone (PP-4), and not once someone is out."""
        if self.suspicion == 0:
            return
        if self.suspect == seat:
            self.move_keeper(self.suspicion, BY_SUSPICION, log)
            self.suspicion = 4
        else:
            self.suspect = seat
            self.suspicion = 2
        if log is not None:
            log.append((SUSPICION, self.suspect, self.suspicion))

    # Drawing

    def draw_on(self, log: list[Any] | None) -> None:
        """Draw until what is being drawn for has its cards, or somebody has to decide something (PP-F1)."""
        while True:
            if self.drawing == FOR_HIDEOUT and len(self.hideout) >= HIDEOUT:
                self.drawing = NO_DRAW
                self.end_top_up(log)
                return
            if self.drawing == FOR_SECRET and size(self.secret) >= HIDEOUT:
                self.drawing = NO_DRAW
                self.next_turn(log)
                return
            if self.left == 0:
                self.finish(NO_CARDS, log)  # PP-E4
                return
            self.sealed += 1
            card = self.lift()
            if is_plan(card):
                self.plans_left -= 1
                self.gone |= plan_bit(card)
                self.met &= ~plan_bit(card)
                if self.resolve(card, log):
                    return
            elif self.drawing == FOR_HAND:
                self.drawing = NO_DRAW
                self.hands[self.turn] += bit(card)
                self.step = ACTION_STEP
                if log is not None:
                    log.append((DREW, self.turn, card))
                return
            elif self.drawing == FOR_HIDEOUT:
                self.hideout = append(self.hideout, card)
                if log is not None:
                    log.append((TOPPED_UP, card))
            else:
                self.secret += bit(card)
                if log is not None:
                    log.append((SECRET_FILLED, card))

    def resolve(self, plan: i64, log: list[Any] | None) -> bool:
        """Do what a Foiled Plan says; true: somebody has to decide something first, or the game is over."""
        raise NotImplementedError

    # A turn ends

    def end_actions(self, log: list[Any] | None) -> None:
        """PP-E1: on to the stash, if there is a card that may go there (PP-T3)."""
        if self.hands[self.turn] == self.bound:
            self.end_turn(log)
        else:
            self.step = STASH_STEP

    def settle(self, seat: i64, log: list[Any] | None) -> bool:
        """After every action: caught, or out of cards (PP-E2, PP-A13)? True: the player goes on."""
        if self.keeper >= self.panda:
            self.finish(CAUGHT, log)
            return False
        if self.hands[seat] == 0:
            self.go_out(seat, log)
            return False
        return True

    def end_action(self, seat: i64, log: list[Any] | None) -> None:
        """PP-A13: with an empty hand the actions are over, and there is nothing to stash."""
        if not self.settle(seat, log) and self.step != OVER:
            self.end_turn(log)

    def stash_card(self, seat: i64, card: i64, log: list[Any] | None) -> None:
        """PP-E1: a card to the right end of the Hideout."""
        self.take_from(seat, card)
        self.hideout = append(self.hideout, card)
        if log is not None:
            log.append((STASHED, seat, card))
        if self.hands[seat] == 0:
            self.go_out(seat, log)
            if self.step == OVER:
                return
        self.end_turn(log)

    def go_out(self, seat: i64, log: list[Any] | None) -> None:
        """PP-E6, PP-2: the first one out takes the Timer, and suspicion ends; alone it is over."""
        self.out |= bit(seat)
        if log is not None:
            log.append((WENT_OUT, seat))
        if self.laid.solo:
            if self.panda >= self.laid.win and self.keeper < self.panda:
                self.final_check(log)
            else:
                self.finish(NOT_READY, log)
        elif self.timer_at == 0:
            self.timer_at = 1
            self.timekeeper = seat
            self.suspect = NOBODY
            self.suspicion = 0
            if log is not None:
                log.append((TIMER, seat, 1))
        else:
            self.late = 1

    def end_turn(self, log: list[Any] | None) -> None:
        """PP-E2, PP-E3: keeper +1, then the win check."""
        self.bound = 0
        self.move_keeper(1, BY_TURN, log)
        if self.keeper >= self.panda:
            self.finish(CAUGHT, log)
        elif self.panda >= self.laid.win and self.out != 0:
            self.step = CHECK_STEP
        else:
            self.play_on(log)

    def play_on(self, log: list[Any] | None) -> None:
        """PP-E7, PP-E4: the Timer turns if someone else went out; then the Hideout is topped up."""
        if self.late != 0:
            self.late = 0
            self.turn_timer(log)
            if self.step == OVER:
                return
        self.drawing = FOR_HIDEOUT
        self.draw_on(log)

    def turn_timer(self, log: list[Any] | None) -> None:
        """PP-E7: a quarter turn; at 4 it is over, or, if so agreed, the last chance for the final check."""
        self.timer_at += 1
        if log is not None:
            log.append((TIMER, self.timekeeper, self.timer_at))
        if self.timer_at >= LAST_POSITION:
            if self.laid.last_check and self.panda >= self.laid.win:
                self.final_check(log)
            else:
                self.finish(OUT_OF_TIME, log)

    def end_top_up(self, log: list[Any] | None) -> None:
        """Alone the Secret Stash is next (PP-1), else the next player."""
        if self.laid.solo:
            self.step = SECRET_STEP
        else:
            self.next_turn(log)

    def move_secret(self, card: i64, log: list[Any] | None) -> None:
        """PP-1: a card of the Secret Stash to the end of the Hideout, then refill."""
        self.secret -= bit(card)
        self.hideout = append(self.hideout, card)
        if log is not None:
            log.append((SECRET_MOVED, card))
        self.drawing = FOR_SECRET
        self.draw_on(log)

    def next_turn(self, log: list[Any] | None) -> None:
        """PP-T1: clockwise; what held for this turn is over."""
        if self.early == IN_FORCE:
            self.early = NOT_PLAYED
        if self.gate == IN_FORCE:
            self.gate = NOT_PLAYED
        self.watch_next = 0
        self.begin_turn((self.turn + 1) % self.seats, log)

    # The game ends

    def final_check(self, log: list[Any] | None) -> None:
        """PP-E5, PP-3: the keeper comes nearer for every card left."""
        self.sealed += 1
        cost: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            cost += self.laid.cost(self.hands[seat])
            viewer: i64 = 0
            while viewer <= self.seats:
                self.known[viewer * self.seats + seat] = self.hands[seat]
                viewer += 1
            seat += 1
        if self.laid.stash_counts:
            cost += self.laid.cost(self.secret)
        self.dropped = cost
        if log is not None:
            log.append((FINAL, [list_cards(hand) for hand in self.hands], cost))
        self.move_keeper(cost, BY_FINAL, log)
        self.finish(ESCAPED if self.keeper < self.panda else CHECK_FAILED, log)

    def finish(self, result: i64, log: list[Any] | None) -> None:
        """PP-E9: it is over."""
        self.step = OVER
        self.result = result
        self.drawing = NO_DRAW
        if log is not None:
            log.append((ENDED, result))
