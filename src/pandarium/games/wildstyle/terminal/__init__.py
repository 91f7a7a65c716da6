"""Wildstyle in the terminal."""

from pandarium.games.wildstyle.terminal.table import draw

__all__ = ["draw"]
