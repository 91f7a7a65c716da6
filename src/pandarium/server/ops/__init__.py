"""What a host expects: figures, logs, limits, memory."""
