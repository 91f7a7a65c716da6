"""What a hand of dice can be expected to score in a round, exactly (PR-4 to PR-8).

Everything is a whole number of `Odds.scale`-ths of a point, so that compiled and interpreted code agree to the last
digit. A hand is taken by itself: that a tie for the token lets yellow dice roll again (PR-3) is left out.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.games.royale.engine.dice import (
    BLUE,
    CLEAR_D6,
    COLOUR_OF,
    GLITTER_D6,
    KINDS,
    PURPLE,
    RED,
    DiceSet,
    count,
    one,
)

VARIANCE_SCALE: Final = 4
"""Variances are kept in quarters of a squared point: close enough, and small."""


class Odds:
    """The dice of a box by their odds: mean and variance of every kind."""

    scale: i64
    """This many make one point: the smallest number that every count of sides divides."""
    mean: vec[i64]
    variance: vec[i64]

    def __init__(self, dice: DiceSet) -> None:
        self.scale = 1
        kind: i64 = 0
        while kind < KINDS:
            self.scale = least_common_multiple(self.scale, dice.sides[kind])
            kind += 1
        mean = vec[i64]()
        variance = vec[i64]()
        kind = 0
        while kind < KINDS:
            sides = dice.sides[kind]
            pips: i64 = 0
            squares: i64 = 0
            face: i64 = 0
            while face < sides:
                value = dice.value(kind, face)
                pips += value
                squares += value * value
                face += 1
            mean = append(mean, pips * (self.scale // sides))
            variance = append(variance, (squares * sides - pips * pips) * VARIANCE_SCALE // (sides * sides))
            kind += 1
        self.mean = mean
        self.variance = variance


def least_common_multiple(a: i64, b: i64) -> i64:
    """The smallest number that both divide."""
    x: i64 = a
    y: i64 = b
    while y != 0:
        x, y = y, x % y
    return a // x * b


class Hand:
    """One player's dice, summed up by what matters for the score."""

    odds: Odds
    dice: i64
    plain: i64
    """Mean of everything that simply adds up: yellow, purple (twice), green, clear, pink."""
    blue: i64
    """Mean of the blue dice, before any doubling (PR-6)."""
    glitter: i64
    """How many of them glitter."""
    red: i64
    """Mean of the red dice, before it is multiplied (PR-7)"""
    reds: i64
    """by their number."""
    plain_variance: i64
    blue_variance: i64
    red_variance: i64

    def __init__(self, odds: Odds, dice: i64) -> None:
        self.odds = odds
        self.dice = dice
        self.plain = 0
        self.blue = 0
        self.glitter = 0
        self.red = 0
        self.reds = 0
        self.plain_variance = 0
        self.blue_variance = 0
        self.red_variance = 0
        kind: i64 = 0
        while kind < KINDS:
            here = count(dice, kind)
            if here > 0:
                self.sum_up(kind, here)
            kind += 1

    def sum_up(self, kind: i64, number: i64) -> None:
        """Count that many dice of a kind in, or out when the number is negative."""
        mean: i64 = self.odds.mean[kind] * number
        variance: i64 = self.odds.variance[kind] * number
        colour = COLOUR_OF[kind]
        if colour == RED:
            self.red += mean
            self.reds += number
            self.red_variance += variance
        elif colour == BLUE:
            self.blue += mean
            self.blue_variance += variance
            if kind == GLITTER_D6:
                self.glitter += number
        elif colour == PURPLE:
            self.plain += 2 * mean
            self.plain_variance += 4 * variance
        else:
            self.plain += mean
            self.plain_variance += variance

    def add(self, kind: i64) -> None:
        """One more die."""
        self.dice += one(kind)
        self.sum_up(kind, 1)

    def drop(self, kind: i64) -> None:
        """One die less."""
        self.dice -= one(kind)
        self.sum_up(kind, -1)

    def clone(self) -> Hand:
        """An independent copy."""
        copy = Hand(self.odds, 0)
        copy.dice = self.dice
        copy.plain = self.plain
        copy.blue = self.blue
        copy.glitter = self.glitter
        copy.red = self.red
        copy.reds = self.reds
        copy.plain_variance = self.plain_variance
        copy.blue_variance = self.blue_variance
        copy.red_variance = self.red_variance
        return copy

    def score(self) -> i64:
        """The expected score of a round."""
        blue: i64 = self.blue * 2 if self.glitter > 0 else self.blue
        return self.plain + blue + self.red * self.reds

    def variance(self) -> i64:
        """The variance of a round's score, in VARIANCE_SCALE-ths of a squared point."""
        blue: i64 = self.blue_variance * 4 if self.glitter > 0 else self.blue_variance
        return self.plain_variance + blue + self.red_variance * self.reds * self.reds

    def gain(self, kind: i64) -> i64:
        """How much one more die of that kind adds to a round: red and glitter lift the dice already there."""
        mean: i64 = self.odds.mean[kind]
        colour = COLOUR_OF[kind]
        if colour == RED:
            return self.red + mean * (self.reds + 1)
        if colour == BLUE:
            if self.glitter > 0:
                return mean * 2
            return self.blue + mean * 2 if kind == GLITTER_D6 else mean
        return mean * 2 if colour == PURPLE else mean

    def loss(self, kind: i64) -> i64:
        """How much a round is worth less without one of the dice of that kind."""
        mean: i64 = self.odds.mean[kind]
        colour = COLOUR_OF[kind]
        if colour == RED:
            return self.red + mean * (self.reds - 1)
        if colour == BLUE:
            if self.glitter == 0:
                return mean
            return self.blue + mean if kind == GLITTER_D6 and self.glitter == 1 else mean * 2
        return mean * 2 if colour == PURPLE else mean

    def trade_gain(self, kind: i64) -> i64:
        """How much a round is worth more after giving a clear die for a die of that kind (PR-10)."""
        return self.gain(kind) - self.odds.mean[CLEAR_D6]
