"""Servers in processes of their own that start at once: forked from one that has imported everything already.

A server spends nearly two seconds of its start with imports, and these tests start a hundred. What is forked is a real
process all the same: it has a process group, settings, games and a log of its own, and can be killed at any moment.
That a server starts from nothing is tested where its command is (`tests/cli/test_serve.py`).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping
from functools import cache
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

SERVE = """
import os
if luck := os.environ.get("PANDARIUM_TEST_LUCK"):
    from server.luck import always_the_same
    always_the_same(luck)
if os.environ.get("PANDARIUM_TEST_DELAYS"):
    import delays
    delays.in_server()
from pandarium.server.run import serve
from pandarium.server.settings import Settings
serve(Settings.load(os.environ))
"""
"""What the new process does, as Python."""
_TESTS = Path(__file__).parents[1]
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["server.warm"])


def launch(program: str, env: Mapping[str, str], log: Path) -> ForkServerProcess:
    """A process that runs a program, leads a group of its own, and writes to a log."""
    _start_fork_server()
    ready, say = _context.Pipe(duplex=False)
    process = _context.Process(target=_run, args=(program, dict(env), str(log), say))
    process.start()
    say.close()
    ready.recv()  # from now on its group can be killed
    ready.close()
    return process


@cache
def _start_fork_server() -> None:
    """Once for all servers of this process. It must find `server.warm`."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [before, str(_TESTS)]))
    try:
        forkserver.ensure_running()
    finally:
        del os.environ["PYTHONPATH"]
        if before is not None:
            os.environ["PYTHONPATH"] = before


def _run(program: str, env: Mapping[str, str], log: str, ready: Connection) -> None:
    os.setsid()
    ready.send(None)
    ready.close()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin = os.fdopen(0, closefd=False)  # uvicorn hands it on to its workers
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.environ.clear()
    os.environ.update(env)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.path.append(str(_TESTS))
    _mount(env.get("PANDARIUM_GAMES", ""))
    exec(program, {"__name__": "__main__"})


def _mount(places: str) -> None:
    """The games that this process shall have, and no others."""
    from pandarium.core import registry

    del registry._shelf()[1:]
    registry.mount(*filter(None, places.split(os.pathsep)))
