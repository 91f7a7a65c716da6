"""What was measured of the server, on the pages that tell it: from bench/results into docs/host.md, docs/scale.md and
bench/server/README.md.

    python tools/server_figures.py              writes the marked parts anew; make bench-server and make drill do it
    python tools/server_figures.py --check      says which page is older than the results; the exit code is 1 then

What one more server adds and what a hundred thousand tables would take is reckoned here, from the same figures.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results"
PART = re.compile(
    r"(<!-- tools/server_figures\.py writes from here: (?P<name>[a-z ]+) -->\n).*?(\n<!-- to here -->)", re.DOTALL
)
SQLITE, POSTGRES, MEMORY, STORED = "ours-sqlite", "ours-postgres", "bgio-memory", "bgio-postgres"
TITLES = {
    SQLITE: "Pandarium, SQLite",
    POSTGRES: "Pandarium, PostgreSQL + Redis, 2 workers",
    MEMORY: "boardgame.io, memory",
    STORED: "boardgame.io, PostgreSQL",
}
SHOWN_WHEN = ("it is on disk", "it is on disk", "nothing is stored", "before it is stored")
PROMISES = (
    ("SQLite, beside boardgame.io in memory", "at least 1.2 ×"),
    ("SQLite, beside boardgame.io on PostgreSQL", "at least 7 ×"),
    ("SQLite, p99 at 200 moves/s", "at most 8 ms"),
    ("PostgreSQL + Redis + 2 workers, beside boardgame.io in memory", "at least 1.25 ×"),
    ("the same, p99 at 200 moves/s", "at most 15 ms"),
    ("memory of a socket, SQLite", "at most 22 kB"),
)
WORKERS = 2
"""Of ours on PostgreSQL, all on one core."""

TABLES, SEATS, SECONDS_A_MOVE, CORES_IN_USE = 100_000, 4, 10, 0.6
DAY = 86_400
DAYS_KEPT = 30
CORE, TERABYTE, GIGABYTE = 30, 1, 0.05
"""Money: of a core with 4 GB and of a terabyte of traffic in a month, and of a gigabyte of disk."""
CORES_FOR_OTHERS = (2, 8, 1)
"""Proxies, database, Redis: a guess."""


class Results(NamedTuple):
    """What the pages are made from."""

    load: dict[str, Any]
    drill: dict[str, Any]
    small_drill: dict[str, Any]

    def figures(self, server: str, key: str) -> tuple[float, float, float]:
        """Median, lowest and highest of all repetitions with one server."""
        found = [one for one in self.load["servers"] if one["name"] == server]
        if not found or key not in found[0]["median"]:
            raise SystemExit(f"server-1000x4.json has no '{key}' of {server}: make bench-server measures all four")
        values = [one[key] for one in found[0]["repetitions"] if key in one]
        return found[0]["median"][key], min(values), max(values)

    def middle(self, server: str, key: str) -> float:
        """The median."""
        return self.figures(server, key)[0]

    def beside(self, server: str, base: str) -> float:
        """How many times the moves a second of another server."""
        times: float = self.load["ratios of moves/s, closed loop"][base][server]
        return times


def read() -> Results:
    """What the last runs have left."""
    names = ("server-1000x4", "drill-2000x4", "drill-40x4")
    return Results(*(json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8")) for name in names))


def spread(figures: tuple[float, float, float], decimals: int) -> str:
    """A median, with the lowest and the highest; hundreds need no decimals."""
    middle, low, high = (f"{value:,.{decimals if figures[0] < 100 else 0}f}" for value in figures)
    return f"{middle} ({low}–{high})"


def carries(results: Results) -> Iterator[str]:
    """Ours and boardgame.io's server, side by side."""
    yield f"| | {' | '.join(TITLES.values())} |"
    yield f"|---|{'---:|' * len(TITLES)}"
    yield f"| a move is shown when | {' | '.join(SHOWN_WHEN)} |"
    for title, key, decimals in (
        ("moves/s, at the limit", "closed rate", 0),
        ("p99 at 200 moves/s, ms", "open p99", 1),
    ):
        yield f"| {title} | {' | '.join(spread(results.figures(name, key), decimals) for name in TITLES)} |"
    for title, key, decimals in (
        ("kB a table in memory", "kB a table", 1),
        ("kB a socket", "kB a socket", 1),
        ("MB with all tables and sockets", "MB full", 0),
        ("MB after the load", "MB after", 0),
    ):
        cells = (f"{max(results.middle(name, key), 0):.{decimals}f}" for name in TITLES)
        yield f"| {title} | {' | '.join(cells)} |"
    yield ""
    ours, both = ((results.beside(name, MEMORY), results.beside(name, STORED)) for name in (SQLITE, POSTGRES))
    yield f"So one worker with SQLite does {ours[0]:.2f} times what boardgame.io does in memory, and {ours[1]:.1f}"
    yield "times what it does with PostgreSQL; two workers with PostgreSQL and Redis, on one core,"
    yield f"{both[0]:.2f} and {both[1]:.1f} times."


def promised(results: Results) -> Iterator[str]:
    """What is promised, and what the last run has shown."""
    seen = (
        f"{results.beside(SQLITE, MEMORY):.2f} ×",
        f"{results.beside(SQLITE, STORED):.1f} ×",
        f"{results.middle(SQLITE, 'open p99'):.1f} ms",
        f"{results.beside(POSTGRES, MEMORY):.2f} ×",
        f"{results.middle(POSTGRES, 'open p99'):.1f} ms",
        f"{results.middle(SQLITE, 'kB a socket'):.1f} kB",
    )
    yield f"| | | last run, {results.load['date']} |"
    yield "|---|---:|---:|"
    for (what, promise), last in zip(PROMISES, seen, strict=True):
        yield f"| {what} | {promise} | {last} |"


def drilled(results: Results) -> Iterator[str]:
    """What each part of the drill did to people."""
    drill = results.drill
    tables, seats, servers = (drill["setting"][name] for name in ("tables", "seats", "servers"))
    yield (
        f"[{tables:,} tables with {tables * seats:,} sockets](../bench/results/drill-2000x4.md),"
        f" {drill['setting']['rate']:g} moves a second, with {servers} servers, database, proxy and players on the same"
    )
    yield f"{drill['machine']['cores']} cores:"
    yield ""
    yield "| | moves | p50, from due to every seat | longest | sockets lost | half back after | all back after |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for what, seen in drill["stretches"].items():
        back = (seen["half of them back, s"], seen["all of them back, s"])
        again = " | ".join(f"{seconds:.1f} s" if seen["sockets lost"] else "–" for seconds in back)
        yield (
            f"| {what} | {seen['moves']:,} | {seen['p50 ms']:.0f} ms | {in_seconds(seen['longest ms'] / 1000)}"
            f" | {seen['sockets lost']:,} | {again} |"
        )
    few, more = sorted(drill["moves/s"], key=int)
    lost, shown, gaps = (drill[name] for name in ("lost moves", "moves shown", "tables with gaps"))
    small = results.small_drill
    slowest = max(seen["all of them back, s"] for seen in small["stretches"].values())
    yield ""
    yield f"**{lost:,} of {shown:,} moves lost, {gaps} logs with gaps.** At the limit"
    yield f"{drill['moves/s'][few]:,.0f} moves a second with {few} servers, {drill['moves/s'][more]:,.0f} with {more}."
    yield (
        f"With [{small['setting']['tables']} tables](../bench/results/drill-40x4.md)"
        f" everybody is back after {slowest:.1f} s."
    )


def in_seconds(seconds: float) -> str:
    """So that short times show, too."""
    return f"{seconds:.1f} s" if seconds >= 0.1 else f"{seconds:.2f} s"


def one_more(results: Results) -> Iterator[str]:
    """What a server adds that has a core of its own: reckoned, since here there is none for it."""
    rate, share = results.middle(POSTGRES, "closed rate"), results.middle(POSTGRES, "server cpu")
    alone = rate / share
    yield (
        f"Reckoned from the CPU time of a move, not measured: servers took {share:.2f} of a core"
        f" for {rate:,.0f} moves a second, {1e6 / alone:,.0f} µs each."
    )
    yield (
        f"So one more server with a core of its own adds at most {alone:,.0f} moves a second, and"
        f" {alone * CORES_IN_USE:,.0f} with its core used to {CORES_IN_USE * 100:.0f} %,"
    )
    yield "while the database keeps up; that it hears of every move made elsewhere takes something off again."


def costs(results: Results) -> Iterator[str]:
    """What a table, a socket, a worker, a move cost."""
    row = results.drill["bytes a row of the log, with its index"]
    yield "| | |"
    yield "|---|---:|"
    yield f"| memory of an idle table | {results.middle(POSTGRES, 'kB a table'):.1f} kB |"
    yield f"| memory of a socket | {results.middle(POSTGRES, 'kB a socket'):.1f} kB |"
    yield f"| memory of a worker with nothing to do | {results.middle(POSTGRES, 'MB empty') / WORKERS:.0f} MB |"
    rate = results.middle(POSTGRES, "closed rate")
    yield f"| moves a second, one core with two workers, at its limit | {rate:,.0f} |"
    yield (
        "| bytes of an update, uncompressed, all of it (a client that asks for changes alone gets less) |"
        f" {results.middle(POSTGRES, 'bytes an update'):,.0f} |"
    )
    yield "| rows in the database a move | 1 |"
    yield f"| bytes of a row with its index, in the drill | {row:.0f} |"


def reckoned(results: Results) -> Iterator[str]:
    """A hundred thousand tables: what they need of everything, and in money."""
    table, socket = results.middle(POSTGRES, "kB a table"), results.middle(POSTGRES, "kB a socket")
    worker, rate = results.middle(POSTGRES, "MB empty") / WORKERS, results.middle(POSTGRES, "closed rate")
    update, row = results.middle(POSTGRES, "bytes an update"), results.drill["bytes a row of the log, with its index"]
    moves = TABLES / SECONDS_A_MOVE
    cores = math.ceil(moves / (rate * CORES_IN_USE))
    workers = WORKERS * cores
    memory = (TABLES * table + TABLES * SEATS * socket + workers * worker * 1000) / 1e6
    traffic = moves * SEATS * update
    month = traffic * DAY * 30 / 1e12
    growth = moves * DAY * row / 1e9
    kept = growth * DAYS_KEPT
    costs = (cores * CORE, sum(CORES_FOR_OTHERS) * CORE, month * TERABYTE, kept * GIGABYTE)
    yield "| | reckoned | |"
    yield "|---|---|---:|"
    parts = (
        f"{TABLES:,} × {table:.1f} kB",
        f"{TABLES * SEATS:,} × {socket:.1f} kB",
        f"{workers} workers × {worker:.0f} MB",
    )
    yield f"| memory | {' + '.join(parts)} | {memory:.1f} GB |"
    yield f"| moves a second | {TABLES:,} / {SECONDS_A_MOVE} s | {moves:,.0f} |"
    yield f"| cores for servers | {moves:,.0f} / ({rate:,.0f} × {CORES_IN_USE}) | {cores} |"
    yield f"| updates a second | {moves:,.0f} × {SEATS} | {moves * SEATS:,.0f} |"
    yield (
        f"| traffic | {moves * SEATS:,.0f} × {update:,.0f} bytes | {traffic / 1e6:.0f} MB/s, {month:.0f} TB a month |"
    )
    yield f"| notices from worker to worker a second | {moves:,.0f} × {workers} workers | {moves * workers:,.0f} |"
    yield f"| rows a day | {moves:,.0f} × {DAY:,} s | {moves * DAY / 1e6:,.0f} million |"
    yield f"| growth of the database | {moves * DAY / 1e6:,.0f} million × {row:.0f} bytes | {growth:.0f} GB a day |"
    yield ""
    yield f"In money, with a price of {CORE} a month for a core with 4 GB of memory, {TERABYTE} for a terabyte of"
    yield f"traffic, and {GIGABYTE} for a gigabyte of disk (put your own there; at some providers traffic costs"
    yield "eighty times as much):"
    yield ""
    yield "| | | a month |"
    yield "|---|---|---:|"
    yield f"| servers | {cores} cores | {costs[0]:.0f} |"
    yield f"| proxies, database, Redis | {' + '.join(map(str, CORES_FOR_OTHERS))} cores, a guess | {costs[1]:.0f} |"
    yield f"| traffic | {month:.0f} TB | {costs[2]:.0f} |"
    yield f"| disk, if logs are kept for {DAYS_KEPT} days | {round(kept, -2):,.0f} GB | {costs[3]:.0f} |"
    yield f"| | | **about {round(sum(costs), -1):,.0f}** |"
    yield ""
    yield f"That is {100 * sum(costs) / TABLES:.1f} cents for a table and month."


PAGES: dict[str, dict[str, Callable[[Results], Iterator[str]]]] = {
    "docs/host.md": {"what it carries": carries},
    "docs/scale.md": {
        "the drill": drilled,
        "one more server": one_more,
        "costs": costs,
        "a hundred thousand tables": reckoned,
    },
    "bench/server/README.md": {"promises": promised},
}
"""For each page its marked parts."""


def written(name: str, page: str, results: Results) -> str:
    """A page with its marked parts as the results are."""
    parts = PAGES[name]
    marked = [part["name"] for part in PART.finditer(page)]
    if sorted(marked) != sorted(parts):
        raise SystemExit(f"{name} has marked parts {marked}, expected {list(parts)}")
    return PART.sub(lambda part: f"{part[1]}\n{chr(10).join(parts[part['name']](results))}\n{part[3]}", page)


def main() -> int:
    """Write, or check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="change nothing")
    asked = parser.parse_args()
    results, is_old = read(), False
    for name in PAGES:
        page = (ROOT / name).read_text(encoding="utf-8")
        if (new := written(name, page, results)) != page:
            is_old = True
            print(f"{name} is older than the results" if asked.check else f"{name} written")
            if not asked.check:
                (ROOT / name).write_text(new, encoding="utf-8")
    return 1 if asked.check and is_old else 0


if __name__ == "__main__":
    raise SystemExit(main())
