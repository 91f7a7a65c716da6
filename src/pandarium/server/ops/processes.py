"""Processes that do not outlive the one that started them, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait


def when_parent_dies(callback: Callable[[], None]) -> None:
    """Call it, in a thread, when the process that started this one is gone; even `kill -9` is noticed at once."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        callback()

    threading.Thread(target=watch, name="parent", daemon=True).start()


def stop_gently(seconds: float) -> None:
    """Stop as on SIGTERM: sockets are told, what was accepted is written; after that many seconds in any case."""
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(seconds)
    os._exit(1)
