"""Bots that talk at a table: to people, by the game's phrases alone, and not the same thing twice in a row."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from pandarium import Rng, protocol
from pandarium.bots import make
from pandarium.core.bot import ask
from pandarium.kit.talk import Spoken
from pandarium.server.tables import judge, log
from pandarium.server.tables.judge import Refusal
from server.support import TableHarness
from server.tables.test_hub import ANN, hub, until  # noqa: F401


async def talk_of_a_game(hub: Any, talk: str) -> list[log.Said]:  # noqa: F811
    """What is said in a game of Ann and a bot."""

    async def choose(table: Any, seat: int, level: str) -> str:
        state, game = table.match.state, table.match.game
        return str(game.say(ask(make(game, level), state, seat, Rng(len(table.moves)))))

    hub.bots.choose = choose  # in this process: what is tested is talk
    wanted: Any = {"game": "pilfering", "seats": 2, "bots": ["beginner"], "talk": talk}
    table = await hub.create(ANN, protocol.NewTable(**wanted))
    await hub.handle(table.id, ANN, protocol.Start(), "")
    while not table.over:
        await until(lambda: table.over or 0 in table.actors())
        if not table.over:
            move = await choose(table, 0, "team")
            await hub.handle(table.id, ANN, protocol.Play(move=move, position=table.position), "")
    entries = [log.decode(row.body) for row in await hub.store.entries(table.id, after=0)]
    return [entry for entry in entries if isinstance(entry, log.Said)]


async def test_a_bot_says_what_its_partner_should_know(hub: Any) -> None:  # noqa: F811
    talk = await talk_of_a_game(hub, "phrases")
    assert talk
    for line in talk:
        assert (line.seat, line.person, bool(line.name)) == (1, "", True)
        assert line.phrase is not None
        assert line.text
    assert all(one.phrase != two.phrase for one, two in pairwise(talk))


async def test_where_nobody_talks_bots_are_silent(hub: Any) -> None:  # noqa: F811
    assert await talk_of_a_game(hub, "none") == []


def test_what_a_bot_says_is_judged_like_what_a_person_says() -> None:
    harness = TableHarness.create("mime", talk="phrases")
    state: Any = harness.table.match and harness.table.match.state
    state.row[:] = [1, 5, 9]
    point = Spoken("point", {"card": 1})
    assert judge.bot_says(harness.table, 1, point) == [log.Said("", "Ben", "Look at the 5.", 1, point)]
    with pytest.raises(Refusal, match="cannot be said") as caught:
        judge.bot_says(harness.table, 1, Spoken("point", {"card": 7}))
    assert caught.value.rule == "MM-4"
    harness.play_out()
    with pytest.raises(Refusal, match="over"):
        judge.bot_says(harness.table, 1, point)
