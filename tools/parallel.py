"""Run commands at the same time, and keep what they say apart.

    python tools/parallel.py COMMAND... -- COMMAND [ARGUMENT...]

The last one, behind the two dashes, has the terminal, as if it ran alone; what each of the others says is shown as a
whole when the last has ended. Where the last fails, nobody waits for the others: they are stopped. The exit code is
that of the last, or of the first of the others that failed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from typing import IO

INTERRUPTED = 130
"""The exit code of what somebody has ended with Ctrl-C."""


class Other:
    """A command in a process group of its own."""

    def __init__(self, command: str, said: IO[bytes]) -> None:
        self.command = command
        self.said = said
        self.process = subprocess.Popen(
            ["sh", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            process_group=0,
        )

    def stop(self) -> None:
        """End it and all that it has started, if it still runs."""
        if self.process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()

    def show(self) -> None:
        """Print what it said."""
        self.said.seek(0)
        print(f"--- {self.command}", flush=True)
        sys.stdout.buffer.write(self.said.read())
        sys.stdout.flush()


def main(told: list[str]) -> int:
    """Run them; the exit code."""
    if "--" not in told[:-1]:
        raise SystemExit(__doc__)
    cut = told.index("--")
    with ExitStack() as stack:
        others: list[Other] = []
        for command in told[:cut]:
            others.append(Other(command, stack.enter_context(tempfile.TemporaryFile())))
            stack.callback(others[-1].stop)
        code = last = subprocess.run(told[cut + 1 :], check=False).returncode
        for other in others:
            if last:
                other.stop()
            ended = other.process.wait()
            code = code or ended
            other.show()
    return code


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
