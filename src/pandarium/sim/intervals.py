"""Intervals. Every number we show comes with one."""

from __future__ import annotations

from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist

Z95 = 1.959963984540054
"""Two-sided 95 % of the standard normal distribution."""


def wilson(wins: float, games: float) -> tuple[float, float]:
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


def t_interval(value: float, error: float, games: int, level: float = 0.95) -> tuple[float, float] | None:
    """Student's t interval of a value with that standard error; one game alone says nothing about the others: None.

    >>> low, high = t_interval(100.0, 1.0, 10)
    >>> round(low, 3), round(high, 3)
    (97.738, 102.262)
    >>> t_interval(100.0, 0.0, 1)
    """
    if games < 2:
        return None
    half = student_t(games - 1, level) * error
    return (value - half, value + half)


def student_t(freedom: int, level: float = 0.95) -> float:
    """How many standard errors make a two-sided interval of that level.

    >>> round(student_t(9), 3), round(student_t(10_000), 3)
    (2.262, 1.96)
    """
    if freedom < 1:
        raise ValueError("an interval needs at least two observations")
    z = NormalDist().inv_cdf((1 + level) / 2)
    if freedom > SMALL_SAMPLE:  # Cornish-Fisher: right to more digits than we show
        first = (z**3 + z) / 4
        second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        return z + first / freedom + second / freedom**2 + third / freedom**3
    low, high = 0.0, 1.0
    while _within(high, freedom) < level:
        low, high = high, high * 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < level else (low, middle)
    return high


SMALL_SAMPLE = 30


def _within(t: float, freedom: int) -> float:
    """The probability that Student's t lies between -t and t: a finite sum for whole degrees of freedom."""
    angle = atan(t / sqrt(freedom))
    square = cos(angle) ** 2
    odd = freedom % 2
    term, total = (cos(angle), 0.0) if odd else (1.0, 0.0)
    for step in range(odd, freedom - 1, 2):
        total += term
        term *= square * (step + 1) / (step + 2)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
