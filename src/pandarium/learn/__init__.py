"""For programs that learn: environments, encodings, text for language models. Nothing of it is imported by default."""
