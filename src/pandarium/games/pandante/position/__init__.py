"""Positions of Pandánte as data: writing them, reading them, and every check of one that was read."""

from pandarium.games.pandante.position.data import dump, load

__all__ = ["dump", "load"]
