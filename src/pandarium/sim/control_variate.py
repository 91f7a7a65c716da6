"""Results without the luck in them: a control variate, as `kit.luck` describes it.

Taken off is a multiple of the luck that a game measured, which is nothing on average. The best multiple is the slope of
a regression of results on luck; but a slope that was fitted to the very results it corrects would shift their mean a
little. So deals with even numbers are corrected by the slope of the odd ones, and the other way round: whatever the
slope, it does not depend on the luck that it multiplies, and the mean of what is taken off is exactly nothing.

Everything is kept as sums of whole numbers, so that the order of adding up does not matter.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

FEWEST = 30
"""From fewer deals no slope is fitted: then nothing is taken off."""


class LuckSums(msgspec.Struct):
    """Sums over deals: of results, of the luck in them, and of their squares and products."""

    deals: int = 0
    results: int = 0
    lucks: int = 0
    result_squares: int = 0
    luck_squares: int = 0
    products: int = 0

    def count(self, result: int, luck: int) -> None:
        """One more deal."""
        self.deals += 1
        self.results += result
        self.lucks += luck
        self.result_squares += result * result
        self.luck_squares += luck * luck
        self.products += result * luck

    def add(self, other: LuckSums) -> None:
        """Take in what others counted."""
        self.deals += other.deals
        self.results += other.results
        self.lucks += other.lucks
        self.result_squares += other.result_squares
        self.luck_squares += other.luck_squares
        self.products += other.products

    def slope(self) -> float:
        """How much result comes with one unit of luck; 0 where there are too few deals to tell.

        >>> sums = LuckSums()
        >>> for luck in range(-20, 21):
        ...     sums.count(50 + 3 * luck, luck)
        >>> sums.slope()
        3.0
        """
        spread = self.luck_squares * self.deals - self.lucks**2
        if self.deals < FEWEST or spread == 0:
            return 0.0
        return (self.products * self.deals - self.results * self.lucks) / spread

    def corrected_sum(self, slope: float) -> float:
        """What the results add up to with that much of the luck taken off."""
        return self.results - slope * self.lucks

    def corrected_variance(self, slope: float) -> float:
        """From deal to deal, with that much of the luck taken off."""
        if self.deals < 2:
            return 0.0
        squares = self.result_squares - 2 * slope * self.products + slope**2 * self.luck_squares
        return max(0.0, (squares - self.corrected_sum(slope) ** 2 / self.deals) / (self.deals - 1))


class Corrected(NamedTuple):
    """The mean result of a deal without luck."""

    mean: float
    variance: float
    """Of that mean."""


def without_luck(even: LuckSums, odd: LuckSums) -> Corrected:
    """Each half of the deals corrected by the other half's slope."""
    deals = even.deals + odd.deals
    total = variance = 0.0
    for half, other in ((even, odd), (odd, even)):
        slope = other.slope()
        total += half.corrected_sum(slope)
        variance += half.corrected_variance(slope) * half.deals
    return Corrected(total / deals, variance / deals**2)
