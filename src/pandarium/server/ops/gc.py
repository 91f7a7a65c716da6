"""Memory: how garbage is looked for without anybody at a table noticing.

Python stops everything while it looks. So it looks only at what is new: that takes a few milliseconds. What outlives
one look is left alone until, a few times an hour, everything is looked at once.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Any, Final

NEW: Final = 10_000
"""This many more objects than before are worth a look. Hundreds of moves under way hold some thousands for a moment:
with less, a server at its limit looks at those again and again, and finds nothing."""
EVERYTHING: Final = 900.0
"""Seconds between two looks at everything."""
_NEVER: Final = 1_000_000_000


def tune_gc() -> Callable[[], None]:
    """Look in this way from now on; what is loaded by now is left out. Returns what undoes it."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW, _NEVER, _NEVER)
    gc.callbacks.append(_leave_alone)

    def undo() -> None:
        gc.callbacks.remove(_leave_alone)
        gc.set_threshold(*before)
        gc.unfreeze()

    return undo


async def full_gc(every: float = EVERYTHING) -> None:
    """Look at everything, now and then, for ever."""
    while True:
        await asyncio.sleep(every)
        gc.unfreeze()
        gc.collect()


def _leave_alone(phase: str, _info: dict[str, Any]) -> None:
    if phase == "stop":
        gc.freeze()
