"""The socket under bad weather: garbage, strangers, floods."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pandarium.protocol import MAX_MESSAGE_BYTES
from pandarium.server.ops import limits
from pandarium.server.run import SOCKET_BYTES
from server.harness import PATIENCE, Person, Server, Wire, closed, seated


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits."""
    folder: Path = tmp_path_factory.mktemp("socket")
    with Server(folder, f"sqlite:///{folder}/t.db", limits="0").start() as server:
        yield server
        assert "Traceback" not in server.log.read_text()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits that it has by default."""
    folder: Path = tmp_path_factory.mktemp("strict")
    with Server(folder, f"sqlite:///{folder}/t.db").start() as server:
        yield server
        assert "Traceback" not in server.log.read_text()


# what cannot be read

_GARBAGE: dict[str, str | bytes] = {
    "nothing": "",
    "no JSON": "sit down please",
    "half of it": '{"type":"say","text":"he',
    "two of them": '{"type":"ping"}{"type":"ping"}',
    "a number": "42",
    "a list": '[{"type":"ping"}]',
    "no type": '{"id":7}',
    "an unknown type": '{"type":"cheat","id":7}',
    "a type that is none": '{"type":7,"id":7}',
    "the name of an answer": '{"type":"update","id":7}',
    "an unknown field": '{"type":"ping","id":7,"please":true}',
    "a field missing": '{"type":"play","id":7}',
    "a text for a number": '{"type":"sit","id":7,"seat":"1"}',
    "a fraction for a number": '{"type":"sit","id":7,"seat":0.5}',
    "true for a number": '{"type":"sit","id":7,"seat":true}',
    "a seat too far": '{"type":"sit","id":7,"seat":100}',
    "a seat below zero": '{"type":"sit","id":7,"seat":-1}',
    "a huge seat": '{"type":"sit","id":7,"seat":HUGE}'.replace("HUGE", "9" * 300),
    "a huge id": '{"type":"ping","id":HUGE}'.replace("HUGE", "9" * 300),
    "an id just too large": '{"type":"ping","id":9007199254740993}',
    "an id below zero": '{"type":"ping","id":-1}',
    "not a number": '{"type":"play","id":7,"move":"stone","position":NaN}',
    "endless": '{"type":"play","id":7,"move":"stone","position":Infinity}',
    "a power": '{"type":"play","id":7,"move":"stone","position":1e400}',
    "a key too long": '{"type":"play","id":7,"move":"stone","key":"%s"}' % ("k" * 41),
    "a chat too long": '{"type":"say","id":7,"text":"%s"}' % ("x" * 501),
    "no chat": '{"type":"say","id":7,"text":""}',
    "a reaction of one's own": '{"type":"react","id":7,"what":"🐻"}',
    "half a letter": '{"type":"say","id":7,"text":"\\ud83d"}',
    "a deep list": "[" * 4000,
    "a deep object": '{"a":' * 800,
    "a deep field": '{"type":"say","id":7,"text":' + "[" * 1900 + "]" * 1900 + "}",
    "bytes that are no text": b'{"type":"say","id":7,"text":"\xff\xfe\xc3("}',
    "bytes that are nothing": bytes(range(256)),
    "zeros": bytes(100),
    "a mark before it": "\ufeff" + '{"type":"ping","id":7}',
}


async def test_whatever_cannot_be_read_is_refused_as_malformed_and_the_socket_stays_open(server: Server) -> None:
    async with seated(server) as wire:
        for name, data in _GARBAGE.items():
            await wire.send_raw(data)
            answer = await wire.answer()
            assert (answer["type"], answer.get("code")) == ("refused", "malformed"), (name, answer)
            number = 7 if b'"id":7' in (data if isinstance(data, bytes) else data.encode()) else 0
            assert answer.get("id", 0) in {number, 0}, name
        assert (await wire.ask(type="ping"))["type"] == "pong"
        assert wire.seq == 1, "nothing has changed"


async def test_a_refusal_says_which_message_it_means_when_that_can_be_read(server: Server) -> None:
    async with seated(server) as wire:
        for data in ('{"type":"cheat","id":7}', '{"id":7,"type":"sit","seat":"1"}', '{"type":"ping","id":7,"x":1}'):
            await wire.send_raw(data)
            assert (await wire.answer())["id"] == 7


async def test_bytes_that_are_a_message_are_one(server: Server) -> None:
    async with seated(server) as wire:
        await wire.send_raw(b'{"type":"ping","id":9}')
        assert (await wire.answer())["id"] == 9


@pytest.mark.parametrize("letter", ["x", "🐼"])
async def test_a_message_may_have_so_many_bytes_and_not_one_more(server: Server, letter: str) -> None:
    async with seated(server) as wire:
        frame = '{"type":"cheat","id":7,"text":""}'
        room = MAX_MESSAGE_BYTES - len(frame)
        text = letter * (room // len(letter.encode())) + " " * (room % len(letter.encode()))
        exact = frame.replace('""', f'"{text}"')
        assert len(exact.encode()) == MAX_MESSAGE_BYTES
        await wire.send_raw(exact)
        assert (await wire.answer())["code"] == "malformed"
        await wire.send_raw(exact + " ")
        refused = await wire.answer()
        assert (refused["code"], refused["id"]) == ("too large", 7)
        assert "4,096" in refused["reason"]


async def test_a_frame_beyond_all_measure_closes_the_socket(server: Server) -> None:
    async with seated(server) as wire:
        await wire.send_raw(" " * SOCKET_BYTES)
        assert (await wire.answer())["code"] == "too large"
        await wire.send_raw(" " * (SOCKET_BYTES + 1))
        assert (await closed(wire))[0] == 1009


async def test_a_text_frame_that_is_no_text_closes_the_socket(tmp_path: Path) -> None:
    with Server(tmp_path, f"sqlite:///{tmp_path}/t.db").start() as server:
        async with seated(server) as wire:
            assert wire._connection is not None
            await wire._connection.send(b'{"type":"say","text":"\xff"}', text=True)
            assert (await closed(wire))[0] == 1007


async def test_the_socket_of_somebody_who_may_not_look_any_more_is_closed(server: Server) -> None:
    async with seated(server) as wire:
        ben = Person(server, "Ben")
        assert ben.say(server, wire.table, wire.invite, type="sit")["type"] == "done"
        guest = await Wire(server, ben, wire.table, invite="").open()
        await guest.until(lambda update: True)
        for _ in range(20):
            await guest.send_raw('{"type":"ping"}')
        await wire.ask(type="free", seat=1)
        with contextlib.suppress(ConnectionClosed):  # it may be closed before the last of them
            for _ in range(20):
                await guest.send_raw('{"type":"ping"}')
        code, replies = await closed(guest)
        assert (code, replies[-1]["code"]) == (4403, "no access")


async def test_whoever_watches_by_a_link_that_is_taken_back_is_sent_away(server: Server) -> None:
    async with seated(server) as wire:
        guest = await Wire(server, Person(server, "Eve"), wire.table, wire.invite).open()
        await guest.until(lambda update: True)
        renewed = wire.person.ask(server, "POST", f"/api/tables/{wire.table}/invite", {}).json()["invite"]
        code, replies = await closed(guest)
        assert (code, replies[-1]["code"]) == (4403, "no access")
        update = await wire.until(lambda update: update["you"]["invite"] == renewed)  # who sits there stays
        assert update["you"]["seat"] == 0


# strangers


async def test_a_link_to_the_replay_opens_no_socket(server: Server) -> None:
    async with seated(server) as wire:
        share = wire.person.ask(server, "GET", f"/api/tables/{wire.table}/share").json()["token"]
        bearer = {"Authorization": f"Bearer {Person(server, 'Eve').token}"}
        for query in (f"?share={share}", f"?invite={share}"):
            address = live_address(server, wire.table, query)
            assert await refused_at_the_door(address, bearer) == (4403, "no access")


def live_address(server: Server, table: str, query: str = "") -> str:
    return f"{server.url.replace('http', 'ws')}/api/tables/{table}/live{query}"


async def refused_at_the_door(address: str, headers: dict[str, str]) -> tuple[int, str]:
    """The close code and the code of the refusal before it."""
    async with connect(address, additional_headers=headers, compression=None, open_timeout=PATIENCE) as connection:
        async with asyncio.timeout(120):
            refused = json.loads(await connection.recv())
            assert refused["type"] == "refused", refused
            assert refused["reason"]
            with pytest.raises(ConnectionClosed) as end:
                await connection.recv()
        assert end.value.rcvd is not None
        return end.value.rcvd.code, refused["code"]


async def test_who_may_not_come_in_is_told_why_and_sent_away(server: Server) -> None:
    async with seated(server) as wire:
        ben = Person(server, "Ben")
        bearer = {"Authorization": f"Bearer {ben.token}"}
        table, door = wire.table, refused_at_the_door
        assert await door(live_address(server, "t_nowhere"), bearer) == (4404, "unknown table")
        assert await door(live_address(server, table), bearer) == (4403, "no access")
        assert await door(live_address(server, table, "?invite=guess"), bearer) == (4403, "no access")
        nobody = {"Authorization": "Bearer nobody"}
        assert await door(live_address(server, table), nobody) == (4401, "unknown person")
        assert await door(live_address(server, table), {"Authorization": f"Bearer {ben.token}x"}) == (
            4401,
            "unknown person",
        )
        own = {"Authorization": f"Bearer {wire.person.token}"}
        for wrong in ("-1", "x", "1e3", "9" * 400, "٣"):
            assert await door(live_address(server, table, f"?since={wrong}"), own) == (4400, "malformed")


async def test_an_address_that_is_no_tables_is_no_socket(server: Server) -> None:
    for path in ("/api/tables/a%20b/live", "/api/tables/live", "/api/nothing", "/"):
        with pytest.raises(InvalidStatus):
            await connect(server.url.replace("http", "ws") + path, open_timeout=PATIENCE)


async def test_the_cookie_is_believed_only_from_our_own_pages(server: Server) -> None:
    async with seated(server) as wire:
        cookie = {"Cookie": f"pandarium={wire.person.token}"}
        address = live_address(server, wire.table)
        for origin in (
            "https://evil.example",
            "null",
            f"{server.url}.evil.example",
            f"https://127.0.0.1:{server.port}",
        ):
            assert await refused_at_the_door(address, {**cookie, "Origin": origin}) == (4403, "no access")
        assert await refused_at_the_door(address, cookie) == (4403, "no access"), "browsers always say from where"
        for headers in ({**cookie, "Origin": server.url}, {"Authorization": f"Bearer {wire.person.token}"}):
            async with connect(address, additional_headers=headers, open_timeout=PATIENCE) as connection:
                assert json.loads(await connection.recv())["type"] == "update"
        bearer = {"Authorization": f"Bearer {wire.person.token}", "Origin": "https://evil.example"}
        assert await refused_at_the_door(address, bearer) == (4403, "no access")


async def test_invites_and_tokens_stay_out_of_the_log(server: Server) -> None:
    async with seated(server) as wire:
        await wire.send_raw("garbage")
        await wire.answer()
        log = server.log.read_text()
        assert wire.invite not in log
        assert wire.person.token not in log


# limits


async def flood(wire: Wire) -> None:
    """One ping after the other until the socket is closed; never so far ahead that the server could not say goodbye."""
    with contextlib.suppress(ConnectionClosed):
        for number in itertools.count():
            while number > len(wire.received) + 250:
                await asyncio.sleep(0.001)
            await wire.send_raw(f'{{"type":"ping","id":{number}}}')


async def test_a_flood_is_refused_then_cut_off_and_nobody_else_feels_it(strict: Server) -> None:
    async with seated(strict) as wire:
        flooder = await Wire(strict, Person(strict, "Flo"), wire.table, wire.invite).open()
        await flooder.until(lambda update: True)
        flooding = asyncio.create_task(flood(flooder))
        end = asyncio.create_task(closed(flooder))
        while not end.done():
            assert (await wire.ask(type="ping"))["type"] == "pong"
            await asyncio.sleep(0.1)  # or it would be too much from here, too
        flooding.cancel()
        code, replies = await end
        assert code == 4429
        answers = [reply for reply in replies if reply["type"] != "update"]
        assert [reply.get("id", 0) for reply in answers] == list(range(len(answers))), "each is answered, in order"
        refused = [reply for reply in answers if reply["type"] == "refused"]
        assert len(answers) - len(refused) >= limits.SOCKET_MESSAGES.burst
        assert all(reply["code"] == "flood" and 0 < reply["retry_ms"] <= 51 for reply in refused)
        kinds = [reply["type"] for reply in answers]
        assert kinds[-100:] == ["refused"] * 100, "cut off after a hundred in a row"
        assert "refused" * 101 not in "".join(kinds), "and not later"
        back = await Wire(strict, flooder.person, wire.table, wire.invite).open()
        assert (await back.ask(type="ping"))["type"] == "pong", "who comes back is welcome"
        await back.close()


async def test_a_flood_that_waits_as_long_as_it_is_told_is_served(strict: Server) -> None:
    async with seated(strict) as wire:
        served = 0
        while served < limits.SOCKET_MESSAGES.burst + 5:
            answer = await wire.ask(type="ping")
            served += answer["type"] == "pong"
            if answer["type"] == "refused":
                await asyncio.sleep(answer["retry_ms"] / 1000)


async def test_chat_has_a_limit_of_its_own_over_all_sockets_of_a_person(strict: Server) -> None:
    async with seated(strict) as wire:
        second = await Wire(strict, wire.person, wire.table).open()
        answers: list[dict[str, Any]] = []
        words = limits.CHAT_MESSAGES.burst
        while not answers or answers[-1]["type"] == "done":  # on a slow machine more than the burst is allowed
            assert len(answers) < 100 * words, "there is no limit"
            for each in (wire, second):  # all at once: it is how fast the server reads that counts
                for _ in range(words):
                    await each.send_raw('{"type":"say","text":"hi"}')
            answers += [await each.answer() for each in (wire, second) for _ in range(words)]
        refused = [answer for answer in answers if answer["type"] == "refused"]
        assert all(answer["code"] == "flood" and answer["retry_ms"] > 0 for answer in refused)
        assert len(answers) - len(refused) >= limits.CHAT_MESSAGES.burst
        assert (await wire.ask(type="ping"))["type"] == "pong"
        await second.close()


async def test_people_who_share_a_browser_name_their_tokens_as_a_subprotocol(server: Server) -> None:
    async with seated(server) as wire:
        spoken: Any = ["pandarium", f"token.{wire.person.token}"]
        address = live_address(server, wire.table)
        async with connect(address, subprotocols=spoken, compression=None, open_timeout=PATIENCE) as connection:
            assert connection.subprotocol == "pandarium"
            update = json.loads(await connection.recv())
            assert (update["type"], update["you"]["person"]) == ("update", wire.person.id)


async def test_one_person_has_so_many_sockets_and_gets_another_when_one_is_closed(strict: Server) -> None:
    async with seated(strict) as wire:
        extra = [await Wire(strict, wire.person, wire.table).open() for _ in range(limits.SOCKETS_PER_PERSON - 1)]
        for one in extra:
            await one.until(lambda update: True)
        bearer = {"Authorization": f"Bearer {wire.person.token}"}
        assert await refused_at_the_door(live_address(strict, wire.table), bearer) == (4429, "limit")
        await extra.pop().close()
        async with asyncio.timeout(120):
            while (await (again := await Wire(strict, wire.person, wire.table).open()).next())["type"] != "update":
                await asyncio.sleep(0.2)
        await again.close()
        for one in extra:
            await one.close()


_NARROW = """
from pandarium.server.ops import limits
limits.SOCKETS_PER_ADDRESS = 4
limits.WATCHERS_PER_TABLE = 2
"""


async def test_one_address_opens_so_many_sockets_and_a_table_has_so_many_watchers(tmp_path: Path) -> None:
    with Server(tmp_path, f"sqlite:///{tmp_path}/t.db", before=_NARROW).start() as server:
        async with seated(server) as wire:
            eve = Person(server, "Eve")
            watcher = await Wire(server, eve, wire.table, wire.invite).open()
            await watcher.until(lambda update: True)
            bearer = {"Authorization": f"Bearer {eve.token}"}
            address = live_address(server, wire.table, f"?invite={wire.invite}")
            assert await refused_at_the_door(address, bearer) == (4429, "limit"), "the table is full"
            own = [await Wire(server, wire.person, wire.table).open() for _ in range(2)]
            for one in own:
                await one.until(lambda update: True)
            bearer = {"Authorization": f"Bearer {wire.person.token}"}
            assert await refused_at_the_door(address, bearer) == (4429, "limit"), "the address is full"
            for one in [watcher, *own]:
                await one.close()
