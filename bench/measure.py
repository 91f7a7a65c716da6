"""How things are measured: repetitions taken in turns, medians, and ratios within a repetition."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from statistics import mean, median, stdev
from typing import NamedTuple

SLICES = 10
"""Turns that every job takes in one repetition."""


class Job(NamedTuple):
    """Something that can be done so many times; `work(n)` does at least n units and returns how many it did."""

    key: str
    group: str
    title: str
    unit: str
    work: Callable[[int], int]
    least: int = 1
    """Units below which a measurement makes no sense."""


class Result(NamedTuple):
    """Units per CPU second of a job, one figure for each repetition."""

    job: Job
    rates: list[float]
    slices: list[float]
    """The same for each slice."""

    @property
    def median(self) -> float:
        """The figure to quote."""
        return median(self.rates)

    @property
    def best(self) -> float:
        """The quickest slice: what the machine gives when nobody else wants its caches and cores."""
        return max(self.slices)


def pin() -> str:
    """Stay on one core, if the system lets us; how it went, in a few words."""
    try:
        core = max(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {core})
    except (AttributeError, OSError):
        return "not pinned to a core"
    return "pinned to one core"


def measure(
    jobs: list[Job], repetitions: int, seconds: float, tell: Callable[[str], None] = lambda text: None
) -> dict[str, Result]:
    """Every job so many times. All take turns in small slices, so that a machine that slows down slows all of them."""
    results = {job.key: Result(job, [], []) for job in jobs}
    sizes: dict[str, int] = {}
    for job in jobs:
        tell(f"warming up: {job.title}")
        sizes[job.key] = fitting_size(job, seconds / SLICES)
    for repetition in range(repetitions):
        done = dict.fromkeys(results, 0)
        spent = dict.fromkeys(results, 0.0)
        for piece in range(SLICES):
            tell(f"repetition {repetition + 1} of {repetitions}, slice {piece + 1} of {SLICES}")
            for job in jobs:
                units, cpu = timed(job, sizes[job.key])
                done[job.key] += units
                spent[job.key] += cpu
                results[job.key].slices.append(units / cpu)
        for key, result in results.items():
            result.rates.append(done[key] / spent[key])
    return results


def fitting_size(job: Job, seconds: float) -> int:
    """How many units take about that long, found by growing tries; the first only fills caches and is not timed."""
    job.work(job.least)
    size = job.least
    while True:
        done, spent = timed(job, size)
        if spent >= seconds / 2:
            return max(job.least, int(done * seconds / spent))
        size = max(size * 2, int(size * min(16.0, seconds / spent)))


def timed(job: Job, size: int) -> tuple[int, float]:
    """Units done and CPU seconds they took: what other programs take from the machine does not count."""
    begun = time.process_time()
    done = job.work(size)
    return done, max(time.process_time() - begun, 1e-9)


T_95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""Student's t for 95 %, for 2 to 10 repetitions; a little too wide for more."""


def interval(figures: list[float]) -> tuple[float, float] | None:
    """The 95 % interval of their mean; None for a single one."""
    if len(figures) < 2:
        return None
    wide = T_95[min(len(figures), len(T_95) + 1) - 2] * stdev(figures) / len(figures) ** 0.5
    return mean(figures) - wide, mean(figures) + wide


def ratios(results: dict[str, Result], key: str, other: str) -> list[float]:
    """How many times as fast, in each repetition; none if one of the two was not measured."""
    if key not in results or other not in results:
        return []
    return [a / b for a, b in zip(results[key].rates, results[other].rates, strict=True)]


def ratio(results: dict[str, Result], key: str, other: str) -> float | None:
    """How many times as fast, the median of the repetitions; None if one of the two was not measured."""
    found = ratios(results, key, other)
    return median(found) if found else None
