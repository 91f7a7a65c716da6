"""Mime: together, with hidden cards and a rule about talk. A game for the tests."""
