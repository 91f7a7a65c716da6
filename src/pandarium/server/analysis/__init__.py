"""What bots think of finished games: worked out in slices, when nobody waits for a move, and kept."""
