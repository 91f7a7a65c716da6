"""Everything that Pilfering Pandas says to people: notation, labels, sentences, phrases, rulebook and lessons."""
