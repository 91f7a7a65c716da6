"""Operators and people: codes for new passwords, bans, mutes, other operators."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Final, NamedTuple

from sqlalchemy import Connection

from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.server.cluster.notices import Notice, posting
from pandarium.server.ops.now import now_ms
from pandarium.server.people.identity import new_code
from pandarium.server.store import PersonRow, Store, codes, moderation
from pandarium.server.store.moderation import Restriction, RestrictionKind

CODE_MS: Final = 86_400_000
"""How long a code that an operator gives out can be used."""
HOUR_MS: Final = 3_600_000


class NotThere(PandariumError):
    """What an operator named does not exist, or cannot be treated like that."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)

    @property
    def message(self) -> Message:
        """Why not."""
        message: Message = self.args[0]
        return message


class IssuedCode(NamedTuple):
    """A code to be told to its owner, and to nobody else."""

    code: str
    expires: int


async def find(store: Store, name: str) -> PersonRow:
    """Somebody by handle or id; raises NotThere."""
    row = await store.person(name) or await store.person_by_handle(name)
    if row is None:
        raise NotThere(Message("protocol.admin.no_such_person", {"name": name}))
    return row


async def find_account(store: Store, name: str) -> PersonRow:
    """Somebody with an account, by handle or id; raises NotThere."""
    row = await find(store, name)
    if row.handle is None:
        raise NotThere(Message("protocol.admin.is_guest", {"name": row.name}))
    return row


async def reset_code(store: Store, row: PersonRow) -> IssuedCode:
    """A code for a new password."""
    issued = IssuedCode(new_code(), now_ms() + CODE_MS)
    await codes.issue(store, "password", row.id, *issued)
    return issued


async def set_operator(store: Store, row: PersonRow, operator: bool) -> None:
    """Let somebody look after this server, or no longer."""
    await store.run(moderation.set_operator(row.id, operator))


async def subject_of(store: Store, text: str) -> str:
    """Whom a restriction is about: an address, or a network of them, in its one spelling; else a person's id."""
    try:
        return str(ip_network(text.strip(), strict=False))
    except ValueError:
        return (await find(store, text)).id


async def restrict(store: Store, kind: RestrictionKind, subject: str, hours: int | None, reason: str) -> Restriction:
    """Forbid somebody (by id) or an address to come here, or somebody to talk; for that many hours, or for good."""
    now = now_ms()
    row = Restriction(kind, subject, None if hours is None else now + hours * HOUR_MS, reason, now)
    # A ban closes the sockets of an account; those of an address are only known to the worker that has them.
    notice = Notice(restrictions=True, person=subject if kind == "ban" and not is_address(subject) else "")

    def job(connection: Connection) -> None:
        moderation.restrict(row)(connection)
        posting(notice)(connection)

    await store.run(job)
    return row


async def lift(store: Store, kind: RestrictionKind, subject: str) -> bool:
    """Forbid it no longer; whether it was forbidden."""
    lifted = await moderation.lift(store, kind, subject)
    await store.run(posting(Notice(restrictions=True)))
    return lifted


def is_address(subject: str) -> bool:
    """Whether a restriction is about an address, not about somebody."""
    return "/" in subject
