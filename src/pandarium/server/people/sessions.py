"""Sessions: from a token to the person whose it is."""

from __future__ import annotations

from typing import NamedTuple

from pandarium.server.people.identity import Identity
from pandarium.server.store import PersonRow, Store, sessions
from pandarium.server.tables.judge import Asker


class SignedIn(NamedTuple):
    """Somebody with a session."""

    row: PersonRow
    session: str
    """Its id."""

    @property
    def asker(self) -> Asker:
        """As tables know them."""
        row = self.row
        return Asker(row.id, row.name, row.avatar, row.handle is not None, self.session)


async def signed_in(token: str, identity: Identity, store: Store) -> SignedIn | None:
    """Whose session that is; None when it is none, is too old, or was ended by signing out."""
    found = identity.session(token)
    if found is None:
        return None
    row = await sessions.person_of(store, found.person, found.session, found.number)
    return None if row is None else SignedIn(row, found.session)
