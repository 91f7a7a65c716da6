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
    ResultRow,
    SeatRow,
    Status,
    StoreError,
    TableRow,
    TallyRow,
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
    "ResultRow",
    "SeatRow",
    "Status",
    "Store",
    "StoreError",
    "TableRow",
    "TallyRow",
    "TooManyOpen",
    "TournamentRow",
]
