"""How much of the bots' time one person, and one address, may ask for at a time.

What a person has is counted in the database, for all workers together. Addresses are not stored: each worker
remembers in memory what was created from which, and looks in the database which of that is not over yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from pandarium.bots import thinks
from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.core.registry import game as find_game
from pandarium.server.ops.limits import KEYS_REMEMBERED
from pandarium.server.settings import Settings
from pandarium.server.store import Store, bot_usage
from pandarium.server.store.bot_usage import BotsAtTable, BotsInTournament
from pandarium.server.tables.judge import Asker, Refusal


class Usage(NamedTuple):
    """What bots are to do for somebody, at tables and in tournaments that are not over."""

    strong_tables: int = 0
    """Tables at which a bot sits that searches."""
    bot_tables: int = 0
    """Running tables of bots alone."""
    bot_tournaments: int = 0
    """Tournaments in which bots take part."""
    bots: int = 0
    """All of them together."""


NOTHING: Final = Usage()


class BotQuotas:
    """Says who may have more bots."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._most = Usage(
            settings.max_strong_tables, settings.max_bot_tables, settings.max_bot_tournaments, settings.max_bots
        )
        self._created: dict[str, set[str]] = {}
        """Ids of tables and tournaments with bots, by the address that they were created from."""

    async def check(self, asker: Asker, id: str, wanted: Usage) -> None:
        """Raise Refusal when somebody, or their address, would have too much with this table or tournament."""
        if wanted == NOTHING:
            return
        tables = await bot_usage.tables_of_host(self._store, asker.person)
        tournaments = await bot_usage.tournaments_of_host(self._store, asker.person)
        _refuse("person", _usage(id, tables, tournaments), wanted, self._most)
        if asker.address and self._settings.address_quota:
            factor = self._settings.address_quota
            most = Usage(*(int(most * factor) for most in self._most))
            _refuse("address", await self._usage_of_address(asker.address, id), wanted, most)

    def check_guest(self, asker: Asker, bots: int) -> None:
        """Raise Refusal when a guest wants a tournament that is open to accounts alone."""
        most = self._settings.guest_bots
        if bots > most and not asker.account:
            raise Refusal("not allowed", Message("protocol.quota.guest", {"most": most, "bots": bots}))

    def note(self, asker: Asker, id: str) -> None:
        """Remember where a table or tournament with bots comes from."""
        if not asker.address:
            return
        self._created.setdefault(asker.address, set()).add(id)
        if len(self._created) > KEYS_REMEMBERED:
            del self._created[next(iter(self._created))]

    async def _usage_of_address(self, address: str, id: str) -> Usage:
        ids = list(self._created.get(address, ()))
        tables = await bot_usage.tables_among(self._store, ids)
        tournaments = await bot_usage.tournaments_among(self._store, ids)
        over = set(ids) - {table.id for table in tables} - {one.id for one in tournaments}
        if over and address in self._created:
            self._created[address] -= over
            if not self._created[address]:
                del self._created[address]
        return _usage(id, tables, tournaments)


def table_usage(game: str, levels: Iterable[str], alone: bool = False) -> Usage:
    """What a table with these bots asks for; `alone`: it runs, and nobody else sits there.

    >>> table_usage("wildstyle", ["planner", "strong"])
    Usage(strong_tables=1, bot_tables=0, bot_tournaments=0, bots=2)
    """
    names = [level.partition("@")[0] for level in levels]
    return Usage(
        strong_tables=int(any(_thinks(game, name) for name in names)),
        bot_tables=int(alone and bool(names)),
        bots=len(names),
    )


def tournament_usage(bots: int) -> Usage:
    """What a tournament with that many bots asks for."""
    return Usage(bot_tournaments=1, bots=bots) if bots else NOTHING


def _thinks(game: str, level: str) -> bool:
    try:
        return thinks(find_game(game), level)
    except PandariumError:  # a game or a level that is not there any more
        return False


def _usage(but: str, tables: Sequence[BotsAtTable], tournaments: Sequence[BotsInTournament]) -> Usage:
    """All of these together, but for the one that is about to change."""
    parts = [table_usage(one.game, one.levels, one.running and one.alone) for one in tables if one.id != but]
    parts += [tournament_usage(one.bots) for one in tournaments if one.id != but]
    return Usage(*map(sum, zip(NOTHING, *parts, strict=True)))


def _refuse(whose: str, have: Usage, wanted: Usage, most: Usage) -> None:
    for what, has, more, allowed in zip(Usage._fields, have, wanted, most, strict=True):
        if more and has + more > allowed:
            numbers: dict[str, int | str | Message] = {"most": allowed, "have": has, "more": more}
            raise Refusal("limit", Message(f"protocol.quota.{whose}.{what}", numbers))
