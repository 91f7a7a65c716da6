"""A drill: four servers on PostgreSQL and Redis behind nginx, and everything that goes wrong goes wrong.

    make drill                                         2,000 tables with 4 sockets each, into bench/results
    make drill DRILL='--tables 40 --rate 40'           a small one

While people play on, a server is killed, one is replaced by another version, the database is restarted and Redis
emptied. What was shown to anybody must still be there at the end, without a gap. Then one more server is added. All
of it runs on this machine, on ports of its own; how much a further server adds is seen only where there are cores for
it.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Any

from crowd import Crowd, Stretch, at_share
from figures import machine
from services import GameServer, Postgres, Proxy, Redis, require_programs

ROOT = Path(__file__).resolve().parents[2]
OTHER_VERSION = "9.9.9"


def main() -> int:
    """Run it, show it, write it."""
    asked = read_arguments()
    require_programs("nginx")
    allow_sockets(asked.tables * asked.seats * 2 + 2000)  # nginx needs most: two for every player
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pandarium-drill-")))
        folder.chmod(0o755)  # PostgreSQL may be another user's
        stack.callback(keep_logs, folder)
        found = Drill(stack, folder, asked).run()
    page = as_markdown(found)
    asked.out.mkdir(parents=True, exist_ok=True)
    name = f"drill-{asked.tables}x{asked.seats}"
    (asked.out / f"{name}.md").write_text(page, "utf-8")
    (asked.out / f"{name}.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(page)
    return 1 if found["lost moves"] or found["tables with gaps"] else 0


def read_arguments() -> argparse.Namespace:
    """What the user wants."""
    parser = argparse.ArgumentParser(description="Servers that die, and games that go on.")
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--seats", type=int, default=4, choices=(2, 3, 4), help="sockets at each table")
    parser.add_argument("--servers", type=int, default=4, help="before one more is added (4)")
    parser.add_argument("--rate", type=float, default=200, help="moves/s over all tables while things go wrong (200)")
    parser.add_argument("--seconds", type=float, default=20, help="of each stretch (20)")
    parser.add_argument("--out", type=Path, default=ROOT / "bench" / "results")
    return parser.parse_args()


class Drill:
    """The whole course of it."""

    def __init__(self, stack: ExitStack, folder: Path, asked: argparse.Namespace) -> None:
        self.asked = asked
        self.folder = folder
        self.postgres = Postgres(folder)
        stack.callback(self.postgres.stop)
        self.redis = Redis(folder)
        stack.callback(self.redis.stop)
        self.servers: list[GameServer] = []
        stack.callback(lambda: [server.stop() for server in self.servers])
        for _ in range(asked.servers):  # all at once, on an empty database: one of them makes the tables
            self.servers.append(self._server())
        for server in self.servers:
            server.wait()
        self.proxy = Proxy(folder, self.servers)
        stack.callback(self.proxy.stop)
        self.crowd = Crowd(self.proxy.port)
        stack.callback(self.crowd.close)

    def _server(self) -> GameServer:
        return GameServer(f"server-{len(self.servers) + 1}", self.folder, self.postgres, self.redis)

    def run(self) -> dict[str, Any]:
        """Everything, one after the other."""
        asked = self.asked
        say(f"{asked.tables} tables with {asked.seats} sockets each")
        began = time.perf_counter()
        self.crowd.create(asked.tables, asked.seats)
        created = time.perf_counter() - began
        gc.collect()
        gc.freeze()
        memory = sum(server.process.kilobytes() for server in self.servers)
        stretches = {"nothing happens": self._play("nothing happens", lambda: None)}
        stretches["a server is killed"] = self._play("a server is killed", self.servers[0].kill)
        self.servers[0].launch()
        self.servers[0].wait()
        stretches["a server is replaced by another version"] = self._play("a server is replaced", self._upgrade)
        stretches["the database is restarted"] = self._play("the database is restarted", self.postgres.restart)
        stretches["Redis is emptied"] = self._play("Redis is emptied", self.redis.empty)
        lost, gaps, moves = self._verify()
        size, rows = self.postgres.ask("SELECT pg_database_size(current_database()), (SELECT count(*) FROM entries)")
        log_bytes = self.postgres.ask("SELECT pg_total_relation_size('entries')")[0]
        before = self._race(f"{len(self.servers)} servers")
        self.servers.append(self._server())
        self.servers[-1].wait()
        self.proxy.lead_to(self.servers)
        self.crowd.spread_anew()
        after = self._race(f"{len(self.servers)} servers")
        lost_later, gaps_later, _ = self._verify()
        return {
            "date": date.today().isoformat(),
            "machine": machine(),
            "setting": {name: value for name, value in vars(asked).items() if name != "out"},
            "seconds to create all tables": created,
            "MB of all servers with all sockets": memory / 1024,
            "bytes an update": self.crowd.bytes / max(1, self.crowd.updates),
            "stretches": {name: as_numbers(stretch) for name, stretch in stretches.items()},
            "moves shown": moves,
            "lost moves": lost + lost_later,
            "tables with gaps": gaps + gaps_later,
            "rows": rows,
            "bytes of the database": size,
            "bytes a row of the log, with its index": log_bytes / max(1, rows),
            "moves/s": {str(len(self.servers) - 1): before, str(len(self.servers)): after},
        }

    def _play(self, name: str, event: Callable[[], None]) -> Stretch:
        """Some seconds of play, at whose beginning something happens, beside it."""
        say(name)
        happening = self.crowd.threads.submit(event)
        stretch = self.crowd.play(self.asked.rate, self.asked.seconds)
        happening.result()
        return stretch

    def _upgrade(self) -> None:
        """One server stops gently, and comes back as another version."""
        server = self.servers[1]
        server.stop()
        server.launch(OTHER_VERSION)
        server.wait()
        version = server.health().get("version")
        if version != OTHER_VERSION:
            raise SystemExit(f"the new server calls itself {version}")

    def _race(self, name: str) -> float:
        say(f"at the limit, {name}")
        stretch = self.crowd.race(self.asked.seconds)
        return stretch.moves / stretch.seconds

    def _verify(self) -> tuple[int, int, int]:
        """Moves that somebody was shown and the database does not have; tables whose log has gaps; moves shown."""
        import psycopg

        counted = "SELECT table_id, count(*), max(seq), min(seq) FROM entries GROUP BY table_id"
        moved = (
            "SELECT table_id, count(*) FROM entries WHERE position('claim' in encode(body, 'escape')) > 0 GROUP BY 1"
        )
        with psycopg.connect(self.postgres.url) as connection:
            gaps = sum(most - least + 1 != count for _, count, most, least in connection.execute(counted))
            kept: dict[str, int] = dict(connection.execute(moved).fetchall())
        lost = sum(max(0, table.shown - kept.get(table.key, 0)) for table in self.crowd.tables)
        return lost, gaps, sum(table.shown for table in self.crowd.tables)


def as_numbers(stretch: Stretch) -> dict[str, float]:
    """A stretch as numbers."""
    return {
        "moves": stretch.moves,
        "p50 ms": stretch.percentile(0.5),
        "p99 ms": stretch.percentile(0.99),
        "longest ms": stretch.percentile(1),
        "sockets lost": stretch.lost_sockets,
        "half of them back, s": at_share(stretch.back, 0.5),
        "all of them back, s": at_share(stretch.back, 1),
    }


def as_markdown(found: dict[str, Any]) -> str:
    """The drill as a page."""
    setting, facts = found["setting"], found["machine"]
    lines = [
        f"# A drill: {setting['tables']:,} tables with {setting['seats']} sockets each, {setting['servers']} servers",
        "",
        f"{found['date']} · {facts['processor']}, {facts['cores']} cores for servers, database and load · "
        f"{facts['system']} · Python {facts['python']} · PostgreSQL {facts['postgres']} · Redis {facts['redis']} · "
        f"load {facts['load at the end']}",
        "",
        f"{setting['rate']:g} moves/s fall due, for {setting['seconds']:g} s in each line; what happens, happens at "
        "its beginning. Latency: from when a move was due until every seat had it.",
        "",
        "| | moves | p50, ms | p99, ms | longest, ms | sockets lost | half back, s | all back, s |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, figures in found["stretches"].items():
        moves, p50, p99, longest, sockets, half, all_back = figures.values()
        back = f"{half:.1f} | {all_back:.1f}" if sockets else "– | –"
        lines.append(f"| {name} | {moves:,} | {p50:,.1f} | {p99:,.1f} | {longest:,.0f} | {sockets:,} | {back} |")
    rates = [f"{rate:,.0f} moves/s with {servers} servers" for servers, rate in found["moves/s"].items()]
    lines += [
        "",
        f"**{found['lost moves']} of {found['moves shown']:,} moves lost, "
        f"{found['tables with gaps']} logs with gaps.**",
        "",
        f"At the limit: {', '.join(rates)}.",
        "",
        f"{found['MB of all servers with all sockets']:,.0f} MB in all servers with all sockets; "
        f"{found['bytes an update']:,.0f} bytes an update; {found['rows']:,} rows, "
        f"{found['bytes a row of the log, with its index']:,.0f} bytes each with their index.",
    ]
    return "\n".join(lines) + "\n"


def keep_logs(folder: Path) -> None:
    """What servers said, for whoever wants to know why."""
    kept = ROOT / "build" / "drill"
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    for log in folder.glob("*.log"):
        shutil.copy(log, kept)


def allow_sockets(wanted: int) -> None:
    """Open files, for this process and those it starts."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < wanted:
        raise SystemExit(f"{wanted} open files are needed, and the system allows {most} (ulimit -n)")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def say(text: str) -> None:
    """A line for whoever waits."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    os.environ.pop("PANDARIUM_DATABASE", None)
    raise SystemExit(main())
