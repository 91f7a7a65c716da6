"""People: who somebody is, their sessions and ratings."""
