"""The gate: what holds for every request and every answer."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest

from pandarium.server.http.middleware import check_body, check_origin
from pandarium.server.store import Store
from pandarium.server.tables.judge import Refusal
from server.http.conftest import Open, Web, refused


@pytest.mark.parametrize("path", ["/", "/docs", "/api/games", "/api/me", "/nowhere", "/health", "/static/style.css"])
async def test_every_answer_bears_the_headers_that_protect_its_reader(web: Web, path: str) -> None:
    headers = (await web.get(path)).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "camera=()" in headers["permissions-policy"]
    assert "strict-transport-security" not in headers
    assert "server" not in headers


async def test_what_the_api_says_is_not_kept_by_anybody(web: Web) -> None:
    assert (await web.get("/api/games")).headers["cache-control"] == "no-store"
    assert (await web.get("/api/nothing")).headers["cache-control"] == "no-store"


async def test_only_answers_over_tls_ask_for_tls_from_now_on(opened: Open) -> None:
    async with opened(proxies=1) as web:
        by_tls = await web.get("/health", X_Forwarded_Proto="https")
        plain = await web.get("/health", X_Forwarded_Proto="http")
    assert "max-age" in by_tls.headers["strict-transport-security"]
    assert "strict-transport-security" not in plain.headers


@pytest.mark.parametrize(
    ("headers", "fine"),
    [
        ({}, True),
        ({"origin": "http://panda.test"}, True),
        ({"origin": "http://panda.test", "sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"origin": "https://friend.test", "sec-fetch-site": "cross-site"}, True),
        ({"origin": "http://evil.test"}, False),
        ({"origin": "null"}, False),
        ({"origin": "https://panda.test"}, False),
        ({"origin": "http://panda.test.evil.test"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
    ],
)
def test_pages_of_other_sites_change_nothing_here(headers: dict[str, str], fine: bool) -> None:
    asked = {"host": "panda.test", **headers}
    if fine:
        check_origin(asked, "http", ("https://friend.test",))
    else:
        with pytest.raises(Refusal, match="another site"):
            check_origin(asked, "http", ("https://friend.test",))


async def test_a_foreign_origin_is_refused_in_words(web: Web) -> None:
    answer = await web.post("/api/guest", {"name": "Mallory"}, Origin="https://evil.test")
    assert "another site" in refused(answer, 403, "not allowed")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"content-length": "10", "content-type": "application/json"}, None),
        ({"content-length": "10", "content-type": "Application/JSON; charset=utf-8"}, None),
        ({"content-length": "0"}, None),
        ({"content-length": "10"}, "JSON"),
        ({"content-length": "10", "content-type": "text/plain"}, "JSON"),
        ({"content-length": "10", "content-type": "application/x-www-form-urlencoded"}, "JSON"),
        ({"transfer-encoding": "chunked", "content-type": "text/plain"}, "JSON"),
        ({"content-length": "65537", "content-type": "application/json"}, "65,536 bytes"),
        ({"content-length": "-1", "content-type": "application/json"}, "no number"),
        ({"content-length": "9" * 5000}, "no number"),
    ],
)
def test_a_body_is_json_and_small(headers: dict[str, str], status: str | None) -> None:
    if status is None:
        check_body(headers)
    else:
        with pytest.raises(Refusal, match=status):
            check_body(headers)


async def test_a_body_that_is_not_json_gets_415(web: Web) -> None:
    answer = await web.client.post("/api/guest", content=b"name=Bamboo", headers={"content-type": "text/plain"})
    refused(answer, 415, "malformed")


async def test_a_body_that_is_too_large_gets_413_however_it_comes(web: Web) -> None:
    large = json.dumps({"name": "x" * 70_000}).encode()

    async def in_pieces():  # type: ignore[no-untyped-def]
        for at in range(0, len(large), 10_000):
            yield large[at : at + 10_000]

    kind = {"content-type": "application/json"}
    refused(await web.client.post("/api/guest", content=large, headers=kind), 413, "too large")
    refused(await web.client.post("/api/guest", content=in_pieces(), headers=kind), 413, "too large")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"name"',
        b"\xff\xfe",
        b'{"name": "\xff"}',
        b'{"name": 7}',
        b'{"name": "Bamboo", "admin": true}',
        b'{"name": null}',
        b'{"name": ""}',
        b"[" * 60_000,
    ],
)
async def test_a_body_that_is_not_what_it_should_be_is_refused_in_words(web: Web, body: bytes) -> None:
    answer = await web.client.post("/api/guest", content=body, headers={"content-type": "application/json"})
    refused(answer, 400, "malformed")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/api/nowhere", 404),
        ("GET", "/api/tables/x/y/z", 404),
        ("GET", "/static/../conftest.py", 404),
        ("GET", "/static/%2e%2e%2fgate.py", 404),
        ("PUT", "/api/tables", 405),
        ("DELETE", "/health", 405),
        ("POST", "/api/games", 405),
    ],
)
async def test_unknown_addresses_and_methods_get_the_same_shape(web: Web, method: str, path: str, status: int) -> None:
    refused(await web.ask(method, path, None), status, "malformed")


async def test_a_mistake_of_ours_gets_a_number_and_nothing_else(
    opened: Open, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def break_down(*_: object) -> None:
        raise ZeroDivisionError("the secret is in here")

    monkeypatch.setattr("pandarium.server.store.Store.public_tables", break_down)
    async with opened() as web:
        answer = await web.get("/api/tables")
    reason = refused(answer, 500, "busy")
    assert "secret" not in answer.text
    number = re.search(r"log as ([0-9a-f]{8})", reason)
    assert number is not None
    assert number[1] in capsys.readouterr().err


async def test_a_store_that_fails_is_busy_and_says_when_to_come_back(web: Web) -> None:
    token = await web.guest()
    await (
        web.site.store._writer.close()
    )  # not its readers: somebody may be reading, and would leave a connection behind
    answer = await web.post("/api/tables", {"game": "royale", "seats": 2}, token)
    refused(answer, 503, "busy")
    assert int(answer.headers["retry-after"]) >= 1


@pytest.mark.parametrize("id", ["t_%00", "t_a%20b", "t_%C3%A4", "x" * 65, "'--"])
async def test_what_cannot_be_an_id_is_looked_for_nowhere(web: Web, monkeypatch: pytest.MonkeyPatch, id: str) -> None:
    asked: list[object] = []
    read = Store._read

    async def reading(store: Store, statement: Any) -> Any:
        asked.append(statement)
        return await read(store, statement)

    monkeypatch.setattr(Store, "_read", reading)
    places = ("tables/{}/state", "tables/{}/record", "tables/{}/replay", "tournaments/{}", "people/{}")
    for place in places:
        answer = await web.get(f"/api/{place.format(id)}")
        assert answer.status_code in {400, 404}, (place, answer.text)
    assert not asked


async def test_nobody_has_a_handle_with_a_sign_that_databases_refuse(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    refused(await web.post("/api/sessions", {"handle": "an\0n", "password": "12345678"}), 401, "unknown person")


async def test_a_request_does_not_take_for_ever(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dawdle(*_: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr("pandarium.server.http.middleware.REQUEST_SECONDS", 0.05)
    monkeypatch.setattr("pandarium.server.store.Store.public_tables", dawdle)
    assert "too long" in refused(await web.get("/api/tables"), 503, "busy")


async def test_whoever_asks_too_much_is_told_when_to_come_back(opened: Open) -> None:
    async with opened(limits=0.05) as web:
        answers = [await web.get("/api/games") for _ in range(12)]
    assert answers[0].status_code == 200
    refused(answers[-1], 429, "flood")
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert answers[-1].json()["retry_ms"] > 0
    assert "content-security-policy" in answers[-1].headers


async def test_addresses_behind_a_proxy_are_counted_apart(opened: Open) -> None:
    async with opened(limits=0.05, proxies=1) as web:
        for _ in range(15):
            first = await web.get("/api/games", X_Forwarded_For="198.51.100.7")
        other = await web.get("/api/games", X_Forwarded_For="198.51.100.8")
    assert (first.status_code, other.status_code) == (429, 200)


async def test_health_is_never_refused_for_asking_often(opened: Open) -> None:
    async with opened(limits=0.001) as web:
        answers = {(await web.get("/health")).status_code for _ in range(20)}
    assert answers == {200}


async def test_the_log_names_routes_and_never_what_stands_in_an_address(
    opened: Open, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened() as web:
        token = await web.guest()
        created = await web.create_table(token)
        await web.get(f"/api/tables/{created['id']}/state?invite={created['invite']}", token)
        await web.get("/someone/was/here?password=hunter22")
    log = capsys.readouterr().err
    lines = [json.loads(line) for line in log.splitlines()]
    paths = [line["path"] for line in lines if line["event"] == "request"]
    assert paths == ["/api/guest", "/api/tables", "/api/tables/{table}/state", "unknown"]
    assert created["invite"] not in log
    assert "hunter22" not in log
    assert token not in log


async def test_requests_are_counted_by_route(web: Web) -> None:
    await web.get("/api/games/royale")
    await web.get("/api/games/nothing")
    text = (await web.get("/metrics")).text
    assert 'pandarium_http_requests_total{method="GET",route="/api/games/{game}",status="200"} 1.0' in text
    assert 'pandarium_http_requests_total{method="GET",route="/api/games/{game}",status="404"} 1.0' in text
