"""The description of the REST part, and whether the server keeps to it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from pandarium.server.app import create_app
from pandarium.server.evenings import watch
from pandarium.server.run import listen, uvicorn_options
from pandarium.server.settings import Settings
from server.harness import PATIENCE
from server.http.conftest import Web

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
EXAMPLES = 5
"""Of each request, in each of the two modes."""
GOODBYES = {"DELETE /api/sessions", "DELETE /api/me/devices/{device}", "POST /api/me/deletion"}
"""After these we are nobody: they are tried last."""
_QUIETLY: dict[str, Any] = {
    "deadline": None,
    "database": None,
    "derandomize": True,
    "phases": [Phase.explicit, Phase.generate],
    "suppress_health_check": list(HealthCheck),
}


async def test_every_request_is_described_with_its_answers(web: Web) -> None:
    found = (await web.get("/openapi.json")).json()
    assert found["openapi"].startswith("3.1")
    operations = {f"{m.upper()} {p}": o for p, methods in found["paths"].items() for m, o in methods.items()}
    assert len(operations) >= 22
    for name, operation in operations.items():
        assert operation["summary"], name
        assert operation["description"], name
        assert operation["tags"], name
        refused = operation["responses"]["429"]["content"]["application/json"]["schema"]
        assert refused == {"$ref": "#/components/schemas/Refused"}, name
        for parameter in operation.get("parameters", []):
            shapes = parameter["schema"].get("oneOf", [parameter["schema"]])
            texts = [shape for shape in shapes if shape.get("type") == "string" and "enum" not in shape]
            if parameter["in"] == "query":  # PostgreSQL refuses to look for what has a zero byte in it
                assert not texts or "pattern" in str(parameter["schema"]), f"{name} takes any {parameter['name']}"
        for parameter in operation.get("parameters", []):
            assert parameter["description"], (name, parameter["name"])
        if "requestBody" in operation:
            assert "example" in operation["requestBody"]["content"]["application/json"], name


async def test_every_shape_that_is_named_is_described(web: Web) -> None:
    text = (await web.get("/openapi.json")).text
    shapes = httpx.Response(200, text=text).json()["components"]["schemas"]
    named = {piece.partition('"')[0] for piece in text.split('"#/components/schemas/')[1:]}
    assert named <= shapes.keys()
    assert shapes["NewTable"]["additionalProperties"] is False
    assert all(shape.get("description") for shape in shapes.values())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on a port of its own, in a thread."""
    database = tmp_path_factory.mktemp("described") / "tables.db"
    chosen = Settings.load({}, database=f"sqlite:///{database}", limits=0, log_level="error", log_format="json")
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(create_app(chosen), **uvicorn_options(chosen)))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started and thread.is_alive():
        thread.join(0.05)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(PATIENCE)
    assert not thread.is_alive()


def _inhabit(client: httpx.Client) -> dict[str, str]:
    """Somebody at a table: values with which paths lead somewhere."""
    session = client.post("/api/guest", json={"name": "Bamboo"}).json()
    client.headers["Authorization"] = f"Bearer {session['token']}"
    client.cookies.clear()
    table = client.post("/api/tables", json={"game": "royale", "seats": 2, "public": True}).json()["id"]
    tournament = client.post("/api/tournaments", json={"game": "pandante"}).json()["id"]
    device = client.get("/api/me/devices").json()[0]["id"]
    code = client.post("/api/me/friends/link", json={}).json()["url"].rsplit("/", 1)[1]
    places = {"table": table, "person": session["me"]["id"], "game": "royale", "tournament": tournament}
    nowhere = {"subscription": "b_none", "webhook": "h_none", "report": "r_none"}
    challenge = client.get("/api/daily").json()[0]["id"]
    told = {"evening": "mi4x", "game": "royale", "names": ["Ann", "Ben"], "options": {}, "entries": [], "begun": 0}
    shared = client.post("/api/evenings", json=told).json()["shared"]
    evening = {"evening": shared["id"], "letters": shared["code"]}
    return {**places, **nowhere, **evening, "device": device, "line": "1", "code": code, "challenge": challenge}


@pytest.mark.filterwarnings("ignore:It looks like `register_random`")  # faker's generator is its module's, and stays
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["sense", "nonsense"])
def test_the_server_keeps_to_its_description(
    address: str, mode: GenerationMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sensible requests and nonsense: never a 5xx, always an answer as described, and nonsense is refused."""
    monkeypatch.setattr(watch, "WAIT_SECONDS", 0.0)  # nothing will happen
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        schema = schemathesis.openapi.from_dict(client.get("/openapi.json").json())
        places = _inhabit(client)
        headers = {"Authorization": client.headers["Authorization"]}
    operations = [found.ok() for found in schema.get_all_operations()]
    operations.sort(key=lambda operation: operation.label in GOODBYES)
    tried: set[str] = set()
    for operation in operations:
        if mode is GenerationMode.POSITIVE or _can_be_wrong(operation):
            cases: Any = operation.as_strategy(generation_mode=mode)

            @settings(max_examples=EXAMPLES, **_QUIETLY)
            @given(case=cases)
            def keeps_to_it(case: schemathesis.Case) -> None:
                if mode is GenerationMode.POSITIVE:
                    case.path_parameters.update({name: places[name] for name in case.path_parameters})
                tried.add(case.operation.label)
                case.call_and_validate(base_url=address, headers=headers, checks=CHECKS, timeout=PATIENCE)

            keeps_to_it()
    assert len(tried) >= (22 if mode is GenerationMode.POSITIVE else 17)


def _can_be_wrong(operation: Any) -> bool:
    """Whether there is anything in such a request that could be wrong."""
    return bool(list(operation.iter_parameters()) or operation.body)
