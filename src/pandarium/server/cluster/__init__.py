"""Several workers on one database: leases, one way into a log, how they learn of each other's tables, who tidies up."""
