"""A Ray cluster that plays chunks of games (extra `ray`)."""

from __future__ import annotations

import logging
import os
import pickle
import re
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from pandarium import __version__
from pandarium.bots.net import network_files
from pandarium.core.errors import PandariumError
from pandarium.games import __path__ as game_folders
from pandarium.sim.chunks import Chunk, GamePlayer
from pandarium.sim.ray_worker import Job
from pandarium.sim.same_build import this_build

if TYPE_CHECKING:
    from ray import ObjectRef

AUTO = "auto"
NEW_LINE = "\n"
CONNECT_SECONDS = 10
LOOK_SECONDS = 5
"""How long nodes that join may go unnoticed."""
QUIET = {
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # what nodes report is printed on stdout otherwise, between our results
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # no advice about graphics cards
}
"""Settings of Ray, read when it is imported."""


@contextmanager
def connected(address: str) -> Iterator[None]:
    """Connect to the cluster at HOST:PORT, or to the one of this machine ("auto"), unless that was done before.

    Raises PandariumError.
    """
    place = None if address == AUTO else _split(address)
    ray = _import_ray()
    if ray.is_initialized():
        yield
        return
    if place is not None:
        _check_reachable(address, place)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL)
    except Exception as error:  # Ray has no class of its own for what can be wrong here
        if address == AUTO and isinstance(error, ConnectionError):
            raise PandariumError("no Ray cluster on this machine; ray start --head starts one") from None
        raise PandariumError(f"no Ray cluster at {address}: {str(error).partition(NEW_LINE)[0]}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _check_reachable(address: str, place: tuple[str, int]) -> None:
    """Ray itself takes two minutes to say that nobody is there."""
    try:
        socket.create_connection(place, CONNECT_SECONDS).close()
    except OSError as error:
        raise PandariumError(f"no Ray cluster at {address}: {error.strerror or error}") from None


def _split(address: str) -> tuple[str, int]:
    found = re.fullmatch(r"([^\s:/]+|\[[0-9a-fA-F:]+\]):(\d{1,5})", address)
    if found is None:
        raise PandariumError(f"a Ray cluster is named by HOST:PORT or auto, not {address!r}")
    return found[1].strip("[]"), int(found[2])


def _import_ray() -> Any:
    if "ray" not in sys.modules:  # a script that has imported it itself may want to read what it prints
        for name, value in QUIET.items():
            os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise PandariumError("a cluster needs Ray: pip install 'pandarium[ray]'") from None
    return ray


class RayPool:
    """Tasks on a cluster. A task whose worker or node dies is not repeated by Ray: whoever asked does it."""

    def __init__(self, player: GamePlayer, workers: int | None, address: str) -> None:
        with ExitStack() as stack:
            stack.enter_context(connected(address))
            import ray

            packed = ray.cloudpickle.dumps((type(player), player.plan))
            job = Job(this_build(player.plan.game), tuple(game_folders), packed, network_files(player.levels))
            self._job = ray.put(pickle.dumps(tuple(job)))
            self._connection = stack.pop_all()
        self._ray = ray
        self._workers = workers
        self._cpus = 0
        self._next_look = 0.0
        self._run = uuid4().hex
        self._chunks: dict[ObjectRef[Any], Chunk] = {}

    def capacity(self) -> int:
        """Two for each processor, so that none waits for us."""
        if self._workers is not None:
            return self._workers
        if time.monotonic() >= self._next_look:
            self._cpus = int(self._ray.cluster_resources().get("CPU", 0))
            self._next_look = time.monotonic() + LOOK_SECONDS
        return 2 * max(1, self._cpus)

    def submit(self, chunk: Chunk) -> None:
        """Let any node play it."""
        self._chunks[_remote_task().remote(self._run, __version__, self._job, chunk)] = chunk

    def wait(self) -> list[tuple[Chunk, Any]]:
        """What was played, or lost with a worker or a node."""
        chunks = list(self._chunks)
        self._ray.wait(chunks)
        ready, _ = self._ray.wait(chunks, num_returns=len(chunks), timeout=0)
        return [(self._chunks.pop(ref), self._result(ref)) for ref in ready]

    def _result(self, ref: ObjectRef[Any]) -> Any:
        lost = self._ray.exceptions
        try:
            played = self._ray.get(ref)
        except (lost.WorkerCrashedError, lost.NodeDiedError, lost.OutOfMemoryError, lost.ObjectLostError):
            return None
        except lost.RayTaskError as error:
            raise error.cause from error
        except lost.RayError as error:
            raise PandariumError(f"the Ray cluster failed: {str(error).partition(NEW_LINE)[0]}") from error
        if isinstance(played, str):
            raise PandariumError(
                f"{played}; install the same on every node, and mount the same games (PANDARIUM_GAMES)"
            )
        return played

    def close(self) -> None:
        """Disconnect: that ends all workers of this connection, in the middle of a game.

        Over a connection that stays open, chunks under way are played to their end and forgotten. `ray.cancel` is not
        for us: Ray 2.60 aborts this process when it cancels a task that is about to end ("Tried to complete task that
        was not pending"), and the results so far would be gone.
        """
        self._chunks.clear()
        self._connection.close()


@cache
def _remote_task() -> Any:
    import ray

    return ray.remote(num_cpus=1, max_retries=0)(make_task())


def make_task() -> Callable[[str, str, bytes, Chunk], Any]:
    """What a worker runs. It is sent as it is, not by its name, so that a node without pandarium can say so."""

    def play_chunk(run: str, version: str, job: bytes, chunk: Chunk) -> Any:
        import ray

        node = f"the node at {ray.util.get_node_ip_address()}"
        try:
            import pandarium

            if pandarium.__version__ != version:
                return f"{node} has pandarium {pandarium.__version__}, here is {version}"
            from pandarium.sim import ray_worker

            played = ray_worker.play_chunk(run, job, chunk)
        except ImportError as error:
            return f"{node} cannot import what it should play: {error}"
        return f"{node} {played}" if isinstance(played, str) else played

    return play_chunk
