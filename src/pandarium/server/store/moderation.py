"""Moderation: restrictions by the operators, reports to them, and whom somebody does not want to read."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from pandarium.server.store.jobs import upsert
from pandarium.server.store.rows import Job, PersonRow
from pandarium.server.store.schema import mutes, people, reports, restrictions
from pandarium.server.store.store import Store

RestrictionKind = Literal["ban", "mute"]
"""Not to come here at all; not to talk."""

_PERSON = [people.c[name] for name in PersonRow.__struct_fields__]


class Restriction(NamedTuple):
    """Something that an operator has forbidden."""

    kind: RestrictionKind
    subject: str
    """A person's id; or an address, or a network of them."""
    until: int | None
    """None: for good."""
    reason: str
    created: int


class Report(NamedTuple):
    """Somebody has told the operators about somebody."""

    id: str
    created: int
    reporter: str
    person: str
    table_id: str
    seq: int | None
    said: str
    reason: str
    handled: int | None = None


def restrict(row: Restriction) -> Job:
    """Forbid it; what was forbidden to the same before is replaced."""
    return lambda connection: upsert(connection, restrictions, [row._asdict()], key=("kind", "subject"))


async def lift(store: Store, kind: RestrictionKind, subject: str) -> bool:
    """Forbid it no longer; whether it was forbidden."""
    lifting = delete(restrictions).where(restrictions.c.kind == kind, restrictions.c.subject == subject)
    return await store.run(lambda connection: connection.execute(lifting).rowcount == 1)


async def all_restrictions(store: Store, now: int) -> list[Restriction]:
    """What is forbidden now, newest first."""
    chosen = select(restrictions).where(or_(restrictions.c.until.is_(None), restrictions.c.until > now))
    return [Restriction(*row) for row in await store.read(chosen.order_by(restrictions.c.created.desc()))]


async def muted_by(store: Store, person: str) -> list[str]:
    """Whom somebody does not want to read."""
    chosen = select(mutes.c.muted).where(mutes.c.person == person).order_by(mutes.c.muted)
    return [row.muted for row in await store.read(chosen)]


async def mute(store: Store, person: str, muted: str) -> None:
    """Somebody does not want to read this one any more."""
    row = {"person": person, "muted": muted}
    await store.run(lambda connection: _insert_mute(connection, row))


async def unmute(store: Store, person: str, muted: str) -> None:
    """Somebody wants to read this one again."""
    removing = delete(mutes).where(mutes.c.person == person, mutes.c.muted == muted)
    await store.run(lambda connection: connection.execute(removing))


async def report(store: Store, row: Report) -> None:
    """Put a report on the operators' list."""
    await store.run(lambda connection: connection.execute(insert(reports).values(row._asdict())))


async def open_reports(store: Store, limit: int) -> list[Report]:
    """What operators have not dealt with yet, oldest first."""
    chosen = select(reports).where(reports.c.handled.is_(None)).order_by(reports.c.created).limit(limit)
    return [Report(*row) for row in await store.read(chosen)]


async def handle(store: Store, id: str, at: int) -> bool:
    """An operator has dealt with a report; whether it was open."""
    handling = update(reports).where(and_(reports.c.id == id, reports.c.handled.is_(None))).values(handled=at)
    return await store.run(lambda connection: connection.execute(handling).rowcount == 1)


async def find_people(store: Store, text: str, limit: int, *, accounts_only: bool = False) -> list[PersonRow]:
    """People by id, handle or a part of their name, the newest first."""
    chosen = select(*_PERSON).order_by(people.c.created.desc(), people.c.id).limit(limit)
    if accounts_only:
        chosen = chosen.where(people.c.handle.is_not(None))
    if text:
        part = func.lower(people.c.name).contains(text.lower(), autoescape=True)
        handle = people.c.folded.contains(text.lower(), autoescape=True)
        chosen = chosen.where(or_(people.c.id == text, part, handle))
    return [PersonRow(*row) for row in await store.read(chosen)]


def set_operator(person: str, operator: bool) -> Job:
    """Somebody looks after this server from now on, or no longer."""
    setting = update(people).where(people.c.id == person).values(operator=operator)
    return lambda connection: _do(connection, setting)


def _insert_mute(connection: Connection, row: dict[str, str]) -> None:
    found = select(mutes.c.person).where(mutes.c.person == row["person"], mutes.c.muted == row["muted"])
    if connection.execute(found).first() is None:
        connection.execute(insert(mutes).values(row))


def _do(connection: Connection, statement: object) -> None:
    connection.execute(statement)  # type: ignore[call-overload]
