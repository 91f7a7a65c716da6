"""Reader: what people are shown of a table who ask for it: an update, its record, what lies in its box, its replay."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.core.registry import game as find_game
from pandarium.protocol.rest import ContentShown
from pandarium.server import packs
from pandarium.server.challenges.challenges import Challenges
from pandarium.server.tables import judge
from pandarium.server.tables.archive import Archive
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.table import Table


class Reader:
    """Shows tables. `find` reads one into memory if need be; raises Refusal."""

    def __init__(self, find: Callable[[str], Awaitable[LoadedTable]], archive: Archive, challenges: Challenges) -> None:
        self._find = find
        self._archive = archive
        self._challenges = challenges

    async def table(self, id: str, asker: Asker, invite: str, share: str = "") -> LoadedTable:
        """A table that this person may read; raises Refusal."""
        loaded = await self._find(id)
        table = loaded.table
        if table.agreement.challenge and table.status != "open":
            await self._challenges.check_reader(table, asker.person)
            return loaded
        try:
            judge.read_access(table, asker.person, invite, share)
        except Refusal:
            if not (table.disclosed and await self._challenges.has_played_deal_of(table.id, asker.person)):
                raise
        await self._challenges.note_reader(table, asker.person)
        return loaded

    async def finished_game(self, id: str, asker: Asker, invite: str, share: str = "") -> Table:
        """A game that holds no secret from this person any more: to look at it with all eyes, and to ask what if.

        It is over, and so is its tournament; of a challenge, they have played it. Raises Refusal.
        """
        table = (await self.table(id, asker, invite, share)).table
        if not table.over:
            raise Refusal("wrong time", Message("protocol.after_the_game"))
        if not await self._is_open_to(table, asker):
            raise Refusal("wrong time", Message("protocol.after_the_tournament"))
        return table

    async def _is_open_to(self, table: Table, asker: Asker) -> bool:
        """Whether what every seat saw is for this person to see."""
        if table.disclosed or not table.over or not table.agreement.challenge:
            return table.disclosed
        return await self._challenges.may_read(table.agreement.challenge, asker.person)

    async def update(self, id: str, asker: Asker, invite: str, since: int | None) -> bytes:
        """The encoded Update for this person; raises Refusal."""
        loaded = await self._find(id)
        judge.access(loaded.table, asker.person, invite)
        await self._challenges.note_reader(loaded.table, asker.person)
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
        others = viewer is not None and viewer != table.seat_of(asker.person)
        if others and not await self._is_open_to(table, asker):
            why = "protocol.other_eyes_after_tournament" if table.over else "protocol.no_other_eyes"
            raise Refusal("not allowed", Message(why))
        return await self._archive.replay(table, viewer)


def _check_disclosed(table: Table) -> None:
    """Raise Refusal unless all of this game is for everybody who may read it."""
    if not table.over:
        raise Refusal("wrong time", Message("protocol.record_when_over"))
    if not table.disclosed:
        day = table.agreement.challenge
        why = "protocol.challenge.record_after_day" if day else "protocol.record_after_tournament"
        raise Refusal("wrong time", Message(why))
    if table.started == 0:
        raise Refusal("wrong time", Message("protocol.nothing_played"))
