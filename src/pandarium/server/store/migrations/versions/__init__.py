"""One module for each revision of the schema; a revision that was released never changes."""
