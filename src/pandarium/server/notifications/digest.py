"""The e-mail digest: once a day at most, which tables wait for somebody who asked to be written to."""

from __future__ import annotations

from typing import Final

from pandarium.core.message import Message
from pandarium.core.registry import meta
from pandarium.server.ops.now import now_ms
from pandarium.server.people.mail import Mailer
from pandarium.server.store import notifications as rows
from pandarium.server.tables.hub import Hub

EVERY_MS: Final = 86_400_000
_AT_ONCE: Final = 20
_MOST_TABLES: Final = 20


async def send_digests(hub: Hub, mailer: Mailer) -> int:
    """Write to those for whom it is time, and for whom a table waits; how many were written to."""
    now, sent = now_ms(), 0
    for choices, address in await rows.digests_due(hub.store, now - EVERY_MS, _AT_ONCE):
        # First: whoever cannot be written to now is written to tomorrow, and nobody twice.
        await rows.digested(hub.store, choices.person, now)
        lines = await _waiting_tables(hub, choices)
        if lines and not hub.moderation.is_banned(choices.person):
            text = Message(
                "protocol.mail.digest", {"n": len(lines), "tables": "\n".join(lines), "url": f"{choices.origin}/me"}
            )
            subject = Message("protocol.mail.digest_subject", {"n": len(lines)})
            await mailer.send(address, subject, text, choices.language)
            hub.metrics.notified("digest", "mail", "sent")
            sent += 1
    return sent


async def _waiting_tables(hub: Hub, choices: rows.NotificationChoices) -> list[str]:
    """A line for each table that waits for this person."""
    found = await hub.store.tables_of(choices.person, ("running",), _MOST_TABLES, None)
    waiting = await hub.turns.at(found)
    seats = await hub.store.seats([row.id for row in found])
    lines: list[str] = []
    for row in found:
        mine = {seat.seat for seat in seats[row.id] if seat.person == choices.person}
        if mine & set(waiting[row.id].actors):
            lines.append(f"{meta(row.game).title}: {choices.origin}/t/{row.id}")
    return lines
