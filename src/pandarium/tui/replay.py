"""A recorded match on the full screen: back and forth, round by round, or by itself."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import Footer, Static

from pandarium.core.record import UNDO, UNDO_BY_CONSENT, Record
from pandarium.core.state import State
from pandarium.tui.base_app import BaseApp, key_table
from pandarium.tui.drawing import draw_table, heading, paint
from pandarium.tui.match_log import MatchLog
from pandarium.tui.messages import outcome_reason
from pandarium.tui.result import deal_over, is_deal, verdict
from pandarium.tui.widgets import LogView, MainArea, ReplayBar, TableDrawing, TitleBar

STRIDE = 10
"""Moves that up and down go by, in games without rounds."""
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Moves per second."""

REPLAY_KEY_HELP = [
    ("← →", "a move back, a move on"),
    ("↑ ↓", "a round back, a round on"),
    ("Home End", "to the deal, to the end"),
    ("space", "let it run, stop it"),
    ("+ −", "faster, slower"),
    ("v", "look from another seat, or as a spectator"),
    ("click", "on the bar: go there"),
    ("r", "rules: the rulebook, with search"),
    ("l", "log up to here"),
    ("Tab", "scores: the score sheet and other pages of the game"),
    ("d", "day or night"),
    ("q", "quit"),
]


class Playback:
    """Every position of a record with the log that led there. Frame 0 is the deal."""

    def __init__(self, record: Record) -> None:
        """Raises BadRecord when the record does not hold."""
        self.record = record
        self.game = record.find_game()
        self.states: list[State] = []
        self.match_log = MatchLog.of(record, self.states)
        self.names = self.match_log.names
        self.rounds = self._find_rounds()

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self.states) - 1

    def _find_rounds(self) -> list[int]:
        """Frames at which a round begins, if the game has rounds."""
        numbers = [getattr(state.view(None), "round", None) for state in self.states]
        if not all(isinstance(number, int) for number in numbers):
            return []
        return [frame for frame, number in enumerate(numbers) if frame == 0 or number != numbers[frame - 1]]

    def stride(self, frame: int, by: int) -> int:
        """The next (by 1) or last (by -1) frame where a round begins, or ten moves away."""
        if not self.rounds:
            return max(0, min(self.last, frame + STRIDE * by))
        if by > 0:
            return next((start for start in self.rounds if start > frame), self.last)
        return next((start for start in reversed(self.rounds) if start < frame), 0)


class ReplayApp(BaseApp):
    """The replay screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("left", "step(-1)", "Move", key_display="←→"),
        Binding("right", "step(1)", "A move on", show=False),
        Binding("up", "stride(-1)", "Round", key_display="↑↓"),
        Binding("down", "stride(1)", "Round on", show=False),
        Binding("home", "seek(0)", "Deal", show=False),
        Binding("end", "seek(-1)", "End", show=False),
        Binding("space", "run", "Run"),
        Binding("plus,equals_sign", "speed(1)", "Faster", show=False),
        Binding("minus", "speed(-1)", "Slower", show=False),
        Binding("v", "viewer", "View"),
        *BaseApp.READING,
        Binding("pageup", "scroll_board(-1)", "Table up", show=False),
        Binding("pagedown", "scroll_board(1)", "Table down", show=False),
        Binding("q,ctrl+c,ctrl+q", "quit", "Quit", key_display="q"),
    ]

    def __init__(self, playback: Playback) -> None:
        super().__init__()
        self.playback = playback
        self.game = playback.game
        self.viewer: int | None = None
        self.frame = 0
        self.speed = SPEEDS.index(1.0)
        self._timer: Timer | None = None
        self.match_log = playback.match_log

    def compose(self) -> ComposeResult:
        """Title, table, what happened, the bar, the log, keys."""
        yield TitleBar()
        with Horizontal(id="body"):
            with MainArea(id="main"):
                yield TableDrawing()
                yield Static(id="status", markup=False)
                yield ReplayBar()
                with Horizontal(id="below"):
                    yield LogView(id="log")
            yield LogView(id="side")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin at the deal."""
        self.table_screen.add_class("-watching")
        self.call_after_refresh(self.show)

    # what is shown

    def current_view(self) -> Any:
        """What the viewer saw at this frame."""
        return self.playback.states[self.frame].view(self.viewer)

    def log_lines(self, most: int | None = None) -> list[str]:
        """The log up to here."""
        return self.match_log.lines(self.viewer, self.frame + 1, most)

    def show(self) -> None:
        """Draw this frame."""
        if not self.is_running:
            return
        playback = self.playback
        view = self.current_view()
        width = self.table_width
        place = f"move {self.frame} of {playback.last}" if self.frame else f"the deal, {playback.last} moves follow"
        self.table_screen.query_one(TitleBar).show(self.game.meta.title, heading(view), place, self.running_by_itself)
        self.fit_board(5)
        self.table_screen.query_one(TableDrawing).show(
            paint(draw_table(self.game, view, playback.names, width), width, self.color_system, chosen=self.next_move())
        )
        self.table_screen.query_one("#status", Static).update(Text(self.words(), no_wrap=True, overflow="ellipsis"))
        self.table_screen.query_one(ReplayBar).show(self.frame, playback.last, playback.rounds)
        lines = self.log_lines(300)
        for log in self.table_screen.query(LogView):
            log.show(lines)

    def next_move(self) -> str | None:
        """The notation of the move about to be made, to mark it on the table."""
        moves = self.playback.record.moves
        return moves[self.frame].move if self.frame < len(moves) else None

    def words(self) -> str:
        """Who looks, and what comes next."""
        playback = self.playback
        viewer = "spectator" if self.viewer is None else playback.names[self.viewer]
        if self.frame == playback.last:
            outcome = playback.states[-1].outcome()
            together = self.game.meta.cooperative
            if outcome is None:
                coming = "the match stops here"
            elif is_deal(playback.record.game, playback.record.options):
                coming = deal_over(playback.record.game)
            else:
                coming = verdict(outcome, playback.names, together)
            coming += f": {outcome_reason(outcome)}" if outcome is not None and together else ""
        else:
            entry = playback.record.moves[self.frame]
            taken_back = entry.move in {UNDO, UNDO_BY_CONSENT}
            words = "undo" if taken_back else self.game.label(self.game.read(entry.move), playback.names)
            coming = f"next, {playback.names[entry.seat]}: {words}"
        running = f" · {SPEEDS[self.speed]:g} a second" if self.running_by_itself else ""
        return f"{viewer}{running} │ {coming}"

    # going about

    def go(self, frame: int) -> None:
        """Show that frame."""
        self.frame = max(0, min(self.playback.last, frame))
        self.show()

    def action_step(self, by: int) -> None:
        """Go that many moves on."""
        self.go(self.frame + by)

    def action_stride(self, by: int) -> None:
        """A round on, or back."""
        self.go(self.playback.stride(self.frame, by))

    def action_seek(self, frame: int) -> None:
        """To a frame; -1 is the last."""
        self.go(self.playback.last if frame < 0 else frame)

    def on_replay_bar_sought(self, event: ReplayBar.Sought) -> None:
        """A click on the bar."""
        self.go(event.frame)

    def action_viewer(self) -> None:
        """The next seat; after the last the spectator."""
        seats = self.playback.record.seats
        self.viewer = 0 if self.viewer is None else self.viewer + 1
        if self.viewer == seats:
            self.viewer = None
        self.show()

    # running by itself

    @property
    def running_by_itself(self) -> bool:
        """Whether it runs without a hand on the keys."""
        return self._timer is not None

    def action_run(self) -> None:
        """Start or stop."""
        if self.running_by_itself:
            self.stop()
        else:
            if self.frame == self.playback.last:
                self.frame = 0
            self.start()
        self.show()

    def start(self) -> None:
        """Let it run."""
        self._timer = self.set_interval(1 / SPEEDS[self.speed], self.tick)

    def stop(self) -> None:
        """Stop it."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def tick(self) -> None:
        """One move on; stop at the end."""
        if self.frame + 1 >= self.playback.last:
            self.stop()
        self.go(self.frame + 1)

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + by))
        if self.running_by_itself:
            self.stop()
            self.start()
        self.show()

    def help_page(self) -> Table:
        """The keys of a replay."""
        return key_table(REPLAY_KEY_HELP, self.game.meta.tagline)
