"""A page about strength: a table that fits on a screen, and files next to the page with every figure and command."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, get_type_hints

from pandarium.core.record import write_atomically

HEAD = "# How strong the bots of "


class StrengthLine(NamedTuple):
    """One comparison, or one level that plays with its like."""

    options: str
    """What is played with, in words; "" where it is always the same."""
    who: str
    """Whose share it is, and of whom: the row of the table."""
    against: str
    """Who was met, where that differs within a row."""
    seats: int
    games: int
    share: float
    low: float
    high: float
    fair: str
    scores: str
    gain: float
    """How many games with deals of their own one of these games is worth."""
    command: str


def pivot(lines: Sequence[StrengthLine], who: str) -> list[str]:
    """The table: a row for everybody, a column for every size of table."""
    sizes = sorted({line.seats for line in lines})
    several = any(line.options for line in lines)
    found: dict[tuple[str, str], dict[int, StrengthLine]] = {}
    for line in lines:
        found.setdefault((line.options, line.who), {})[line.seats] = line
    columns = " | ".join(_column(size, {line.fair for line in lines if line.seats == size}) for size in sizes)
    head = f"|{' with |' if several else ''} {who} | {columns} |"
    rule = f"|{'---|' if several else ''}---|{'---:|' * len(sizes)}"
    rows = []
    for (options, name), cells in found.items():
        shown = " | ".join(_cell(cells[size]) if size in cells else "" for size in sizes)
        rows.append(f"|{f' {options} |' if several else ''} {name} | {shown} |")
    return [head, rule, *rows]


def _column(size: int, fair: set[str]) -> str:
    """How many play, and which share would be fair."""
    players = "1 player" if size == 1 else f"{size} players"
    return f"{players}, fair {fair.pop()}" if len(fair) == 1 and "" not in fair else players


def _cell(line: StrengthLine) -> str:
    against = f", {line.against}" if line.against else ""
    return f"**{line.share:.1%}** ({line.low:.0%} – {line.high:.0%}{against})"


def data_file(page: Path, game: str) -> Path:
    """Where the figures of a game lie, next to the page."""
    return page.with_suffix("") / f"{game}.csv"


def data(lines: Sequence[StrengthLine]) -> str:
    """All figures, each with the command that gives it again."""
    return _table(StrengthLine._fields, lines)


def reproduce_lines(game: str, games: int, page: object) -> list[str]:
    """The end of a page: the command that makes it again, and where those of the figures are."""
    command = f"pandarium strength {game} --games {games}" + (f" --write {page}" if page else "")
    where = f", each with its command, in [{game}.csv]({Path(str(page)).stem}/{game}.csv)" if page else ""
    return [f"Again: `{command}`; every figure, with scores and numbers of games{where}.", ""]


# What a learner takes (`pandarium exploit`)

GAINS = "## What a learner takes from them"


class GainLine(NamedTuple):
    """Learners that were trained against one bot."""

    bot: str
    seats: int
    options: str
    looks_at: str
    """What the learners saw: "its inputs", or "everything"."""
    decisions: int
    """The budget of each."""
    learners: int
    games: int
    """That counted, for each."""
    best: float
    """The share of the one that won most, with its interval; and of all."""
    low: float
    high: float
    mean: float
    fair: float
    command: str


def gains_file(page: Path, game: str) -> Path:
    """Where they are kept, next to the page."""
    return page.with_suffix("") / f"{game}-exploit.csv"


def read_gains(file: Path) -> list[GainLine]:
    """What is kept; nothing where there is no such file."""
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as kept:
        return [_gain(row) for row in csv.DictReader(kept)]


def _gain(row: dict[str, str]) -> GainLine:
    kinds = get_type_hints(GainLine)
    return GainLine(**{name: kinds[name](value) for name, value in row.items()})


def add_gain(page: Path, game: str, line: GainLine) -> None:
    """Keep what learners took, in place of what the same command gave before."""
    file = gains_file(page, game)
    others = [other for other in read_gains(file) if other[:5] != line[:5]]
    file.parent.mkdir(exist_ok=True)
    write_atomically(file, _table(GainLine._fields, [*others, line]).encode())


def with_gains(text: str, page: Path, game: str) -> str:
    """A game's part of the page, with what learners take at its end."""
    kept = text.split(f"\n{GAINS}\n", maxsplit=1)[0].rstrip("\n")
    lines = read_gains(gains_file(page, game))
    if not lines:
        return kept + "\n"
    options = any(line.options for line in lines)
    with_options = " with |" if options else ""
    head = f"| against | players |{with_options} looks at | decisions | learners | best of them | mean | fair |"
    rule = f"|---|---:|{'---|' if options else ''}---|---:|---:|---:|---:|---:|"
    rows = [_gain_row(line, options) for line in lines]
    words = [
        "Networks that were trained against that bot alone, with so many decisions to learn from: how many fresh games",
        f"they win. Again: the commands in [{game}-exploit.csv]({page.stem}/{game}-exploit.csv).",
    ]
    return "\n".join([kept, "", GAINS, "", *words, "", head, rule, *rows, ""])


def _gain_row(line: GainLine, options: bool) -> str:
    played_with = f" {line.options} |" if options else ""
    best = f"**{line.best:.1%}** ({line.low:.0%} – {line.high:.0%})"
    learners = f"{line.looks_at} | {line.decisions:,} | {line.learners}"
    return f"| {line.bot} | {line.seats} |{played_with} {learners} | {best} | {line.mean:.1%} | {line.fair:.0%} |"


def _table(fields: Sequence[str], lines: Sequence[NamedTuple]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(fields)
    for line in lines:
        writer.writerow(f"{item:.4f}" if isinstance(item, float) else item for item in line)
    return out.getvalue()
