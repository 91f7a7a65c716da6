from __future__ import annotations

import asyncio

import pytest

from pandarium.server.bots.queue import Lane, ThinkingSlots
from pandarium.server.ops.metrics import Metrics


async def served(places: ThinkingSlots, wanted: list[tuple[str, Lane]]) -> list[str]:
    """In which order these are served who all come while somebody else has the only place."""
    order: list[str] = []

    async def come(name: str, lane: Lane) -> None:
        async with places.taken(name[0], lane):
            order.append(name)
            await asyncio.sleep(0)

    async with places.taken("first", Lane.BOTS):
        coming = [asyncio.create_task(come(*one)) for one in wanted]
        await asyncio.sleep(0)
        assert order == []
    await asyncio.gather(*coming)
    return order


async def test_whoever_wants_much_waits_for_themselves() -> None:
    wanted = [(name, Lane.PEOPLE) for name in ("a1", "a2", "a3", "b1", "c1", "b2")]
    assert await served(ThinkingSlots(1), wanted) == ["a1", "b1", "c1", "a2", "b2", "a3"]


async def test_people_come_first_then_people_in_tournaments_then_bots_alone() -> None:
    wanted = [
        *[("a1", Lane.BOTS), ("a2", Lane.BOTS), ("b1", Lane.BOTS), ("d1", Lane.TOURNAMENT)],
        *[("c1", Lane.PEOPLE), ("e1", Lane.TOURNAMENT), ("a3", Lane.PEOPLE)],
    ]
    assert await served(ThinkingSlots(1), wanted) == ["c1", "a3", "d1", "e1", "a1", "b1", "a2"]


async def test_eight_tournaments_of_one_host_leave_every_other_turn_to_the_one_of_another() -> None:
    places, order = ThinkingSlots(1), []

    async def play(host: str, slices: int) -> None:
        for _ in range(slices):
            async with places.taken(host, Lane.BOTS):
                order.append(host)
                await asyncio.sleep(0)

    async with places.taken("first", Lane.PEOPLE):
        tournaments = [asyncio.create_task(play("many", 20)) for _ in range(8)]
        tournaments.append(asyncio.create_task(play("one", 20)))
        await asyncio.sleep(0)
    await asyncio.gather(*tournaments)
    assert order[:40] == ["many", "one"] * 20


async def test_of_several_places_one_is_kept_for_people() -> None:
    places, inside = ThinkingSlots(3), []

    async def come(name: str, lane: Lane) -> None:
        async with places.taken(name, lane):
            inside.append(name)
            await asyncio.sleep(60)

    tasks = [asyncio.create_task(come(f"bots {number}", Lane.BOTS)) for number in range(3)]
    await asyncio.sleep(0)
    assert inside == ["bots 0", "bots 1"]
    tasks.append(asyncio.create_task(come("people", Lane.PEOPLE)))
    await asyncio.sleep(0)
    assert inside == ["bots 0", "bots 1", "people"]
    tasks[0].cancel()
    await asyncio.wait([tasks[0]])
    await asyncio.sleep(0)
    assert inside == ["bots 0", "bots 1", "people", "bots 2"]
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def test_a_place_is_kept_while_the_process_is_busy_with_a_thought_that_nobody_waits_for() -> None:
    places = ThinkingSlots(1)
    thought: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    async with places.taken("a", Lane.PEOPLE) as place:
        place.keep_until(thought)
    with pytest.raises(TimeoutError):
        async with places.taken("b", Lane.PEOPLE, patience=0):
            raise AssertionError("the process is not free")
    thought.set_result(None)
    async with asyncio.timeout(120), places.taken("b", Lane.PEOPLE):
        pass


async def test_metrics_tell_who_waits_in_which_lane_and_how_long() -> None:
    metrics = Metrics()

    def value(name: str, lane: Lane) -> float | None:
        return metrics.registry.get_sample_value(name, {"lane": lane.label})

    places = ThinkingSlots(1, metrics)
    async with places.taken("a", Lane.BOTS):
        waiting = [asyncio.create_task(places._enter("b", Lane.PEOPLE)) for _ in range(2)]
        await asyncio.sleep(0)
        assert value("pandarium_bot_queue", Lane.PEOPLE) == 2
        assert value("pandarium_bot_wait_seconds_count", Lane.PEOPLE) is None
    await waiting[0]
    assert value("pandarium_bot_queue", Lane.PEOPLE) == 1
    places.give_back(Lane.PEOPLE)
    await waiting[1]
    assert value("pandarium_bot_queue", Lane.PEOPLE) == 0
    assert value("pandarium_bot_wait_seconds_count", Lane.PEOPLE) == 2
    assert value("pandarium_bot_wait_seconds_count", Lane.BOTS) == 1


async def test_there_are_so_many_places_and_not_one_more() -> None:
    places, inside, most = ThinkingSlots(2), 0, 0

    async def come(number: int) -> None:
        nonlocal inside, most
        async with places.taken(str(number), Lane.PEOPLE):
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
        async with places.taken("a", Lane.PEOPLE):
            await asyncio.sleep(60)

    async with places.taken("first", Lane.PEOPLE):
        gone = asyncio.create_task(come())
        await asyncio.sleep(0)
        if not late:
            gone.cancel()
            await asyncio.sleep(0)
    if late:
        gone.cancel()  # the place is given to it, and it has not heard of that yet
    with pytest.raises(asyncio.CancelledError):
        await gone
    async with asyncio.timeout(120), places.taken("b", Lane.BOTS):
        pass


async def test_a_failure_inside_gives_the_place_back() -> None:
    places = ThinkingSlots(1)
    with pytest.raises(ZeroDivisionError):
        async with places.taken("a", Lane.PEOPLE):
            raise ZeroDivisionError
    async with asyncio.timeout(120), places.taken("a", Lane.PEOPLE):
        pass
