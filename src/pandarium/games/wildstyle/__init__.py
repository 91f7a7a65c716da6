"""Wildstyle: real-time graffiti on a map of hexes. Collect sets of cards, leave your tags all over the city."""
