"""Worker processes that play games by their numbers, in chunks of about a quarter of a second."""

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
"""How long a worker plays, roughly, before it reports."""


class PlayedChunk(Protocol):
    """What a player reports about a chunk of games."""

    @property
    def games(self) -> int:
        """How many games were played."""

    @property
    def seconds(self) -> float:
        """How long that took."""


class GamePlayer(Protocol):
    """Plays games by their numbers."""

    @property
    def play(self) -> Callable[..., Any]:
        """Play a chunk as `GameQueue.next_chunk` gives it: the queue's key, the first game, the one after the last."""


class GameQueue:
    """Games that are still to be played, handed out in chunks whose size follows the measured speed."""

    def __init__(self, games: int, *key: int) -> None:
        self.games = games
        self.key = key
        self.first = 0
        self.chunk_size = 1

    @property
    def share(self) -> float:
        """How much of it has been handed out."""
        return self.first / self.games

    def next_chunk(self) -> tuple[int, ...]:
        """The next chunk: the key, the first game, and the one after the last."""
        first = self.first
        self.first = min(self.games, first + self.chunk_size)
        return (*self.key, first, self.first)

    def adjust_chunk_size(self, played: PlayedChunk) -> None:
        """Make the next chunks take about CHUNK_SECONDS."""
        self.chunk_size = max(1, min(100_000, int(played.games * CHUNK_SECONDS / max(played.seconds, 1e-6))))


def _next_queue(queues: Sequence[GameQueue]) -> GameQueue | None:
    """The queue that is furthest behind, so that all have come about equally far whenever the run ends."""
    waiting = [queue for queue in queues if queue.first < queue.games]
    return min(waiting, key=lambda queue: queue.share) if waiting else None


def play_here(player: GamePlayer, queues: Sequence[GameQueue]) -> Generator[Any, None, None]:
    """Play everything in this process."""
    while (queue := _next_queue(queues)) is not None:
        played = player.play(*queue.next_chunk())
        queue.adjust_chunk_size(played)
        yield played


def play_in_workers(
    build: Callable[[Any, Any], GamePlayer], plan: Any, queues: Sequence[GameQueue], workers: int
) -> Generator[Any]:
    """Send chunks to worker processes, two ahead for each; each process first calls `build(plan, stop)`."""
    spawn = get_context("spawn")
    stop = spawn.RawValue("b", 0)
    packed = pickle.dumps((build, plan))
    pool = ProcessPoolExecutor(
        workers, spawn, initializer=_initialize_worker, initargs=(packed, tuple(game_folders), stop)
    )
    waiting: dict[Future[Any], GameQueue] = {}
    try:
        while True:
            while len(waiting) < 2 * workers and (queue := _next_queue(queues)) is not None:
                with _sigint_blocked(), _main_hidden():  # for the processes that this may start
                    waiting[pool.submit(_work, queue.next_chunk())] = queue
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                played = future.result()
                waiting.pop(future).adjust_chunk_size(played)
                yield played
    except BrokenProcessPool:
        raise PandariumError("a worker process was ended from outside (out of memory?); try fewer workers") from None
    finally:
        stop.value = 1
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _sigint_blocked() -> Generator[None, None, None]:
    """SIGINT waits until the end of this block, and stays blocked in processes started here: it is for the parent."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows workers ignore it a moment later, in `_initialize_worker`
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


_player: GamePlayer | None = None


def _initialize_worker(packed: bytes, folders: tuple[str, ...], stop: Any) -> None:
    """In a worker process. The games are mounted first: the plan is unpickled with them."""
    global _player  # noqa: PLW0603, one plan per worker process
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    mount(*folders)
    build, plan = pickle.loads(packed)
    _player = build(plan, stop)


def _end_with_parent() -> None:
    """End this process with its parent; it would otherwise play on for ever when the parent is killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(chunk: tuple[int, ...]) -> Any:
    assert _player is not None, "the pool's initializer ran"
    return _player.play(*chunk)
