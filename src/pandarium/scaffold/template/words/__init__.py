"""What the game says to people: notation, labels, sentences, the rulebook."""
