from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pandarium.client import BadAddress, Client, MissingExtra, RefusedError, ServerUnreachable
from pandarium.client.credentials import Credentials
from pandarium.client.errors import require

from .fake_server import FakeServer

# Refusals


async def test_a_wrong_invite_is_refused_in_the_words_of_the_server() -> None:
    async with (
        FakeServer() as fake_server,
        Client(fake_server.url, name="Ann") as ann,
        Client(fake_server.url, name="Bo") as bo,
    ):
        table = await ann.create("royale", seats=2)
        with pytest.raises(RefusedError, match="this table is private: ask its players for the link") as refused:
            await bo.join(table.id, invite="wrong")
        assert refused.value.code == "no access"


async def test_a_table_that_cannot_be_is_refused() -> None:
    async with FakeServer() as fake_server, Client(fake_server.url, name="Ann") as ann:
        with pytest.raises(RefusedError, match="takes 2 to 10 players, not 99") as refused:
            await ann.create("royale", seats=99)
        assert refused.value.code == "bad table"


async def test_a_table_at_another_server_is_not_joined_by_mistake() -> None:
    async with FakeServer() as fake_server, Client(fake_server.url, name="Ann") as ann:
        with pytest.raises(BadAddress, match=r"that table is at https://play\.example, and this client at"):
            await ann.join("https://play.example/t/abc")


async def test_a_server_that_is_not_there_says_so_at_once() -> None:
    fake_server = FakeServer()
    async with fake_server:
        pass
    with pytest.raises(ServerUnreachable, match="no server answers at http://127"):
        async with Client(fake_server.url, name="Ann"):
            pass
    async with Client(fake_server.url, token="from last time") as ann:
        with pytest.raises(ServerUnreachable, match="no server answers at http://127"):
            await ann.join("abc")


# Who we are


async def test_the_same_token_is_the_same_person_in_the_same_seat() -> None:
    async with FakeServer() as fake_server:
        async with Client(fake_server.url, name="Ann") as ann:
            link, token = (await ann.create("royale", seats=2)).link, ann.token
        async with Client(fake_server.url, token=token) as back:
            assert (await back.join(link)).seat == 0


async def test_a_token_that_nobody_knows_any_more_is_replaced_by_a_new_guest() -> None:
    async with FakeServer() as fake_server:
        async with Client(fake_server.url, name="Ann", token="stale") as ann:
            table = await ann.create("royale", seats=2)
            assert ann.token != "stale"
            assert table.update.table.seats[0].name == "Ann"
        async with Client(fake_server.url, token="stale") as nobody:
            with pytest.raises(RefusedError) as refused:
                await nobody.create("royale", seats=2)
            assert refused.value.code == "unknown person"


async def test_a_client_forgets_the_tables_that_were_closed() -> None:
    async with FakeServer() as fake_server, Client(fake_server.url, name="Ann") as ann:
        tables = [await ann.create("royale", seats=2) for _ in range(3)]
        assert ann._tables == set(tables)
        await tables[0].close()
        async with tables[1]:
            pass
        assert ann._tables == {tables[2]}


def test_tokens_are_kept_by_server_and_name_in_a_private_file(tmp_path: Path) -> None:
    credentials = Credentials.of_user({"XDG_STATE_HOME": str(tmp_path / "state")})
    assert credentials.find("http://one") == ("", "")
    credentials.save("http://one", "Ann", "a")
    credentials.save("http://one", "Bo", "b")
    credentials.save("http://two", "Cy", "c")
    assert credentials.find("http://one") == ("Bo", "b")
    assert credentials.find("http://one", "Ann") == ("Ann", "a")
    assert credentials.find("http://one", "Dee") == ("Dee", "")
    assert credentials.find("http://two") == ("Cy", "c")
    assert credentials.file == tmp_path / "state" / "pandarium" / "guests.json"
    assert stat.S_IMODE(credentials.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(credentials.file.parent.stat().st_mode) == 0o700


def test_a_spoilt_file_of_tokens_is_as_good_as_none(tmp_path: Path) -> None:
    credentials = Credentials(tmp_path / "guests.json")
    credentials.file.write_bytes(b"\xff{")
    assert credentials.find("http://one", "Ann") == ("Ann", "")
    credentials.save("http://one", "Ann", "a")
    assert credentials.find("http://one") == ("Ann", "a")


def test_state_lies_in_the_home_directory_unless_said_otherwise() -> None:
    home = {"HOME": "/home/panda", "XDG_STATE_HOME": "not/absolute"}
    assert Credentials.of_user(home).file == Path("/home/panda/.local/state/pandarium/guests.json")


# What is needed


def test_a_missing_library_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(MissingExtra, match=r"pip install 'pandarium\[client\]'"):
        require("httpx")


def test_the_client_does_not_load_the_server() -> None:
    heavy = {"litestar", "sqlalchemy", "uvicorn", "httpx", "websockets"}
    code = f"import sys, pandarium.client; print(sorted({heavy} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
