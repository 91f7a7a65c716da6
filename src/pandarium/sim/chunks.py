"""Games that are to be played, in chunks of about a quarter of a second."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

CHUNK_SECONDS = 0.25
"""How long a worker plays, roughly, before it reports."""

Chunk: TypeAlias = tuple[int, ...]
"""The key of its queue, the first game, and the one after the last."""


class PlayedChunk(Protocol):
    """What a player reports about a chunk of games."""

    @property
    def games(self) -> int:
        """How many games were played."""

    @property
    def seconds(self) -> float:
        """How long that took."""


class Plan(Protocol):
    """What is to be played: data that can be sent to another process."""

    @property
    def game(self) -> str:
        """The name of the game."""


class GamePlayer(Protocol):
    """Plays games of a plan by their numbers. Another process makes its own: `type(player)(player.plan, stop)`."""

    @property
    def plan(self) -> Plan:
        """What it was made from."""

    @property
    def levels(self) -> set[str]:
        """Whom it lets play, by name."""

    @property
    def play(self) -> Callable[..., Any]:
        """Play a chunk. What comes of it follows from the plan and the chunk alone, whoever plays it and when."""


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

    def next_chunk(self) -> Chunk:
        """The next chunk."""
        first = self.first
        self.first = min(self.games, first + self.chunk_size)
        return (*self.key, first, self.first)

    def adjust_chunk_size(self, played: PlayedChunk) -> None:
        """Make the next chunks take about CHUNK_SECONDS."""
        self.chunk_size = max(1, min(100_000, int(played.games * CHUNK_SECONDS / max(played.seconds, 1e-6))))


def next_queue(queues: Sequence[GameQueue]) -> GameQueue | None:
    """The queue that is furthest behind, so that all have come about equally far whenever the run ends."""
    waiting = [queue for queue in queues if queue.first < queue.games]
    return min(waiting, key=lambda queue: queue.share) if waiting else None
