"""How a decision comes into a log, a table's or a tournament's: judge, append, and judge again when the place is lost.

Any worker may write. The place in the log goes to one of them, and the others read what won it before they try again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from pandarium.core.message import Message
from pandarium.server.tables.judge import Refusal

MOST_TRIES = 20
"""How often a place in the log may be lost to others before we say that we are busy."""

Entries = TypeVar("Entries")


async def judge_and_append(
    decide: Callable[[], list[Entries]],
    append: Callable[[list[Entries]], Awaitable[bool]],
    read_on: Callable[[], Awaitable[bool]],
    lost: Callable[[], Awaitable[object]],
    *,
    shared: bool,
    busy: Message,
) -> bool:
    """Append what `decide` returns; whether that was anything. Raises its Refusal, or one that says `busy`.

    `append` says whether the place was free, `read_on` whether the log had more than we knew, `lost` reads what won a
    place. Where other workers may write (`shared`), a refusal counts only if it was given on the newest entries.
    """
    for _ in range(MOST_TRIES):
        try:
            entries = decide()
        except Refusal:
            if not shared or not await read_on():
                raise
            continue  # it was judged on old entries
        if not entries:
            return False
        if await append(entries):
            return True
        await lost()
    raise Refusal("busy", busy, retry_ms=200)
