"""Several workers on one database: how they learn of each other's tables."""
