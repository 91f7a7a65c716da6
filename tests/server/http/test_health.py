"""Is it well, how much does it do, what may be sent."""

from __future__ import annotations

from typing import Any

import pandarium
from pandarium import protocol
from pandarium.server.store import StoreError
from server.http.conftest import Open, Web, refused


async def test_a_healthy_server_says_so(web: Web) -> None:
    answer = await web.get("/health")
    assert (answer.status_code, answer.json()) == (
        200,
        {"status": "ok", "database": "ok", "version": pandarium.__version__},
    )


async def test_without_its_database_it_is_ill_but_alive(web: Web) -> None:
    async def ping() -> None:
        raise StoreError("the database is away: password=hunter22")

    web.site.store.ping = ping  # type: ignore[method-assign]
    answer = await web.get("/health")
    assert (answer.status_code, answer.json()["database"]) == (503, "does not answer")
    assert "hunter22" not in answer.text
    assert (await web.get("/health/live")).status_code == 200


async def test_when_nothing_can_be_written_it_is_ill_though_the_database_answers(web: Web) -> None:
    writer = web.site.store._writer
    writer.written_at -= 3600  # as if no heartbeat had come through

    async def refuse(*_: Any) -> None:
        raise StoreError("attempt to write a readonly database")

    web.site.store.beat = refuse  # type: ignore[method-assign]
    answer = await web.get("/health")
    assert (answer.status_code, answer.json()["database"]) == (503, "cannot be written")


async def test_counters_are_for_this_machine_alone(web: Web) -> None:
    here = await web.get("/metrics")
    assert here.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert "pandarium_sockets" in here.text
    refused(await web.get("/metrics", X_Forwarded_For="198.51.100.7"), 403, "not allowed")


async def test_counters_open_to_the_token_of_the_settings(opened: Open) -> None:
    token = "a token for the counters"
    async with opened(metrics_token=token.replace(" ", "-")) as web:
        assert (await web.get("/metrics", token.replace(" ", "-"))).status_code == 200
        refused(await web.get("/metrics"), 403, "not allowed")
        refused(await web.get("/metrics", "wrong"), 403, "not allowed")


async def test_the_schema_of_the_protocol_names_every_message(web: Web) -> None:
    schema = (await web.get("/api/protocol.json")).json()
    assert schema["version"] == protocol.VERSION
    tags = {kind["properties"]["type"]["enum"][0] for kind in schema["$defs"].values() if _tagged(kind)}
    assert {"play", "sit", "say", "done", "refused", "update", "hint", "pong"} <= tags
    named = {part["$ref"].rpartition("/")[2] for part in schema["message"]["anyOf"]}
    assert named == {kind.__name__ for kind in protocol.AnyMessage.__args__}


def _tagged(kind: dict[str, Any]) -> bool:
    return "enum" in kind["properties"].get("type", {})
