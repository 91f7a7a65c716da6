"""Who wants to be told what, and where; and what is to be sent."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, and_, delete, exists, insert, or_, select, update

from pandarium.server.store.jobs import upsert
from pandarium.server.store.schema import notification_choices as choices
from pandarium.server.store.schema import outbox, people, sessions, subscriptions, webhooks
from pandarium.server.store.store import Store

SUBSCRIPTIONS_PER_PERSON: Final = 10
"""Browsers of one person that are told something; a further one takes the place of the oldest."""
SETTLED_MS: Final = 30 * 86_400_000
"""How long it is kept what was sent, so that it is not sent again."""


class Subscription(NamedTuple):
    """A browser that wants to be told."""

    id: str
    person: str
    session: str
    endpoint: str
    key: str
    auth: str
    language: str
    origin: str
    created: int


class NotificationChoices(NamedTuple):
    """What somebody wants to be told."""

    person: str
    turn: bool = True
    seated: bool = True
    tournament: bool = True
    digest: bool = False
    language: str = "en"
    origin: str = ""
    digested: int = 0


class Webhook(NamedTuple):
    """An address that is told what happens at a table."""

    id: str
    table_id: str
    person: str
    kind: str
    url: str
    secret: str
    language: str
    origin: str
    created: int


class Outgoing(NamedTuple):
    """Something to be sent to one recipient."""

    id: str
    occasion: str
    subject: str
    person: str
    target: str
    mark: int
    params: bytes
    at: int
    due: int | None
    tries: int = 0


_SIGNED_IN = exists().where(
    sessions.c.id == subscriptions.c.session,
    sessions.c.person == subscriptions.c.person,
    sessions.c.ended.is_(None),
)
"""A subscription ends with the session in which it was made."""


def subscription_id(endpoint: str) -> str:
    """What a subscription is called: nobody who reads it learns where it leads."""
    return "b_" + hashlib.sha256(endpoint.encode()).hexdigest()[:32]


async def subscribe(store: Store, row: Subscription) -> None:
    """Tell this browser, too. One that belonged to somebody else before does no longer."""

    def job(connection: Connection) -> None:
        upsert(connection, subscriptions, [row._asdict()], key=("id",))
        theirs = select(subscriptions.c.id).where(subscriptions.c.person == row.person)
        others = theirs.where(subscriptions.c.id != row.id).order_by(subscriptions.c.created.desc())
        surplus = connection.scalars(others.offset(SUBSCRIPTIONS_PER_PERSON - 1)).all()
        connection.execute(delete(subscriptions).where(subscriptions.c.id.in_(surplus)))

    await store.run(job)


async def unsubscribe(store: Store, id: str, person: str | None = None) -> bool:
    """Tell this browser no more, if it is that person's; whether it was there."""
    wanted = subscriptions.c.id == id
    if person is not None:
        wanted = and_(wanted, subscriptions.c.person == person)
    return await store.run(lambda connection: connection.execute(delete(subscriptions).where(wanted)).rowcount == 1)


async def subscriptions_of(store: Store, persons: Collection[str]) -> list[Subscription]:
    """The browsers of these people that are to be told: where they are signed in."""
    if not persons:
        return []
    chosen = select(subscriptions).where(subscriptions.c.person.in_(persons), _SIGNED_IN)
    return [Subscription(*row) for row in await store.read(chosen.order_by(subscriptions.c.created))]


async def subscription(store: Store, id: str) -> Subscription | None:
    """One of them, if it is still to be told."""
    rows = await store.read(select(subscriptions).where(subscriptions.c.id == id, _SIGNED_IN))
    return Subscription(*rows[0]) if rows else None


async def notification_choices(store: Store, persons: Collection[str]) -> dict[str, NotificationChoices]:
    """What each of these people wants to be told."""
    rows = await store.read(select(choices).where(choices.c.person.in_(persons))) if persons else []
    return {person: NotificationChoices(person) for person in persons} | {
        row.person: NotificationChoices(*row) for row in rows
    }


async def save_notification_choices(store: Store, row: NotificationChoices) -> None:
    """Somebody has decided what they want to be told. When they were last written to stays."""
    values = row._asdict()
    del values["digested"]
    await store.run(lambda connection: upsert(connection, choices, [values], key=("person",)))


async def digests_due(store: Store, before: int, limit: int) -> list[tuple[NotificationChoices, str]]:
    """People who want an e-mail and had none since then, each with the address."""
    joined = choices.join(people, people.c.id == choices.c.person)
    chosen = select(*choices.c, people.c.mail).select_from(joined)
    due = and_(choices.c.digest, choices.c.digested < before, people.c.mail.is_not(None))
    rows = await store.read(chosen.where(due).order_by(choices.c.digested, choices.c.person).limit(limit))
    return [(NotificationChoices(*row[:-1]), row[-1]) for row in rows]


async def digested(store: Store, person: str, at: int) -> None:
    """It was looked at that time whether there is something to write to them."""
    changing = update(choices).where(choices.c.person == person).values(digested=at)
    await store.run(lambda connection: connection.execute(changing))


async def add_webhook(store: Store, row: Webhook) -> None:
    """Tell this address what happens at a table."""
    await store.run(lambda connection: connection.execute(insert(webhooks).values(row._asdict())))


async def webhooks_of(store: Store, tables: Collection[str]) -> list[Webhook]:
    """The addresses that are told what happens at these tables."""
    chosen = select(webhooks).where(webhooks.c.table_id.in_(tables)).order_by(webhooks.c.created, webhooks.c.id)
    return [Webhook(*row) for row in await store.read(chosen)] if tables else []


async def webhooks_by(store: Store, person: str) -> list[Webhook]:
    """The addresses that somebody has given."""
    chosen = select(webhooks).where(webhooks.c.person == person).order_by(webhooks.c.created, webhooks.c.id)
    return [Webhook(*row) for row in await store.read(chosen)]


async def webhook(store: Store, id: str) -> Webhook | None:
    """One of them."""
    rows = await store.read(select(webhooks).where(webhooks.c.id == id))
    return Webhook(*rows[0]) if rows else None


async def remove_webhook(store: Store, table: str, id: str) -> bool:
    """Tell an address no more; whether it was there."""
    theirs = and_(webhooks.c.id == id, webhooks.c.table_id == table)
    return await store.run(lambda connection: connection.execute(delete(webhooks).where(theirs)).rowcount == 1)


async def post(store: Store, rows: Sequence[Outgoing]) -> None:
    """Have these sent, unless the same was or is to be."""

    def job(connection: Connection) -> None:
        known = select(outbox.c.id, outbox.c.mark).where(outbox.c.id.in_([row.id for row in rows]))
        marks = {row.id: row.mark for row in connection.execute(known)}
        fresh = [row._asdict() for row in rows if marks.get(row.id) != row.mark]
        upsert(connection, outbox, fresh, key=("id",))

    if rows:
        await store.run(job)


async def due(store: Store, now: int, limit: int) -> list[Outgoing]:
    """What is to be sent now, the longest due first."""
    chosen = select(outbox).where(outbox.c.due <= now).order_by(outbox.c.due, outbox.c.id)
    return [Outgoing(*row) for row in await store.read(chosen.limit(limit))]


async def claim(store: Store, row: Outgoing, until: int) -> bool:
    """Take it to send it; whether nobody else has. Should this worker die, it is due again then."""
    same = and_(outbox.c.id == row.id, outbox.c.mark == row.mark, outbox.c.due == row.due)
    taking = update(outbox).where(same).values(due=until)
    return await store.run(lambda connection: connection.execute(taking).rowcount == 1)


async def reschedule(store: Store, row: Outgoing, due: int | None, tries: int) -> None:
    """Send it later, or (no time) never; unless it was replaced by another meanwhile."""
    same = and_(outbox.c.id == row.id, outbox.c.mark == row.mark)
    changing = update(outbox).where(same).values(due=due, tries=tries)
    await store.run(lambda connection: connection.execute(changing))


async def tidy(store: Store, now: int) -> None:
    """Remove what nobody needs: subscriptions of sessions that are over, and what was sent long ago."""

    def job(connection: Connection) -> None:
        connection.execute(delete(subscriptions).where(~_SIGNED_IN))
        connection.execute(delete(outbox).where(outbox.c.at < now - SETTLED_MS))

    await store.run(job)


def forget(connection: Connection, person: str) -> None:
    """Somebody is forgotten."""
    for table in (subscriptions, choices, webhooks):
        connection.execute(delete(table).where(table.c.person == person))
    connection.execute(delete(outbox).where(or_(outbox.c.person == person, outbox.c.target == person)))
