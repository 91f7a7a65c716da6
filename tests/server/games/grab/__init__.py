"""Grab: real time, first come first served. A game for the tests."""
