"""Garbage: what is new and dead goes soon, what is old and dead goes later, and what lives is left alone."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from pandarium.server.ops.gc import NEW, full_gc, tune_gc


class SelfReference:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def tuned() -> Iterator[None]:
    """Memory as the server has it."""
    before = gc.get_threshold(), list(gc.callbacks)
    undo = tune_gc()
    yield
    undo()
    assert (gc.get_threshold(), list(gc.callbacks)) == before


def fill() -> list[list[int]]:
    """More new objects than are worth a look."""
    return [[at] for at in range(2 * NEW)]


@pytest.mark.usefixtures("tuned")
def test_what_dies_young_goes_at_the_next_look() -> None:
    dead = weakref.ref(SelfReference())
    kept = fill()
    assert dead() is None
    assert kept


@pytest.mark.usefixtures("tuned")
def test_what_outlives_a_look_is_not_looked_at_again() -> None:
    before = gc.get_freeze_count()
    kept = fill()
    assert gc.get_freeze_count() >= before + NEW
    assert kept


@pytest.mark.usefixtures("tuned")
async def test_what_dies_old_goes_when_everything_is_looked_at() -> None:
    knot = SelfReference()
    dead = weakref.ref(knot)
    kept = [fill()]
    del knot
    kept.append(fill())
    assert dead() is not None
    look = asyncio.create_task(full_gc(0.01))
    async with asyncio.timeout(120):
        while dead() is not None:
            await asyncio.sleep(0.01)
    look.cancel()
    assert kept
