"""Reader: what people are shown of a table who ask for it: an update, its record, what lies in its box, its replay."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.core.registry import game as find_game
from pandarium.protocol.rest import ContentShown
from pandarium.server import packs
from pandarium.server.tables import judge
from pandarium.server.tables.archive import Archive
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.table import Table


class Reader:
    """Shows tables. `find` reads one into memory if need be; raises Refusal."""

    def __init__(self, find: Callable[[str], Awaitable[LoadedTable]], archive: Archive) -> None:
        self._find = find
        self._archive = archive

    async def table(self, id: str, asker: Asker, invite: str, share: str = "") -> LoadedTable:
        """A table that this person may read; raises Refusal."""
        loaded = await self._find(id)
        judge.read_access(loaded.table, asker.person, invite, share)
        return loaded

    async def update(self, id: str, asker: Asker, invite: str, since: int | None) -> bytes:
        """The encoded Update for this person; raises Refusal."""
        loaded = await self._find(id)
        judge.access(loaded.table, asker.person, invite)
        since = loaded.table.seq if since is None else since
        lines = await self.old_lines(loaded, asker, since)
        return loaded.update(asker, since, lines)

    async def old_lines(self, loaded: LoadedTable, asker: Asker, since: int) -> list[bytes] | None:
        """The news after that number from the archive; None when they are at hand."""
        table = loaded.table
        while not table.remembers(since):
            seat = table.seat_of(asker.person)
            lines = await self._archive.lines(table, seat, since)
            if table.seat_of(asker.person) == seat:  # else they have sat down meanwhile, and may know more
                return lines
        return None

    async def record(self, id: str, asker: Asker, invite: str, share: str = "") -> bytes:
        """The record of a table that is over; raises Refusal."""
        loaded = await self.table(id, asker, invite, share)
        _check_disclosed(loaded.table)
        return loaded.table.record().to_json()

    async def verification(self, id: str, asker: Asker, invite: str, share: str = "") -> bytes:
        """What the verifier finds out about a table that is over; raises Refusal."""
        loaded = await self.table(id, asker, invite, share)
        _check_disclosed(loaded.table)
        return await self._archive.verification(loaded.table)

    async def content(self, id: str, asker: Asker, invite: str, share: str = "") -> ContentShown:
        """What lies in the box at that table; raises Refusal."""
        table = (await self.table(id, asker, invite, share)).table
        try:
            return packs.show(find_game(table.agreement.game), table.agreement.content)
        except PandariumError as error:
            raise Refusal("wrong time", error.message) from None

    async def replay(self, id: str, asker: Asker, invite: str, viewer: int | None, share: str = "") -> bytes:
        """Every position as that viewer saw it; while the game, or its tournament, is under way only as oneself."""
        table = (await self.table(id, asker, invite, share)).table
        if viewer is not None and viewer >= len(table.seats):
            raise Refusal("bad table", Message("protocol.no_such_seat", {"seat": viewer, "last": len(table.seats) - 1}))
        if not table.disclosed and viewer is not None and viewer != table.seat_of(asker.person):
            why = "protocol.other_eyes_after_tournament" if table.over else "protocol.no_other_eyes"
            raise Refusal("not allowed", Message(why))
        return await self._archive.replay(table, viewer)


def _check_disclosed(table: Table) -> None:
    """Raise Refusal unless all of this game is for everybody who may read it."""
    if not table.over:
        raise Refusal("wrong time", Message("protocol.record_when_over"))
    if not table.disclosed:
        raise Refusal("wrong time", Message("protocol.record_after_tournament"))
    if table.started == 0:
        raise Refusal("wrong time", Message("protocol.nothing_played"))
