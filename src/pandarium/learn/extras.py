"""What this package needs and a plain installation does not have."""

from __future__ import annotations

from pandarium.core.errors import PandariumError


class MissingExtra(PandariumError, ImportError):
    """A library is not installed; the message says how to get it."""


def missing(extra: str, error: ImportError) -> MissingExtra:
    """The error for an import that failed, with the line that mends it."""
    what = error.name.partition(".")[0] if error.name else "a library"
    return MissingExtra(f"this part of Pandarium needs {what}: pip install 'pandarium[{extra}]'")
