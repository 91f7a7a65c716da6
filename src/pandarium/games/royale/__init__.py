"""Panda Royale: roll everything, draft one more die, ten rounds. 2 to 10 players."""
