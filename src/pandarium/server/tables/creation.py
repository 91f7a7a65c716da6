"""Creation: new tables, by whom they may be had, and how many."""

from __future__ import annotations

import math

import msgspec

from pandarium import protocol
from pandarium.bots import strongest
from pandarium.core import fair
from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.core.registry import game as find_game
from pandarium.server import packs
from pandarium.server.bots.quotas import BotQuotas, table_usage
from pandarium.server.ops import limits
from pandarium.server.ops.now import now_ms
from pandarium.server.people.identity import new_id, new_invite
from pandarium.server.settings import Settings
from pandarium.server.store import OpenQuota, Store, StoreError, TableRow, TooManyOpen
from pandarium.server.tables import judge, log, storage
from pandarium.server.tables.judge import Asker, Entries, Refusal, too_many
from pandarium.server.tables.parts import NO_POSITION, Agreement
from pandarium.server.tables.table import Table


class Creation:
    """Writes new tables into the store. Whoever calls keeps them in memory."""

    def __init__(self, store: Store, settings: Settings, host_packs: packs.Packs, quotas: BotQuotas) -> None:
        self._store = store
        self._settings = settings
        self._packs = host_packs
        self._quotas = quotas
        self._paces = limits.TABLES.buckets(settings.limits)

    async def create(self, host: Asker, wanted: protocol.NewTable, origin: str) -> Table:
        """A new table, with a mark of the address that it is created from; raises Refusal."""
        await self._check_tables(host)
        try:
            game = find_game(wanted.game)
        except PandariumError as error:
            raise Refusal("bad table", error.message) from None
        agreement = judge.agree(wanted, game, self._packs.get(wanted.game, packs.NO_PACK))
        if agreement.rated and not host.account:
            raise Refusal("not allowed", Message("protocol.rated_needs_account"))
        return await self._create(host, agreement, judge.first_entries(wanted, host), None, origin)

    async def create_rematch(self, host: Asker, old: Table) -> Table:
        """The same people at a new table, and whoever came by the old link may come along; raises Refusal."""
        await self._check_tables(host)
        agreement = msgspec.structs.replace(
            old.agreement, challenge="", listed=False, level="", steady=False, position=NO_POSITION, what_if=""
        )
        return await self._create(host, agreement, storage.same_people(old), old.id, invite=old.invite)

    async def create_agreed(
        self, host: Asker, agreement: Agreement, entries: Entries, origin: str, secret: str = ""
    ) -> Table:
        """A table that the server has agreed to itself, dealt from that secret or from one of its own."""
        await self._check_tables(host)
        return await self._create(host, agreement, entries, None, origin, secret=secret)

    async def create_running(self, row: TableRow, entries: Entries) -> Table | None:
        """A table of a tournament, with everybody seated and the game begun; None if it is there already."""
        table = storage.blank(row)()
        for entry in entries:
            table.apply(entry, row.created)
        bodies = [log.encode(entry) for entry in entries]
        try:
            await self._store.create_table(row, bodies, row.created, storage.seats(table))
        except StoreError:
            if await self._store.table(row.id) is None:
                raise
            return None
        return table

    async def check_bots(self, table: Table, asker: Asker, message: protocol.Start | protocol.PutBot) -> bool:
        """Whether the host has bots here then; raises Refusal when those, or tables of bots alone, are too many."""
        if asker.person != table.host or table.game is None:
            return False  # which is refused anyway
        levels = {number: seat.bot for number, seat in enumerate(table.seats) if seat.bot is not None}
        starts = isinstance(message, protocol.Start)
        if isinstance(message, protocol.PutBot):
            levels[message.seat] = message.level or strongest(table.game)
        elif message.fill is not None:
            levels |= {number: message.fill for number, seat in enumerate(table.seats) if seat.free}
        wanted = table_usage(table.agreement.game, levels.values(), alone=starts and not table.people)
        await self._quotas.check(asker, table.id, wanted)
        return bool(levels)

    async def _check_tables(self, host: Asker) -> None:
        """Raise Refusal for somebody who creates tables too fast, or has too many."""
        wait = self._paces.take(host.person)
        if wait:
            raise too_many(limits.TABLES.what, wait)
        most = self._settings.max_tables_per_person
        if len(await self._store.tables_of(host.person, ("open", "running"), most, None)) >= most:
            raise Refusal("limit", Message("protocol.too_many_tables", {"most": most}))

    def _open_quota(self) -> OpenQuota:
        """How many tables that wait for players one may have: as wide as all limits, and lifted with them."""
        settings = self._settings
        per_person, per_address = settings.max_open_tables, settings.max_open_tables_by_address
        return OpenQuota(math.ceil(per_person * settings.limits), math.ceil(per_address * settings.limits))

    async def _create(
        self,
        host: Asker,
        agreement: Agreement,
        entries: Entries,
        rematch_of: str | None,
        origin: str = "",
        invite: str = "",
        secret: str = "",
    ) -> Table:
        levels = [entry.level for entry in entries if isinstance(entry, log.Seated)]
        await self._quotas.check(host, "", table_usage(agreement.game, levels))
        at = now_ms()
        row = TableRow(
            id=new_id("t"),
            game=agreement.game,
            rules=find_game(agreement.game).meta.rules,
            agreement=msgspec.json.encode(agreement),
            secret=secret or fair.new_secret().hex(),
            invite=invite or new_invite(),
            host=host.person,
            status="open",
            public=agreement.public,
            driven=False,
            driver=None,
            created=at,
            changed=at,
            outcome=None,
            rematch_of=rematch_of,
            origin=origin,
        )
        table = storage.blank(row)()
        for entry in entries:
            table.apply(entry, at)
        bodies = [log.encode(entry) for entry in entries]
        try:
            await self._store.create_table(row, bodies, at, storage.seats(table), self._open_quota())
        except TooManyOpen as error:
            why = "protocol.too_many_open_at_address" if error.by_address else "protocol.too_many_open_tables"
            raise Refusal("limit", Message(why, {"most": error.most})) from None
        if levels:
            self._quotas.note(host, row.id)
        return table
