"""What Wildstyle says to people: notation, labels, sentences, the rulebook and lessons."""
