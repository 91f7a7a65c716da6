"""The game of a remote table: as it is installed here, or, where it is not, as the bare data of its views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from rich.console import RenderableType

from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.registry import game as find_game
from pandarium.kit.language import language
from pandarium.kit.rulebook import Rulebook
from pandarium.kit.terminal import terminal_table
from pandarium.kit.tournament import TournamentRules
from pandarium.protocol import News
from pandarium.tui.drawing import draw_table, heading, pages
from pandarium.tui.generic_board import draw_view
from pandarium.tui.panels import Page
from pandarium.tui.remote_actions import Action
from pandarium.tui.remote_text import result_words


class InstalledGame:
    """A game by its name; `rules` is the version that the server plays by, None when that is not known."""

    def __init__(self, name: str, rules: int | None = None) -> None:
        self.name = name
        self.game: Game | None = None
        self.rulebook: Rulebook | None = None
        """The rules, if they are here."""
        try:
            found = find_game(name)
        except PandariumError:
            return
        if rules is None or found.meta.rules == rules:
            self.game, self.rulebook = found, Rulebook.of(found, language())

    def read(self, data: Any) -> Any:
        """A view from what the server sent: the game's own struct, or the data under the same names."""
        if self.game is not None:
            try:
                return self.game.read_view(data)
            except PandariumError:
                pass
        return SimpleNamespace(**data) if isinstance(data, dict) else data

    def draw(self, view: Any, names: Sequence[str], width: int) -> RenderableType:
        """The table."""
        if self.game is None or isinstance(view, SimpleNamespace):
            return draw_view(_data(view), names, width)
        return draw_table(self.game, view, names, width)

    def pages(self, view: Any, names: Sequence[str], width: int, pack: str = "") -> list[Page]:
        """The game's extra pages; what is ours of it only where no pack of the host's is in its place."""
        if self.game is None or isinstance(view, SimpleNamespace):
            return [("Everything on the table", draw_view(_data(view), names, width))]
        return pages(self.game, view, names, width, [] if pack else None)

    def previews(self, view: Any) -> Mapping[str, str]:
        """What our moves would do at once, as far as the game says so."""
        if self.game is None or view is None or isinstance(view, SimpleNamespace):
            return {}
        return terminal_table(self.game).previews(view)

    def group(self, notation: str, names: Sequence[str]) -> str:
        """What a move has in common with others; "" for what is no move."""
        if self.game is None or not notation:
            return ""
        try:
            return terminal_table(self.game).group(self.game.read(notation), names)
        except PandariumError:
            return ""

    def listed_as(self, view: Any, notation: str) -> str:
        """The move that stands for this one in a list: itself, or one that comes to the same."""
        if not notation or self.game is None or view is None or isinstance(view, SimpleNamespace):
            return notation
        return terminal_table(self.game).listed_as(view, notation)

    def listed(self, view: Any, actions: Sequence[Action]) -> list[Action]:
        """Of moves that come to the same only the one that stands for them; all else as it is."""
        known = {action.notation for action in actions}
        stands_for = [self.listed_as(view, action.notation) for action in actions]
        return [
            action
            for action, other in zip(actions, stands_for, strict=True)
            if other == action.notation or other not in known
        ]

    def result(self, log: Sequence[News]) -> str:
        """What came of a deal of a tournament, by the log of its table."""
        rules = self.game.capability(TournamentRules) if self.game is not None else None
        return result_words(self.name, log, rules.result if rules is not None else "")

    def how_far(self, view: Any) -> str:
        """How far the players came."""
        return (
            ""
            if self.game is None or view is None or isinstance(view, SimpleNamespace)
            else terminal_table(self.game).how_far(view)
        )

    def heading(self, view: Any) -> str:
        """Round and step, if the view has them."""
        return heading(view)


def _data(view: Any) -> Any:
    return vars(view) if isinstance(view, SimpleNamespace) else view
