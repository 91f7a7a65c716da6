"""Looking through a finished game together: one leads, and where they are is shown to everybody who is connected.

Nothing of it is written down. It ends when whoever leads gives it up or is gone.
"""

from __future__ import annotations

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tables.loaded_table import LoadedTable, Watcher
from pandarium.server.tables.parts import Lead


def lead(loaded: LoadedTable, asker: Asker, message: protocol.Review, worker: str) -> None:
    """Lead, go on leading, or give it up; raises Refusal."""
    if not loaded.table.disclosed or loaded.table.started == 0:
        raise Refusal("wrong time", Message("protocol.review_when_over"))
    if all(watcher.asker.person != asker.person for watcher in loaded.watchers):
        raise Refusal("wrong time", Message("protocol.review_connected"))
    now = loaded.lead
    if now is not None and now.person != asker.person:
        if message.at is None:
            return
        raise Refusal("not allowed", Message("protocol.review_led", {"name": now.name}))
    seat = message.seat if message.seat is not None and message.seat < len(loaded.table.seats) else None
    loaded.set_lead(None if message.at is None else Lead(worker, asker.person, asker.name, message.at, seat))


def gone(loaded: LoadedTable, watcher: Watcher) -> bool:
    """Somebody does not look any more: whether they led, and nobody does now."""
    now, person = loaded.lead, watcher.asker.person
    if now is None or now.person != person or any(other.asker.person == person for other in loaded.watchers):
        return False
    loaded.set_lead(None)
    return True
