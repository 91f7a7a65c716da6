"""Worker processes that play games by their numbers, a quarter of a second at a time."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Any, Protocol

from pandarium import mount
from pandarium.core.errors import PandariumError
from pandarium.games import __path__ as game_folders

CHUNK_SECONDS = 0.25
"""About so long should a worker play before it reports."""


class Played(Protocol):
    """What a player reports."""

    @property
    def games(self) -> int:
        """How many games it played,"""

    @property
    def seconds(self) -> float:
        """and for how long."""


class Player(Protocol):
    """Plays games by their numbers."""

    @property
    def play(self) -> Callable[..., Any]:
        """Play what `Line.cut` gives: games first to last - 1 of the line that its key names; reports a `Played`."""


class Line:
    """Games that wait to be played, cut into chunks whose size follows the speed."""

    def __init__(self, games: int, *key: int) -> None:
        self.games = games
        self.key = key
        self.first = 0
        self.size = 1

    @property
    def share(self) -> float:
        """How much of it has been handed out."""
        return self.first / self.games

    def cut(self) -> tuple[int, ...]:
        """The next chunk: the key, the first game, and the one after the last."""
        first = self.first
        self.first = min(self.games, first + self.size)
        return (*self.key, first, self.first)

    def learn(self, played: Played) -> None:
        """Cut the next ones so that they take as long as they should."""
        self.size = max(1, min(100_000, int(played.games * CHUNK_SECONDS / max(played.seconds, 1e-6))))


def _next_line(lines: Sequence[Line]) -> Line | None:
    """The line that is furthest behind: whenever it ends, all have come about equally far."""
    waiting = [line for line in lines if line.first < line.games]
    return min(waiting, key=lambda line: line.share) if waiting else None


def alone(player: Player, lines: Sequence[Line]) -> Generator[Any, None, None]:
    """Everything in this process."""
    while (line := _next_line(lines)) is not None:
        played = player.play(*line.cut())
        line.learn(played)
        yield played


def together(build: Callable[[Any, Any], Player], plan: Any, lines: Sequence[Line], workers: int) -> Generator[Any]:
    """Chunks to worker processes, a few ahead of each; every one of them calls `build(plan, stop)` first."""
    spawn = get_context("spawn")
    stop = spawn.RawValue("b", 0)
    packed = pickle.dumps((build, plan))
    pool = ProcessPoolExecutor(workers, spawn, initializer=_begin_work, initargs=(packed, tuple(game_folders), stop))
    waiting: dict[Future[Any], Line] = {}
    try:
        while True:
            while len(waiting) < 2 * workers and (line := _next_line(lines)) is not None:
                with _interrupts_held(), _main_hidden():  # for the processes that this may start
                    waiting[pool.submit(_work, line.cut())] = line
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                played = future.result()
                waiting.pop(future).learn(played)
                yield played
    except BrokenProcessPool:
        raise PandariumError("a worker process was ended from outside (out of memory?); try fewer workers") from None
    finally:
        stop.value = 1
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _interrupts_held() -> Generator[None, None, None]:
    """Ctrl-C waits until the end of this; processes started meanwhile never hear of it: it is the parent's business."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows workers turn deaf a moment later, in `_begin_work`
        yield
        return
    former = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)


@contextmanager
def _main_hidden() -> Generator[None, None, None]:
    """Workers need this module only: a script that simulates need not be importable without side effects."""
    main = sys.modules["__main__"]
    shown: dict[str, Any] = {name: main.__dict__[name] for name in ("__file__", "__spec__") if name in main.__dict__}
    main.__dict__.pop("__file__", None)
    main.__spec__ = None
    try:
        yield
    finally:
        main.__dict__.update(shown)


_player: Player | None = None


def _begin_work(packed: bytes, folders: tuple[str, ...], stop: Any) -> None:
    """In a worker process. The plan is unpacked only when the games it speaks of can be found."""
    global _player  # noqa: PLW0603, one plan per worker process
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    mount(*folders)
    build, plan = pickle.loads(packed)
    _player = build(plan, stop)


def _end_with_parent() -> None:
    """A worker whose parent was killed would play on for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(order: tuple[int, ...]) -> Any:
    assert _player is not None, "the pool's initializer ran"
    return _player.play(*order)
