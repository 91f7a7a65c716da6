"""A remote table on the full screen: the same board, list and keys as at home, and a waiting room before the game."""

from __future__ import annotations

import re
from collections.abc import Awaitable
from pathlib import Path
from typing import ClassVar

from rich.console import RenderableType
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from pandarium import protocol
from pandarium.client import Client, ClientError, RefusedError, RemoteTable, Update
from pandarium.core.bot import Advice
from pandarium.core.errors import PandariumError
from pandarium.core.record import Record
from pandarium.kit.language import language
from pandarium.kit.talk import Phrase
from pandarium.kit.tournament import tournament_message
from pandarium.tui.base_app import BaseApp
from pandarium.tui.messages import error_text, render
from pandarium.tui.panels import AskFile, AskLine, Choose, MoveFinder, ResultPanel
from pandarium.tui.remote_actions import NEXT_TABLE, REACTIONS, SAVE_RECORD, Action, more_actions
from pandarium.tui.remote_board_view import RemoteBoardView
from pandarium.tui.remote_text import next_words, result_screen, why_not
from pandarium.tui.widgets import MoveList, TableDrawing, hint_line


class RemoteApp(RemoteBoardView):
    """One person at a table on a server."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("h", "hint", "Hint"),
        Binding("u", "undo", "Undo"),
        Binding("s", "say", "Say"),
        Binding("0", "more", "More"),
        *BaseApp.READING,
        Binding("slash", "find", "Find", key_display="/", show=False),
        Binding("q", "leave", "Quit"),
        *(
            Binding(key, f"answer('{action}')", show=False)
            for key, action in (("h", "hint"), ("u", "undo"), ("s", "say"), ("0", "more"))
        ),
        Binding("n", "again", "Again", show=False),
        Binding("e", "result", "The result", show=False),
        Binding("ctrl+c,ctrl+q", "leave_now", "Leave", show=False, priority=True),
    ]

    def __init__(self, client: Client, table: RemoteTable, levels: list[str], rules: int | None = None) -> None:
        super().__init__()
        self.client = client
        self.levels = levels
        self.rules = rules
        self.failure: ClientError | None = None
        """Why the connection is lost for good."""
        self.open_table(table)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys stand below the table only where the server says that they do something."""
        may = self.update.may
        match action:
            case "hint":
                return may.hint
            case "undo":
                return may.undo or may.ask_undo
            case "say":
                return may.talk or may.phrase
            case "more":
                return may.talk or bool(more_actions(self.update))
            case "result":
                return self.update.table.outcome is not None
            case _:
                return True

    def action_answer(self, action: str) -> None:
        """A key that is not shown now was pressed all the same: the status line says why it does nothing."""
        words = why_not(action, self.update)
        self.show_status(f"{words[:1].upper()}{words[1:]}")

    def on_mount(self) -> None:
        """Listen to the table; clocks go on by themselves."""
        self.table_screen.query_one(MoveList).focus()
        self.set_interval(0.5, self.show_title)
        self.call_after_refresh(self.listen)

    def listen(self) -> None:
        """Begin to follow the table."""
        self.run_worker(self.follow(self.remote), group="follow", exclusive=True)

    async def follow(self, table: RemoteTable) -> None:
        """Show every change, until we leave or the server is gone."""
        try:
            async for update in table.updates(after_end=True):
                self.show_update(update)
        except ClientError as error:
            self.failure = error
            self.exit()

    def show_update(self, update: Update) -> None:
        """Something has changed: show it, and ring when it is our turn."""
        before = self.update
        self.apply_update(update)
        if update.position != before.position or update.table.status != before.table.status:
            self.advice, self.notice, self.rule = {}, "", ""
            if update.legal and not before.legal:
                self.bell()
        self.show()
        if update.table.status == "ended" and before.table.status == "running":
            if update.table.tournament and update.you.seat is not None:
                self.show_status(f"{self.installed.result(self.remote.log)}. Waiting for the tournament…")
                self.run_worker(self.next_deal(), group="actions")
            else:
                self.action_result()

    # what is done

    def on_move_list_chosen(self, event: MoveList.Chosen) -> None:
        """Something was chosen from the list, or by its key."""
        if event.move < len(self.actions):
            self.do(self.actions[event.move])

    def on_table_drawing_picked(self, event: TableDrawing.Picked) -> None:
        """A move was clicked on the table."""
        for action in self.actions:
            if action.notation == event.notation:
                self.do(action)
                return

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Mark the move on the table, too."""
        if isinstance(event.option_list, MoveList) and self.update.legal:
            self.show_table()

    def do(self, action: Action) -> None:
        """Do it, unless the last thing is still on its way."""
        if self.sending:
            return
        self.sending = True
        if not self.remote.connected:
            self.show_status("It is sent as soon as the server answers again")
        self.run_worker(self.perform(action), group="actions")

    async def perform(self, action: Action) -> None:
        """Send it, and say so if it is refused."""
        try:
            if isinstance(action.message, protocol.Play):
                await self.remote.play(action.message.move, position=action.message.position)
            elif isinstance(action.message, protocol.Rematch):
                await self.next_table(await self.remote.rematch())
            elif action.message is not None:
                await self.remote.send(action.message)
            elif action.client_task == NEXT_TABLE and self.update.table.rematch is not None:
                await self.next_table(self.update.table.rematch)
            elif action.client_task == SAVE_RECORD:
                self.save_record(await self.client.record(self.remote))
        except PandariumError as error:
            self.refuse(error)
        finally:
            self.sending = False

    def refuse(self, error: PandariumError) -> None:
        """One line about what cannot be done; the rulebook opens there."""
        self.rule = error.rule if isinstance(error, RefusedError) else ""
        words = error_text(error)
        self.show_status(f"{words[:1].upper()}{words[1:]}" + ("  ·  r: the rule" if self.rule else ""))

    async def next_deal(self) -> None:
        """On to where the tournament goes on for us; who is out, or has won, leaves."""
        try:
            shown = await self.client.next_deal(self.remote)
            if shown.you.live is not None:
                await self.next_table(shown.you.live, shown.invite or "")
                self.show_status(next_words(shown))
                return
        except ClientError as error:
            self.failure = error
        self.exit()

    async def next_table(self, name: str, invite: str = "") -> None:
        """The same people, or others, at another table."""
        table = await self.client.join(name, invite=invite, sit=False)
        old = self.remote
        self.open_table(table)
        self.listen()
        await old.close()
        self.show()

    def save_record(self, record: Record) -> None:
        """Ask for a file."""

        def keep(file: Path) -> str:
            if file.exists():
                return f"{file} is there already; name another file"
            try:
                record.save(file)
            except PandariumError as error:
                return error_text(error)
            return ""

        def kept(name: str | None) -> None:
            if name:
                self.show_status(f"Kept in {name}: pandarium replay {name} shows it again")

        self.push_screen(AskFile(f"{self.update.table.game}-{self.remote.id}.json", keep), kept)

    def action_find(self) -> None:
        """Find a move by its words."""
        actions = self.actions
        if not actions:
            return

        def found(answer: int | str | None) -> None:
            if isinstance(answer, int):
                self.do(actions[answer])
            elif answer and self.yours:
                self.do(Action(answer, protocol.Play(move=answer, position=self.update.position), answer))

        self.push_screen(
            MoveFinder([action.label for action in actions], [action.notation for action in actions]), found
        )

    def action_undo(self) -> None:
        """Take the last move back, or ask the others."""
        if self.update.may.undo:
            self.do(Action("Undo", protocol.Undo(position=self.update.position)))
            return

        def asked(answer: str | None) -> None:
            if answer:
                self.do(Action("Ask", protocol.Ask(what="undo")))

        answers = [("ask", "Ask the others"), ("", "Leave it as it is")]
        self.push_screen(Choose("It is too late to take a move back without asking.", answers), asked)

    def action_hint(self) -> None:
        """Ask the strongest bot on the server."""
        self.show_status("The bots are thinking about your moves…")
        self.run_worker(self.find_hint(), group="hint", exclusive=True)

    async def find_hint(self) -> None:
        """Show the advice, unless the game went on meanwhile."""
        try:
            hinted = await self.remote.hint()
        except PandariumError as error:
            self.refuse(error)
            return
        places = {action.notation: number for number, action in enumerate(self.actions)}
        if hinted.position != self.update.position:
            return
        self.advice = {}
        for advice in hinted.advice:
            place = places.get(self.installed.listed_as(self.view, advice.move))
            if place is not None:
                self.advice.setdefault(place, Advice(place, 0.0, advice.message or advice.why))
        best = next(iter(self.advice), None)
        self.notice = hint_line("" if best is None else self.actions[best].label, self.advice)
        self.show()

    def action_say(self) -> None:
        """Talk, or say one of the game's phrases where nothing else is allowed."""
        if not self.update.may.talk:
            self.choose_phrase()
            return

        def send(text: str | None) -> None:
            if text:
                self.run_worker(self.send_in_background(self.remote.say(text)))

        self.push_screen(AskLine("To the table", "Say", protocol.MAX_CHAT), send)

    def choose_phrase(self) -> None:
        """What may be said here by rule, then what fills its gaps."""
        phrases = {phrase.id: phrase for phrase in self.update.phrases}

        def chosen(answer: str | None) -> None:
            if answer:
                self.fill_phrase(phrases[answer], {})

        answers = [(phrase.id, re.sub(r"\{\w+\}", "___", phrase.words)) for phrase in phrases.values()]
        self.push_screen(Choose("This table talks by these phrases alone.", answers), chosen)

    def fill_phrase(self, phrase: Phrase, filled: dict[str, str | int]) -> None:
        """Ask for the next gap; say it when there is none left."""
        gap = next((gap for gap in phrase.params if gap not in filled), None)
        if gap is None:
            self.run_worker(self.send_in_background(self.remote.say_phrase(phrase.id, **filled)))
            return
        choices = phrase.params[gap]

        def chosen(answer: str | None) -> None:
            if answer:
                self.fill_phrase(phrase, {**filled, gap: choices[int(answer)].value})

        answers = [(str(number), choice.label) for number, choice in enumerate(choices)]
        self.push_screen(Choose(phrase.words.replace(f"{{{gap}}}", "___"), answers), chosen)

    async def send_in_background(self, sending: Awaitable[None]) -> None:
        """Talk and reactions hold nothing up."""
        try:
            await sending
        except PandariumError as error:
            self.refuse(error)

    def action_more(self) -> None:
        """What is done now and then."""
        actions = more_actions(self.update)
        answers = [(str(number), action.label) for number, action in enumerate(actions)]
        if self.update.may.talk:
            answers += [(what, f"React  {what}") for what in REACTIONS]

        def chosen(answer: str | None) -> None:
            reaction = next((what for what in REACTIONS if what == answer), None)
            if reaction is not None:
                self.run_worker(self.send_in_background(self.remote.react(reaction)))
            elif answer:
                self.do(actions[int(answer)])

        self.push_screen(Choose("What would you like to do?", answers), chosen)

    def fetch_rules(self) -> None:
        """The rules of a game that is not installed here come from its server."""
        self.run_worker(self.open_rules(), group="rules", exclusive=True)

    async def open_rules(self) -> None:
        """Get them, and open them."""
        try:
            self.installed.rulebook = await self.client.rulebook(self.update.table.game, language())
        except PandariumError as error:
            self.refuse(error)
            return
        self.action_rules()

    # the end, and leaving

    def action_result(self) -> None:
        """Show the result."""
        table = self.update.table
        if table.outcome is None:
            return
        outcome = table.outcome

        def content(width: int) -> RenderableType:
            return result_screen(table, outcome, width, self.gold, self.installed.how_far(self.view), result)

        result = self.installed.result(self.remote.log) if table.tournament else ""
        again = "play again" if any(action.word == "rematch" for action in self.actions) else ""
        title = f"The end of {table.title}"
        if table.tournament:
            title = render(tournament_message(table.game, "end_of_deal", title=table.title))
        self.push_screen(ResultPanel(title, content, again), self.after_the_end)

    def after_the_end(self, choice: str | None) -> None:
        """What we want next."""
        if choice == "new":
            self.action_again()
        elif choice == "quit":
            self.action_leave_now()

    def action_again(self) -> None:
        """The same people once more."""
        again = next((action for action in self.actions if action.word == "rematch"), None)
        if again is not None:
            self.do(again)

    def action_leave(self) -> None:
        """Leave; ask first while we play."""
        if self.update.table.status != "running" or not self.update.may.leave:
            self.action_leave_now()
            return
        answers = [
            ("away", "Leave for a while: the seat stays yours"),
            ("bot", "Let a bot play for me, and leave"),
            ("", "Stay at the table"),
        ]
        self.push_screen(Choose("Leave the table? The game is not over.", answers), self.left)

    def left(self, answer: str | None) -> None:
        """After the question."""
        if answer == "bot":
            self.run_worker(self.hand_over())
        elif answer == "away":
            self.action_leave_now()

    async def hand_over(self) -> None:
        """A bot plays on."""
        try:
            await self.remote.leave()
        except PandariumError as error:
            self.refuse(error)
            return
        self.exit()

    def action_leave_now(self) -> None:
        """Leave at once; the seat stays ours."""
        self.exit()
