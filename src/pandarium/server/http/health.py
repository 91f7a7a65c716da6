"""Health, metrics and the protocol's schema, for machines."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Response, get

import pandarium
from pandarium import protocol
from pandarium.core.message import Message
from pandarium.protocol.rest import Alive, Health
from pandarium.server.http.caller import AnyRequest, site_of
from pandarium.server.ops import metrics
from pandarium.server.store import StoreError
from pandarium.server.tables.judge import Refusal

TAG: Final = ["Server"]
PATIENCE: Final = 3.0
"""Seconds after which a database that does not answer, or takes no write, counts as gone."""


@get("/health", tags=TAG, summary="Is the server well?")
async def show_health(request: AnyRequest) -> Response[Health]:
    """200 when the database answers and moves can be written, else 503: for whoever sends visitors here."""
    store = site_of(request).store
    database = "ok" if store.seconds_since_write < PATIENCE else "cannot be written"
    try:
        async with asyncio.timeout(PATIENCE):
            await store.ping()
    except (StoreError, TimeoutError):
        database = "does not answer"
    well = database == "ok"
    health = Health(status="ok" if well else "ill", database=database, version=pandarium.__version__)
    return Response(health, status_code=200 if well else 503)


@get("/health/live", tags=TAG, summary="Does the server run?")
async def show_life() -> Alive:
    """200 whenever the server runs: for whoever restarts it."""
    return Alive(status="ok", version=pandarium.__version__)


@get("/metrics", tags=TAG, summary="Counters for Prometheus", include_in_schema=False)
async def show_metrics(request: AnyRequest) -> Response[bytes]:
    """Counters; only from this machine, or with the token that the settings name."""
    site = site_of(request)
    if not metrics.may_read(request.scope, site.settings.metrics_token, site.settings.proxies):
        raise Refusal("not allowed", Message("protocol.metrics_private"))
    body, kind = site.metrics.render()
    return Response(body, media_type=kind.partition("; charset")[0])  # Litestar adds the charset itself


@get("/api/protocol.json", tags=TAG, summary="The messages of a table as JSON schema")
async def show_protocol() -> dict[str, Any]:
    """What clients send (`message`) and get (`reply`), over the socket and by POST alike."""
    return protocol_schema()


@cache
def protocol_schema() -> dict[str, Any]:
    """The schema of everything that travels between a client and a table."""
    kinds: list[Any] = [protocol.AnyMessage, protocol.AnyReply]
    (message, reply), parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Pandarium's protocol",
        "version": protocol.VERSION,
        "message": message,
        "reply": reply,
        "$defs": parts,
    }


HANDLERS: Final = [show_health, show_life, show_metrics, show_protocol]
