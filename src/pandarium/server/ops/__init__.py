"""Operations: metrics, logs, limits, garbage collection, the clock, other processes."""
