"""The engine's buffers as arrays, without a copy: they cannot be written to."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.learn.extras import missing

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing("learn", error) from None


def byte_array(buffer: vec[u8]) -> NDArray[np.uint8]:
    """Bytes: observations, masks, features."""
    data: Any = buffer  # numpy's types do not know that a vec is a buffer
    return np.frombuffer(data, np.uint8)


def int_array(buffer: vec[i64]) -> NDArray[np.int64]:
    """Whole numbers: seats, places, scores."""
    data: Any = buffer
    return np.frombuffer(data, np.int64)
