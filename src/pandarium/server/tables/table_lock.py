"""TableLock: asyncio's lock, which can also be taken without waiting."""

from __future__ import annotations

import asyncio


class TableLock(asyncio.Lock):
    """Who holds it may write into a table's log. Whoever waits for it gets it in order of arrival."""

    def take_at_once(self) -> bool:
        """Take it, if it is free and nobody waits; whether that could be. Then `release` gives it back.

        >>> lock = TableLock()
        >>> lock.take_at_once(), lock.take_at_once()
        (True, False)
        >>> lock.release()
        >>> lock.take_at_once()
        True
        """
        if self._locked or self._waiters:  # type: ignore[has-type]
            return False
        self._locked = True
        return True
