"""PD-G2 at a real server: a stranger comes by the link, plays, leaves with their gold, and comes back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from pandarium.core.match import Match
from pandarium.core.record import Record

from ..harness import Person, Server, Wire

ENOUGH = 100
"""Moves of one player after which what is waited for will not come any more."""


def choice(update: dict[str, Any]) -> str | None:
    """What a careful player does now; None: nothing is asked of them.

    Gold is bought before the first gambit only. Later it is the test that says how much: whoever has just said so may
    say something else until all have chosen, and would, by an update from before that.
    """
    moves = [one["move"] for one in update.get("legal", [])]
    if update["view"]["gambit"] > 0:
        moves = [move for move in moves if not move.startswith("sit ")]
    wanted = ("hide", "fold", "sit", "trust", "pass", "go", *moves[:1])
    return next((move for move in wanted if move in moves), None)


async def play_until(wires: list[Wire], fits: Any) -> None:
    """Everybody at these sockets plays on, until one of them sees what is waited for."""

    async def play(wire: Wire) -> None:
        for _ in range(ENOUGH):
            update = await wire.until(lambda one: fits(one) or choice(one) is not None)
            if fits(update):
                return
            reply = await wire.ask(type="play", move=choice(update), position=update["position"])
            if reply["type"] == "refused":  # somebody else was faster, and what they did is on its way here
                await wire.until(lambda one, seen=update["seq"]: one["seq"] > seen)
        raise AssertionError(f"it does not come: {wire.update}")

    tasks = [asyncio.create_task(play(wire)) for wire in wires]
    done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    for task in done:
        task.result()


async def test_pd_g2_a_stranger_with_the_link_comes_plays_leaves_and_comes_back(tmp_path: Path) -> None:
    server = Server(tmp_path, f"sqlite:///{tmp_path}/t.db", limits="0").start()
    try:
        ann, ben, eve = (Person(server, name) for name in ("Ann", "Ben", "Eve"))
        options = {"gambling": "drop-in"}
        table, invite = ann.create_table(server, game="pandante", seats=4, options=options, public=True)
        for message in ({"type": "sit"}, {"type": "ready"}):
            assert ben.say(server, table, invite, **message)["type"] == "done"
        assert ann.say(server, table, type="start")["type"] == "done"
        wires = [await Wire(server, person, table, invite).open() for person in (ann, ben)]
        await play_until(wires, lambda one: one["view"]["gambit"] == 1)

        listed = ann.ask(server, "GET", "/api/tables?status=running").json()
        assert [(one["id"], one["joinable"]) for one in listed] == [(table, True)]
        stranger = await Wire(server, eve, table, invite).open()
        seen = await stranger.until(lambda one: one["view"] is not None)
        assert seen["may"]["sit"]
        assert seen["table"]["ways_in"][1]["move"] == "sit 124"
        assert (await stranger.ask(type="sit", move="sit 124"))["type"] == "done"
        wires.append(stranger)
        await play_until(wires, lambda one: one["view"]["players"][2]["gold"] == 121)

        assert (await stranger.ask(type="leave"))["type"] == "done"
        await play_until(wires[:2], lambda one: not one["table"]["seats"][2].get("name"))
        await play_until(wires[:2], lambda one: one["view"]["players"][2]["away"])
        gone = await stranger.until(lambda one: one["view"]["players"][2]["away"])
        assert gone["you"].get("seat") is None
        assert gone["view"]["players"][2]["gold"] == 0

        assert (await stranger.ask(type="sit", seat=3, move="sit 104"))["type"] == "done"
        await play_until(wires, lambda one: one["view"]["players"][3]["gold"] == 101)
        for wire in wires[1:]:
            assert (await wire.ask(type="leave"))["type"] == "done"
        await play_until(wires[:1], lambda one: one["table"]["status"] == "ended")
        answer = ann.ask(server, "GET", f"/api/tables/{table}/record")
        Match(Record.from_json(answer.content))
        for wire in wires:
            await wire.close()
        assert server.stop() == 0
        assert "Traceback" not in server.log.read_text()
    finally:
        server.kill()
