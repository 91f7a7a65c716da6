"""A real MCP client over stdin and stdout plays whole games, and asks for things that cannot be."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pandarium import Rng
from pandarium.core.meta import OptionValue
from pandarium.core.registry import names
from pandarium.kit.rulebook import Rulebook

if TYPE_CHECKING:  # the library takes a second, which not every worker needs to spend
    from mcp import Client

COMMAND = [sys.executable, "-m", "pandarium", "mcp"]

TABLES: list[tuple[str, dict[str, OptionValue]]] = [
    *((name, {}) for name in names()),
    ("wildstyle", {"pace": "real time"}),
]


class Model:
    """What a program does that lets a language model use the tools."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: object) -> tuple[str, dict[str, Any]]:
        """The text and the data of a call that succeeds."""
        result = await self.client.call_tool(tool, arguments)
        text = "\n".join(block.text for block in result.content if block.type == "text")
        assert not result.is_error, text
        assert result.structured_content is not None
        return text, result.structured_content

    async def refused(self, tool: str, **arguments: object) -> str:
        """The sentence with which a call is refused."""
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error
        (block,) = result.content
        assert block.type == "text"
        assert "\n" not in block.text
        assert block.text.endswith(".")
        return block.text


@asynccontextmanager
async def model() -> AsyncIterator[Model]:
    """A model whose program has started `pandarium mcp`."""
    from mcp import Client, StdioServerParameters, stdio_client

    parameters = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=dict(os.environ))
    async with Client(stdio_client(parameters)) as client:
        yield Model(client)


async def test_whole_games_several_tables_at_once() -> None:
    async with model() as player:
        tables = {}
        for name, options in TABLES:
            text, shown = await player.call("new_table", game=name, bots="random", options=options, seed=7)
            assert shown["text"] in text
            assert f"Table: {shown['table']}" in text
            tables[shown["table"]] = shown
        assert len(tables) == len(TABLES)
        rng = Rng(5)
        while going := [shown for shown in tables.values() if not shown["over"]]:
            for shown in going:
                assert shown["your_move"]
                number = rng.below(len(shown["legal"]))
                move = str(number + 1) if rng.below(2) else shown["legal"][number]
                text, tables[shown["table"]] = await player.call("play", table=shown["table"], move=move)
        for shown in tables.values():
            assert "The game is over." in shown["text"]
            assert shown["legal"] == []
            assert await player.refused("play", table=shown["table"], move="1")


async def test_games_rules_and_looks() -> None:
    async with model() as player:
        text, offered = await player.call("games")
        assert [game["name"] for game in offered["games"]] == names()
        assert "royale: Panda Royale." in text
        text, _ = await player.call("rules", game="royale")
        assert text.startswith("# ")
        text, _ = await player.call("rules", game="royale", topic="PR-7")
        assert text.startswith("PR-7 Red.")
        _, shown = await player.call("new_table", game="royale", players=3, seat=3, bots="greedy", seed=7, name="Ada")
        assert shown["seat"] == 3
        assert "You are Ada, in seat 3 of 3; the others: Bamboo (greedy), Mochi (greedy)." in shown["text"]
        _, again = await player.call("look", table=shown["table"])
        assert again["legal"] == shown["legal"]
        text, _ = await player.call("look", table=shown["table"], page="Dice and bag")
        assert "dice in the bag" in text
        _, number = await player.call("play", table=shown["table"], move=1)
        assert "Ada takes" in number["text"]


async def test_rulebooks_are_resources() -> None:
    async with model() as player:
        listed = (await player.client.list_resources()).resources
        assert [str(resource.uri) for resource in listed] == [f"pandarium://rules/{name}" for name in names()]
        (book,) = (await player.client.read_resource("pandarium://rules/royale")).contents
        from pandarium import game

        assert getattr(book, "text", "") == Rulebook.of(game("royale")).source


async def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    async with model() as player:
        refused = player.refused
        assert (await refused("new_table", game="royal")).startswith("There is no game called 'royal' (did you mean")
        assert await refused("new_table", game="royale", players=11) == "Panda Royale takes 2 to 10 players, not 11."
        assert await refused("new_table", game="royale", players=2, seat=3) == (
            "Seats at a table of 2 are 1 to 2, not 3."
        )
        assert "'casual'" in await refused("new_table", game="royale", bots="casual")
        there = await refused("new_table", game="royale", bots="net:/etc/hosts")
        assert there.replace("/etc/hosts", "/nowhere") == await refused("new_table", game="royale", bots="net:/nowhere")
        assert "did you mean 'children'" in await refused("new_table", game="royale", options={"childern": True})
        assert "takes no, yes" in await refused("new_table", game="royale", options={"children": "maybe"})
        assert "a seed is a whole number" in await refused("new_table", game="royale", seed=-1)
        assert "1 to 40 printable characters" in await refused("new_table", game="royale", name="\n")
        assert "players: Input should be a valid integer" in await refused("new_table", game="royale", players="many")
        assert "game: Field required" in await refused("new_table")
        assert await refused("look", table="table-9") == (
            "There is no table called 'table-9'; there is no table at all."
        )
        assert (await refused("rules", game="royale", topic="checkmate")).startswith("There is no rule 'checkmate'")

        _, shown = await player.call("new_table", game="royale", players=2, seat=2, bots="greedy", seed=7)
        at = shown["table"]
        assert await refused("play", table=at, move="take g20") == "There is no green d20 in the pool (PR-11)."
        assert await refused("play", table=at, move="4") == "There is no move 4; choose 1 to 3."
        assert "Cannot read the move 'help'" in await refused("play", table=at, move="help")
        assert "There is no page 'help'" in await refused("look", table=at, page="help")
        assert await refused("play", table="table-2", move="1") == (
            "There is no table called 'table-2' (did you mean 'table-1'?); choose from: table-1."
        )


def test_standard_output_is_for_the_protocol_alone() -> None:
    """Nothing is written there before a client has asked for anything; when it hangs up, the server ends."""
    ended = subprocess.run(COMMAND, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "")


def test_a_game_with_a_mistake_keeps_nobody_from_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    for name in ("__init__.py", "game.py"):
        (folder / name).write_text("")
    (folder / "meta.py").write_text("META = None\n")
    monkeypatch.setenv("PANDARIUM_GAMES", str(tmp_path))
    ran = subprocess.run(
        [sys.executable, "-c", "from pandarium.learn.mcp_server import *; make_server(); print(McpTables().games())"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "broken: cannot be played, " in ran.stdout
    assert "royale: Panda Royale." in ran.stdout


def test_the_oldest_table_is_cleared_away(monkeypatch: pytest.MonkeyPatch) -> None:
    from pandarium.learn import mcp_server

    monkeypatch.setattr(mcp_server, "MOST_TABLES", 2)
    tables = mcp_server.McpTables()
    for _ in range(3):
        tables.new_table("leduc", bots="random")
    tables.look("table-2")
    with pytest.raises(mcp_server.ToolError, match=r"choose from: table-2, table-3\.$"):
        tables.look("table-1")
