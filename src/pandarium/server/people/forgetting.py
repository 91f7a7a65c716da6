"""Somebody wants to be forgotten: they leave every table, their rows go, and old games keep a name that is nobody's."""

from __future__ import annotations

from contextlib import suppress

from pandarium import protocol
from pandarium.protocol.tournaments import Cancel, GoAway, SignOff
from pandarium.server.cluster.notices import Notice, Noticeboard
from pandarium.server.store import personal
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tournaments.registry import TournamentRegistry


async def forget(asker: Asker, hub: Hub, registry: TournamentRegistry, notices: Noticeboard) -> None:
    """Remove this person. Tables under way go on without them, as if they had left."""
    for table in await personal.tables_of(hub.store, asker.person):
        if table.status not in ("open", "running"):
            continue
        message = protocol.Close() if table.status == "open" and table.host == asker.person else protocol.Leave()
        with suppress(Refusal):  # they host it without a seat, or have left already
            await hub.handle(table.id, asker, message, "")
    for id in await personal.tournaments_of(hub.store, asker.person):
        for request in (Cancel(), SignOff(), GoAway()):
            with suppress(Refusal):  # not theirs to call off, or under way, or over
                await registry.handle(id, asker, request, "")
    changed = await personal.forget(hub.store, asker.person)
    await notices.post(Notice(person=asker.person), *(Notice(table=id) for id in sorted(changed)))
