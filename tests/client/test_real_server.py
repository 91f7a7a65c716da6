"""Against the real server: what only two ends together can show."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from pandarium import Record
from pandarium.client import Client, RefusedError, Update, play_with

PAGE = Path(__file__).parents[2] / "docs" / "client.md"


def first(update: Update) -> str:
    return update.legal[0].move


async def test_two_people_and_a_bot_play_a_game_to_its_end(server: str) -> None:
    async with Client(server, name="Ann") as ann, Client(server, name="Bo") as bo:
        table = await ann.create("royale", seats=3, bots=["greedy"])
        seat = await bo.join(table.link)
        assert seat.seat == 1
        with pytest.raises(RefusedError, match="not ready yet: Bo"):
            await table.start()
        await seat.ready()
        await table.start()
        outcomes = await asyncio.gather(play_with(first, table), play_with(first, seat))
        assert outcomes[0] == outcomes[1]
        assert outcomes[0] is not None
        assert [news.seq for news in table.log] == list(range(1, table.update.seq + 1))
        record = await ann.record(table)
        assert record.final().outcome() == outcomes[0]
        again = await bo.join(await seat.rematch())
        assert (again.seat, again.update.table.status) == (1, "open")


async def test_talk_pause_leave_and_return(server: str) -> None:
    async with Client(server, name="Ann") as ann:
        table = await ann.create("royale", seats=2, bots=["random"])
        await table.start()
        await table.say("hello")
        await table.react("🐼")
        talk = [(news.type, news.text) for news in table.log if news.type in {"said", "reacted"}]
        assert talk == [("said", "hello"), ("reacted", "🐼")]
        await table.ask("pause")
        assert table.update.table.paused is not None
        await table.resume()
        assert table.update.table.paused is None
        assert await table.ping() > 0
        await table.resign()
        assert table.update.table.seats[0].resigned


async def test_strangers_and_wrong_invites_stay_outside(server: str) -> None:
    async with Client(server, name="Ann") as ann, Client(server, name="Bo") as bo:
        table = await ann.create("royale", seats=2)
        with pytest.raises(RefusedError) as refused:
            await bo.join(table.id, invite="wrong")
        assert refused.value.code == "no access"
        with pytest.raises(RefusedError) as refused:
            await bo.join("t_nowhere")
        assert refused.value.code == "unknown table"
    async with Client(server, token="forged") as nobody:
        with pytest.raises(RefusedError) as refused:
            await nobody.join(table.link)
        assert refused.value.code == "unknown person"


async def test_what_there_is_to_play(server: str) -> None:
    async with Client(server, name="Ann") as ann:
        table = await ann.create("royale", seats=2, public=True)
        assert table.id in [offered.id for offered in await ann.tables()]
        assert "royale" in [game.name for game in await ann.games()]
        game = await ann.game("royale")
        assert (game.seats, game.rules) == ((2, 10), 1)
        assert "hard" in game.bots
        assert (await ann.rulebook("royale")).find("PR-7").title == "Red"


async def test_the_program_in_the_docs_plays(
    server: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    programs = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    whole = next(program for program in programs if "asyncio.run" in program)
    source = whole.replace("http://127.0.0.1:8000", server)
    await asyncio.to_thread(exec, compile(source, str(PAGE), "exec"), {"__name__": "__main__"})
    assert re.search(r"winners=\(\d", capsys.readouterr().out)
    assert Record.load("greedy-panda.json").final().outcome() is not None
