"""The rules of Panda Royale, in the order of play: roll and score, pity dice, trade, draft (PR-1)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.games.royale.dice import (
    CLEAR_D6,
    DIE_NAMES,
    DRAFTABLE,
    KINDS,
    PINK_D12,
    TAKEABLE,
    TRADED_D6,
    YELLOW_D6,
    YELLOW_D8,
    count,
    count_kinds,
    draw,
    list_kinds,
    nth_kind,
    one,
    total,
    without_pink,
)
from pandarium.games.royale.moves import PASS, TAKE, TRADE, die_of, kind_of, other_of, take, trade
from pandarium.games.royale.scoring import FACE_BITS, line_total, list_values, score_roll, yellow_sum
from pandarium.games.royale.state import DRAFT_STEP, MOST_SEATS, NOBODY, OVER, ROUNDS, TRADE_STEP, RoyaleSetup, Table

ROLLED: Final = 1
REROLLED: Final = 2
TOKEN: Final = 3
SCORED: Final = 4
PITY: Final = 5
TRADED: Final = 6
PASSED: Final = 7
POOL: Final = 8
TOOK: Final = 9
RETURNED: Final = 10
ENDED: Final = 11

FINE: Final = 0
GAME_OVER: Final = 1
NOT_YOUR_TURN: Final = 2
NO_SUCH_MOVE: Final = 3
NO_SUCH_DIE: Final = 4
NOT_TRADING: Final = 5
NOTHING_TO_OFFER: Final = 6
NO_SUCH_SEAT: Final = 7
WITH_YOURSELF: Final = 8
PINK_STAYS: Final = 9
THEY_HAVE_NONE: Final = 10
NOT_DRAFTING: Final = 11
NOT_IN_POOL: Final = 12
NO_PASSING: Final = 13

FAULTS: Final[list[tuple[str, str]]] = [
    ("", ""),
    ("PR-13", "the game is over"),
    ("PR-1", "it is not your turn"),
    ("PR-1", "there is no such move in this game"),
    ("PR-C1", "there is no such die"),
    ("PR-10", "dice are traded after the pity dice and before the draft, not now"),
    ("PR-10", "you have no clear die to offer"),
    ("PR-10", "there is nobody in that seat"),
    ("PR-10", "you trade with another player, not with yourself"),
    ("PR-10", "pink dice cannot be taken in a trade"),
    ("PR-10", "that player has no DIE"),
    ("PR-11", "new dice are chosen after the trades, not now"),
    ("PR-11", "there is no DIE in the pool"),
    ("PR-11", "everyone takes a die from the pool: nobody passes"),
]
"""For every fault the rule that speaks against the move, and how to say it."""

TRADES: Final[list[Any]] = [trade(other, die) for other in range(MOST_SEATS) for die in range(16)]
"""All trades there are, by seat and die, ready made: lists of moves share these objects instead of making new ones."""


class Royale(Table):
    """A position of Panda Royale that knows its rules."""

    # Set-up

    def set_up(self, log: list[Any] | None) -> None:
        """PR-S1: a yellow d6 each, pink dice and the Panda token in the middle; then the first round begins."""
        seats: i64 = self.seats
        nothing = vec[i64]([0] * seats)
        self.hands = vec[i64]([self.laid.dice.each] * seats)
        self.bag = self.laid.bag
        self.pool = 0
        self.panda = NOBODY
        self.turn = 0
        self.step = DRAFT_STEP
        self.round = 0
        self.rerolls = 0
        self.rolled = self.hands[:]
        self.faces = nothing[:]
        self.yellows = nothing[:]
        self.sheet = vec[i64]()
        self.totals = nothing[:]
        self.begin_round(log)

    def begin_round(self, log: list[Any] | None) -> None:
        """PR-1: steps 1 and 2 need no decision; round 10 is step 1 only."""
        self.round += 1
        self.roll_dice(log)
        self.score_round(log)
        if self.round == ROUNDS:
            self.step = OVER
            if log is not None:
                log.append((ENDED,))
            return
        self.claim_pity_dice(log)
        self.begin_trade(log)

    # Step 1: roll and score

    def roll_dice(self, log: list[Any] | None) -> None:
        """PR-2: all roll everything; the highest yellow sum takes the Panda token."""
        self.sealed += 1
        seat: i64 = 0
        while seat < self.seats:
            hand: i64 = self.hands[seat]
            faces: i64 = self.roll(hand)
            self.rolled[seat] = hand
            self.faces[seat] = faces
            self.yellows[seat] = yellow_sum(self.laid.dice, hand, faces)
            if log is not None:
                log.append((ROLLED, seat, list_kinds(hand), list_values(self.laid.dice, hand, faces)))
            seat += 1
        self.rerolls = 0
        highest = self.highest_yellow()
        while highest == NOBODY:
            self.reroll_yellow(log)
            highest = self.highest_yellow()
        self.panda = highest
        if log is not None:
            log.append((TOKEN, highest, self.yellows[highest]))

    def roll(self, hand: i64) -> i64:
        """Faces for every die of a hand, packed in the order of the kinds."""
        dice = self.laid.dice
        rng = self.rng
        faces: i64 = 0
        shift: i64 = 0
        kind: i64 = 0
        while hand != 0:
            left: i64 = hand & 15
            while left > 0:
                faces |= rng.below(dice.sides[kind]) << shift
                shift += FACE_BITS
                left -= 1
            hand >>= 4
            kind += 1
        return faces

    def highest_yellow(self) -> i64:
        """The only player with the highest yellow sum, or NOBODY when it is tied."""
        best: i64 = NOBODY
        most: i64 = -1
        seat: i64 = 0
        while seat < self.seats:
            here: i64 = self.yellows[seat]
            if here > most:
                most = here
                best = seat
            elif here == most:
                best = NOBODY
            seat += 1
        return best

    def reroll_yellow(self, log: list[Any] | None) -> None:
        """PR-3: all players roll their yellow dice again; they score, unless the first roll was agreed to."""
        self.rerolls += 1
        dice = self.laid.dice
        seat: i64 = 0
        while seat < self.seats:
            hand: i64 = self.hands[seat]
            yellow: i64 = hand & (15 * one(YELLOW_D6) + 15 * one(YELLOW_D8))
            fresh: i64 = self.roll(yellow)
            self.yellows[seat] = yellow_sum(dice, hand, fresh)
            if not self.laid.first_roll:
                bits: i64 = total(yellow) * FACE_BITS
                self.faces[seat] = ((self.faces[seat] >> bits) << bits) | fresh
            if log is not None:
                log.append((REROLLED, seat, list_kinds(yellow), list_values(dice, yellow, fresh)))
            seat += 1

    def score_round(self, log: list[Any] | None) -> None:
        """PR-4 to PR-8: everyone writes down the scores of their own dice, and adds them up (PR-15)."""
        seat: i64 = 0
        while seat < self.seats:
            line = score_roll(self.laid.dice, self.rolled[seat], self.faces[seat])
            self.sheet = append(self.sheet, line)
            self.totals[seat] += line_total(line)
            if log is not None:
                log.append((SCORED, seat, self.round, line))
            seat += 1

    # Step 2: pity dice

    def claim_pity_dice(self, log: list[Any] | None) -> None:
        """PR-9: pink dice go back, then one each to the lowest round scores."""
        pink: i64 = 15 * one(PINK_D12)
        seat: i64 = 0
        while seat < self.seats:
            self.hands[seat] &= ~pink
            seat += 1
        left: i64 = self.laid.pink
        while left > 0:
            seat = self.next_for_pity()
            self.hands[seat] += one(PINK_D12)
            if log is not None:
                log.append((PITY, seat))
            left -= 1

    def next_for_pity(self) -> i64:
        """PR-9: the lowest score without a pink die; ties go counter-clockwise from the token's right, holder last."""
        best: i64 = NOBODY
        lowest: i64 = 0
        step: i64 = 1
        while step <= self.seats:
            seat: i64 = (self.panda - step + self.seats) % self.seats
            if count(self.hands[seat], PINK_D12) == 0:
                score: i64 = self.round_score(seat)
                if best == NOBODY or score < lowest:
                    best = seat
                    lowest = score
            step += 1
        return best

    # Step 3: trade

    def begin_trade(self, log: list[Any] | None) -> None:
        """PR-10: clockwise from the left of the Panda token, its holder last."""
        self.step = TRADE_STEP
        self.turn = self.panda
        self.next_trader(log)

    def next_trader(self, log: list[Any] | None) -> None:
        """On to the next player who has a clear die to offer; after the holder of the token the draft begins."""
        while True:
            self.turn = (self.turn + 1) % self.seats
            if count(self.hands[self.turn], CLEAR_D6) > 0:
                return
            if self.turn == self.panda:
                self.end_trade(log)
                return

    def trade_fault(self, seat: i64, other: i64, die: i64) -> i64:
        """PR-10: why this player may not give `other` a clear die for one of their dice of this kind; 0: they may."""
        if self.step != TRADE_STEP:
            return NOT_TRADING
        if count(self.hands[seat], CLEAR_D6) == 0:
            return NOTHING_TO_OFFER
        if other >= self.seats:
            return NO_SUCH_SEAT
        if other == seat:
            return WITH_YOURSELF
        if die == PINK_D12:
            return PINK_STAYS
        if die >= TAKEABLE:
            return NO_SUCH_DIE
        if count(self.hands[other], die) == 0:
            return THEY_HAVE_NONE
        return FINE

    def trade_die(self, seat: i64, other: i64, die: i64, log: list[Any] | None) -> None:
        """PR-10: the clear die given, and a clear die taken, cannot be offered again this round."""
        gained: i64 = TRADED_D6 if die == CLEAR_D6 else die
        self.hands[seat] += one(gained) - one(CLEAR_D6)
        self.hands[other] += one(TRADED_D6) - one(die)
        if log is not None:
            log.append((TRADED, seat, other, die))
        if count(self.hands[seat], CLEAR_D6) == 0:
            self.leave_trade(log)

    def leave_trade(self, log: list[Any] | None) -> None:
        """One turn each: after one's last trade, or none, the next player trades."""
        if self.turn == self.panda:
            self.end_trade(log)
        else:
            self.next_trader(log)

    def end_trade(self, log: list[Any] | None) -> None:
        """Traded clear dice are plain clear dice again; on to the draft."""
        seat: i64 = 0
        while seat < self.seats:
            traded = count(self.hands[seat], TRADED_D6)
            self.hands[seat] += traded * (one(CLEAR_D6) - one(TRADED_D6))
            seat += 1
        self.begin_draft(log)

    # Step 4: draft

    def begin_draft(self, log: list[Any] | None) -> None:
        """PR-11: one more die than players from the bag; the holder of the token picks first."""
        self.sealed += 1
        self.step = DRAFT_STEP
        self.turn = self.panda
        in_bag: i64 = total(self.bag)
        wanted: i64 = self.seats + 1
        while wanted > 0:
            kind = draw(self.bag, self.rng.below(in_bag))
            self.bag -= one(kind)
            self.pool += one(kind)
            in_bag -= 1
            wanted -= 1
        if log is not None:
            log.append((POOL, self.pool))

    def take_fault(self, die: i64) -> i64:
        """PR-11: why a die of this kind cannot be taken from the pool; 0 if it can."""
        if self.step != DRAFT_STEP:
            return NOT_DRAFTING
        if die >= DRAFTABLE:
            return NO_SUCH_DIE
        if count(self.pool, die) == 0:
            return NOT_IN_POOL
        return FINE

    def take_die(self, seat: i64, die: i64, log: list[Any] | None) -> None:
        """PR-11: each takes one, clockwise; the last die goes back to the bag and the next round begins."""
        self.pool -= one(die)
        self.hands[seat] += one(die)
        if log is not None:
            log.append((TOOK, seat, die))
        self.turn = (seat + 1) % self.seats
        if self.turn == self.panda:
            if log is not None:
                log.append((RETURNED, draw(self.pool, 0)))
            self.bag += self.pool
            self.pool = 0
            self.begin_round(log)

    # The contract

    def fault(self, seat: i64, move: i64) -> i64:
        """The one verifier: why this move cannot be played now; 0 if it can. `legal` lists what it lets through."""
        if self.step == OVER:
            return GAME_OVER
        if seat != self.turn:
            return NOT_YOUR_TURN
        kind = kind_of(move)
        if kind == TAKE and move == take(die_of(move)):
            return self.take_fault(die_of(move))
        if kind == TRADE and move == trade(other_of(move), die_of(move)):
            return self.trade_fault(seat, other_of(move), die_of(move))
        if move == PASS:
            return FINE if self.step == TRADE_STEP else NO_PASSING
        return NO_SUCH_MOVE

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """The verifier's answer in words."""
        fault = self.fault(seat, move)
        if fault == FINE:
            return None
        rule, reason = FAULTS[fault]
        die = die_of(move)
        return IllegalMove(rule, reason.replace("DIE", DIE_NAMES[die] if die < KINDS else "such die"))

    def legal(self, seat: int) -> list[int]:
        """Every move that `refusal` lets through, each kind of die once."""
        moves: list[Any] = []
        if self.step == OVER or seat != self.turn:
            return moves
        me: i64 = seat
        die: i64 = 0
        there: i64 = 0
        if self.step == DRAFT_STEP:
            there = self.pool
            while there != 0:
                if there & 15 != 0 and self.take_fault(die) == FINE:
                    moves.append(take(die))
                there >>= 4
                die += 1
            return moves
        moves.append(PASS)
        other: i64 = 0
        while other < self.seats:
            if other != me:
                die = 0
                there = self.hands[other]
                while there != 0:
                    if there & 15 != 0 and self.trade_fault(me, other, die) == FINE:
                        moves.append(TRADES[other * 16 + die])
                    there >>= 4
                    die += 1
            other += 1
        return moves

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through."""
        kind = kind_of(move)
        if kind == TAKE:
            self.take_die(seat, die_of(move), log)
        elif kind == TRADE:
            self.trade_die(seat, other_of(move), die_of(move), log)
        else:
            if log is not None:
                log.append((PASSED, seat))
            self.leave_trade(log)

    def playout(self, rng: Rng) -> int:
        """The inherited one without its lists: it counts the legal moves, draws a number, and finds that move."""
        played: i64 = 0
        while self.step != OVER:
            self.apply(self.turn, self.random_move(rng), None)
            played += 1
        return played

    def random_move(self, rng: Rng) -> i64:
        """One of the `legal` moves of the player to act, each equally likely."""
        if self.step == DRAFT_STEP:
            return take(nth_kind(self.pool, rng.below(count_kinds(self.pool))))
        choices: i64 = 1
        other: i64 = 0
        while other < self.seats:
            if other != self.turn:
                choices += count_kinds(without_pink(self.hands[other]))
            other += 1
        index = rng.below(choices)
        if index == 0:
            return PASS
        index -= 1
        other = 0
        while True:
            if other != self.turn:
                here = count_kinds(without_pink(self.hands[other]))
                if index < here:
                    return trade(other, nth_kind(self.hands[other], index))
                index -= here
            other += 1

    def outcome(self) -> Outcome | None:
        """PR-13: the highest total wins; equal totals share."""
        if self.step != OVER:
            return None
        best = max(self.totals)
        winners = [seat for seat in range(len(self.totals)) if self.totals[seat] == best]
        return Outcome(tuple(winners), tuple(self.totals), "highest total after 10 rounds (PR-13)")

    def timeout(self, seat: int) -> int:
        """Trade nothing; draft the die with the most faces."""
        if self.step == TRADE_STEP:
            return PASS
        best: i64 = NOBODY
        die: i64 = 0
        while die < DRAFTABLE:
            if count(self.pool, die) > 0 and (best == NOBODY or self.laid.dice.sides[die] > self.laid.dice.sides[best]):
                best = die
            die += 1
        return take(best)

    def clone(self) -> Royale:
        """An independent copy."""
        twin = Royale(self.laid, self.rng.clone())
        self.copy_table(twin)
        return twin

    def resample(self, seat: int | None, rng: Rng) -> Royale:
        """Only what the dice will show is hidden, and it is hidden from everyone alike."""
        self.check_viewer(seat)
        twin = Royale(self.laid, rng.fork())
        self.copy_table(twin)
        return twin


class RoyaleDeal(RoyaleSetup):
    """A laid table that can deal."""

    def start(self, seed: int, log: list[Any] | None = None) -> Royale:
        """A new game, ready for its first decision."""
        state = Royale(self, Rng(seed))
        state.set_up(log)
        return state
