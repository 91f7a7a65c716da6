from __future__ import annotations

import asyncio

import pytest

from pandarium.server.bots.queue import ThinkingSlots


async def served(places: ThinkingSlots, wanted: list[tuple[str, bool]]) -> list[str]:
    """In which order these are served who all come while somebody else has the only place."""
    order: list[str] = []

    async def come(name: str, people: bool) -> None:
        async with places.taken(name[0], people=people):
            order.append(name)
            await asyncio.sleep(0)

    async with places.taken("first", people=False):
        coming = [asyncio.create_task(come(*one)) for one in wanted]
        await asyncio.sleep(0)
        assert order == []
    await asyncio.gather(*coming)
    return order


async def test_whoever_wants_much_waits_for_themselves() -> None:
    wanted = [("a1", True), ("a2", True), ("a3", True), ("b1", True), ("c1", True), ("b2", True)]
    assert await served(ThinkingSlots(1), wanted) == ["a1", "b1", "c1", "a2", "b2", "a3"]


async def test_bots_alone_wait_for_people() -> None:
    wanted = [("a1", False), ("a2", False), ("b1", False), ("c1", True), ("a3", True)]
    assert await served(ThinkingSlots(1), wanted) == ["c1", "a3", "a1", "b1", "a2"]


async def test_there_are_so_many_places_and_not_one_more() -> None:
    places, inside, most = ThinkingSlots(2), 0, 0

    async def come(number: int) -> None:
        nonlocal inside, most
        async with places.taken(str(number), people=True):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*map(come, range(20)))
    assert most == 2


@pytest.mark.parametrize("late", [False, True])
async def test_a_place_is_not_lost_with_whoever_gives_up(late: bool) -> None:
    places = ThinkingSlots(1)

    async def come() -> None:
        async with places.taken("a", people=True):
            await asyncio.sleep(60)

    async with places.taken("first", people=True):
        gone = asyncio.create_task(come())
        await asyncio.sleep(0)
        if not late:
            gone.cancel()
            await asyncio.sleep(0)
    if late:
        gone.cancel()  # the place is given to it, and it has not heard of that yet
    with pytest.raises(asyncio.CancelledError):
        await gone
    async with asyncio.timeout(120), places.taken("b", people=False):
        pass


async def test_a_failure_inside_gives_the_place_back() -> None:
    places = ThinkingSlots(1)
    with pytest.raises(ZeroDivisionError):
        async with places.taken("a", people=True):
            raise ZeroDivisionError
    async with asyncio.timeout(120), places.taken("a", people=True):
        pass
