"""How a database becomes one of this program: Alembic's environment and the revisions in order."""
