"""What Panda Royale says to people: notation, labels, sentences, the rulebook and lessons."""
