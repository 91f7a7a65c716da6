"""Where games are played: in this process, in processes of this machine, or on a Ray cluster.

A chunk gives the same numbers wherever it is played. So one whose worker died is simply played again.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from pandarium.core.errors import PandariumError
from pandarium.sim.chunks import Chunk, GamePlayer, GameQueue, next_queue

MOST_LOSSES = 3
"""A chunk that is lost so often may well be what ends the workers: then the run is given up."""


class Pool(Protocol):
    """Plays chunks, several at a time."""

    def capacity(self) -> int:
        """How many chunks it takes at a time."""

    def submit(self, chunk: Chunk) -> None:
        """Let this chunk be played."""

    def wait(self) -> list[tuple[Chunk, Any]]:
        """Wait for chunks to end, and say what came of each: None where its worker died. Older ones come first."""

    def close(self) -> None:
        """Stop playing."""


FEW_GAMES = 4
"""Not worth a second process."""


def play_games(
    player: GamePlayer, queues: Sequence[GameQueue], workers: int | None = None, ray: str | None = None
) -> Generator[Any]:
    """Play everything on the Ray cluster, if one is named, or in that many processes (None: one for each core).

    Gives what came of each chunk, in whatever order.
    """
    if ray is not None:
        from pandarium.sim.ray_pool import RayPool

        return play_chunks(RayPool(player, workers, ray), queues)
    processes = 1 if sum(queue.games for queue in queues) <= FEW_GAMES else workers or os.cpu_count() or 1
    if processes == 1:
        return play_chunks(OneProcess(player), queues)
    from pandarium.sim.workers import WorkerPool

    return play_chunks(WorkerPool(player, processes), queues)


def one_connection(ray: str | None) -> AbstractContextManager[None]:
    """For several runs in a row: they share one connection to the cluster, if one is named."""
    if ray is None:
        return nullcontext()
    from pandarium.sim.ray_pool import connected

    return connected(ray)


def play_chunks(pool: Pool, queues: Sequence[GameQueue]) -> Generator[Any]:
    """Play everything in this pool, then close it. Raises PandariumError when workers die again and again."""
    playing: dict[Chunk, GameQueue] = {}
    losses: Counter[Chunk] = Counter()
    try:
        while True:
            while len(playing) < pool.capacity() and (queue := next_queue(queues)) is not None:
                chunk = queue.next_chunk()
                playing[chunk] = queue
                pool.submit(chunk)
            if not playing:
                return
            ended = pool.wait()
            _play_again(pool, [chunk for chunk, played in ended if played is None], losses)
            for chunk, played in ended:
                if played is not None:
                    playing.pop(chunk).adjust_chunk_size(played)
                    yield played
    finally:
        pool.close()


def _play_again(pool: Pool, lost: Sequence[Chunk], losses: Counter[Chunk]) -> None:
    """Several may be lost with one worker; only the oldest is blamed. The guilty one is the oldest sooner or later."""
    if lost:
        losses[lost[0]] += 1
        if losses[lost[0]] == MOST_LOSSES:
            raise PandariumError(
                f"workers were ended from outside {MOST_LOSSES} times while they played the same games "
                "(out of memory?); try fewer workers"
            )
    for chunk in lost:
        pool.submit(chunk)


class OneProcess:
    """This process plays by itself, one chunk after the other."""

    def __init__(self, player: GamePlayer) -> None:
        self._player = player
        self._chunks: list[Chunk] = []

    def capacity(self) -> int:
        """One: the next one's size follows from how long this one took."""
        return 1

    def submit(self, chunk: Chunk) -> None:
        """Note it."""
        self._chunks.append(chunk)

    def wait(self) -> list[tuple[Chunk, Any]]:
        """Play it."""
        chunk = self._chunks.pop()
        return [(chunk, self._player.play(*chunk))]

    def close(self) -> None:
        """Nothing goes on."""
