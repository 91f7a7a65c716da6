"""Moves belong into engine/."""
