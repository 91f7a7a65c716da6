"""Output: Rich on a terminal, plain text in a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def console(*, stderr: bool = False) -> Console:
    """A console for tables and colours; nothing is read as markup unless asked for."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def note(text: str) -> None:
    """One dim line on stderr."""
    console(stderr=True).print(text, style="dim", soft_wrap=True)


def note_engine() -> None:
    """Say so when the engine runs interpreted."""
    from pandarium.buildinfo import describe, is_compiled

    if not is_compiled():
        note(describe())
