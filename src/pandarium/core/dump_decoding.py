"""Positions as data: what every game's `load` begins with."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec

from pandarium.core.content import place_and_reason
from pandarium.core.errors import BadData
from pandarium.core.rng import MASK

T = TypeVar("T")

Word = Annotated[int, msgspec.Meta(ge=0, le=MASK)]
"""A word of the generator."""


def decode(data: Any, kind: type[T]) -> T:
    """The position as a struct, from what `dump` gave or from JSON text; raises BadData with the place."""
    try:
        return msgspec.json.decode(data, type=kind) if isinstance(data, str | bytes) else msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadData(*place_and_reason(error, "position")) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadData("position", f"not JSON: {error}") from None
