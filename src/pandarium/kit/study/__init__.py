"""Questions to a game, as data.

A game's `study.py` (or `study/`) holds STUDY, a list of them; `pandarium study` answers them.

A question names the tables to be played at, an observer who watches every game and writes rows, what is measured in
those rows, and how it is drawn. docs/study.md asks one from beginning to end. Questions that can be put to every game
are ready made in `standard`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pandarium.kit.study.measures import (
    Difference,
    Figure,
    Figures,
    Measure,
    agrees,
    mean,
    rate,
    share,
    variance,
)
from pandarium.kit.study.observers import Length, Observer, Results, Subject, win_share
from pandarium.kit.study.players import Never, Player, RestrictedBot
from pandarium.kit.study.plots import Bars, Differences, HeatMap, Histogram, Lines, Plot, Say, Stack
from pandarium.kit.study.tables import Level, Row, StudyTable, Value, level_name, level_of

__all__ = [
    "Bars",
    "Derive",
    "Difference",
    "Differences",
    "Figure",
    "Figures",
    "HeatMap",
    "Histogram",
    "Length",
    "Level",
    "Lines",
    "Measure",
    "Never",
    "Observer",
    "Player",
    "Plot",
    "Question",
    "RestrictedBot",
    "Results",
    "Row",
    "Say",
    "Stack",
    "StudyTable",
    "Subject",
    "Value",
    "agrees",
    "level_name",
    "level_of",
    "mean",
    "rate",
    "share",
    "variance",
    "win_share",
]

Derive = Callable[[Sequence[tuple[int, Row]]], list[tuple[int, Row]]]
"""Makes other rows of all that was observed, each with the number of its game."""


class Question(NamedTuple):
    """One thing a designer wants to know."""

    name: str
    """A short word for the command line and for files: "first-pick"."""
    ask: str
    """The question in words, with its question mark."""
    tables: Sequence[StudyTable]
    watch: type[Observer]
    measures: Sequence[Measure]
    plots: Sequence[Plot] = ()
    note: str = ""
    """How it is measured, and what to bear in mind."""
    order: Mapping[str, Sequence[Value]] = {}
    """Columns whose values come in an order of their own; tables and bots come as they stand in `tables`."""
    derive: Derive | None = None
    """What is measured is not what was observed, but what this makes of all of it."""
