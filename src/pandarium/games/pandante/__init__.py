"""Pandánte: poker in which lying is the point. 2 to 6 players."""
