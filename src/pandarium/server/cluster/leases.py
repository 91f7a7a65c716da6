"""Leases: what this worker drives, tables or tournaments, and how it keeps that.

Every worker shows by a heartbeat that it is alive. One whose heartbeat stops loses what it drives to the others, or to
its own successor.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from typing import Any, NamedTuple

from pandarium.server.store import StoreError

BEAT = 0.5
"""Seconds between heartbeats."""
STALE_MS = 2000
"""A worker without a heartbeat for this many milliseconds counts as gone."""
LATE = 1.0
"""Seconds without a heartbeat of our own after which others may have taken something over."""


class LeaseHolder(NamedTuple):
    """Whoever holds the leases of one kind of thing in this worker: how it claims them, and what it does with each."""

    claim: Callable[[], Awaitable[list[tuple[str, int]]]]
    """Take what nobody drives: ids, each with the milliseconds for which nobody did. It is a heartbeat, too."""
    driven: Callable[[], Awaitable[set[str]]]
    """What the database says that this worker drives."""
    held: Collection[str]
    """What this worker believes that it drives."""
    take: Callable[[str, int], None]
    drop: Callable[[str], None]


async def keep_leases(holder: LeaseHolder, logger: Any, after_beat: Callable[[], None] = lambda: None) -> None:
    """Take what nobody drives, and let go of what others have taken over, for ever."""
    seen = time.monotonic()
    while True:
        try:
            for id, gap in await holder.claim():
                holder.take(id, gap)
            if time.monotonic() - seen > LATE:  # some may be lost
                held = set(holder.held)  # those that are begun while we look are ours
                for id in held - await holder.driven():
                    holder.drop(id)
            seen = time.monotonic()
            after_beat()
        except StoreError as error:
            logger.warning("no heartbeat", error=str(error))
        except Exception:  # whatever it is: without a heartbeat this worker would lose everything
            logger.exception("no heartbeat")
        await asyncio.sleep(BEAT)
