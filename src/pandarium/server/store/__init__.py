"""Where tables, people and ratings are kept: SQLite by default, PostgreSQL by URL."""

from __future__ import annotations

from pandarium.server.store.rows import (
    AttemptRow,
    ChallengeRow,
    EntryRow,
    EveningPlayedRow,
    HandleTaken,
    Job,
    OpenQuota,
    PersonRow,
    RatingRow,
    ResultRow,
    SeatRow,
    SharedEveningRow,
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
    "EveningPlayedRow",
    "HandleTaken",
    "Job",
    "OpenQuota",
    "PersonRow",
    "RatingRow",
    "ResultRow",
    "SeatRow",
    "SharedEveningRow",
    "Status",
    "Store",
    "StoreError",
    "TableRow",
    "TallyRow",
    "TooManyOpen",
    "TournamentRow",
]
