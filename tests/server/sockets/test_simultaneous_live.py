"""People who choose at the same time, each with their own delays, against a real server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.harness import Person, Server, Wire

SIGNS = ["stone", "paper", "leaf"]
HOTSEATS = 3
"""Showdowns after which it is enough."""
ENOUGH = 1_000
"""Moves of one player after which the end will not come any more."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("simultaneous")
    with Server(folder, f"sqlite:///{folder}/t.db", limits="0").start() as server:
        yield server
        assert "Traceback" not in server.log.read_text()


async def gather(server: Server, game: str, seats: int) -> list[Wire]:
    """People at a table that has started, each with a socket."""
    people = [Person(server, f"P{number}") for number in range(seats)]
    table, invite = people[0].create_table(server, game=game, seats=seats)
    wires = [await Wire(server, person, table, invite, changes=True).open() for person in people]
    for wire in wires[1:]:
        assert (await wire.ask(type="sit"))["type"] == "done"
        assert (await wire.ask(type="ready"))["type"] == "done"
    assert (await wires[0].ask(type="start"))["type"] == "done"
    return wires


async def take_part(
    wire: Wire, rng: Random, choose: Callable[[dict[str, Any]], str], enough: Callable[[dict[str, Any]], bool]
) -> list[dict[str, Any]]:
    """Decide on every update that has moves, think for a while, and send what was decided on the old position."""
    answers: list[dict[str, Any]] = []
    decided = -1

    def is_new(update: dict[str, Any]) -> bool:
        return enough(update) or (bool(update.get("legal")) and update["position"] > decided)

    for _ in range(ENOUGH):
        update = await wire.until(is_new)
        if enough(update):
            return answers
        decided = update["position"]
        several = len(update.get("actors", [])) > 1
        move = choose(update)
        await asyncio.sleep(rng.random() * 0.15 if several else 0)
        answer = await wire.ask(type="play", move=move, position=decided)
        if several:
            answers.append(answer)
        # An update from before their own choice may still offer it, on a position that others have changed meanwhile.
        done = answer.get("seq", 0)
        await wire.until(lambda update, seq=done: update["seq"] >= seq)  # type: ignore[misc]
    raise AssertionError(f"it is never enough: {wire.update}")


def over(update: dict[str, Any]) -> bool:
    return bool(update["table"]["status"] == "ended")


@pytest.mark.parametrize("delays", range(3))
async def test_all_choices_count_whatever_the_order_and_nobody_is_too_late(server: Server, delays: int) -> None:
    """The same choices with other delays lead to the same result."""
    wires = await gather(server, "signs", 4)

    def chooser(seat: int) -> Callable[[dict[str, Any]], str]:
        return lambda update: SIGNS[(seat * seat + update["view"]["round"]) % 3]

    tasks = [take_part(wire, Random(delays * 10 + seat), chooser(seat), over) for seat, wire in enumerate(wires)]
    answers = await asyncio.gather(*tasks)
    assert [answer["type"] for each in answers for answer in each] == ["done"] * 12
    assert [wire.update["table"]["outcome"]["scores"] for wire in wires if wire.update] == [(0, 6, 6, 0)] * 4
    for wire in wires:
        await wire.close()


async def test_pd_21_no_challenge_is_refused_as_stale(server: Server) -> None:
    wires = await gather(server, "pandante", 4)
    seen: set[int] = set()

    def enough(update: dict[str, Any]) -> bool:
        if len(update.get("actors", [])) == 3:  # left out where there are none, as at the end of the game
            seen.add(update["position"])
        return over(update) or len(seen) > HOTSEATS

    def chooser(rng: Random) -> Callable[[dict[str, Any]], str]:
        def choose(update: dict[str, Any]) -> str:
            moves = [legal["move"] for legal in update["legal"]]
            return rng.choice([move for move in moves if move not in {"fold", "challenge"}] or moves)

        return choose

    tasks = [take_part(wire, Random(seat), chooser(Random(seat)), enough) for seat, wire in enumerate(wires)]
    answers = [answer for each in await asyncio.gather(*tasks) for answer in each]
    assert answers
    assert [answer for answer in answers if answer["type"] != "done"] == []
    for wire in wires:
        await wire.close()
