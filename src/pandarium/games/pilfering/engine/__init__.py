"""The rules of Pilfering Pandas."""
