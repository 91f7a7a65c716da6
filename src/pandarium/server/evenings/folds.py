"""Following evenings at a real table: some take long, and whoever asks for one keeps nobody else waiting."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

_Result = TypeVar("_Result")
_Given = ParamSpec("_Given")

AT_ONCE: Final = 2
"""Evenings that are followed at once. All other threads are for those who come to a table."""


class FoldLimiter:
    """Limits how many evenings are folded at once: so many in all, and one of each address."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._turns: dict[str, asyncio.Lock] = {}
        self._asking: Counter[str] = Counter()

    async def run(
        self, address: str, work: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs
    ) -> _Result:
        """Work in a thread, as soon as it is this address's turn and a place is free."""
        turn = self._turns.setdefault(address, asyncio.Lock())
        self._asking[address] += 1
        try:
            async with turn, self._places:
                return await asyncio.to_thread(work, *given, **named)
        finally:
            self._asking[address] -= 1
            if not self._asking[address]:
                del self._asking[address], self._turns[address]
