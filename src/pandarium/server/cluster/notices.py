"""The notice board: what every worker is to look at, whoever changed it, the command line included.

Moves travel by Redis, where there is one. What happens once in a while (somebody is forgotten or banned, an operator
closes a table) is posted in the database, and every worker reads it there within a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
import structlog

from pandarium.server.people.identity import new_id
from pandarium.server.store import Job, StoreError, notices
from pandarium.server.tables.hub import SIGNED_OUT, Hub
from pandarium.server.tables.judge import Refusal
from pandarium.server.tournaments.registry import TournamentRegistry

POLL_SECONDS: Final = 1.0
_TOURNAMENT: Final = "c_"

_logger = structlog.get_logger("pandarium.notices")


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has changed."""

    table: str = ""
    """The rows of this table, or tournament."""
    person: str = ""
    """Somebody whose sessions are over …"""
    session: str = ""
    """… on one device; empty: everywhere."""
    code: int = SIGNED_OUT
    """The code to close their sockets with."""
    restrictions: bool = False
    """Who may not come here, or talk."""


def posting(notice: Notice) -> Job:
    """The write that posts a notice, for the transaction of what it is about."""
    return notices.posting(new_id("n"), msgspec.json.encode(notice))


class Noticeboard:
    """Reads what is posted, and does what it asks for."""

    def __init__(self, hub: Hub, registry: TournamentRegistry) -> None:
        self._hub = hub
        self._registry = registry
        self._seen: dict[str, None] = {}
        self.on_restrictions: Callable[[], Awaitable[None]] | None = None
        """Called when what is forbidden to whom has changed."""

    async def start(self) -> None:
        """Read from now on; what is posted already was said to others."""
        self._seen = dict.fromkeys(id for id, _ in await notices.recent(self._hub.store))
        self._hub.spawn(self._poll())

    async def post(self, *posted: Notice) -> None:
        """Post notices, and do here at once what they ask for."""
        for notice in posted:
            id = new_id("n")
            self._seen[id] = None
            await self._hub.store.run(notices.posting(id, msgspec.json.encode(notice)))
            await self._heed(notice, ours=True)

    async def read(self) -> None:
        """Do what new notices ask for."""
        found = await notices.recent(self._hub.store)
        new = [(id, body) for id, body in found if id not in self._seen]
        self._seen = dict.fromkeys(id for id, _ in found)
        for _, body in new:
            try:
                await self._heed(msgspec.json.decode(body, type=Notice))
            except (Refusal, msgspec.MsgspecError) as error:
                _logger.warning("a notice cannot be heeded", error=str(error))

    async def _heed(self, notice: Notice, ours: bool = False) -> None:
        if notice.restrictions and self.on_restrictions is not None:
            await self.on_restrictions()  # first: whoever is sent away because of them comes back at once
        if notice.person:  # by Redis others hear of it sooner, where there is one
            self._hub.sign_out(notice.person, notice.session, ours=ours, code=notice.code)
        if notice.table.startswith(_TOURNAMENT):
            await self._registry.reread(notice.table)
        elif notice.table:
            await self._hub.reread(notice.table)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self.read()
            except StoreError as error:
                _logger.warning("could not read the notices", error=str(error))
