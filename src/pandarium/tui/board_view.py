"""What the people at a table see: the match as it stands, drawn on the full screen."""

from __future__ import annotations

from typing import Any, Literal

from rich.table import Table
from rich.text import Text
from textual.widgets import Static

from pandarium.core.bot import Advice
from pandarium.tui.base_app import key_table
from pandarium.tui.drawing import draw_table, heading
from pandarium.tui.layout import LOG_LINES, TableLayout
from pandarium.tui.local_match import LocalMatch, MoveChoice
from pandarium.tui.widgets import LogView, MoveList, TitleBar

Phase = Literal["person", "bot", "cover", "over", "halted"]

KEY_HELP = [
    ("↑ ↓ Enter", "choose a move and play it; its key or a click plays it at once"),
    ("/", "find a move by typing a part of it"),
    ("h", "hint: what the strongest bot thinks of your moves"),
    ("u", "undo: take your last move back, until something was revealed or another player moved"),
    ("space", "do not wait for the pause before a bot's move"),
    ("s", "save; with a file, the game is saved after every move anyway"),
    ("r", "rules: the rulebook, with search"),
    ("l", "log: all that happened"),
    ("Tab", "scores: the score sheet and other pages of the game"),
    ("PgUp PgDn", "scroll the table, where the window is small"),
    ("d", "day or night"),
    ("q", "quit; Ctrl-C quits at once and saves"),
]


class BoardView(TableLayout):
    """A local match on the screen. What people and bots do is in `play_app.py`."""

    pause: float

    def start_match(self, local_match: LocalMatch) -> None:
        """Begin, or begin again."""
        self.local_match = local_match
        self.game = local_match.game
        self.match_log = local_match.match_log
        self.viewer: int | None = local_match.people[0] if len(local_match.people) == 1 else None
        self.phase: Phase = "bot"
        self.advice: dict[int, Advice] = {}
        self.notice = ""
        commitment = local_match.match.record.commitment
        if commitment is not None and not local_match.match.record.moves:
            self.match_log.add_preface(f"A fair deal, bound to {commitment}")

    def current_view(self) -> Any:
        """What the viewer sees now."""
        return self.local_match.view(self.viewer)

    def choices(self) -> list[MoveChoice]:
        """The moves to choose from, if a person is to choose."""
        if self.phase != "person" or self.viewer is None:
            return []
        return self.local_match.choices(self.viewer)

    def show(self) -> None:
        """Draw everything anew. While the screen is passed on, nothing is drawn."""
        if not self.is_running or self.phase == "cover":
            return
        view = self.current_view()
        choices = self.choices()
        yours = self.phase == "person"
        title = self.table_screen.query_one(TitleBar)
        title.show(self.game.meta.title, heading(view), self.turn_words(), yours)
        self.table_screen.set_class(bool(self.advice) or any(choice.preview for choice in choices), "-advised")
        moves, labels = [choice.move for choice in choices], [choice.label for choice in choices]
        groups = [choice.group for choice in choices]
        self.table_screen.query_one(MoveList).offer(moves, labels, self.advice, groups)
        self.refresh_bindings()
        self.show_table()
        self.show_status()
        lines = self.log_lines(LOG_LINES)
        for log in self.table_screen.query(LogView):
            log.show(lines)

    def show_table(self) -> None:
        """Draw the table, with the keys of the moves on it and the chosen one marked."""
        notations = {choice.move: choice.notation for choice in self.choices()}
        listed = self.table_screen.query_one(MoveList)
        keys = {notations[move]: key for move, key in listed.keys().items() if move in notations}
        chosen = notations.get(listed.chosen) if listed.chosen is not None else None
        drawing = draw_table(self.game, self.current_view(), self.match_log.names, self.table_width)
        self.put_on_table(drawing, keys, chosen, len(notations))

    def turn_words(self) -> str:
        """Whose turn it is, for the title bar."""
        if self.phase == "over":
            return "Game over"
        if self.phase == "halted":
            return "Stopped"
        seat = self.local_match.actor()
        if seat is None:
            return ""
        name = self.match_log.names[seat]
        if self.phase == "bot":
            return f"{name} is thinking…"
        return "Your turn" if len(self.local_match.people) == 1 else f"{name}, your turn"

    def show_status(self, notice: str | None = None) -> None:
        """One line to the people at the table: news, or what to do now."""
        if notice is not None:
            self.notice = notice
        line = self.table_screen.query_one("#status", Static)
        words = self.local_match.save_error or self.notice or self.prompt()
        line.set_class(bool(self.local_match.save_error) or self.phase == "halted", "-error")
        line.set_class(self.phase == "person", "-yours")
        line.update(Text(words, no_wrap=True, overflow="ellipsis"))

    def prompt(self) -> str:
        """What can be done now."""
        if self.phase == "person":
            return "Your move: ↑ ↓ and Enter, its key, or a click"
        if self.phase == "over":
            return "The game is over: e shows the result, n begins a new one, q quits"
        if self.viewer is not None and self.local_match.undoable_by() == self.viewer:
            move = self.local_match.undoable_move(self.viewer)
            return f"{self.game.label(move, self.match_log.names)}: u takes it back"
        return "space: do not wait" if self.pause > 0 else ""

    def help_page(self) -> Table:
        """The keys at the table."""
        return key_table(KEY_HELP, self.game.meta.tagline)
