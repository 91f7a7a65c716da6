"""How a decision comes into a log, a table's or a tournament's: judge, append, and judge again when the place is lost.

Any worker may write. The place in the log goes to one of them, and the others read what won it before they try again.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pandarium.core.message import Message
from pandarium.server.tables.judge import Refusal

MOST_TRIES = 20
"""How often a place in the log may be lost to others before we say that we are busy."""

Of_contra = TypeVar("Of_contra", contravariant=True)
"""What has a log: a table, or a tournament."""
Decision_contra = TypeVar("Decision_contra", contravariant=True)
"""Looks at it and says what is to happen."""
Entry = TypeVar("Entry")


class SharedLog(Protocol[Of_contra, Decision_contra, Entry]):
    """The logs of all tables, or of all tournaments, as this worker reads and writes them."""

    def judge(self, of: Of_contra, decide: Decision_contra) -> list[Entry]:
        """What is to be appended; raises Refusal."""

    async def append(self, of: Of_contra, entries: list[Entry]) -> bool:
        """Commit entries and carry them out; whether their place in the log was free."""

    async def read_on(self, of: Of_contra) -> bool:
        """Carry out what the log has beyond what we know; whether that was anything."""

    async def read_who_won(self, of: Of_contra) -> object:
        """Read what has the place that we have lost."""


async def judge_and_append(
    log: SharedLog[Of_contra, Decision_contra, Entry],
    of: Of_contra,
    decide: Decision_contra,
    *,
    shared: bool,
    busy: Message,
) -> bool:
    """Append what is decided; whether that was anything. Raises its Refusal, or one that says `busy`.

    Where other workers may write (`shared`), a refusal counts only if it was given on the newest entries.
    """
    for _ in range(MOST_TRIES):
        try:
            entries = log.judge(of, decide)
        except Refusal:
            if not shared or not await log.read_on(of):
                raise
            continue  # it was judged on old entries
        if not entries:
            return False
        if await log.append(of, entries):
            return True
        await log.read_who_won(of)
    raise Refusal("busy", busy, retry_ms=200)
