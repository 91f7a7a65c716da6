"""Bots that talk at a table: to people, by the game's phrases alone, and nothing that still stands."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from pandarium import Rng, protocol
from pandarium.bots import RandomBot, make
from pandarium.core.bot import ask
from pandarium.kit.talk import Conversation, Spoken, SpokenBy
from pandarium.server.bots import process
from pandarium.server.bots.pool import BotPool
from pandarium.server.tables import judge, log
from pandarium.server.tables.judge import Refusal
from server.support import ANN as SUPPORT_ANN
from server.support import TableHarness
from server.tables.test_hub import ANN, hub, until  # noqa: F401


async def log_of_a_game(hub: Any, talk: str) -> list[log.AnyEntry]:  # noqa: F811
    """All that happens in a game of Ann and a bot."""

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
    return [log.decode(row.body) for row in await hub.store.entries(table.id, after=0)]


async def test_a_bot_says_what_its_partner_should_know(hub: Any) -> None:  # noqa: F811
    entries = await log_of_a_game(hub, "phrases")
    talk = [entry for entry in entries if isinstance(entry, log.Said)]
    assert talk
    for line in talk:
        assert (line.seat, line.person, bool(line.name)) == (1, "", True)
        assert line.phrase is not None
        assert line.text
    between = [isinstance(entry, log.Moved) and entry.seat == 0 for entry in entries]
    said = [number for number, entry in enumerate(entries) if isinstance(entry, log.Said)]
    assert all(
        any(between[one:two]) for one, two in pairwise(said) if phrase_of(entries[one]) == phrase_of(entries[two])
    )


def phrase_of(entry: Any) -> Spoken | None:
    """The phrase that was said."""
    found: Spoken | None = entry.phrase
    return found


async def test_a_bot_hears_what_a_person_and_other_bots_have_said(hub: Any) -> None:  # noqa: F811
    """Up to the phrase that is said after the move before its own: whoever moves waits until that is said."""
    heard: dict[int, Any] = {}

    async def choose(table: Any, seat: int, level: str) -> str:
        heard[table.position] = table.conversation.heard_by(seat)
        state, game = table.match.state, table.match.game
        return str(game.say(ask(make(game, level), state, seat, Rng(len(table.moves)))))

    hub.bots.choose = choose  # in this process: what is tested is what it is told
    wanted: Any = {"game": "pilfering", "seats": 3, "bots": ["beginner", "team"], "talk": "phrases"}
    table = await hub.create(ANN, protocol.NewTable(**wanted))
    await hub.handle(table.id, ANN, protocol.Start(), "")
    need = Spoken("need-number", {"number": 4})
    while not table.over:
        await until(lambda: table.over or 0 in table.actors())
        if not table.over:
            await hub.handle(table.id, ANN, protocol.SayPhrase(phrase=need), "")
            state, game = table.match.state, table.match.game
            move = str(game.say(ask(make(game, "team"), state, 0, Rng(len(table.moves)))))
            await hub.handle(table.id, ANN, protocol.Play(move=move, position=table.position), "")
    talk, position, expected = Conversation(), 0, dict[int, Any]()
    for row in await hub.store.entries(table.id, after=0):
        entry = log.decode(row.body)
        if isinstance(entry, log.Said) and entry.phrase is not None and entry.seat is not None:
            talk = talk.said(SpokenBy(entry.seat, entry.phrase))
        elif isinstance(entry, log.Moved):
            expected[position] = [(seat, one.id) for seat, one in talk.heard_by(entry.seat)]
            talk, position = talk.moved(entry.seat), position + 1
    told = {position: [(seat, one.id) for seat, one in phrases] for position, phrases in heard.items()}
    assert told == {position: expected[position] for position in told}
    assert any(SpokenBy(0, need) in phrases for phrases in heard.values())
    assert {seat for phrases in told.values() for seat, _ in phrases} == {0, 1, 2}


async def test_what_was_said_travels_to_the_process_that_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """And whoever does not listen is asked as ever."""
    asked: list[Any] = []

    class Hears(RandomBot):
        def choose_hearing(self, state: Any, seat: int, rng: Rng, heard: Any) -> int:
            asked.append((seat, heard))
            return self.choose(state, seat, rng)

    harness = TableHarness.create("mime", 1, ["random"], talk="phrases")
    pool = BotPool(0)
    try:
        point = Spoken("point", {"card": 1})
        harness.send(SUPPORT_ANN, protocol.SayPhrase(phrase=point))
        harness.send(SUPPORT_ANN, protocol.Play(move=harness.legal(0)[0], position=0))
        assert await pool.choose(harness.table, 1, "random") in harness.legal(1)
        monkeypatch.setattr(process, "make", lambda game, level: Hears())
        assert await pool.choose(harness.table, 1, "random") in harness.legal(1)
    finally:
        await pool.stop()
    assert asked == [(1, (SpokenBy(0, point),))]


async def test_where_nobody_talks_bots_are_silent(hub: Any) -> None:  # noqa: F811
    assert not [entry for entry in await log_of_a_game(hub, "none") if isinstance(entry, log.Said)]


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
