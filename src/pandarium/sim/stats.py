"""Intervals. Every number we show comes with one."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054
"""Two-sided 95 % of the standard normal distribution."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a share.

    Shared wins count as fractions, which vary less than whole ones: the interval is then a little too wide, never too
    narrow.

    >>> low, high = wilson(15, 20)
    >>> round(low, 4), round(high, 4)
    (0.5313, 0.8881)
    """
    if games == 0:
        return (0.0, 1.0)
    share = wins / games
    spread = Z95 * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2))
    middle = share + Z95**2 / (2 * games)
    scale = 1 + Z95**2 / games
    return (max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


def mean_interval(mean: float, sd: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a mean (normal approximation).

    >>> mean_interval(100.0, 20.0, 400)
    (98.04003601545995, 101.95996398454005)
    """
    half = Z95 * sd / sqrt(count) if count else 0.0
    return (mean - half, mean + half)
