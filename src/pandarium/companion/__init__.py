"""A companion at a real table: an evening's entries in, what follows from them out. Plain Python, no server needed."""

from pandarium.companion.evening import (
    Advised,
    Entered,
    EntryFault,
    EveningEntries,
    EveningShown,
    companion_of,
    fold,
    follow,
)

__all__ = ["Advised", "Entered", "EntryFault", "EveningEntries", "EveningShown", "companion_of", "fold", "follow"]
