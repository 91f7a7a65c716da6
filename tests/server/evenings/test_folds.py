"""Evenings that take long to follow keep nobody waiting but those who asked for them."""

from __future__ import annotations

import asyncio
import threading

from pandarium.server.evenings.folds import FoldLimiter


class Work:
    """Takes until it is told to end."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.end = threading.Event()

    def __call__(self) -> str:
        self.begun.set()
        assert self.end.wait(60)
        return "done"


async def test_one_address_takes_one_place_and_the_other_is_free() -> None:
    limiter = FoldLimiter(at_once=2)
    works = [Work() for _ in range(9)]
    slow = [asyncio.create_task(limiter.run("192.0.2.1", work)) for work in works]
    assert await asyncio.to_thread(works[0].begun.wait, 60)
    assert await limiter.run("192.0.2.2", lambda: "at once") == "at once"
    assert [work.begun.is_set() for work in works] == [True] + [False] * 8
    for work in works:
        work.end.set()
    assert await asyncio.gather(*slow) == ["done"] * 9
    assert not limiter._turns


async def test_all_addresses_together_leave_threads_for_others() -> None:
    limiter = FoldLimiter(at_once=2)
    works = [Work() for _ in range(20)]
    slow = [asyncio.create_task(limiter.run(f"192.0.2.{number}", work)) for number, work in enumerate(works)]
    for work in works[:2]:
        assert await asyncio.to_thread(work.begun.wait, 60)  # a thread that would not be free if all had begun
    assert sum(work.begun.is_set() for work in works) == 2
    slow[5].cancel()
    for work in works:
        work.end.set()
    answers = await asyncio.gather(*slow, return_exceptions=True)
    assert answers.count("done") == 19
    assert not limiter._turns
