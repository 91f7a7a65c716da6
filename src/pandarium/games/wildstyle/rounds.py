"""The course of a game: deal, get ready, count down, play, end the round, three times over (WS-2, WS-12 to WS-14)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.games.wildstyle.actions import (
    COUNTING,
    DEALT,
    LAID,
    PASSED,
    ROUND,
    ROUND_OVER,
    SAID_READY,
    STARTED,
    TRIGGERED,
)
from pandarium.games.wildstyle.cards import (
    BIT,
    HAND_SIZE,
    list_cards,
    with_card,
)
from pandarium.games.wildstyle.scoring import Scoring
from pandarium.games.wildstyle.state import (
    COP_CARS,
    COUNTDOWN,
    GETTING_READY,
    HAND,
    MAT,
    NOBODY,
    PLAYING,
    ROUND_TAGS,
    ROUNDS,
    SET,
    SHIFT_8,
    STRIDE,
)

COUNTDOWN_SECONDS: Final = 3


class Rounds(Scoring):
    """A table at which three rounds are played."""

    # Setting up, and each round

    def set_up(self, log: list[Any] | None) -> None:
        """WS-S1 to WS-S4: the map lies there; everybody gets a mat, and the first round is dealt."""
        self.mats = vec[i64]([0] * (self.seats * STRIDE))
        self.cars = COP_CARS
        self.tagged_low = 0
        self.tagged_high = 0
        self.round = 0
        if log is not None:
            sides = [self.laid.face_names[side] for side in self.city.faces]
            log.append((LAID, sides, list(self.city.rotations), list(self.city.objectives)))
        self.begin_round(log)

    def begin_round(self, log: list[Any] | None) -> None:
        """WS-S3, WS-14: six more tags on every mat; all cards are shuffled and dealt anew."""
        self.round += 1
        self.triggered = False
        self.ready = 0
        self.passed = 0
        if log is not None:
            log.append((ROUND, self.round))
        self.deal(log)
        seat: i64 = 0
        while seat < self.seats:
            self.mats[seat * STRIDE + MAT] += ROUND_TAGS
            seat += 1
        everyone: i64 = BIT[self.seats] - 1
        self.turn = NOBODY
        self.acting = everyone
        if self.laid.turns:  # WS-41: without a clock there is nothing to count down
            self.phase = PLAYING
            self.turn = (self.round - 1) % self.seats
            self.acting = BIT[self.turn]
        else:
            self.phase = GETTING_READY

    def deal(self, log: list[Any] | None) -> None:
        """WS-S3, WS-S4: three cards each; the rest is split, and some of the piles become draw piles."""
        self.sealed += 1
        self.pool_low = self.laid.deck.low
        self.pool_high = self.laid.deck.high
        self.pool_size = self.laid.deck.size
        self.shared = vec[i64]()
        self.tops = 0
        self.touches = 0
        self.drawers = 0
        seat: i64 = 0
        while seat < self.seats:
            hand: i64 = 0
            wanted: i64 = HAND_SIZE
            while wanted > 0:
                hand = with_card(hand, self.draw_from_pool(self.rng))
                wanted -= 1
            self.mats[seat * STRIDE + HAND] = hand
            self.mats[seat * STRIDE + SET] = 0
            self.mats[seat * STRIDE + SET + 1] = 0
            if log is not None:
                log.append((DEALT, seat, list_cards(hand)))
            seat += 1
        left: i64 = self.laid.split_piles
        size: i64 = self.pool_size // left
        larger: i64 = self.pool_size % left
        self.piles = 0
        pile: i64 = 0
        while pile < self.laid.draw_piles:
            self.piles += size * SHIFT_8[pile]
            if self.rng.below(left) < larger:  # which of the piles are chosen is up to chance
                self.piles += SHIFT_8[pile]
                larger -= 1
            left -= 1
            pile += 1

    # Starting a round

    def say_ready(self, seat: i64, log: list[Any] | None) -> None:
        """WS-2: everyone has seen hand and map; then the countdown begins."""
        self.ready |= BIT[seat]
        everyone: i64 = BIT[self.seats] - 1
        self.acting = everyone & ~self.ready
        if log is not None:
            log.append((SAID_READY, seat))
        if self.acting == 0:
            self.phase = COUNTDOWN
            self.acting = everyone
            if log is not None:
                log.append((COUNTING,))

    def start_round(self, log: list[Any] | None) -> None:
        """WS-2: go!"""
        self.sealed += 1
        self.phase = PLAYING
        if log is not None:
            log.append((STARTED, self.round))

    # What follows from an action

    def acted(self, seat: i64, log: list[Any] | None) -> None:
        """After every action: whoever waited may act again, the end may be triggered (WS-12), or be there (WS-13)."""
        if self.laid.turns or not self.triggered:
            self.passed = 0
        if not self.laid.turns:
            self.sealed += 1  # in real time a touch is a touch: others have seen it and acted on it
        if not self.triggered and (self.piles == 0 or (self.mat_of(seat) == 0 and self.still_tagging() <= 1)):
            self.triggered = True
            if log is not None:
                log.append((TRIGGERED, self.piles == 0))
        self.go_on(seat, log)

    def still_tagging(self) -> i64:
        """Players with tags on their mats."""
        found: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.mats[seat * STRIDE + MAT] > 0:
                found += 1
            seat += 1
        return found

    def pass_on(self, seat: i64, log: list[Any] | None) -> None:
        """WS-13: do nothing, until others have acted; after the trigger, in real time, nothing more this round."""
        self.passed |= BIT[seat]
        if not self.laid.turns:
            self.sealed += 1
        if log is not None:
            log.append((PASSED, seat, self.triggered))
        self.go_on(seat, log)

    def go_on(self, last: i64, log: list[Any] | None) -> None:
        """WS-13: the round is over when nobody who could go on has to; else whose turn it is (WS-41)."""
        able = self.who_is_able()
        if able == 0 or (self.triggered and self.who_holds() == 0):
            self.end_round(log)
        elif self.laid.turns:
            seat: i64 = (last + 1) % self.seats
            while able & BIT[seat] == 0:
                seat = (seat + 1) % self.seats
            self.turn = seat
            self.acting = BIT[seat]
        else:
            self.acting = able

    def who_is_able(self) -> i64:
        """Players who may do something, as far as the table can tell, a bit each."""
        able: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.may_act(seat):
                able |= BIT[seat]
            seat += 1
        return able

    def who_holds(self) -> i64:
        """WS-13: those of them for whom the round goes on: after the trigger only who has sets in progress."""
        holding: i64 = self.who_is_able()
        if self.triggered:
            seat: i64 = 0
            while seat < self.seats:
                if self.mats[seat * STRIDE + SET] | self.mats[seat * STRIDE + SET + 1] == 0:
                    holding &= ~BIT[seat]
                seat += 1
        return holding

    def end_round(self, log: list[Any] | None) -> None:
        """WS-13: on to the next round (WS-14), or to the scoring (WS-20)."""
        if log is not None:
            log.append((ROUND_OVER, self.round))
        if self.round < ROUNDS:
            self.begin_round(log)
        else:
            self.begin_removal(log)

    def timer(self) -> int:
        """Seconds after which a clock plays `timeout` for everyone who may act; 0: no clock runs.

        For the countdown they begin with it (WS-2). To close a round they begin anew with every move (WS-13).
        """
        if self.laid.turns:
            return 0
        if self.phase == COUNTDOWN:
            return COUNTDOWN_SECONDS
        if self.phase != PLAYING:
            return 0
        if not self.triggered:
            seat: i64 = 0
            while seat < self.seats:
                if self.openly_able(seat):
                    return 0
                seat += 1
        return self.laid.grace

    def counting(self) -> bool:
        """WS-2: between ready and go nobody moves; the clock says go."""
        return self.phase == COUNTDOWN
