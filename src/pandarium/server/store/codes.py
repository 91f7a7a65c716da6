"""Codes: for a new password or to confirm an address, each used once. The store knows their hashes alone.

Links to become friends (`friends`) are in the same table: many people may use one until it expires.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final, Literal, TypeVar

from sqlalchemy import Connection, delete, select, update

from pandarium.server.store.jobs import upsert
from pandarium.server.store.schema import codes, people
from pandarium.server.store.sessions import next_number
from pandarium.server.store.store import Store

T = TypeVar("T")
Kind = Literal["password", "mail"]
"""What a code is for."""

_PASSWORD: Final[Kind] = "password"
_MAIL: Final[Kind] = "mail"


def hashed(code: str) -> str:
    """What is kept of a code. It is random and long, so that a plain hash does."""
    return hashlib.sha256(code.encode()).hexdigest()


async def issue(store: Store, kind: Kind, person: str, code: str, expires: int, detail: str = "") -> None:
    """Keep a new code. Earlier ones stay: a stranger who asks for one must not void the owner's."""
    row = {"hash": hashed(code), "kind": kind, "person": person, "detail": detail, "expires": expires}
    await store.run(lambda connection: upsert(connection, codes, [row], key=("hash",)))


async def set_password(store: Store, person: str, password: str) -> int:
    """A new password (its hash): all sessions are over; the number of those to come."""
    return await store.run(lambda connection: _set_password(connection, person, password))


async def reset_password(store: Store, person: str, code: str, now: int, password: str) -> int | None:
    """The same by a code, which is used up; None when it is not valid (any more)."""
    return await _use(
        store, _PASSWORD, person, code, now, lambda connection, detail: _set_password(connection, person, password)
    )


async def confirm_mail(store: Store, person: str, code: str, now: int) -> str | None:
    """The address that the code was sent to is theirs; None when it is not valid (any more)."""

    def keep(connection: Connection, address: str) -> str:
        connection.execute(update(people).where(people.c.id == person).values(mail=address))
        return address

    return await _use(store, _MAIL, person, code, now, keep)


async def set_mail(store: Store, person: str, address: str | None) -> None:
    """Somebody's address, or none any more."""
    setting = update(people).where(people.c.id == person).values(mail=address)
    await store.run(lambda connection: connection.execute(setting))


async def is_valid(store: Store, kind: Kind, person: str, code: str, now: int) -> bool:
    """Whether the code could be used now."""
    chosen = select(codes.c.hash).where(codes.c.hash == hashed(code), codes.c.kind == kind, codes.c.person == person)
    return bool(await store.read(chosen.where(codes.c.expires > now)))


async def _use(
    store: Store, kind: Kind, person: str, code: str, now: int, then: Callable[[Connection, str], T]
) -> T | None:
    """Use a code up and do what it is for, both or neither."""

    def job(connection: Connection) -> T | None:
        using = delete(codes).where(codes.c.hash == hashed(code), codes.c.kind == kind, codes.c.person == person)
        found = connection.execute(using.where(codes.c.expires > now).returning(codes.c.detail)).first()
        return None if found is None else then(connection, found.detail)

    return await store.run(job)


def _set_password(connection: Connection, person: str, password: str) -> int:
    connection.execute(update(people).where(people.c.id == person).values(password=password))
    connection.execute(delete(codes).where(codes.c.person == person, codes.c.kind == _PASSWORD))
    return next_number(connection, person)
