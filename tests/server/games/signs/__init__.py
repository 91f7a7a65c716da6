"""Signs: everybody chooses at once, in secret. A game for the tests."""
