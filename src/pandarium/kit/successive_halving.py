"""Candidate moves under trial, the weaker half dropped as it goes: what the searching bots of the games share.

Whole numbers throughout, so that compiled and interpreted code choose alike.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from mypy_extensions import i64, mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Candidate:
    """A move under trial."""

    move: i64
    trust: i64
    """How much better than its trials say it is believed to be: they are only samples."""
    tries: i64
    total: i64
    """What its trials came to, added up."""

    def __init__(self, move: i64, trust: i64) -> None:
        self.move = move
        self.trust = trust
        self.tries = 0
        self.total = 0

    def value(self) -> i64:
        """What is believed of it: its mean, with trust."""
        return self.total // self.tries + self.trust


Tried = TypeVar("Tried", bound=Candidate)


@mypyc_attr(allow_interpreted_subclasses=True)
class Trials(Generic[Tried]):
    """The candidates of one decision. A game says how they are tried."""

    candidates: list[Tried]

    def __init__(self) -> None:
        self.candidates = []

    def try_all(self, field: list[Tried], number: i64) -> None:
        """Try every candidate of the field once, all with the same chance; trials are numbered from 0."""
        raise NotImplementedError

    def run(self, trials: int) -> list[Tried]:
        """About that number of trials, shared out by halving the field; the candidates, best first."""
        field = self.candidates
        rounds: i64 = 0
        left: i64 = len(field)
        while left > 1:
            left = (left + 1) // 2
            rounds += 1
        ranked: list[Tried] = []
        number: i64 = 0
        while len(field) > 1:
            each: i64 = max(1, trials // (rounds * len(field)))
            while each > 0:
                self.try_all(field, number)
                number += 1
                each -= 1
            field.sort(key=lambda candidate: -candidate.value())
            keep = (len(field) + 1) // 2
            ranked = field[keep:] + ranked
            field = field[:keep]
        return field + ranked

    def run_evenly(self, times: int) -> list[Tried]:
        """Every candidate that many times, for numbers that can be compared; best first."""
        number: i64 = 0
        while number < times:
            self.try_all(self.candidates, number)
            number += 1
        return sorted(self.candidates, key=lambda candidate: -candidate.value())
