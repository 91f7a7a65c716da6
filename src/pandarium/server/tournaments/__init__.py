"""Tournaments on the server: the registry keeps them, the driver drives them; their tables are like all others."""
