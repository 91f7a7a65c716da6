"""Server processes: started on a core of their own, weighed, and ended. Linux only."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

TICKS = os.sysconf("SC_CLK_TCK")


class DidNotStartError(RuntimeError):
    """A server that did not come up, with the end of what it said."""


class Process:
    """A server and all processes it starts."""

    def __init__(self, command: list[str], core: int | str, log: Path, env: Mapping[str, str]) -> None:
        self.log = log
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as out:
            # A session of its own: Ctrl-C comes to us alone, and we end it in order.
            self.running: subprocess.Popen[Any] = subprocess.Popen(
                ["taskset", "-c", str(core), *command],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env={**os.environ, **env},
                start_new_session=True,
            )

    def wait_for_port(self, port: int, seconds: float = 60.0) -> None:
        """Until it listens."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.running.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise DidNotStartError(f"{self.running.args!r} does not listen: {self.last_words()}")

    def last_words(self) -> str:
        """The end of its log."""
        return self.log.read_text("utf-8", "replace")[-1500:]

    def tree(self) -> list[int]:
        """Its process ids, children included."""
        found = [self.running.pid]
        for pid in found:
            try:
                children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
            except OSError:
                continue
            found += [int(child) for child in children.split()]
        return found

    def kilobytes(self) -> int:
        """Resident memory of the whole tree."""
        total = 0
        for pid in self.tree():
            try:
                pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
            except OSError:
                continue
            total += pages * os.sysconf("SC_PAGE_SIZE") // 1024
        return total

    def cpu_seconds(self) -> float:
        """CPU time of the whole tree so far."""
        ticks = 0
        for pid in self.tree():
            try:
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            ticks += int(fields[11]) + int(fields[12])
        return ticks / TICKS

    def stop(self) -> None:
        """End it and all it started: first politely, then whatever is left of its group."""
        self.running.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.running.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(self.running.pid, signal.SIGKILL)
        self.running.wait()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
