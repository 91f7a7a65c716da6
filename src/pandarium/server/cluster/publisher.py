"""What a worker publishes to the others: how far its tables have come, who is connected, who has signed out."""

from __future__ import annotations

import msgspec

from pandarium.server.cluster.bus import Bus
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.parts import Lead


class PeerMessage(msgspec.Struct, array_like=True, frozen=True):
    """What workers send each other: a table has come to this number; these seats are connected to me."""

    worker: str
    table: str
    seq: int
    here: list[int] | None = None
    asks: bool = False
    """Asks who is connected to the others."""
    away: str = ""
    """Instead of all that: somebody who has signed out."""
    session: str = ""
    """On one device; empty: everywhere."""
    code: int = 0
    """The code to close their sockets with."""
    lead: Lead | None = None
    """Who leads others through that table's game, connected to me."""


class Publisher:
    """Sends messages to the other workers; where there are none (`shared` is false), nothing is sent."""

    def __init__(self, bus: Bus, worker: str, shared: bool) -> None:
        self._bus = bus
        self._worker = worker
        self._shared = shared

    def publish(self, loaded: LoadedTable, asks: bool = False) -> None:
        """Tell the others how far a table has come, and who is connected to us."""
        if self._shared:
            lead = loaded.lead if loaded.lead is not None and loaded.lead.worker == self._worker else None
            here = sorted(loaded.seats_here())
            message = PeerMessage(self._worker, loaded.table.id, loaded.table.seq, here, asks, lead=lead)
            self._bus.publish(msgspec.msgpack.encode(message))

    def publish_sign_out(self, person: str, session: str, code: int) -> None:
        """Tell the others that somebody has signed out."""
        if self._shared:
            message = PeerMessage(self._worker, "", 0, away=person, session=session, code=code)
            self._bus.publish(msgspec.msgpack.encode(message))
