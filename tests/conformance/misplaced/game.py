"""The folder of a mutant: everything lies there, but the moves are not in engine/."""
