"""Pilfering Pandas: trade stolen food with Meerkats and be gone before the keeper comes. 1 to 4 players, together."""
