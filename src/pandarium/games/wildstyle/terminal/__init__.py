"""Wildstyle in the terminal."""

from pandarium.games.wildstyle.terminal.table import WildstyleTable

__all__ = ["WildstyleTable"]
