"""Several workers on one database: how they hear of each other's tables."""
