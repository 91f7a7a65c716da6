"""What Pandánte says to people: notation, labels, sentences, rulebook and lessons."""
