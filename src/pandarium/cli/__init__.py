"""The command `pandarium`. Nothing heavy is loaded before a command asks for it."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence

__all__ = ["main"]

FAILED = 1
"""Exit code when something was checked and does not hold, or when the program itself is at fault."""
BAD_INPUT = 2
"""Exit code when a person asked for something that cannot be."""
INTERRUPTED = 130
"""Exit code after Ctrl-C."""
UNWRITABLE = {errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT}
"""What a file answers to which the output goes when it takes no more."""


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code. Whatever goes wrong ends in one line on stderr."""
    words = list(sys.argv[1:] if args is None else args) or ["--help"]
    if args is None:
        _accept_interrupts()
    if sys.stdout is None and not _open_output(words):
        return FAILED
    try:
        return _run(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # `| head` has seen enough
        _close_quietly()
        return FAILED
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None and error.errno in UNWRITABLE:
            _close_quietly()
        from pandarium.cli.errors import explain

        line, code = explain(error, words)
        if code == FAILED and _debugging():
            raise
        sys.stderr.write(f"{line}\n")
        return code


def _run(words: list[str]) -> int:
    from pandarium.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure") and (stream.encoding or "").lower().replace("-", "") != "utf8":
            stream.reconfigure(errors="replace")  # a panda's ≥ must not end the game on an old terminal
    try:
        code = app(words, prog_name="pandarium", standalone_mode=False)
    except SystemExit as left:  # completion scripts, and pipes that closed early
        code = left.code
    sys.stdout.flush()
    return code if isinstance(code, int) else 0


def _accept_interrupts() -> None:
    """Let Ctrl-C end the program even if whoever started it ignores SIGINT, as shells do for background jobs.

    Otherwise every child process would inherit that, and a simulation could not be stopped with its results so far.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _open_output(words: list[str]) -> bool:
    """Somebody closed the output (`>&-`). A server goes on without; whatever else says why it does not begin."""
    if words[0] == "serve":
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # as long as the program
        return True
    if sys.stderr is not None:
        sys.stderr.write("pandarium: the output is closed, so nobody could read what this prints\n")
    return False


def _close_quietly() -> None:
    """Let the interpreter flush into nothing, since nobody reads on."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _debugging() -> bool:
    return os.environ.get("PANDARIUM_DEBUG", "").lower() not in ("", "0", "false", "no", "off")
