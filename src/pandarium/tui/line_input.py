"""What is typed while a remote table goes on by itself: lines, as they come."""

from __future__ import annotations

import asyncio
import codecs
import io
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO
from weakref import WeakKeyDictionary

READ_AT_ONCE = 65_536

Lines = asyncio.Queue[str | None]
"""None is the end of the input."""

_readers: WeakKeyDictionary[TextIO, tuple[asyncio.AbstractEventLoop, Lines]] = WeakKeyDictionary()


def input_lines(stdin: TextIO) -> Lines:
    """What is typed there. There is one reader for all who ask in this loop: two would take lines from each other."""
    loop = asyncio.get_running_loop()
    reading = _readers.get(stdin)
    if reading is None or reading[0] is not loop:
        reading = (loop, asyncio.Queue())
        _readers[stdin] = reading
        read_lines(stdin, reading[1].put_nowait)
    return reading[1]


async def confirm(question: str, stdin: TextIO, stdout: TextIO) -> bool:
    """Ask until the answer is yes or no; the end of the input is a no."""
    lines = input_lines(stdin)
    while True:
        stdout.write(f"{question} [y/N]: ")
        stdout.flush()
        match (await lines.get() or "no").strip().lower():
            case "y" | "yes":
                return True
            case "" | "n" | "no":
                return False


def read_lines(stdin: TextIO, put: Callable[[str | None], None]) -> None:
    """Hand every line over to the loop as it comes, None at the end; from a thread that holds nothing up."""
    loop = asyncio.get_running_loop()

    def hand(line: str | None) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(put, line)

    def read() -> None:
        try:
            descriptor = stdin.fileno()
        except (io.UnsupportedOperation, OSError, ValueError):
            for line in stdin:
                hand(line)
        else:
            # Not by readline: a thread that waits in it would hold a lock that Python wants when it ends.
            decoder, rest = codecs.getincrementaldecoder("utf-8")("replace"), ""
            while data := os.read(descriptor, READ_AT_ONCE):
                *lines, rest = (rest + decoder.decode(data)).split("\n")
                for line in lines:
                    hand(line)
            if rest:
                hand(rest)
        hand(None)

    threading.Thread(target=read, name="lines", daemon=True).start()
