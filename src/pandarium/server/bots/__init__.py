"""Bots: where they think, who thinks next, and who moves for them."""
