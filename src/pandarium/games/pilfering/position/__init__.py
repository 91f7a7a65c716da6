"""Positions of Pilfering Pandas as data: written, read back, and checked."""

from pandarium.games.pilfering.position.data import dump, load

__all__ = ["dump", "load"]
