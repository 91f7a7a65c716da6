"""The bamboo drawn in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pandarium.kit.terminal import TerminalTable

from .view import RaceView


class RaceTable(TerminalTable):
    """The race in a terminal."""

    def draw(self, view: RaceView, names: Sequence[str], width: int = 80) -> Any:
        """The bamboo, lying on its side: one stalk per player, firm steps full, this turn's steps hollow."""
        from rich.text import Text

        longest = max(len(name) for name in names)
        room = max(10, width - longest - 28)
        picture = Text(f"The top is at {view.top}; round {view.rounds} would be the last\n", no_wrap=True)
        for seat, player in enumerate(view.players):
            mine = view.turn == seat
            firm = min(room, player.height * room // view.top)
            loose = min(room, (player.height + view.steps) * room // view.top) - firm if mine else 0
            stalk = "█" * firm + "▒" * loose + "·" * (room - firm - loose)
            ahead = f" +{view.steps}" if mine and view.steps else ""
            lucky = "?" if player.lucky is None else str(player.lucky)
            line = f"{'▶' if mine else ' '} {names[seat]:<{longest}} {stalk} {player.height}{ahead}, lucky {lucky}\n"
            picture.append(line, style="bold" if mine else "")
        picture.rstrip()
        return picture
