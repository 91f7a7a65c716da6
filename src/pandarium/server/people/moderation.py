"""Who may not come here, and who may not talk: what the operators decided, in every worker's memory."""

from __future__ import annotations

from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final

from pandarium.core.message import Message
from pandarium.server.ops.now import now_ms
from pandarium.server.store import Store
from pandarium.server.store import moderation as rows
from pandarium.server.store.moderation import Restriction
from pandarium.server.tables.judge import Refusal


class Moderation:
    """The restrictions in force."""

    def __init__(self) -> None:
        self._banned: dict[str, Restriction] = {}
        self._muted: dict[str, Restriction] = {}
        self._networks: list[tuple[IPv4Network | IPv6Network, Restriction]] = []

    async def load(self, store: Store) -> None:
        """Read them again."""
        found = await rows.all_restrictions(store, now_ms())
        self._muted = {row.subject: row for row in found if row.kind == "mute"}
        self._banned = {row.subject: row for row in found if row.kind == "ban" and "/" not in row.subject}
        self._networks = [(ip_network(row.subject), row) for row in found if row.kind == "ban" and "/" in row.subject]

    def check_person(self, person: str) -> None:
        """Raise Refusal for somebody who is banned."""
        _check(self._banned.get(person), _BANNED)

    def is_banned(self, person: str) -> bool:
        """Whether somebody may not come here now."""
        row = self._banned.get(person)
        return row is not None and _in_force(row)

    def check_not_muted(self, person: str) -> None:
        """Raise Refusal for somebody who may not talk."""
        _check(self._muted.get(person), _MUTED)

    def check_address(self, address: str) -> None:
        """Raise Refusal for an address that is banned."""
        if not self._networks:
            return
        try:
            found = ip_address(address)
        except ValueError:
            return  # a Unix socket has none
        for network, row in self._networks:
            if found in network:
                _check(row, _BANNED)


_BANNED: Final = ("protocol.banned.for_good", "protocol.banned.until")
_MUTED: Final = ("protocol.muted.for_good", "protocol.muted.until")


def _check(row: Restriction | None, codes: tuple[str, str]) -> None:
    if row is None or not _in_force(row):
        return
    for_good, until = codes
    message = Message(for_good) if row.until is None else Message(until, {"until": moment(row.until)})
    raise Refusal("no access" if row.kind == "ban" else "not allowed", message)


def _in_force(row: Restriction) -> bool:
    return row.until is None or row.until > now_ms()


def moment(at: int) -> str:
    """A time for people.

    >>> moment(1_790_000_000_000)
    '2026-09-21 14:13 UTC'
    """
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
