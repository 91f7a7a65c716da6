"""The tables of the database, for SQLite and PostgreSQL alike, a module for each concern.

Times are milliseconds in big integers; JSON is stored as the bytes it was written in. Nothing refers to `people` by a
foreign key: somebody may ask to be forgotten, and the games they played stay, under the name kept in `seats`.
"""

from __future__ import annotations

from typing import Final

from pandarium.server.store.schema.after_the_game import analyses, attempts, challenges
from pandarium.server.store.schema.base import metadata
from pandarium.server.store.schema.evenings import evenings_played, shared_evenings
from pandarium.server.store.schema.notifications import notification_choices, outbox, subscriptions, webhooks
from pandarium.server.store.schema.people import codes, friends, mutes, people, reports, restrictions, sessions
from pandarium.server.store.schema.results import is_rated, ratings, results, tallies
from pandarium.server.store.schema.tables import (
    DEAL,
    entries,
    has_origin,
    invitations,
    is_deal,
    needs_driver,
    seats,
    tables,
)
from pandarium.server.store.schema.tournaments import entrants, needs_tournament_driver, tournaments
from pandarium.server.store.schema.workers import notices, settings, workers

__all__ = [
    "DEAL",
    "REVISION",
    "VERSION_TABLE",
    "analyses",
    "attempts",
    "challenges",
    "codes",
    "entrants",
    "entries",
    "evenings_played",
    "friends",
    "has_origin",
    "invitations",
    "is_deal",
    "is_rated",
    "metadata",
    "mutes",
    "needs_driver",
    "needs_tournament_driver",
    "notices",
    "notification_choices",
    "outbox",
    "people",
    "ratings",
    "reports",
    "restrictions",
    "results",
    "seats",
    "sessions",
    "settings",
    "shared_evenings",
    "subscriptions",
    "tables",
    "tallies",
    "tournaments",
    "webhooks",
    "workers",
]

REVISION: Final = "0011"
"""The revision of the schema that this program writes and reads."""

VERSION_TABLE: Final = "pandarium_version"
"""Where the revision stands: a name of our own, so that another program's Alembic is never mistaken for ours."""
