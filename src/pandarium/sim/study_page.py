"""The report of a study: a Markdown page with tables and plots, and its figures as CSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import msgspec

from pandarium.core.errors import BadData, PandariumError
from pandarium.core.record import write_atomically
from pandarium.kit.study import Figure, HeatMap, Lines, Question, Value
from pandarium.sim.changed_content import CHANGED, CONTENT, PRINTED
from pandarium.sim.estimate import Rows
from pandarium.sim.study_plots import can_draw, draw, has_something
from pandarium.sim.study_results import QuestionResult, StudyResult, label


def written(asked: Sequence[Question], out: Path) -> list[Path]:
    """What of a report is there already, and would be written over."""
    page, folder = places(out)
    names = {question.name for question in asked}
    data = sorted(file for file in folder.glob("*.csv") if file.name.partition(".")[0] in names)
    return [file for file in (page, *data) if file.exists()]


def places(out: Path) -> tuple[Path, Path]:
    """The page, and the folder for its plots and data.

    >>> [place.as_posix() for place in places(Path("docs/royale.md"))]
    ['docs/royale.md', 'docs/royale']
    >>> [place.as_posix() for place in places(Path("found"))]
    ['found/report.md', 'found']
    """
    return (out, out.with_suffix("")) if out.suffix == ".md" else (out / "report.md", out)


def write(
    study: StudyResult, asked: Sequence[Question], rows: dict[str, Rows], out: Path, *, with_rows: bool = False
) -> StudyResult:
    """Write the page, its pictures if they can be drawn, its data; the study with the names of the pictures."""
    page, folder = places(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadData("--out", f"{folder} cannot be made: {(error.strerror or 'no access').lower()}") from None
    known = {question.name: question for question in asked}
    answers = [_draw_all(known[found.name], found, rows[found.name], folder) for found in study.answers]
    study = msgspec.structs.replace(study, answers=answers)
    for found in answers:
        write_atomically(folder / f"{found.name}.csv", figures_csv(found).encode())
        if with_rows:
            write_atomically(folder / f"{found.name}.rows.csv", rows_csv(rows[found.name]).encode())
    prefix = "" if folder == page.parent else f"{folder.name}/"
    write_atomically(page, render(study, known, prefix).encode())
    return study


def _draw_all(question: Question, found: QuestionResult, rows: Rows, folder: Path) -> QuestionResult:
    if not can_draw() or not len(rows):
        return found
    pictures = []
    for number, picture in enumerate(found.pictures):
        if not has_something(question, found, number, rows):
            pictures.append(picture)
            continue
        name = found.name if number == 0 else f"{found.name}-{number + 1}"
        try:
            draw(question, found, number, rows, folder / f"{name}.svg")
        except PandariumError as error:
            raise PandariumError(f"question {question.name!r}: {error}") from None
        pictures.append(msgspec.structs.replace(picture, file=f"{name}.svg"))
    return msgspec.structs.replace(found, pictures=pictures)


def figures_csv(found: QuestionResult) -> str:
    """Every figure of an answer, a line each."""
    columns = list(dict.fromkeys(name for figure in found.figures for name in figure.group))
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(["measure", "kind", *columns, "rows", "games", "value", "low", "high", "sd"])
    for figure in found.figures:
        group = [figure.group.get(name, "") for name in columns]
        numbers = [_plain(number) for number in (figure.value, figure.low, figure.high, figure.sd)]
        lines.writerow([figure.measure, figure.kind, *group, figure.rows, figure.games, *numbers])
    return text.getvalue()


def _plain(number: float | None) -> str:
    return "" if number is None else f"{number:.6g}"


def rows_csv(rows: Rows) -> str:
    """Everything that was written down, a line for every row; `game` is the number of the game."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(["game", *rows.columns])
    lines.writerows(zip(rows.number, *rows.columns.values(), strict=True))
    return text.getvalue()


def render(study: StudyResult, asked: dict[str, Question], prefix: str = "") -> str:
    """The page. `prefix` leads from it to the pictures and the data."""
    engine = "compiled" if study.compiled else "interpreted"
    ends = ". **It was interrupted**: fewer games were played than asked for." if study.interrupted else "."
    heading = f"What {study.games:,} games of {study.title} say"
    if study.change is not None:
        heading += f" about {study.change}"
    compared = [
        "Every table was played twice, as printed and with the content of that pack: the same deals and the same bots.",
        "Differences are taken in pairs of games with the same number; those whose interval leaves out zero are bold.",
        "",
    ]
    lines = [
        f"# {heading}",
        "",
        *(compared if study.change is not None else []),
        f"{study.moves:,} moves by bots, Pandarium {study.version}, {engine} engine, rules version {study.rules}{ends}",
        "Ranges and ± are 95 % intervals: Wilson's for shares, Student's t for means, with games, not rows, as what is",
        "counted; a bootstrap's of deals for shares of variance. A victory shared by k counts 1/k.",
        "",
        *(f"- [{found.ask}](#{_anchor(found.ask)}) {found.finding}." for found in study.answers),
        "",
    ]
    for found in study.answers:
        lines += [*_section(asked[found.name], found, prefix), ""]
    lines += ["## Again", "", "```sh", study.command, "```", ""]
    return "\n".join(lines)


def _anchor(heading: str) -> str:
    kept = "".join(letter for letter in heading.lower() if letter.isalnum() or letter in " -_")
    return kept.replace(" ", "-")


def _section(question: Question, found: QuestionResult, prefix: str) -> list[str]:
    lines = [f"## {found.ask}", "", f"**{found.finding}.**", ""]
    if found.note:
        lines += [found.note, ""]
    for picture in found.pictures:
        if picture.file is not None:
            lines += [f"![{picture.title}]({prefix}{picture.file})", ""]
    if CONTENT in question.order:
        lines += _changes(found)
    else:
        for number, figures in enumerate(found.measures):
            lines += [*_measured(question, number, figures), ""]
    if found.differences and CONTENT not in question.order:
        lines += ["| difference | | 95 % |", "|---|---:|---|"]
        for different in found.differences:
            words = f"{different.figure.measure}: {label(different.figure)} − {label(different.against)}"
            lines.append(f"| {words} | {different.show(different.value)} | {different.interval} |")
        lines.append("")
    played = "; ".join(f"{table.table}: {table.games:,}" for table in found.played)
    lines += [f"Games: {played}. Figures: [{found.name}.csv]({prefix}{found.name}.csv). `{found.command}`"]
    return lines


def _changes(found: QuestionResult) -> list[str]:
    """For each measure the game as printed, as changed, and the difference, side by side."""
    lines: list[str] = []
    for figures in found.measures:
        compared = [different for different in found.differences if different.figure in figures]
        if not compared:
            continue
        names = [name for name in compared[0].figure.group if name != CONTENT]
        heads = [*names, PRINTED, CHANGED, "difference", "95 %", "games"]
        lines += [f"{compared[0].figure.measure.capitalize()}:", "", f"| {' | '.join(heads)} |"]
        lines.append(f"|{'---|' * len(names)}---:|---:|---:|---|---:|")
        for one in compared:
            change = f"**{one.show(one.value)}**" if one.clear else one.show(one.value)
            cells = [*(str(one.figure.group[name]) for name in names), one.against.text, one.figure.text, change]
            lines.append(f"| {' | '.join([*cells, one.interval, f'{one.figure.games:,}'])} |")
        lines.append("")
    return lines


def _measured(question: Question, number: int, figures: Sequence[Figure]) -> list[str]:
    """A measure's figures: across and down where they are drawn so, else as a list."""
    for plot in question.plots:
        if isinstance(plot, HeatMap | Lines) and plot.measure == number and len(question.measures[number].by) > 1:
            return _across(figures, plot.x)
    columns = list(dict.fromkeys(name for figure in figures for name in figure.group))
    words = figures[0].measure if figures else question.measures[number].words
    lines = [f"| {' | '.join([*columns, words, '95 %', 'games'])} |", f"|{'---|' * len(columns)}---:|---|---:|"]
    for figure in figures:
        group = [str(figure.group[name]) for name in columns]
        lines.append(f"| {' | '.join([*group, f'**{figure.text}**', figure.interval, f'{figure.games:,}'])} |")
    return lines


def _across(figures: Sequence[Figure], x: str) -> list[str]:
    """One column of the group across, the others down, each field with ± half its interval."""
    across = sorted({figure.group[x] for figure in figures}, key=lambda value: (isinstance(value, str), value))
    down: dict[tuple[Value, ...], dict[Value, Figure]] = {}
    for figure in figures:
        key = tuple(value for name, value in figure.group.items() if name != x)
        down.setdefault(key, {})[figure.group[x]] = figure
    names = [name for name in figures[0].group if name != x] if figures else []
    heads = [f"{x} {value}" if place == 0 else str(value) for place, value in enumerate(across)]
    words = figures[0].measure if figures else ""
    lines = [f"{words.capitalize()}, by {x}:", "", f"| {' | '.join([*names, *heads])} |"]
    lines.append(f"|{'---|' * len(names)}{'---:|' * len(across)}")
    for key, fields in down.items():
        cells = [_with_half(fields[value]) if value in fields else "" for value in across]
        lines.append(f"| {' | '.join([*map(str, key), *cells])} |")
    return lines


def _with_half(figure: Figure) -> str:
    return f"{figure.text} ± {figure.show(figure.half)}"
