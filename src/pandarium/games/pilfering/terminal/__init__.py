"""Pilfering Pandas in the terminal."""

from pandarium.games.pilfering.terminal.table import PilferingTable

__all__ = ["PilferingTable"]
