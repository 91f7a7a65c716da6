"""What a change of the server is worth: CPU time a move, before and after, in turns in one run.

    python bench/server/compiled.py build/before        # in the checkout without the change
    python bench/server/compiled.py build/after         # and with it
    python bench/server/cpu.py build/before build/after --tables 300 --turns 6

The rate depends on what else the machine does; the CPU time of the server for each move hardly does. Each tree (a
compiled copy, as `compiled.py` makes it) runs a server of its own, and one after the other is put under the closed
loop. Ratios are of one turn, so that a slow minute slows both. Linux, two cores.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pandarium_io
from load import ROOT, allow_sockets, say
from loops import Load
from peer import Surroundings

PEERS: dict[str, type[pandarium_io.Pandarium]] = {
    kind.name: kind for kind in (pandarium_io.Sqlite, pandarium_io.Postgres)
}


class Server(NamedTuple):
    """A server that runs one of the trees, with its tables."""

    tree: Path
    peer: pandarium_io.Pandarium
    load: Load
    turns: list[float]
    """Microseconds of CPU time a move, turn by turn."""


def main() -> None:
    """Start all, measure in turns, show."""
    arguments = read_arguments()
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise SystemExit("this takes two cores: one for the servers, one for the load")
    os.sched_setaffinity(0, {cores[1]})
    allow_sockets(len(arguments.trees) * arguments.tables * arguments.seats + 200)
    servers: list[Server] = []
    try:
        for number, tree in enumerate(arguments.trees):
            build = ROOT / "build" / "bench-server" / f"cpu-{number}"
            around = Surroundings(build, cores[0], arguments.postgres, arguments.redis)
            start(PEERS[arguments.peer](around, tree.resolve()), arguments, servers)
        for turn in range(arguments.turns):
            for server in servers:
                server.turns.append(micros_a_move(server.load, arguments.seconds))
                answer_pings(servers)
            say(f"turn {turn + 1}: " + "   ".join(f"{server.turns[-1]:.0f}" for server in servers) + " µs a move")
    finally:
        for server in servers:
            server.load.close()
            server.peer.stop()
    show(servers)


def read_arguments() -> argparse.Namespace:
    """What the user wants."""
    parser = argparse.ArgumentParser(description="CPU time of the server for each move, of several trees in turns.")
    parser.add_argument("trees", nargs="+", type=Path, help="compiled copies; ratios are to the first of them")
    parser.add_argument("--peer", default="ours-sqlite", choices=PEERS)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4, choices=(2, 3, 4), help="sockets at each table")
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=4, help="of each turn (4)")
    parser.add_argument("--postgres", default="postgresql://postgres@127.0.0.1:5432/test", help="to make databases in")
    parser.add_argument("--redis", default="redis://127.0.0.1:6379/9")
    return parser.parse_args()


def start(peer: pandarium_io.Pandarium, arguments: argparse.Namespace, servers: list[Server]) -> None:
    """One more server, with all its tables and sockets."""
    say(f"starting {peer.title} of {peer.tree}")
    server = Server(peer.tree or ROOT, peer, Load(peer, []), [])
    servers.append(server)
    peer.start()
    for number in range(arguments.tables):
        server.load.tables.append(peer.create_table(arguments.seats))
        server.load.seat(server.load.tables[-1])
        if number % 20 == 0:
            answer_pings(servers)


def answer_pings(servers: list[Server]) -> None:
    """Let no server think that nobody is there."""
    for server in servers:
        server.load.pump(0)


def micros_a_move(load: Load, seconds: float) -> float:
    """One turn; a quarter of it before is for warming up."""
    taken = load.closed(seconds, seconds / 4)
    return taken.server_cpu * taken.seconds / len(taken.latencies) * 1e6


def show(servers: list[Server]) -> None:
    """Medians, and the ratios to the first tree, turn by turn."""
    first = servers[0].turns
    for server in servers:
        ratios = sorted(mine / its for mine, its in zip(server.turns, first, strict=True))
        if ratios:
            line = f"{server.tree}: {median(server.turns):.0f} µs a move (median of {len(ratios)} turns)"
            say(f"{line}, {median(ratios):.3f} of the first ({ratios[0]:.3f} to {ratios[-1]:.3f})")


if __name__ == "__main__":
    main()
