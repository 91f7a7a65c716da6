"""Sessions: from a token to the person whose it is."""

from __future__ import annotations

from pandarium.server.people.identity import Identity
from pandarium.server.store import PersonRow, Store


async def person_of(token: str, identity: Identity, store: Store) -> PersonRow | None:
    """Whose session that is; None when it is none, is too old, or was ended by signing out everywhere."""
    session = identity.session(token)
    if session is None:
        return None
    row = await store.person(session.person)
    return row if row is not None and row.sessions == session.number else None
