"""A server under load, beside its peer: tables, sockets, moves a second, latencies, memory.

    python bench/server/load.py --peers bgio-memory,bgio-postgres --tables 1000 --seats 4

Runs on Linux with two cores: the servers on one, this on the other. Results go to the folder given by --out.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import signal
import sys
import time
from pathlib import Path

import boardgame_io
import pandarium_io
from figures import Figures, Measured, Setting, as_data, as_markdown
from loops import Load
from peer import Peer, PeerError, Surroundings, Table
from processes import DidNotStartError

ROOT = Path(__file__).resolve().parents[2]
PEERS: dict[str, type[Peer]] = {
    kind.name: kind
    for kind in (
        pandarium_io.Sqlite,
        pandarium_io.Postgres,
        boardgame_io.Memory,
        boardgame_io.FlatFile,
        boardgame_io.Postgres,
    )
}


def main() -> None:
    """Measure, show, write."""
    arguments = read_arguments()
    names = arguments.peers.split(",")
    unknown = [name for name in names if name not in PEERS]
    if unknown:
        raise SystemExit(f"there is no peer {unknown[0]!r}; choose from {', '.join(PEERS)}")
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise SystemExit("this takes two cores: one for the server, one for the load")
    os.sched_setaffinity(0, {cores[1]})
    allow_sockets(arguments.tables * arguments.seats + 200)
    around = Surroundings(ROOT / "build" / "bench-server", cores[0], arguments.postgres, arguments.redis)
    setting = Setting(
        *(arguments.tables, arguments.seats, arguments.rate, arguments.seconds, arguments.warm_up),
        arguments.repetitions,
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    interrupted = False
    measured = {name: Measured(name, PEERS[name].title, PEERS[name].durable, []) for name in names}
    try:
        for repetition in range(setting.repetitions):
            for name in names:
                if not measured[name].failed:
                    label = f"{repetition + 1}/{setting.repetitions} {PEERS[name].title}"
                    measured[name] = measure_once(measured[name], PEERS[name](around), setting, label)
    except KeyboardInterrupt:
        interrupted = True
        say("interrupted; what was measured so far:")
    write(arguments.out, setting, list(measured.values()))
    if interrupted or any(one.failed for one in measured.values()):
        raise SystemExit(130 if interrupted else 1)


def read_arguments() -> argparse.Namespace:
    """What the user wants."""
    parser = argparse.ArgumentParser(description="A server under load, beside its peer.")
    parser.add_argument("--peers", default="ours-sqlite,ours-postgres,bgio-memory,bgio-postgres", help=", ".join(PEERS))
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=4, choices=(2, 3, 4), help="sockets at each table")
    parser.add_argument("--rate", type=float, default=200, help="moves/s of the open loop, over all tables (200)")
    parser.add_argument("--seconds", type=float, default=8, help="of each loop (8)")
    parser.add_argument("--warm-up", type=float, default=3, help="seconds (3)")
    parser.add_argument("--repetitions", type=int, default=3, help="each on a fresh server (3)")
    parser.add_argument("--postgres", default="postgresql://postgres@127.0.0.1:5432/test", help="to make databases in")
    parser.add_argument("--redis", default="redis://127.0.0.1:6379/9")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench-server" / "results")
    return parser.parse_args()


def measure_once(measured: Measured, peer: Peer, setting: Setting, label: str) -> Measured:
    """One repetition on a fresh server. A server that fails is named with the reason, and the others are measured."""
    try:
        figures = repetition_of(peer, setting, label)
    except (PeerError, DidNotStartError, OSError) as error:
        say(f"{label}: given up: {error}")
        return measured._replace(failed=f"given up: {error}")
    finally:
        stop_undisturbed(peer)
    measured.repetitions.append(figures)
    return measured


def stop_undisturbed(peer: Peer) -> None:
    """End the server and drop its database, whoever presses Ctrl-C meanwhile."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        peer.stop()
    finally:
        for number, answer in before.items():
            signal.signal(number, answer)


def repetition_of(peer: Peer, setting: Setting, label: str) -> Figures:
    """Fill a fresh server, weigh it, and put it under load: the open loop first, as long as logs are short."""
    say(f"{label}: starting")
    peer.start()
    empty = weigh(peer)
    half = empty
    tables: list[Table] = []
    for number in range(setting.tables):
        progress(f"{label}: table {number + 1} of {setting.tables}", number)
        if number == setting.tables // 2:
            half = weigh(peer)
        tables.append(peer.create_table(setting.seats))
    created = weigh(peer)
    load = Load(peer, tables)
    try:
        for number, table in enumerate(tables):
            progress(f"{label}: sockets at table {number + 1} of {setting.tables}", number)
            load.seat(table)
            if number % 50 == 0:
                load.pump(0)  # pings want to be answered in time
        load.pump(0.2)
        full = weigh(peer)
        load.pump(0)
        gc.collect()
        gc.freeze()
        gc.disable()
        say(f"{label}: warming up")
        load.closed(0, setting.warm_up)
        say(f"{label}: open loop")
        opened = load.open(setting.rate, setting.seconds)
        say(f"{label}: closed loop")
        closed = load.closed(setting.seconds, setting.warm_up)
        after = peer.process.kilobytes()
    finally:
        gc.enable()
        load.close()
    figures: Figures = {
        "closed rate": closed.rate,
        "open rate": opened.rate,
        "open unanswered": opened.unanswered,
        # The first half also pays for whatever a server loads and caches once.
        "kB a table": (created - half) / (setting.tables - setting.tables // 2),
        "kB a socket": (full - created) / (setting.tables * setting.seats),
        "MB empty": empty / 1024,
        "MB full": full / 1024,
        "MB after": after / 1024,
        "bytes an update": closed.bytes_per_update,
        "server cpu": closed.server_cpu,
        "load cpu": closed.load_cpu,
    }
    for loop, taken in (("closed", closed), ("open", opened)):
        figures |= {f"{loop} p{share}": taken.percentile(share / 100) for share in (50, 95, 99)}
    say(
        f"{label}: {closed.rate:,.0f} moves/s, closed p99 {figures['closed p99']:.1f} ms, "
        f"open p99 {figures['open p99']:.1f} ms, {figures['MB full']:.0f} MB, load {closed.load_cpu:.0%}"
    )
    return figures


def weigh(peer: Peer) -> int:
    """Kilobytes, after the dust has settled."""
    time.sleep(0.5)
    peer.collect()
    return peer.process.kilobytes()


def allow_sockets(wanted: int) -> None:
    """Open files, for this process and those it starts."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < wanted:
        raise SystemExit(f"{wanted} open files are needed, and the system allows {most} (ulimit -n)")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def progress(text: str, number: int) -> None:
    """A line that is written over, on a terminal."""
    if sys.stderr.isatty() and number % 20 == 0:
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def say(text: str) -> None:
    """A line of its own."""
    print(("\r\x1b[K" if sys.stderr.isatty() else "") + text, file=sys.stderr, flush=True)


def write(folder: Path, setting: Setting, measured: list[Measured]) -> None:
    """JSON and Markdown, and the page on the screen."""
    folder.mkdir(parents=True, exist_ok=True)
    page = as_markdown(setting, measured)
    name = f"server-{setting.tables}x{setting.seats}"
    (folder / f"{name}.md").write_text(page, "utf-8")
    data = as_data(setting, measured)
    (folder / f"{name}.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(page)


if __name__ == "__main__":
    main()
