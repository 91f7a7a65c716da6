"""What somebody at a remote table sees: the newest update, drawn on the full screen."""

from __future__ import annotations

import time
from typing import Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text
from textual.widgets import Static

from pandarium.client import RemoteTable, Update
from pandarium.core.bot import Advice
from pandarium.tui.base_app import key_table
from pandarium.tui.installed_game import InstalledGame
from pandarium.tui.layout import LOG_LINES, TableLayout
from pandarium.tui.local_match import with_preview
from pandarium.tui.messages import said
from pandarium.tui.panels import Page, RulePanel
from pandarium.tui.remote_actions import main_actions
from pandarium.tui.remote_text import (
    deal_of,
    late_names,
    log_lines,
    player_names,
    printable,
    seat_table,
    turn_words,
    waiting_room,
)
from pandarium.tui.result import deal_over
from pandarium.tui.widgets import LogView, MoveList, TitleBar

KEYS = [
    ("↑ ↓ Enter", "choose a move and play it; its key or a click plays it at once"),
    ("/", "find a move by typing a part of it"),
    ("h", "hint: what the strongest bot thinks of your moves"),
    ("u", "undo: take your last move back, or ask the others when it is too late for that"),
    ("s", "say something to the table"),
    ("0", "more: reactions, pause, a bot in your place, resign"),
    ("r", "rules: the rulebook, with search; after a refusal, the rule that was broken"),
    ("l", "log: all that happened and was said"),
    ("Tab", "scores: the score sheet, other pages of the game, and who sits at the table"),
    ("PgUp PgDn", "scroll the table, where the window is small"),
    ("d", "day or night"),
    ("q", "quit; your seat stays yours, and the same command brings you back"),
]


class RemoteBoardView(TableLayout):
    """A remote table and its screen. What is done there is in `remote_actions.py`."""

    levels: list[str]
    """Of bots that the server has for this game, weakest first."""
    rules: int | None
    """The version of the rules that the server plays by, if that is known."""

    def open_table(self, table: RemoteTable) -> None:
        """Sit at this table."""
        self.remote = table
        self.installed = InstalledGame(table.update.table.game, self.rules)
        self.notice = ""
        self.rule = ""
        """The rule that the last refusal cited."""
        self.advice: dict[int, Advice] = {}
        self.sending = False
        self.apply_update(table.update)

    def fetch_rules(self) -> None:
        """The rules of a game that is not installed here."""
        raise NotImplementedError

    def apply_update(self, update: Update) -> None:
        """The table as it is now."""
        self.update = update
        self.view = self.installed.read(update.view) if update.view is not None else None
        self.names = player_names(update.table)
        self.viewer = update.you.seat
        self.received = time.monotonic()
        self.actions = self.installed.listed(self.view, main_actions(update, self.levels))

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds since the update."""
        return int((time.monotonic() - self.received) * 1000)

    @property
    def yours(self) -> bool:
        """Whether the table waits for us."""
        return bool(self.update.legal) and self.update.table.paused is None

    def current_view(self) -> Any:
        """What we see now."""
        return self.view

    def log_lines(self, most: int | None = None) -> list[str]:
        """All that happened, as we may know it."""
        lines = log_lines(self.remote.log, self.names, deal_of(self.update.table))
        return lines if most is None else lines[-most:]

    def show(self) -> None:
        """Draw everything anew."""
        if not self.is_running:
            return
        self.table_screen.set_class(not self.actions and self.update.you.seat is None, "-watching")
        previews = self.installed.previews(self.view)
        self.table_screen.set_class(bool(self.advice or previews), "-advised")
        notations = [action.notation for action in self.actions]
        coming = [previews.get(notation, "") for notation in notations]
        labels = [with_preview(action.label, preview) for action, preview in zip(self.actions, coming, strict=True)]
        groups = [
            with_preview(self.installed.group(notation, self.names), preview)
            for notation, preview in zip(notations, coming, strict=True)
        ]
        self.table_screen.query_one(MoveList).offer(range(len(self.actions)), labels, self.advice, groups)
        self.refresh_bindings()
        self.show_title()
        self.show_table()
        self.show_status()
        lines = self.log_lines(LOG_LINES)
        for log in self.table_screen.query(LogView):
            log.show(lines)

    def show_title(self) -> None:
        """The title bar, with the clock that runs."""
        if not self.is_running:
            return
        turn = turn_words(self.update, self.view, self.elapsed_ms)
        up = self.remote.connected
        state = "waiting room" if self.update.table.status == "open" else self.installed.heading(self.view)
        shown = turn if up else "connecting again…"
        self.table_screen.query_one(TitleBar).show(self.update.table.title, state, shown, self.yours and up)

    def show_table(self) -> None:
        """The waiting room, or the game."""
        moves = self.actions
        listed = self.table_screen.query_one(MoveList)
        chosen = listed.chosen if moves else None
        keys = {moves[number].notation: key for number, key in listed.keys().items() if moves[number].notation}
        mark = moves[chosen].notation or None if chosen is not None and chosen < len(moves) else None
        self.put_on_table(self.picture(self.table_width), keys, mark, len(moves))

    def picture(self, width: int) -> RenderableType:
        """What lies on the table."""
        if self.view is None:
            return waiting_room(self.update, self.remote.link)
        return self.installed.draw(self.view, self.names, width)

    def show_status(self, notice: str | None = None) -> None:
        """One line: news for us, or what to do now."""
        if notice is not None:
            self.notice = notice
        line = self.table_screen.query_one("#status", Static)
        line.set_class(self.yours, "-yours")
        line.update(Text(self.notice or self.prompt(), no_wrap=True, overflow="ellipsis"))

    def prompt(self) -> str:
        """What can be done now."""
        table, you = self.update.table, self.update.you
        if table.paused is not None:
            return f"Paused: {printable(said(table.paused_message, table.paused))}"
        if table.asked is not None and table.asked.seat == you.seat:
            return "The others are asked whether they agree"
        if table.asked is not None and you.seat in table.asked.waiting:
            what = {"undo": "to take a move back", "pause": "for a pause"}.get(table.asked.what, "")
            if table.asked.about is not None:
                what = f"to remove {self.names[table.asked.about]}"
            return f"{self.names[table.asked.seat]} asks {what}: do you agree?"
        match table.status:
            case "open" if you.seat is None:
                return "You are watching"
            case "open" if you.host and late_names(table):
                return f"Waiting for {', '.join(late_names(table))} to be ready"
            case "open" if you.host:
                return "Pass the link on, and start when everybody is there"
            case "open":
                return "The host starts when everybody is ready"
            case "ended":
                over = deal_over(table.game) if table.tournament else "The game is over"
                return f"{over}: e shows the result, q quits"
            case "closed":
                return (
                    f"The table is closed: {printable(said(table.closed_message, table.closed or 'it was given up'))}"
                )
        if self.update.legal:
            return "Your move: ↑ ↓ and Enter, its key, or a click"
        return "u takes your move back" if self.update.may.undo else ""

    def sheet_pages(self, width: int) -> list[Page]:
        """The extra pages of the game, and who sits at the table."""
        people: Page = ("At the table", seat_table(self.update, self.elapsed_ms))
        if self.view is None:
            return [people]
        return [*self.installed.pages(self.view, self.names, width, self.update.table.content), people]

    def help_page(self) -> Grid:
        """The keys at the table."""
        return key_table(KEYS, f"The link to this table: {self.remote.link}")

    def action_rules(self) -> None:
        """The rulebook, open at the rule that was broken last."""
        if self.installed.rulebook is not None:
            self.push_screen(RulePanel(self.update.table.title, self.installed.rulebook, self.rule))
        else:
            self.fetch_rules()
