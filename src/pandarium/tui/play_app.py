"""The table on the full screen: people and bots around one match."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.console import RenderableType
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from pandarium.core.errors import NoUndo, PandariumError
from pandarium.kit.terminal import terminal_table
from pandarium.tui.base_app import BaseApp
from pandarium.tui.board_view import BoardView
from pandarium.tui.drawing import PANDA
from pandarium.tui.local_match import LocalMatch
from pandarium.tui.messages import error_text
from pandarium.tui.panels import AskFile, Choose, Cover, MoveFinder, ResultPanel
from pandarium.tui.result import final_screen
from pandarium.tui.threads import run_in_thread
from pandarium.tui.widgets import MoveList, TableDrawing, hint_line


class PlayApp(BoardView):
    """People and bots at one match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("h", "hint", "Hint"),
        Binding("u", "undo", "Undo"),
        Binding("s", "save", "Save"),
        *BaseApp.READING,
        Binding("slash", "find", "Find", key_display="/"),
        Binding("q", "leave", "Quit"),
        *(
            Binding(key, f"answer('{action}')", show=False)
            for key, action in (("h", "hint"), ("u", "undo"), ("s", "save"))
        ),
        Binding("n", "new_game", "New game", show=False),
        Binding("e", "result", "The result", show=False),
        Binding("space", "skip_pause", "Go on", show=False),
        Binding("ctrl+c", "interrupt", "Leave", show=False, priority=True),
        Binding("ctrl+q", "leave_now", "Leave", show=False, priority=True),
    ]

    def __init__(self, local_match: LocalMatch, pause: float = 0.7) -> None:
        super().__init__()
        self.pause = pause
        self.interrupted = False
        self._pause_skipped = asyncio.Event()
        self._rescued: list[str] = []
        """Earlier matches of this session that are not in the files where they should be."""
        self.start_match(local_match)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys stand below the table only where they do something."""
        match action:
            case "hint" | "find":
                return self.phase == "person"
            case "undo":
                return self.phase != "halted" and self.local_match.undoable_by() is not None
            case "save":
                return self.local_match.file is None or bool(self.local_match.save_error)
            case "new_game" | "result":
                return self.phase == "over"
            case _:
                return True

    def action_answer(self, action: str) -> None:
        """A key that is not shown now was pressed all the same: the status line says why it does nothing."""
        {"hint": self.action_hint, "undo": self.action_undo, "save": self.action_save}[action]()

    def on_mount(self) -> None:
        """Sit down."""
        self.table_screen.query_one(MoveList).focus()
        self.table_screen.set_class(not self.local_match.people, "-watching")
        self.call_after_refresh(self.next_turn)

    # whose turn it is

    def next_turn(self) -> None:
        """Bots move in the background; people are asked; in the end there is an end."""
        seat = self.local_match.actor()
        self.advice = {}
        if seat is None:
            self.finish()
        elif seat in self.local_match.bots:
            self.phase = "bot"
            self.run_worker(self.run_bots(), group="bots", exclusive=True)
        elif self.viewer != seat and self.needs_cover(seat):
            self.cover(seat)
        else:
            self.viewer = seat
            self.phase = "person"
            self.show()

    async def run_bots(self) -> None:
        """All bots up to the next person, each after a pause; a bot that fails ends the game, not the program."""
        while (seat := self.local_match.actor()) is not None and seat in self.local_match.bots:
            self.show()
            await self.wait()
            try:
                move = await run_in_thread(partial(self.local_match.bot_move, seat))
                self.local_match.play(seat, move)
            except Exception as error:
                self.halt(seat, error)
                return
            self.notice = ""
        self.next_turn()

    async def wait(self) -> None:
        """Time to read, and to take one's own move back; `space` cuts it short."""
        self._pause_skipped.clear()
        if self.pause > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._pause_skipped.wait(), self.pause)

    def halt(self, seat: int, error: Exception) -> None:
        """A bot cannot go on: say so in one line, keep the game."""
        what = str(error).splitlines()[0] if str(error) else type(error).__name__
        self.phase = "halted"
        self.notice = f"{self.match_log.names[seat]} cannot go on: {what}. {self.local_match.save_somewhere()} q quits"
        self.match_log.add_note(self.notice)
        self.show()

    def needs_cover(self, seat: int) -> bool:
        """Whether someone else at this screen must not see what this seat may know."""
        return any(self.local_match.is_private(seat, other) for other in self.local_match.people if other != seat)

    def cover(self, seat: int) -> None:
        """Pass the screen on."""
        self.phase = "cover"
        before = self.local_match.undoable_by()
        words = f"{self.match_log.names[before]} moved" if before is not None else ""

        def uncovered(go_on: bool | None) -> None:
            if go_on is False:
                self.action_undo()
                return
            self.viewer = seat
            self.next_turn()

        self.push_screen(Cover(self.match_log.names[seat], words), uncovered)

    def finish(self) -> None:
        """The end of the game."""
        self.phase = "over"
        if len(self.local_match.people) > 1:
            self.viewer = None
        self.show()
        self.action_result()

    # moves

    def on_move_list_chosen(self, event: MoveList.Chosen) -> None:
        """A move was chosen from the list, or by its key."""
        self.play(event.move)

    def on_table_drawing_picked(self, event: TableDrawing.Picked) -> None:
        """A move was clicked on the table."""
        for choice in self.choices():
            if choice.notation == event.notation:
                self.play(choice.move)
                return
        if self.phase == "bot":
            self.show_status(f"Not yet: {self.turn_words()}")

    def play(self, move: int) -> None:
        """Play it, if it is still this person's turn; the match says whether it is legal."""
        if self.viewer is None or self.phase != "person":
            return
        try:
            self.local_match.play(self.viewer, move)
        except PandariumError as error:
            self.refuse(error)
            return
        self.notice = ""
        self.next_turn()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Mark the move on the table, too."""
        if self.phase == "person" and isinstance(event.option_list, MoveList):
            self.show_table()
            self.show_status()

    def action_find(self) -> None:
        """Find a move by its words, or type one: cards in any order that the rules take."""
        choices, seat = self.choices(), self.viewer
        if not choices or seat is None:
            return

        def found(answer: int | str | None) -> None:
            if isinstance(answer, int):
                self.play(choices[answer].move)
            elif answer:
                self.play_typed(seat, answer)

        finder = MoveFinder([choice.label for choice in choices], [choice.notation for choice in choices])
        self.push_screen(finder, found)

    def play_typed(self, seat: int, text: str) -> None:
        """A move in notation; what is wrong with it is said."""
        try:
            move = self.local_match.read(seat, text)
        except PandariumError as error:
            self.refuse(error)
            return
        self.play(move)

    def refuse(self, error: PandariumError) -> None:
        """Say in the status line why something cannot be done."""
        words = error_text(error)
        self.show_status(f"{words[:1].upper()}{words[1:]}")

    def action_skip_pause(self) -> None:
        """Do not wait any longer."""
        self._pause_skipped.set()

    def action_undo(self) -> None:
        """Take one's move back, or say why not."""
        if self.phase == "halted":
            return
        if self.local_match.undoable_by() is not None:
            self.workers.cancel_group(self, "bots")
        try:
            self.local_match.undo(self.viewer)
        except NoUndo as error:
            self.show_status(error_text(error))
            return
        self.notice = "Taken back"
        self.next_turn()

    # advice

    def action_hint(self) -> None:
        """Ask the strongest bot, in a thread."""
        if self.phase != "person" or self.viewer is None:
            self.show_status("A hint is for your own turn")
            return
        self.show_status(f"{PANDA} is thinking about your moves…")
        self.run_worker(self.find_hint(self.viewer), group="hint", exclusive=True)

    async def find_hint(self, seat: int) -> None:
        """Show the advice, unless the game went on meanwhile."""
        asked = (self.local_match, self.local_match.version)
        try:
            advice = await run_in_thread(partial(self.local_match.advise, seat))
        except Exception as error:
            self.show_status(f"no hint: {error}")
            return
        if self.phase != "person" or asked != (self.local_match, self.local_match.version):
            return
        self.advice = {given.move: given for given in advice}
        best = self.game.label(advice[0].move, self.match_log.names) if advice else ""
        self.notice = hint_line(best, self.advice)
        self.show()

    # keeping and leaving

    def action_save(self) -> None:
        """Save now; without a file, ask for one."""
        if self.local_match.file is None:
            self.push_screen(AskFile(self.suggested_file(), self.save_as), self.saved)
            return
        self.show_status(self.save_as(self.local_match.file) or f"Saved in {self.local_match.file}")

    def suggested_file(self) -> str:
        """A file that is not there yet."""
        number, file = 1, Path(f"{self.game.meta.name}.json")
        while file.exists():
            number += 1
            file = Path(f"{self.game.meta.name}-{number}.json")
        return str(file)

    def save_as(self, file: Path) -> str:
        """Save there from now on; what is wrong, or ""."""
        try:
            self.local_match.save_as(file)
        except PandariumError as error:
            return error_text(error)
        return ""

    def saved(self, name: str | None) -> None:
        """After the question."""
        if name:
            self.show_status(f"Saved in {name}, and after every move from now on")

    def action_leave(self) -> None:
        """Leave; ask first while a game is under way."""
        if self.phase in {"over", "halted"} or not self.local_match.match.record.moves:
            self.action_leave_now()
            return
        if self.local_match.file is not None:
            answers = [("now", f"Leave: the game is saved in {self.local_match.file}"), ("", "Stay at the table")]
        else:
            answers = [("save", "Save and leave"), ("drop", "Leave and forget the game"), ("", "Stay at the table")]
        self.push_screen(Choose("Leave the table? The game is not over.", answers), self.left)

    def left(self, answer: str | None) -> None:
        """After the question."""
        if answer == "now":
            self.action_leave_now()
        elif answer == "drop":
            self.exit()
        elif answer == "save":
            self.push_screen(AskFile(self.suggested_file(), self.save_as), lambda name: self.exit() if name else None)

    def action_leave_now(self) -> None:
        """Leave at once; nothing is lost."""
        match = self.local_match
        kept = self.phase != "over" and bool(match.match.record.moves) and not match.save_error  # else see `unsaved`
        self.exit(message=match.save_somewhere() if kept else None)

    def action_interrupt(self) -> None:
        """Ctrl-C: the same, and whoever started the program is told so."""
        self.interrupted = True
        self.action_leave_now()

    # the end, and again

    def action_result(self) -> None:
        """Show the result."""
        outcome = self.local_match.state.outcome()
        if outcome is None:
            return
        record, names = self.local_match.match.record, self.match_log.names
        far = terminal_table(self.game).how_far(self.current_view())

        def content(width: int) -> RenderableType:
            return final_screen(record, outcome, names, width, self.gold, far)

        self.push_screen(ResultPanel(f"The end of {self.game.meta.title}", content), self.after_the_end)

    def after_the_end(self, choice: str | None) -> None:
        """What people want next."""
        if choice == "new":
            self.action_new_game()
        elif choice == "quit":
            self.action_leave_now()

    def action_new_game(self) -> None:
        """The same people, the same bots, a new deal."""
        if self.phase == "over":
            self._rescued += filter(None, [self.local_match.rescue()])
            self.start_match(self.local_match.next_match())
            self.next_turn()

    def unsaved(self) -> str:
        """What is to be said of matches that are not in their files, where they are instead; "" if all are."""
        return " ".join([*self._rescued, *filter(None, [self.local_match.rescue()])])
