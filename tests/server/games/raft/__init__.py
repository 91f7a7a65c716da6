"""Raft: everybody wins or loses together. A game for the tests."""
