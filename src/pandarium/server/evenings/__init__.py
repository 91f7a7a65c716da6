"""Evenings at a real table that several phones share, and evenings in somebody's history."""
