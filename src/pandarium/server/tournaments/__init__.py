"""Tournaments on the server: the arena keeps them, the steward drives them, their tables are tables like all others."""
