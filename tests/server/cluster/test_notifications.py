"""Two workers: whoever is connected to either is not called, whoever is not is called once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from server.chaos import redis_url
from server.harness import HTTP, Person, Server, Wire
from server.http.push_service import Browser, service


async def test_the_absent_is_told_once_and_the_present_is_not(tmp_path: Path) -> None:
    with (
        service() as push,
        Server(
            tmp_path,
            f"sqlite:///{tmp_path}/t.db",
            redis=redis_url(),
            workers="2",
            limits="0",
            notify_delay="0",
            outgoing_hosts=push.host,
        ) as server,
    ):

        def ask(person: Person, method: str, path: str, body: Any = None) -> Any:
            headers = {"authorization": f"Bearer {person.token}"}
            answer = HTTP.request(method, f"{server.url}/api{path}", json=body, headers=headers)
            assert answer.is_success, answer.text
            return answer.json()

        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        browsers = {person.name: Browser(f"{push.url}/{person.name}") for person in (ann, ben)}
        for person in (ann, ben):
            ask(person, "PATCH", "/me/notifications", {"seated": False})
            ask(person, "POST", "/me/subscriptions", browsers[person.name].subscription)
        table, invite = ann.create_table(server, game="royale", seats=2)
        wire = await Wire(server, ann, table).open()
        ask(ben, "POST", f"/tables/{table}/messages?invite={invite}", {"type": "sit", "seat": 1})
        ask(ben, "POST", f"/tables/{table}/messages", {"type": "ready"})
        assert (await wire.ask(type="start"))["type"] == "done"

        def move(person: Person) -> bool:
            """Play as long as it is their turn; whether it was."""
            moved = False
            while (state := ask(person, "GET", f"/tables/{table}/state")).get("legal"):
                message = {"type": "play", "move": state["legal"][0]["move"], "position": state["position"]}
                ask(person, "POST", f"/tables/{table}/messages", message)
                moved = True
            return moved

        for _ in range(2):
            await asyncio.to_thread(move, ann)
            called = await asyncio.to_thread(push.next)
            assert called.path == "/Ben"
            assert browsers["Ben"].read(called)["url"] == f"/t/{table}"
            assert await asyncio.to_thread(move, ben)
        assert push.calls.empty()
        await wire.close()
