"""Processes of this machine that play chunks of games."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Any

from pandarium import mount
from pandarium.games import __path__ as game_folders
from pandarium.sim.chunks import Chunk, GamePlayer

_SPAWN = get_context("spawn")


class WorkerPool:
    """Worker processes, each with two chunks ahead and a player of its own. When one dies, all are replaced."""

    def __init__(self, player: GamePlayer, workers: int) -> None:
        self._workers = workers
        self._stop = _SPAWN.RawValue("b", 0)
        self._packed = pickle.dumps((type(player), player.plan))
        self._executor = self._start()
        self._chunks: dict[Future[Any], Chunk] = {}

    def _start(self) -> ProcessPoolExecutor:
        needed = (self._packed, tuple(game_folders), self._stop)
        return ProcessPoolExecutor(self._workers, _SPAWN, initializer=_initialize_worker, initargs=needed)

    def capacity(self) -> int:
        """Two for each process, so that none waits for us."""
        return 2 * self._workers

    def submit(self, chunk: Chunk) -> None:
        """Let the next process that is free play it."""
        try:
            with sigint_blocked(), main_hidden():  # for the processes that this may start
                future = self._executor.submit(_work, chunk)
        except BrokenProcessPool as error:  # one has just died: `wait` deals with it
            future = Future()
            future.set_exception(error)
        self._chunks[future] = chunk

    def wait(self) -> list[tuple[Chunk, Any]]:
        """What was played, or lost when a process died."""
        done = wait(self._chunks, return_when=FIRST_COMPLETED).done
        if any(map(_is_lost, done)):
            done = wait(self._chunks).done  # all end at once: the executor gives up what its processes were playing
            self._executor.shutdown(wait=False)
            self._executor = self._start()
        ended = [(future, chunk) for future, chunk in self._chunks.items() if future in done]
        for future, _ in ended:
            del self._chunks[future]
        return [(chunk, None if _is_lost(future) else future.result()) for future, chunk in ended]

    def close(self) -> None:
        """Stop in the middle of a game."""
        self._stop.value = 1
        self._executor.shutdown(wait=False, cancel_futures=True)


def _is_lost(future: Future[Any]) -> bool:
    return isinstance(future.exception(), BrokenProcessPool)


@contextmanager
def sigint_blocked() -> Generator[None, None, None]:
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
def main_hidden() -> Generator[None, None, None]:
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
    threading.Thread(target=end_with_parent, daemon=True).start()
    mount(*folders)
    build, plan = pickle.loads(packed)
    _player = build(plan, stop)


def end_with_parent() -> None:
    """End this process with its parent; it would otherwise play on for ever when the parent is killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(chunk: tuple[int, ...]) -> Any:
    assert _player is not None, "the pool's initializer ran"
    return _player.play(*chunk)
