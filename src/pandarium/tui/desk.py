"""What the people at a table see: the match as it stands, drawn on the full screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rich.table import Table
from rich.text import Text
from textual.widgets import Static

from pandarium.core.bot import Advice
from pandarium.tui.drawing import draw_table, heading
from pandarium.tui.frame import LOG_LINES, Frame
from pandarium.tui.house import key_table
from pandarium.tui.sitting import Sitting
from pandarium.tui.widgets import LogView, MoveList, TitleBar

Phase = Literal["person", "bot", "cover", "over", "halted"]

KEYS_AT_THE_TABLE = [
    ("↑ ↓ Enter", "choose a move and play it; its key or a click plays it at once"),
    ("/", "find a move by typing a part of it"),
    ("h", "hint: what the strongest bot thinks of your moves"),
    ("u", "undo: take your last move back, until something was revealed or another player moved"),
    ("space", "do not wait for the pause before a bot's move"),
    ("s", "save; with a file, the game is saved after every move anyway"),
    ("r", "rules: the rulebook, with search"),
    ("l", "log: all that happened"),
    ("Tab", "scores: the score sheet, and what else lies beside the table"),
    ("PgUp PgDn", "scroll the table, where the window is small"),
    ("d", "day or night"),
    ("q", "quit; Ctrl-C quits at once and saves"),
]


class Desk(Frame):
    """A sitting and its screen. What people and bots do is in `app.py`."""

    pause: float

    def take_seats(self, sitting: Sitting) -> None:
        """Begin, or begin again."""
        self.sitting = sitting
        self.game = sitting.game
        self.chronicle = sitting.chronicle
        self.viewer: int | None = sitting.people[0] if len(sitting.people) == 1 else None
        self.phase: Phase = "bot"
        self.advice: dict[int, Advice] = {}
        self.foreseen: Mapping[str, str] = {}
        self.notice = ""
        commitment = sitting.match.record.commitment
        if commitment is not None and not sitting.match.record.moves:
            self.chronicle.preface(f"A fair deal, bound to {commitment}")

    def current_view(self) -> Any:
        """What the viewer sees now."""
        return self.sitting.state.view(self.viewer)

    def legal(self) -> list[int]:
        """The moves to choose from, if a person is to choose."""
        if self.phase != "person" or self.viewer is None:
            return []
        return self.sitting.state.legal(self.viewer)

    def show(self) -> None:
        """Draw everything anew. While the screen is passed on, nothing is drawn."""
        if not self.is_running or self.phase == "cover":
            return
        view = self.current_view()
        moves = self.legal()
        yours = self.phase == "person"
        title = self.desk.query_one(TitleBar)
        title.show(self.game.meta.title, heading(view), self.turn_words(), yours)
        self.foreseen = self.game.previews(view) if yours else {}
        self.desk.set_class(bool(self.advice or self.foreseen), "-advised")
        labels = self.sitting.labels(moves, self.foreseen)
        groups = self.sitting.groups(moves, self.foreseen)
        self.desk.query_one(MoveList).offer(moves, labels, self.advice, groups)
        self.show_table(view)
        self.say()
        lines = self.log_lines(LOG_LINES)
        for log in self.desk.query(LogView):
            log.show(lines)

    def show_table(self, view: Any = None) -> None:
        """Draw the table, with the keys of the moves on it and the chosen one marked."""
        view = self.current_view() if view is None else view
        moves = self.legal()
        listed = self.desk.query_one(MoveList)
        keys = {self.game.say(move): key for move, key in listed.keys().items()} if moves else {}
        chosen = listed.chosen if moves else None
        drawing = draw_table(self.game, view, self.chronicle.names, self.table_width)
        self.put_on_table(drawing, keys, None if chosen is None else self.game.say(chosen), len(moves))

    def turn_words(self) -> str:
        """Whose turn it is, for the title bar."""
        if self.phase == "over":
            return "Game over"
        if self.phase == "halted":
            return "Stopped"
        seat = self.sitting.actor()
        if seat is None:
            return ""
        name = self.chronicle.names[seat]
        if self.phase == "bot":
            return f"{name} is thinking…"
        return "Your turn" if len(self.sitting.people) == 1 else f"{name}, your turn"

    def say(self, notice: str | None = None) -> None:
        """One line to the people at the table: news, or what to do now."""
        if notice is not None:
            self.notice = notice
        line = self.desk.query_one("#say", Static)
        words = self.sitting.trouble or self.notice or self.prompt()
        line.set_class(bool(self.sitting.trouble) or self.phase == "halted", "-trouble")
        line.set_class(self.phase == "person", "-yours")
        line.update(Text(words, no_wrap=True, overflow="ellipsis"))

    def prompt(self) -> str:
        """What can be done now."""
        if self.phase == "person":
            return self.foretell() or "Your move: ↑ ↓ and Enter, its key, or a click"
        if self.phase == "over":
            return "The game is over: e shows the result, n begins a new one, q quits"
        if self.viewer is not None and self.sitting.may_take_back() == self.viewer:
            move = self.sitting.match.standing[-1].move
            return f"{self.game.label(move, self.chronicle.names)}: u takes it back"
        return "space: do not wait" if self.pause > 0 else ""

    def foretell(self) -> str:
        """What the move under the cursor would do at once, if the game says so."""
        chosen = self.desk.query_one(MoveList).chosen
        return "" if chosen is None else self.foreseen.get(self.game.say(chosen), "")

    def help_page(self) -> Table:
        """The keys at the table."""
        return key_table(KEYS_AT_THE_TABLE, self.game.meta.tagline)
