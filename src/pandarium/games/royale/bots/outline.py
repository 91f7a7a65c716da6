"""A game of Panda Royale in outline: what is left of it, played by rule of thumb and scored by expectation.

Only what decides who picks first and which dice come is drawn by chance (yellow rolls, the bag); what a round scores is
taken as its exact mean, with its variance. That makes one outline worth many played-out games.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.royale.bots.expected_score import Hand, Odds
from pandarium.games.royale.engine.dice import (
    BLUE,
    BLUE_D6,
    CLEAR_D6,
    COLOUR_OF,
    DRAFTABLE,
    GLITTER_D6,
    PINK_D12,
    RED,
    RED_D6,
    RED_D8,
    TRADED_D6,
    YELLOW,
    YELLOW_D6,
    YELLOW_D8,
    count,
    draw,
    one,
    total,
)
from pandarium.games.royale.engine.flow import Royale
from pandarium.games.royale.engine.moves import PASS, TAKE, TRADE, die_of, kind_of, other_of, take, trade
from pandarium.games.royale.engine.state import DRAFT_STEP, NOBODY, ROUNDS, TRADE_STEP

RATE: Final = 64
"""Rates in a Plan are 64ths."""
CENT: Final = 100
"""Amounts in a Plan are hundredths of a point."""
TIE_BREAKS: Final = 65536


class Plan:
    """A rule of thumb: what a die is worth beyond what it adds to the next roll. Found by playing against greedy."""

    red_rate: i64
    """How much of the reds still to come a red die may hope to multiply, in 64ths;"""
    red_extra: i64
    """and a red die's worth on top, in hundredths of a point a roll."""
    glitter_rate: i64
    """How much of the glitter still to come a blue die may hope for, before one has any;"""
    blue_rate: i64
    """and how much of the blue still to come the first glitter die may hope to double."""
    yellow_extra: i64
    """The hope of picking first, in hundredths of a point a roll."""
    clear_extra: i64
    """The hope of a good trade later, likewise,"""
    clear_once: i64
    """and once."""
    denial: i64
    """How much of what the other loses in a trade counts as one's own gain, in 16ths."""
    patience: i64
    """A trade must gain more than this many hundredths of a point a roll, while there will be others;"""
    red_trade: i64
    """for a red die this much less."""

    def __init__(
        self,
        red: tuple[int, int],
        blue: tuple[int, int],
        yellow: int,
        clear: tuple[int, int],
        trade: tuple[int, int, int],
    ) -> None:
        self.red_rate, self.red_extra = red
        self.glitter_rate, self.blue_rate = blue
        self.yellow_extra = yellow
        self.clear_extra, self.clear_once = clear
        self.denial, self.patience, self.red_trade = trade


FEW: Final = Plan(red=(44, -180), blue=(0, 28), yellow=0, clear=(158, 1782), trade=(6, 482, -296))
SOME: Final = Plan(red=(57, 10), blue=(0, 3), yellow=14, clear=(150, 1013), trade=(6, 458, 271))
MANY: Final = Plan(red=(25, 176), blue=(14, 44), yellow=-8, clear=(200, 500), trade=(0, 276, 387))


def plan_for(seats: i64) -> Plan:
    """With more players one picks later, trades more, and the dice one needs are gone sooner."""
    if seats < 4:
        return FEW
    return SOME if seats < 7 else MANY


class Outline:
    """The rest of a game, in outline."""

    state: Royale
    odds: Odds
    plan: Plan
    seats: i64
    round: i64
    step: i64
    turn: i64
    panda: i64
    pool: i64
    bag: i64
    hands: list[Hand]
    totals: vec[i64]
    """Expected totals, in `odds.scale`-ths of a point,"""
    variances: vec[i64]
    """and how far they may be off."""
    dice_left: i64
    """What the bag holds for the rounds to come: dice,"""
    reds_left: i64
    glitter_left: i64
    blue_left: i64
    """and the means of its blue dice, added up."""

    def __init__(self, state: Royale, odds: Odds) -> None:
        self.state = state
        self.odds = odds
        self.plan = plan_for(state.seats)
        self.seats = state.seats
        self.round = state.round
        self.step = state.step
        self.turn = state.turn
        self.panda = state.panda
        self.pool = state.pool
        self.bag = state.bag
        self.hands = []
        self.totals = vec[i64]()
        self.variances = vec[i64]()
        seat: i64 = 0
        while seat < self.seats:
            self.hands.append(Hand(odds, state.hands[seat]))
            self.totals = append(self.totals, state.totals[seat] * odds.scale)
            self.variances = append(self.variances, 0)
            seat += 1
        to_come: i64 = self.bag + self.pool
        self.dice_left = total(to_come)
        self.reds_left = count(to_come, RED_D6) + count(to_come, RED_D8)
        self.glitter_left = count(to_come, GLITTER_D6)
        self.blue_left = 0
        kind: i64 = BLUE_D6
        while kind <= GLITTER_D6:
            self.blue_left += count(to_come, kind) * odds.mean[kind]
            kind += 1

    def copy_to(self, other: Outline) -> None:
        """Make another outline of the same state stand where this one does."""
        other.round = self.round
        other.step = self.step
        other.turn = self.turn
        other.panda = self.panda
        other.pool = self.pool
        other.bag = self.bag
        other.totals = self.totals[:]
        other.variances = self.variances[:]
        hands: list[Hand] = []
        for hand in self.hands:
            hands.append(hand.clone())
        other.hands = hands

    # Moves

    def apply(self, move: i64) -> None:
        """Play a move of whoever's turn it is."""
        kind = kind_of(move)
        if kind == TAKE:
            self.take_die(die_of(move))
        elif kind == TRADE:
            self.trade_die(other_of(move), die_of(move))
        else:
            self.next_trader()

    def trade_die(self, other: i64, die: i64) -> None:
        """A clear die for one of theirs (PR-10)."""
        mine = self.hands[self.turn]
        theirs = self.hands[other]
        mine.drop(CLEAR_D6)
        theirs.drop(die)
        mine.add(TRADED_D6 if die == CLEAR_D6 else die)
        theirs.add(TRADED_D6)

    def next_trader(self) -> None:
        """Clockwise; after the holder of the token the draft begins."""
        if self.turn != self.panda:
            self.turn = (self.turn + 1) % self.seats
            return
        for hand in self.hands:
            hand.dice += count(hand.dice, TRADED_D6) * (one(CLEAR_D6) - one(TRADED_D6))
        self.step = DRAFT_STEP
        self.turn = self.panda

    def take_die(self, die: i64) -> None:
        """One die from the pool (PR-11)."""
        self.pool -= one(die)
        self.hands[self.turn].add(die)
        self.turn = (self.turn + 1) % self.seats

    # The rest of the game

    def finish(self, rng: Rng) -> None:
        """Play to the end by rule of thumb."""
        while True:
            while self.step == TRADE_STEP:
                self.trade_all()
                self.next_trader()
            if self.pool == 0:
                self.draw_pool(rng)
            left = total(self.pool)
            while left > 1:
                self.take_die(self.best_die())
                left -= 1
            self.bag += self.pool
            self.pool = 0
            self.round += 1
            self.score_round()
            if self.round == ROUNDS:
                return
            self.roll_for_token(rng)
            self.claim_pity_dice()
            self.step = TRADE_STEP
            self.turn = (self.panda + 1) % self.seats

    def draw_pool(self, rng: Rng) -> None:
        """One more die than players from the bag."""
        in_bag: i64 = total(self.bag)
        wanted: i64 = self.seats + 1
        while wanted > 0:
            kind = draw(self.bag, rng.below(in_bag))
            self.bag -= one(kind)
            self.pool += one(kind)
            in_bag -= 1
            wanted -= 1

    def score_round(self) -> None:
        """What everybody's dice can be expected to score."""
        seat: i64 = 0
        while seat < self.seats:
            hand = self.hands[seat]
            self.totals[seat] += hand.score()
            self.variances[seat] += hand.variance()
            seat += 1

    def roll_for_token(self, rng: Rng) -> None:
        """The highest yellow sum picks first (PR-2); a tie is broken by a coin instead of another roll."""
        most: i64 = NOBODY
        seat: i64 = 0
        while seat < self.seats:
            dice: i64 = self.hands[seat].dice
            pips = self.roll_yellow(rng, YELLOW_D6, count(dice, YELLOW_D6))
            pips += self.roll_yellow(rng, YELLOW_D8, count(dice, YELLOW_D8))
            pips = pips * TIE_BREAKS + rng.below(TIE_BREAKS)
            if pips > most:
                most = pips
                self.panda = seat
            seat += 1

    def roll_yellow(self, rng: Rng, kind: i64, number: i64) -> i64:
        """A number of yellow dice of a kind."""
        dice = self.state.fixed.dice
        pips: i64 = 0
        while number > 0:
            pips += dice.value(kind, rng.below(dice.sides[kind]))
            number -= 1
        return pips

    def claim_pity_dice(self) -> None:
        """Pink dice to the hands that can expect least (PR-9)."""
        scores = vec[i64]()
        for hand in self.hands:
            scores = append(scores, hand.score())
            if count(hand.dice, PINK_D12) > 0:
                hand.drop(PINK_D12)
        left: i64 = self.state.fixed.pink
        while left > 0:
            poorest: i64 = NOBODY
            step: i64 = 1
            while step <= self.seats:
                seat: i64 = (self.panda - step + self.seats) % self.seats
                if count(self.hands[seat].dice, PINK_D12) == 0 and (
                    poorest == NOBODY or scores[seat] < scores[poorest]
                ):
                    poorest = seat
                step += 1
            self.hands[poorest].add(PINK_D12)
            left -= 1

    # The rule of thumb

    def best_die(self) -> i64:
        """The die of the pool that promises most to whoever's turn it is."""
        hand = self.hands[self.turn]
        best: i64 = NOBODY
        most: i64 = 0
        kind: i64 = 0
        while kind < DRAFTABLE:
            if count(self.pool, kind) > 0:
                value = self.promise(hand, kind)
                if best == NOBODY or value > most:
                    best = kind
                    most = value
            kind += 1
        return best

    def promise(self, hand: Hand, kind: i64) -> i64:
        """What a die adds over all rolls to come, with what may still come to go with it."""
        plan = self.plan
        rolls: i64 = ROUNDS - self.round
        pairs: i64 = rolls * (rolls - 1) // 2  # a die picked later meets this one in this many rolls of all rounds
        mean: i64 = self.odds.mean[kind]
        value: i64 = hand.gain(kind) * rolls
        colour = COLOUR_OF[kind]
        if colour == RED:
            value += 2 * mean * pairs * self.reds_left * plan.red_rate // (RATE * self.dice_left)
            value += self.points(plan.red_extra) * rolls
        elif kind == GLITTER_D6 and hand.glitter == 0:
            value += self.blue_left * pairs * plan.blue_rate // (RATE * self.dice_left)
        elif colour == BLUE and hand.glitter == 0:
            value += mean * pairs * self.glitter_left * plan.glitter_rate // (RATE * self.dice_left)
        elif colour == YELLOW:
            value += self.points(plan.yellow_extra) * (rolls - 1)
        elif kind == CLEAR_D6 and rolls > 1:
            value += self.points(plan.clear_extra) * (rolls - 1) + self.points(plan.clear_once)
        return value

    def points(self, hundredths: i64) -> i64:
        """Hundredths of a point in the unit of the means."""
        return hundredths * self.odds.scale // CENT

    def trade_all(self) -> None:
        """Trade as long as the rule of thumb finds it good."""
        while count(self.hands[self.turn].dice, CLEAR_D6) > 0:
            move = self.best_trade()
            if move == PASS:
                return
            self.trade_die(other_of(move), die_of(move))

    def best_trade(self) -> i64:
        """The trade that gains most for whoever's turn it is, if it is worth a clear die; else PASS."""
        plan = self.plan
        mine = self.hands[self.turn]
        clear: i64 = self.odds.mean[CLEAR_D6]
        others_to_come: i64 = 1 if self.round < ROUNDS - 1 else 0
        best: i64 = PASS
        most: i64 = self.points(plan.patience) * others_to_come
        other: i64 = 0
        while other < self.seats:
            theirs = self.hands[other]
            die: i64 = 0
            while die < CLEAR_D6 and other != self.turn:
                if count(theirs.dice, die) > 0:
                    value = mine.gain(die) - clear + (theirs.loss(die) - clear) * plan.denial // 16
                    if COLOUR_OF[die] == RED:
                        value += self.points(plan.red_trade) * others_to_come
                    if value > most:
                        most = value
                        best = trade(other, die)
                die += 1
            other += 1
        return best


def rule_of_thumb(outline: Outline) -> i64:
    """The move that the plan alone would make."""
    return take(outline.best_die()) if outline.step == DRAFT_STEP else outline.best_trade()
