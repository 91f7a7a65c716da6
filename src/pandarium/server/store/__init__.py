"""Where tables, people and ratings are kept: SQLite by default, PostgreSQL by URL."""

from __future__ import annotations

from pandarium.server.store.rows import (
    AttemptRow,
    ChallengeRow,
    EntryRow,
    HandleTaken,
    Job,
    OpenQuota,
    PersonRow,
    RatingRow,
    SeatRow,
    Status,
    StoreError,
    TableRow,
    TooManyOpen,
    TournamentRow,
)
from pandarium.server.store.store import Store

__all__ = [
    "AttemptRow",
    "ChallengeRow",
    "EntryRow",
    "HandleTaken",
    "Job",
    "OpenQuota",
    "PersonRow",
    "RatingRow",
    "SeatRow",
    "Status",
    "Store",
    "StoreError",
    "TableRow",
    "TooManyOpen",
    "TournamentRow",
]
