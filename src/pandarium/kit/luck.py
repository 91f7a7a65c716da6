"""How lucky everybody was, so that measurements can leave it out.

Whoever rolls high is no better a player. Where a game can say what chance was expected to bring just before it struck,
the difference to what it brought is luck: nothing on average, whoever plays and however they play, since no decision
lies between the two. So luck may be taken off a result, in whatever measure, and the mean stays what it was; only the
noise becomes less. `sim.control_variate` does that, and finds out how much of it to take off.
"""

from __future__ import annotations

from typing import Any


class LuckMeter:
    """Follows one game from its start."""

    def look(self, state: Any) -> None:
        """Called at the start and after every move."""
        raise NotImplementedError

    def luck(self) -> list[int]:
        """By seat, what chance brought above what was expected, so far; whole numbers, in units of the game's own."""
        raise NotImplementedError


class LuckRules:
    """The capability of a game that can tell luck."""

    def meter(self) -> LuckMeter:
        """For one game."""
        raise NotImplementedError
