"""What Leduc hold'em says to people: notation, labels, sentences, the rulebook, a lesson."""
