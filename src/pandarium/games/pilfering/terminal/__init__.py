"""Pilfering Pandas in the terminal."""

from pandarium.games.pilfering.terminal.table import draw, foresee, say_how_far

__all__ = ["draw", "foresee", "say_how_far"]
