"""What a run found out, for people and for programs: medians, intervals, ratios, JSON and Markdown."""

from __future__ import annotations

import math
import os
import platform
import re
import subprocess
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

Figures = dict[str, float]
"""The figures of one repetition."""

ROWS: list[tuple[str, str, int]] = [
    ("closed rate", "moves/s, closed loop", 0),
    ("closed p50", "p50 closed loop, ms", 1),
    ("closed p95", "p95 closed loop, ms", 1),
    ("closed p99", "p99 closed loop, ms", 1),
    ("open rate", "moves/s, open loop, with the time to catch up", 0),
    ("open p50", "p50 open loop, ms", 1),
    ("open p95", "p95 open loop, ms", 1),
    ("open p99", "p99 open loop, ms", 1),
    ("open unanswered", "never answered", 0),
    ("kB a table", "kB an idle table", 1),
    ("kB a socket", "kB a socket", 1),
    ("MB empty", "MB empty", 0),
    ("MB full", "MB with all tables and sockets", 0),
    ("MB after", "MB after the load", 0),
    ("bytes an update", "bytes an update", 0),
    ("server cpu", "server's share of its core, closed loop", 2),
    ("load cpu", "load's share of its core, closed loop", 2),
]
"""Key, title, decimals."""


class Measured(NamedTuple):
    """One server, one repetition after the other."""

    name: str
    title: str
    durable: str
    repetitions: list[Figures]
    failed: str = ""
    """Why it was given up, if it was."""

    def interval(self, key: str) -> tuple[float, float, float] | None:
        """Median, lowest, highest."""
        found = [figures[key] for figures in self.repetitions if key in figures and not math.isnan(figures[key])]
        return (median(found), min(found), max(found)) if found else None


class Setting(NamedTuple):
    """What was asked for."""

    tables: int
    seats: int
    rate: float
    seconds: float
    warm_up: float
    repetitions: int


def machine() -> dict[str, str]:
    """What it ran on."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return {
        "processor": found[1] if found else platform.processor() or "unknown",
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "node": version_of(["node", "--version"]),
        "postgres": version_of(["psql", "--version"]),
        "redis": version_of(["redis-server", "--version"]),
        "load at the end": f"{os.getloadavg()[0]:.1f}",
    }


def version_of(command: list[str]) -> str:
    """What a program says its version is."""
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return "not there"
    found = re.search(r"\d+(\.\d+)+", said)
    return found[0] if found else said.strip()


def ratios(measured: Sequence[Measured], base: Measured, key: str) -> dict[str, float]:
    """Every server beside `base`: the median of the ratios within each repetition."""
    found: dict[str, float] = {}
    for one in measured:
        pairs = [
            (mine[key], theirs[key])
            for mine, theirs in zip(one.repetitions, base.repetitions, strict=False)
            if mine.get(key) and theirs.get(key)
        ]
        if pairs:
            found[one.name] = median(mine / theirs for mine, theirs in pairs)
    return found


def as_data(setting: Setting, measured: Sequence[Measured]) -> dict[str, Any]:
    """The run as data."""
    return {
        "date": date.today().isoformat(),
        "machine": machine(),
        "setting": setting._asdict(),
        "servers": [
            {
                "name": one.name,
                "title": one.title,
                "durable": one.durable,
                "failed": one.failed,
                "median": {key: spread[0] for key, _, _ in ROWS if (spread := one.interval(key))},
                "repetitions": one.repetitions,
            }
            for one in measured
        ],
        "ratios of moves/s, closed loop": {
            base.name: ratios(measured, base, "closed rate") for base in measured if base.repetitions
        },
    }


def as_markdown(setting: Setting, measured: Sequence[Measured]) -> str:
    """The run as a page."""
    facts = machine()
    lines = [
        f"# {setting.tables:,} tables with {setting.seats} sockets each",
        "",
        f"{date.today().isoformat()} · {facts['processor']}, {facts['cores']} cores, one for the server and one for "
        f"the load · {facts['system']} · Python {facts['python']} · Node {facts['node']} · PostgreSQL "
        f"{facts['postgres']} · Redis {facts['redis']} · load {facts['load at the end']}",
        "",
        f"Medians of {setting.repetitions} repetitions, each on a fresh server, servers taking turns; in brackets the "
        f"lowest and highest. {setting.seconds:g} s of each loop after {setting.warm_up:g} s of warm-up; open loop at "
        f"{setting.rate:g} moves/s. Latency: from send to the last seat's update. PostgreSQL and Redis run beside on "
        "both cores.",
        "",
        "| | " + " | ".join(one.title for one in measured) + " |",
        "|---|" + "---:|" * len(measured),
        "| a move is shown when | " + " | ".join(one.durable for one in measured) + " |",
    ]
    for key, title, decimals in ROWS:
        lines.append(f"| {title} | " + " | ".join(cell(one, key, decimals) for one in measured) + " |")
    for base in measured:
        beside = ratios(measured, base, "closed rate")
        if base.repetitions and len(measured) > 1:
            row = (f"{beside[one.name]:.2f} ×" if one.name in beside else "" for one in measured)
            lines.append(f"| moves/s beside {base.title} | " + " | ".join(row) + " |")
    for one in measured:
        if one.failed:
            lines += ["", f"{one.title}: {one.failed}"]
    return "\n".join(lines) + "\n"


def cell(one: Measured, key: str, decimals: int) -> str:
    """A median with its interval."""
    spread = one.interval(key)
    if spread is None:
        return ""
    middle, low, high = (f"{value:,.{decimals}f}" for value in spread)
    return middle if low == high else f"{middle} ({low}–{high})"
