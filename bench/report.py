"""The results for people and for programs: a table on the screen, Markdown, JSON. No paths of this machine in any."""

from __future__ import annotations

import json
import os
import platform
import re
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from measure import Result, ratio
from startup import TITLES

import pandarium
from pandarium.buildinfo import describe

LIBRARIES = (
    "open_spiel",
    "rlcard",
    "pettingzoo",
    "pgx",
    "jax",
    "numpy",
    "msgspec",
    "librt",
    "rich",
    "textual",
    "typer",
)
GROUPS = {
    "leduc": "Leduc hold'em: the same game everywhere, random play",
    "royale": "Panda Royale, random play",
    "bots": "Panda Royale's bots",
}
BASE = "openspiel stepped"
"""What ratios are taken to: OpenSpiel's Leduc hold'em, driven from Python."""


class Bar(NamedTuple):
    """A promise, and whether this run kept it."""

    promise: str
    wanted: str
    got: str
    kept: bool | None
    """None: it could not be tried here."""


class Missing(NamedTuple):
    """A library that could not be measured, and why."""

    name: str
    reason: str


class Run(NamedTuple):
    """Everything one run has found out."""

    results: dict[str, Result]
    milliseconds: dict[str, float]
    missing: list[Missing]
    compared: int | None
    pinned: str


def bars(run: Run) -> list[Bar]:
    """What we promise. Moves a second mean little without the machine, so the promises are ratios of one run."""
    wanted = [
        ("Leduc hold'em from Python, beside OpenSpiel from Python", "leduc stepped", BASE, 4.0),
        ("Leduc hold'em from Python, beside RLCard", "leduc stepped", "rlcard", 20.0),
    ]
    for seats in (2, 4, 10):
        table = f"Panda Royale, {seats} players"
        wanted.append((f"{table}, from Python, beside OpenSpiel's Leduc", f"royale {seats} stepped", BASE, 1.85))
        wanted.append((f"{table}, inside, beside OpenSpiel's Leduc", f"royale {seats} inside", BASE, 3.7))
    found = [ratio_bar(run, *row) for row in wanted]
    help_time = run.milliseconds.get("help")
    shown = "not measured" if help_time is None else f"{help_time:.0f} ms"
    found.append(Bar("pandarium --help, CPU", "< 150 ms", shown, None if help_time is None else help_time < 150))
    return found


def ratio_bar(run: Run, promise: str, key: str, other: str, least: float) -> Bar:
    """A promise to be so many times as fast."""
    times = ratio(run.results, key, other)
    if times is None:
        return Bar(promise, f"≥ {least:g} ×", "not measured", None)
    return Bar(promise, f"≥ {least:g} ×", f"{times:.2f} ×", times >= least)


def machine() -> dict[str, str]:
    """What it ran on."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return {
        "processor": processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load at the end": f"{load:.1f}",
    }


def processor() -> str:
    """The processor's name."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.processor() or "unknown"


def versions() -> dict[str, str]:
    """Everything that was measured or that we stand on."""
    found = {"pandarium": pandarium.__version__}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def as_json(run: Run) -> str:
    """The run as data."""
    data: dict[str, Any] = {
        "date": date.today().isoformat(),
        "machine": machine(),
        "versions": versions(),
        "engine": describe().removeprefix("engine: "),
        "measured": f"CPU time, {run.pinned}",
        "moves replayed against OpenSpiel": run.compared,
        "rates": [
            {
                "key": key,
                "group": result.job.group,
                "title": result.job.title,
                "unit": result.job.unit,
                "median": round(result.median),
                "all": [round(rate) for rate in result.rates],
                "beside OpenSpiel from Python": beside(run, key),
            }
            for key, result in run.results.items()
        ],
        "CPU ms beyond a bare interpreter": {name: round(value, 1) for name, value in run.milliseconds.items()},
        "bars": [bar._asdict() for bar in bars(run)],
        "missing": [one._asdict() for one in run.missing],
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def beside(run: Run, key: str) -> float | None:
    """How many times as fast as OpenSpiel's Leduc hold'em from Python."""
    times = ratio(run.results, key, BASE)
    return None if times is None else round(times, 3)


def as_markdown(run: Run) -> str:
    """The run as a page."""
    facts = machine()
    lines = [
        "# Benchmark",
        "",
        f"{date.today().isoformat()} · {facts['processor']}, {facts['cores']} cores · {facts['system']} · "
        f"{facts['python']} · {describe()} · CPU time, {run.pinned} · load {facts['load at the end']}",
        "",
        "Medians of repetitions taken in turns. Machines drift: only ratios, taken within each repetition, carry over.",
        "",
    ]
    for group, title in GROUPS.items():
        rows = [result for result in run.results.values() if result.job.group == group]
        if rows:
            lines += [f"## {title}", "", *markdown_rates(run, rows), ""]
    lines += ["## Start-up", "", "| | CPU ms beyond a bare interpreter |", "|---|---:|"]
    lines += [f"| {TITLES[name]} | {value:.0f} |" for name, value in run.milliseconds.items()]
    lines += ["", "## Promises", "", "| | wanted | got | |", "|---|---:|---:|---|"]
    lines += [f"| {bar.promise} | {bar.wanted} | {bar.got} | {verdict(bar)} |" for bar in bars(run)]
    if run.compared is not None:
        lines += [
            "",
            f"Before timing, {run.compared:,} moves of Leduc hold'em were replayed against OpenSpiel: no difference.",
        ]
    if run.missing:
        lines += ["", "Not measured: " + "; ".join(f"{one.name} ({one.reason})" for one in run.missing) + "."]
    lines += ["", "Versions: " + ", ".join(f"{name} {number}" for name, number in versions().items()) + "."]
    return "\n".join(lines) + "\n"


def markdown_rates(run: Run, rows: list[Result]) -> list[str]:
    """One group of rates as a table."""
    head = ["| | a second | beside OpenSpiel from Python |", "|---|---:|---:|"]
    return head + [f"| {' | '.join(row(run, result))} |" for result in rows]


def row(run: Run, result: Result) -> tuple[str, str, str]:
    """What was measured, how much a second, and how that compares."""
    rate = f"{result.median:,.0f} {result.job.unit.removesuffix('/s')}"
    times = beside(run, result.job.key) if result.job.unit == "moves/s" else None
    if times is None:
        return result.job.title, rate, ""
    return result.job.title, rate, f"{times:.2f} ×" if times >= 0.1 else f"{times:.3f} ×"


def verdict(bar: Bar) -> str:
    """One word."""
    return {True: "pass", False: "MISS", None: "not tried"}[bar.kept]


def show(run: Run) -> None:
    """The run on the screen."""
    from rich.console import Console
    from rich.table import Table

    screen = Console()
    for group, title in GROUPS.items():
        rows = [result for result in run.results.values() if result.job.group == group]
        if not rows:
            continue
        table = Table("", "a second", "beside OpenSpiel\nfrom Python", title=title, title_justify="left")
        for column in table.columns[1:]:
            column.justify = "right"
        for result in rows:
            table.add_row(*row(run, result))
        screen.print(table)
    for name, value in run.milliseconds.items():
        screen.print(f"{TITLES[name]}: {value:.0f} ms CPU beyond a bare interpreter")
    table = Table("promise", "wanted", "got", "", title="Promises", title_justify="left")
    for bar in bars(run):
        style = {True: "green", False: "bold red", None: "yellow"}[bar.kept]
        table.add_row(bar.promise, bar.wanted, bar.got, f"[{style}]{verdict(bar)}[/]")
    screen.print(table)
    for one in run.missing:
        screen.print(f"not measured: {one.name} ({one.reason})", markup=False, soft_wrap=True)
