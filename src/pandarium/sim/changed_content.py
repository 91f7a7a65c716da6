"""The same questions about a game and about one with other content: same deals, same bots, differences in pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from statistics import NormalDist
from typing import Any

from pandarium.kit.study import Difference, Differences, Figures, Measure, Question, StudyTable
from pandarium.sim.intervals import Z95
from pandarium.sim.study_results import label

CONTENT = "content"
"""The column that tells the two apart."""
PRINTED, CHANGED = "as printed", "changed"


def with_change(asked: Sequence[Question], pack: Mapping[str, Any]) -> list[Question]:
    """Every question at its tables as they are, and once more with this pack; each figure is compared with its like.

    A table that brings content of its own is about another game already, and is left out.
    """
    return [changed for question in asked if (changed := _with_change(question, pack)) is not None]


def _with_change(question: Question, pack: Mapping[str, Any]) -> Question | None:
    printed = [table for table in question.tables if table.content is None]
    if not printed:
        return None
    tables = [
        _table(table, content, pack if content == CHANGED else None)
        for content in (PRINTED, CHANGED)
        for table in printed
    ]
    order = {"table": [table.title for table in printed], CONTENT: (PRINTED, CHANGED), **question.order}
    return question._replace(
        tables=tables,
        measures=[_compared(measure) for measure in question.measures],
        plots=[
            Differences(number, say=partial(say_changes, measure=number) if number else say_changes)
            for number, measure in enumerate(question.measures)
            if measure.kind != "variance"
        ],
        order=order,
    )


def _table(table: StudyTable, content: str, pack: Mapping[str, Any] | None) -> StudyTable:
    """Its rows keep the name of the table: what differs is the column `content`."""
    return table._replace(
        content=pack,
        name=f"{table.title}, {content}",
        columns={**table.columns, "table": table.title, CONTENT: content},
    )


def _compared(measure: Measure) -> Measure:
    return measure._replace(by=(*measure.by, CONTENT), compare=CONTENT)


def say_changes(found: Figures, measure: int | None = None) -> str:
    """What changed by more than chance, corrected for the number of figures that were compared: all, or a measure's."""
    asked = None if measure is None else found.measures[measure]
    known = [one for one in found.differences if one.low is not None and (asked is None or one.figure in asked)]
    if not known:
        raise LookupError("too few games")
    if all(one.value == one.low == one.high == 0 for one in known):
        return f"Nothing changes, in none of {len(known)} figures"
    clear = [one for one in known if _clarity(one) > NormalDist().inv_cdf(1 - 0.025 / len(known)) / Z95]
    if not clear:
        return f"Nothing changes by more than chance, in {len(known)} figures"
    most = max(clear, key=_clarity)
    alone = most.figure.group.keys() == {CONTENT}
    what = most.figure.measure if alone else f"{most.figure.measure} ({label(most.figure, [CONTENT])})"
    return (
        f"{len(clear)} of {len(known)} figures change by more than chance, most clearly {what}: "
        f"{most.against.text} becomes {most.figure.text}, {most.text}"
    )


def _clarity(one: Difference) -> float:
    """How many half intervals a difference is away from nothing."""
    assert one.low is not None
    half = one.value - one.low
    return abs(one.value) / half if half else (float("inf") if one.value else 0.0)
