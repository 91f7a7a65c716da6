"""Operations: metrics, logs, limits, garbage collection, the generated reference."""
