"""What a game says about its deal of the day, where not everything is as usual."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pandarium.core.meta import OptionValue


class DailyRules:
    """A game whose deal of the day is not its usual table hands out one of these."""

    options: Mapping[str, OptionValue] = MappingProxyType({})
    """Options that differ from the usual."""
    seats: tuple[int, ...] = ()
    """With how many it can be played, the usual number first; empty: from the fewest up to four."""
