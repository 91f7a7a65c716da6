"""The host's content packs: tables are created with them and keep them, whatever the server is started with later."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pandarium
from games.pandante.packs import examples
from pandarium.core.record import Record
from pandarium.kit.verify import check
from pandarium.server.packs import MOST_BYTES, read_packs
from pandarium.server.settings import BadSettings, Settings

from ..harness import PATIENCE
from .conftest import Open, Web, refused


def make_pack(folder: Path, title: str, old: str = "", new: str = "", game: str = "royale") -> Path:
    """A folder for --content: the game's own pack under another title, with something changed."""
    place = folder / title / game
    shutil.copytree(pandarium.game(game).folder / "content", place)
    for file in place.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        lines = [f'title = "{title}"' if line.startswith("title = ") else line for line in text.splitlines()]
        file.write_text("\n".join(lines).replace(old, new) if old else "\n".join(lines), encoding="utf-8")
    return place.parent


def make_casinos(folder: Path) -> Path:
    """A folder for --content: Pandánte with nothing but the casinos and champions of docs/content.md."""
    pack = make_pack(folder, "Mine", game="pandante")
    files = examples()
    (pack / "pandante" / "casinos.toml").write_text(files["casinos"], encoding="utf-8")
    file = pack / "pandante" / "champions.toml"
    others = [card for card in file.read_text(encoding="utf-8").split("[[champion]]") if 'colour = "red"' not in card]
    file.write_text("[[champion]]".join(others).rstrip() + "\n\n" + files["champions"], encoding="utf-8")
    return pack


async def begin(web: Web, who: str) -> str:
    """A table of one person and a bot, under way: it is the person's turn, so that nothing moves by itself."""
    table = (await web.create_table(who, bots=["greedy"]))["id"]
    assert (await web.say(table, who, type="start")).status_code == 200
    async with asyncio.timeout(PATIENCE):
        while not (await state(web, table, who)).get("legal"):
            await asyncio.sleep(0.01)
    return table


async def state(web: Web, table: str, who: str) -> dict[str, Any]:
    found: dict[str, Any] = (await web.get(f"/api/tables/{table}/state?since=0", who)).json()
    return found


async def test_a_table_is_played_with_the_hosts_pack_and_says_so(opened: Open, tmp_path: Path) -> None:
    pack = make_pack(
        tmp_path, "Mine", "faces = [1, 2, 3, 4, 5, 6]\neach = 1", "faces = [11, 12, 13, 14, 15, 16]\neach = 1"
    )
    async with opened(content=str(pack)) as web:
        who = await web.guest()
        table = await begin(web, who)
        shown = await state(web, table, who)
        assert shown["table"]["content"] == "Mine"
        events = [event["what"] for news in shown["news"] for event in news.get("events", [])]
        rolled = [value for event in events if event["event"] == "rolled" for _, value in event["dice"]]
        assert rolled
        assert all(value > 10 for value in rolled)


async def test_without_a_pack_a_table_says_nothing_of_one(web: Web) -> None:
    who = await web.guest()
    assert "content" not in (await state(web, await begin(web, who), who))["table"]


async def test_a_table_keeps_its_pack_when_the_server_is_started_with_another(opened: Open, tmp_path: Path) -> None:
    first = make_pack(tmp_path, "First", "faces = [1, 2, 3, 4, 5, 6]\neach = 1", "faces = [11, 12]\neach = 1")
    second = make_pack(tmp_path, "Second", "faces = [1, 2, 3, 4, 5, 6]\neach = 1", "faces = [13, 14]\neach = 1")
    async with opened(content=str(first)) as web:
        who = await web.guest()
        table = await begin(web, who)
        before = await state(web, table, who)
    for content in (str(second), None):
        async with opened(content=content) as web:
            after = await state(web, table, who)
            assert (after["table"]["content"], after["view"]) == ("First", before["view"])
            assert after["table"].get("paused") is None
            new = await state(web, await begin(web, who), who)
            assert new["table"].get("content", "") == ("Second" if content else "")


async def test_the_record_carries_the_pack_and_verifies(opened: Open, tmp_path: Path) -> None:
    pack = make_pack(tmp_path, "Mine", "faces = [1, 2, 3, 4, 5, 6]\neach = 1", "faces = [11, 12]\neach = 1")
    async with opened(content=str(pack)) as web:
        people = [await web.guest(), await web.guest("Ben")]
        created = await web.create_table(people[0])
        table = created["id"]
        for message in ("sit", "ready"):
            assert (await web.say(table, people[1], created["invite"], type=message)).status_code == 200
        assert (await web.say(table, people[0], type="start")).status_code == 200
        while (shown := [await state(web, table, who) for who in people])[0]["table"]["status"] == "running":
            who = next(number for number, update in enumerate(shown) if update.get("legal"))
            played = {"move": shown[who]["legal"][0]["move"], "position": shown[who]["position"]}
            assert (await web.say(table, people[who], type="play", **played)).status_code == 200
        record = Record.from_json((await web.get(f"/api/tables/{table}/record", people[0])).content)
    assert record.content is not None
    assert record.content["dice"]["title"] == "Mine"
    assert [found.text for found in check(record) if found.holds is False] == []


async def test_casinos_and_champions_of_a_pack_are_played_and_the_record_verifies(opened: Open, tmp_path: Path) -> None:
    """PD-S4: effects that exist, combined anew: view, log and record have the pack's names."""
    async with opened(content=str(make_casinos(tmp_path))) as web:
        people = [await web.guest(), await web.guest("Ben")]
        options = {"casinos": True, "champions": True}
        created = await web.create_table(people[0], game="pandante", options=options)
        table = created["id"]
        for message in ("sit", "ready"):
            assert (await web.say(table, people[1], created["invite"], type=message)).status_code == 200
        assert (await web.say(table, people[0], type="start")).status_code == 200
        for move in ("champion red", "champion blue", *["bet pair"] * 6):
            shown = [await state(web, table, who) for who in people]
            who = next(number for number, update in enumerate(shown) if update.get("legal"))
            legal = [one["move"] for one in shown[who]["legal"]]
            played = {"move": move if move in legal else legal[0], "position": shown[who]["position"]}
            assert (await web.say(table, people[who], type="play", **played)).status_code == 200
        shown = [await state(web, table, who) for who in people]
        assert (await web.say(table, people[0], type="resign")).status_code == 200
        box = {one["code"]: one for one in (await web.get(f"/api/tables/{table}/content", people[0])).json()["entries"]}
        record = Record.from_json((await web.get(f"/api/tables/{table}/record", people[0])).content)
    assert shown[0]["table"]["content"] == "Mine"
    said = [event["text"] for news in shown[0]["news"] for event in news.get("events", [])]
    assert any(line.endswith("plays Nightshade, red") for line in said)
    assert any(", casino Hall of Mirrors" in line or ", casino High Roller Suite" in line for line in said)
    assert box["casino.hall-of-mirrors"]["rule"] == "PD-K5, PD-K9"
    assert (box["champion.red"]["name"], box["champion.red"]["own"]) == ("Nightshade", False)
    assert record.content is not None
    assert [found.text for found in check(record) if found.holds is False] == []


async def test_what_lies_in_the_box_is_told_for_the_game_and_for_the_table(opened: Open, tmp_path: Path) -> None:
    pack = make_pack(tmp_path, "Mine", 'name = "Torch Beam"', 'name = "Siren"', game="pilfering")
    file = pack / "pilfering" / "plans.toml"
    siren = file.read_text(encoding="utf-8").split('name = "Siren"')
    file.write_text(siren[0] + 'name = "Siren"' + siren[1].replace('"ours"', '"printed"', 1), encoding="utf-8")
    async with opened() as web:
        who = await web.guest()
        old = (await web.create_table(who, game="pilfering"))["id"]
    async with opened(content=str(pack)) as web:
        new = (await web.create_table(who, game="pilfering"))["id"]
        asked = ("/api/games/pilfering/content", f"/api/tables/{new}/content", f"/api/tables/{old}/content")
        here, there, before = [(await web.get(path, who)).json() for path in asked]
        assert (here["title"], here["entries"]) == ("Mine", there["entries"])
        plan = {
            name: {one["code"]: one for one in box["entries"]}["plan.torch"]
            for name, box in (("mine", here), ("own", before))
        }
        assert (plan["mine"]["name"], plan["mine"]["own"], "note" in plan["mine"]) == ("Siren", False, False)
        assert (plan["own"]["name"], plan["own"]["note"]) == ("Torch Beam", "Ours: the box has its own.")
        assert plan["own"]["note_message"] == {"code": "core.content.ours"}
        assert "title" not in before


async def test_a_strangers_private_table_does_not_tell(web: Web) -> None:
    table = (await web.create_table(await web.guest()))["id"]
    refused(await web.get(f"/api/tables/{table}/content", await web.guest("Stranger")), 403, "no access")


def test_a_bad_pack_is_named_before_the_server_starts(tmp_path: Path) -> None:
    broken = make_pack(tmp_path, "Broken", 'code = "y8"', 'code = "y9"')
    with pytest.raises(BadSettings, match=r"PANDARIUM_CONTENT: .*royale: .*'y9'.*there is no such die"):
        read_packs(str(broken))


def test_a_bad_effect_is_named_before_the_server_starts(tmp_path: Path) -> None:
    broken = make_casinos(tmp_path)
    file = broken / "pandante" / "casinos.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("stake_factor = 3", "stake_factor = 30"), encoding="utf-8")
    with pytest.raises(
        BadSettings, match=r"'high-roller-suite' effects.stake_factor: takes a whole number from 2 to 10"
    ):
        read_packs(str(broken))


def test_a_folder_that_is_no_game_is_named(tmp_path: Path) -> None:
    (tmp_path / "royal").mkdir()
    with pytest.raises(BadSettings, match=r"royal.*did you mean 'royale'"):
        read_packs(str(tmp_path))


def test_a_folder_without_packs_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="holds no pack"):
        read_packs(str(tmp_path))
    with pytest.raises(BadSettings, match="is no folder"):
        Settings.load({"PANDARIUM_CONTENT": str(tmp_path / "nowhere")})


def test_a_pack_too_large_to_go_with_every_table_is_named(tmp_path: Path) -> None:
    pack = make_pack(tmp_path, "Large")
    file = pack / "royale" / "dice.toml"
    long = "x" * MOST_BYTES
    file.write_text(file.read_text(encoding="utf-8").replace('title = "Large"', f'title = "{long}"'), encoding="utf-8")
    with pytest.raises(BadSettings, match="at most"):
        read_packs(str(pack))


def test_an_agreement_without_a_pack_is_stored_as_before() -> None:
    from pandarium.server.tables.parts import Agreement

    stored = msgspec.json.encode(Agreement(game="royale", seats=2))
    assert stored == b'{"game":"royale","seats":2}'
    assert not bytes(msgspec.json.decode(stored, type=Agreement).content)
