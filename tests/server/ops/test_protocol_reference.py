"""The page about the protocol says what is so: its tables are made from the structs, its session is played here.

When a change is meant, `PANDARIUM_WRITE_DOCS=1 pytest tests/server/ops/test_protocol_reference.py` writes the session
anew, and `python tools/protocol_reference.py --write docs/protocol.md` the tables.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from pandarium import protocol
from pandarium.core import fair
from pandarium.protocol import schema
from pandarium.server.app import App, create_app
from pandarium.server.http import people
from pandarium.server.people import identity
from pandarium.server.settings import Settings
from pandarium.server.tables import creation, hub, loaded_table, presence

ROOT = Path(__file__).resolve().parents[3]
TOOLS = ROOT / "tools"
sys.path.insert(0, str(TOOLS))

import protocol_reference

PAGE = ROOT / "docs" / "protocol.md"
HOST = "pandas.example"
NOW = 1_800_000_000_000


# the generated parts


def test_the_tables_on_the_page_are_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert protocol_reference.refreshed(page) == page, "python tools/protocol_reference.py --write docs/protocol.md"


def test_the_schema_beside_the_page_is_up_to_date() -> None:
    written = PAGE.with_suffix(".json").read_text(encoding="utf-8")
    assert written == schema.schema_text(), "python tools/protocol_reference.py --write docs/protocol.md"


def test_every_message_every_code_and_every_link_of_the_page_is_there() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for kind in (*get_args(protocol.AnyMessage), *get_args(protocol.AnyReply)):
        assert f"#### `{kind.__struct_config__.tag}`" in page
    assert set(protocol_reference.refusal_codes()) == set(get_args(protocol.RefusalCode)), "each code has a comment"
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= anchors


def test_every_part_of_a_reply_has_its_place_in_the_reference() -> None:
    linked = set(re.findall(r"\[(\w+)\]\(#\w+\)", protocol_reference.reference()))
    assert linked == {kind.__name__ for kind in schema.PARTS}


def test_fields_are_explained_by_the_words_under_them() -> None:
    docs = schema.field_docs(protocol.Update)
    assert docs["since"] == "`news` holds everything after this number."
    assert "the answer bears the same" in schema.field_docs(protocol.Say)["id"]


def test_the_schema_knows_every_message_and_what_its_fields_mean() -> None:
    parts = schema.json_schema()["$defs"]
    assert len(parts["ClientMessage"]["anyOf"]) == len(schema.MESSAGES)
    assert parts["Play"]["required"] == ["type", "move"]
    assert parts["Play"]["additionalProperties"] is False
    assert parts["Done"]["properties"]["again"]["description"].startswith("It had been done before")


def test_a_page_without_markers_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing\n")
    words = [sys.executable, str(TOOLS / "protocol_reference.py"), "--write", str(page)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no markers for 'refusals'" in done.stderr
    assert page.read_text() == "nothing\n"
    assert not page.with_suffix(".json").exists()


# the session


class SocketEnd:
    """One end of a socket, without a wire."""

    def __init__(self, app: App, name: str, table: str, token: str, query: str) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.name = name
        self.address = f"wss://{HOST}/api/tables/{table}/live{query}"
        scope = {
            "type": "websocket",
            "path": f"/api/tables/{table}/live",
            "query_string": query.removeprefix("?").encode(),
            "scheme": "ws",
            "headers": [(b"host", HOST.encode()), (b"authorization", f"Bearer {token}".encode())],
        }
        self._in.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(app(scope, self._in.get, self._out.put))

    async def next(self) -> dict[str, Any]:
        """The next message from the server."""
        async with asyncio.timeout(120):
            while (event := await self._out.get())["type"] != "websocket.send":
                pass
        msgspec.json.decode(event["text"], type=protocol.AnyReply)
        message: dict[str, Any] = json.loads(event["text"])
        return message

    def say(self, message: dict[str, Any]) -> None:
        """Send a message that the protocol knows."""
        text = json.dumps(message)
        msgspec.json.decode(text, type=protocol.AnyMessage)
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    async def close(self) -> None:
        """Hang up."""
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


class Transcript:
    """Writes down what goes to and fro."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.lines: list[str] = []

    def add_text(self, text: str) -> None:
        """Words between two blocks."""
        if self.lines:
            self.lines += ["```", ""]
        self.lines += [text, "", "```"]

    def note(self, who: str, arrow: str, what: Any) -> None:
        """One message, on a line of its own."""
        text = what if isinstance(what, str) else json.dumps(what, ensure_ascii=False, separators=(",", ":"))
        self.lines.append(f"{who} {arrow} {text}".replace('"…":"…"', "…").replace('"…"', "…"))

    async def post(self, who: str, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        """A request, and its answer."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        transport = httpx.ASGITransport(app=self.app)
        async with httpx.AsyncClient(transport=transport, base_url=f"https://{HOST}") as client:
            answer = await client.post(path, json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        received: dict[str, Any] = answer.json()
        self.note(who, "→", f"POST {path} {json.dumps(body, separators=(',', ':'))}")
        self.note(who, "←", {name: "…" if name in {"token", "csrf"} else value for name, value in received.items()})
        return received

    async def ask(self, socket: SocketEnd, update: bool = True, **message: Any) -> dict[str, Any]:
        """A message and its answer; with the update that shows it, which may come before or after the answer."""
        socket.say(message)
        self.note(socket.name, "→", message)
        received = [await socket.next() for _ in range(2 if update else 1)]
        received.sort(key=lambda reply: reply["type"] == "update")
        self.note(socket.name, "←", received[0])
        return received[-1]

    def show(self, socket: SocketEnd, update: dict[str, Any], *parts: str) -> None:
        """An update, of which only some parts are written out."""
        shortened = {
            name: value for name, value in update.items() if name in {"type", "seq", "since", "position", *parts}
        }
        if "view" in shortened:
            shortened["view"] = {**dict(list(shortened["view"].items())[:4]), "…": "…"}
        if "table" in shortened:
            shortened["table"] = {
                **{name: shortened["table"][name] for name in ("id", "game", "status", "seats")},
                "…": "…",
            }
        self.note(socket.name, "←", {**shortened, "…": "…"})


@asynccontextmanager
async def known_chance(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[App]:
    """A server whose names, times and dice are the same every time."""
    persons, tables, others = iter(["p_ann", "p_ben"]), count(1), count(1)
    monkeypatch.setattr(fair, "new_secret", lambda: bytes(range(32)))
    monkeypatch.setattr(identity, "new_id", lambda kind: next(persons) if kind == "p" else f"{kind}_{next(others)}")
    monkeypatch.setattr(creation, "new_id", lambda kind: f"{kind}_bamboo{next(tables)}")
    monkeypatch.setattr(creation, "new_invite", lambda: "come-in")
    monkeypatch.setattr(presence, "_DELAY", 3600.0)
    for module in (creation, hub, loaded_table, people):
        monkeypatch.setattr(module, "now_ms", lambda: NOW)
    app = create_app(Settings(database=f"sqlite:///{folder}/t.db", log_level="error"))
    async with app.running():
        yield app


async def session(app: App) -> str:
    """Two people meet and begin to play, word for word."""
    transcript = Transcript(app)
    transcript.add_text(
        "**Say who you are, and create a table.** Two ordinary requests; every answer here is a real one."
    )
    ann = (await transcript.post("Ann", "/api/guest", {"name": "Ann"}))["token"]
    created = await transcript.post("Ann", "/api/tables", {"game": "royale", "seats": 2}, ann)
    table = created["id"]
    transcript.add_text("**Connect.** The first thing you hear is an update: the whole table as you may see it.")
    one = SocketEnd(app, "Ann", table, ann, "?since=0")
    transcript.note("Ann", "→", f"GET {one.address}")
    transcript.show(one, await one.next(), "you", "table", "news")
    transcript.add_text("**Join.** Ben has the link, and with it the invite. He sits down and is ready.")
    ben = (await transcript.post("Ben", "/api/guest", {"name": "Ben"}))["token"]
    two = SocketEnd(app, "Ben", table, ben, f"?since=0&invite={created['invite']}")
    transcript.note("Ben", "→", f"GET {two.address}")
    transcript.show(two, await two.next(), "you")
    transcript.show(two, await transcript.ask(two, type="sit", id=1), "you", "news")
    transcript.show(one, await one.next(), "news")
    transcript.show(two, await transcript.ask(two, type="ready", id=2), "news")
    await one.next()
    transcript.add_text("**Start.** Now there is a game to see, and somebody has moves to choose from.")
    updates = [await transcript.ask(one, type="start", id=1), await two.next()]
    transcript.show(one, updates[0], "view", "legal", "news")
    transcript.show(two, updates[1], "view", "legal")
    turn = next(number for number, update in enumerate(updates) if update.get("legal"))
    actor, other = (one, two) if turn == 0 else (two, one)
    legal = [move["move"] for move in updates[turn]["legal"]]
    transcript.add_text("**Play.** A wrong move is refused, by the rule. A right one is done, and everybody is told.")
    wrong = next(move for move in ("take g20", "take b12", "take p8", "take r6") if move not in legal)
    await transcript.ask(actor, update=False, type="play", id=3, move=wrong, position=0)
    move = {"type": "play", "id": 4, "move": legal[0], "position": 0, "key": "m1"}
    update = await transcript.ask(actor, **move)
    transcript.show(actor, update, "news")
    transcript.show(other, await other.next(), "news")
    transcript.add_text("**Not sure whether it arrived?** Send it again. It is not played twice.")
    await transcript.ask(actor, update=False, **{**move, "id": 5})
    transcript.add_text("**Away for a moment.** Come back with the last `seq` you have seen, and hear what you missed.")
    await other.close()
    back = SocketEnd(app, other.name, table, (ann, ben)[1 - turn], f"?since={update['seq'] - 1}")
    transcript.note(other.name, "→", f"GET {back.address}")
    transcript.show(back, await back.next(), "news")
    for socket in (actor, back):
        await socket.close()
    return "\n".join([*transcript.lines, "```"])


async def test_the_session_on_the_page_is_what_really_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with known_chance(tmp_path, monkeypatch) as app:
        played = await session(app)
    page = PAGE.read_text(encoding="utf-8")
    if os.environ.get("PANDARIUM_WRITE_DOCS"):
        page = protocol_reference.put(page, "session", played)
        PAGE.write_text(page, encoding="utf-8")
    assert protocol_reference.put(page, "session", played) == page, "PANDARIUM_WRITE_DOCS=1 writes it anew"
