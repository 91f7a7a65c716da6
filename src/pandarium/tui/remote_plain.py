"""A remote table in plain lines: for pipes, dumb terminals and screen readers."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from pandarium import protocol
from pandarium.client import Client, RemoteTable, Update
from pandarium.core.errors import BadData, PandariumError
from pandarium.kit.language import language
from pandarium.tui.drawing import in_ascii
from pandarium.tui.installed_game import InstalledGame
from pandarium.tui.line_input import input_lines
from pandarium.tui.messages import error_text, said
from pandarium.tui.plain import WIDTH, PlainOutput, Quit
from pandarium.tui.remote_actions import NEXT_TABLE, REACTIONS, SAVE_RECORD, Action, main_actions, more_actions
from pandarium.tui.remote_text import (
    deal_of,
    entry_lines,
    log_lines,
    next_words,
    player_names,
    printable,
    result_screen,
    seat_table,
    turn_words,
    waiting_room,
)

HELP = """A move, or anything else in the list: its number, or its notation.
hint    what the strongest bot thinks of your moves
undo    take your last move back, or ask the others
say     say hello: to everybody at the table; react: a reaction
table   the table again          score   the score sheet and other pages of the game
log     all that happened        rules   all rules; rules PR-7 or rules trade: those
who     who sits at the table    link    what to send to friends
more    what is done now and then: pause, leave, resign, return …
save    save FILE: the record, when the game is over
quit    leave; your seat stays yours"""


class PlainRemoteTable:
    """One person at a remote table, line by line."""

    def __init__(
        self, client: Client, table: RemoteTable, levels: list[str], rules: int | None, stdin: TextIO, stdout: TextIO
    ) -> None:
        self.client = client
        self.levels = levels
        self.rules = rules
        self.output = PlainOutput(stdout)
        self.stdin = stdin
        self.prompted = False
        self.interactive = stdin.isatty()
        """Whether somebody types; otherwise a line is taken only when the table waits for one."""
        self.open_table(table)

    def open_table(self, table: RemoteTable) -> None:
        """Sit at this table."""
        self.table = table
        self.installed = InstalledGame(table.update.table.game, self.rules)
        self.shown: tuple[int, str, int] | None = None
        self.apply_update(table.update)

    def apply_update(self, update: Update) -> None:
        """The table as it is now."""
        self.update = update
        self.view = self.installed.read(update.view) if update.view is not None else None
        self.names = player_names(update.table)
        self.actions = self.installed.listed(self.view, main_actions(update, self.levels))

    async def run(self) -> None:
        """Follow the table until it is over, or until somebody leaves; raises ClientError."""
        lines = input_lines(self.stdin)
        try:
            while await self.follow_table(self.table, lines):
                pass
        except Quit:
            self.output.print("Good-bye.")
        except BrokenPipeError:
            self.output.close()
        except asyncio.CancelledError:  # Ctrl-C, which stands on the line of the prompt
            self.output.print()
            raise

    async def follow_table(self, table: RemoteTable, lines: asyncio.Queue[str | None]) -> bool:
        """One table to its end; whether there is another one."""
        news = table.updates(after_end=True)
        waiting: dict[str, asyncio.Task[object]] = {}
        try:
            while self.table is table:
                if "update" not in waiting:
                    waiting["update"] = asyncio.ensure_future(anext(news, None))
                if "line" not in waiting and self.wants_input():
                    waiting["line"] = asyncio.ensure_future(lines.get())
                await asyncio.wait(waiting.values(), return_when=asyncio.FIRST_COMPLETED)
                if waiting["update"].done():
                    update = waiting.pop("update").result()
                    if not isinstance(update, Update):
                        return False
                    self.show_update(update)
                    if table.over and update.table.tournament and update.you.seat is not None:
                        return await self.next_deal()
                    if table.over and not self.interactive:
                        return False
                elif waiting["line"].done():
                    line = waiting.pop("line").result()
                    self.prompted = False
                    await self.answer(line if isinstance(line, str) else None)
            return True
        finally:
            for task in waiting.values():
                task.cancel()
            with suppress(asyncio.CancelledError, RuntimeError):
                await asyncio.gather(*waiting.values(), return_exceptions=True)
                await news.aclose()  # type: ignore[attr-defined]

    def wants_input(self) -> bool:
        """Whether it is time to ask; the prompt is written then."""
        if self.shown is None or self.update.seq < self.table.update.seq or not (self.interactive or self.actions):
            return False
        if not self.prompted:
            prompt = f"{printable(self.update.you.name)}> "
            self.output.out.write(in_ascii(prompt) if self.output.ascii else prompt)
            self.output.out.flush()
            self.prompted = True
        return True

    # what is seen

    def show_update(self, update: Update) -> None:
        """Print what is new, and the table when there is something to decide."""
        self.apply_update(update)
        if self.prompted and update.news:
            self.output.print()
            self.prompted = False
        table = update.table
        dealt = deal_of(table)
        new = log_lines(update.news, self.names, dealt) if self.shown is None else []
        for line in new or [line for news in update.news for line in entry_lines(news, self.names, dealt)]:
            self.output.print(line)
        now = (update.position, table.status, len(self.actions))
        if now != self.shown and (self.actions or self.shown is None or table.status != self.shown[1]):
            self.show_table()
            if table.outcome is not None:
                self.output.print()
                result = self.installed.result(self.table.log) if dealt else ""
                far = self.installed.how_far(self.view)
                self.output.draw(result_screen(table, table.outcome, WIDTH, far=far, result=result))
            if self.interactive or table.outcome is None:
                self.list_actions()
        self.shown = now

    def show_table(self) -> None:
        """The waiting room, or the game."""
        keys = {action.notation: str(number) for number, action in enumerate(self.actions, 1) if action.notation}
        self.output.print()
        state = "waiting room" if self.view is None else self.installed.heading(self.view)
        self.output.print(f"{self.update.table.title}  {state}".rstrip())
        if self.view is None:
            self.output.draw(waiting_room(self.update, self.table.link))
        else:
            self.output.draw(self.installed.draw(self.view, self.names, WIDTH), keys)

    def list_actions(self) -> None:
        """List what can be done, with numbers."""
        for number, action in enumerate(self.actions, 1):
            called = action.notation or action.word
            self.output.print(f"{number:>3} {action.label}" + (f"  ({called})" if called else ""))
        if not self.actions:
            self.output.print(turn_words(self.update, self.view, 0))

    # what is done

    async def answer(self, line: str | None) -> None:
        """Do what was typed; what cannot be done is answered in a line. The end of the input is a way to leave."""
        if line is None:
            self.output.print()
            raise Quit
        try:
            await self.obey(line.strip())
        except PandariumError as error:
            self.output.print(f"{error_text(error)}. Write a number of the list, a move, or help.")

    async def obey(self, text: str) -> None:
        """One line."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "":
                self.list_actions()
            case "?" | "help":
                self.output.print(HELP)
            case "q" | "quit" | "exit":
                raise Quit
            case "hint":
                advised = (await self.table.hint()).advice
                self.output.print_advice([(advice.label, said(advice.message, advice.why)) for advice in advised])
            case "undo":
                await (self.table.undo() if self.update.may.undo else self.table.ask("undo"))
            case "say":
                await self.table.say(rest.strip() or "…")
            case "react":
                await self.react(rest.strip())
            case "table":
                self.show_table()
                self.list_actions()
            case "score":
                self.score()
            case "log":
                self.output.print("\n".join(log_lines(self.table.log, self.names, deal_of(self.update.table))))
            case "rules":
                await self.rules_about(rest.strip())
            case "who":
                self.output.draw(seat_table(self.update))
            case "link":
                self.output.print(self.table.link)
            case "more":
                for action in more_actions(self.update):
                    self.output.print(
                        f"  {action.word:<8}{action.label}" if action.word else f"          {action.label}"
                    )
            case "save":
                await self.save(rest.strip())
            case _:
                await self.do(self.find(text))

    def find(self, text: str) -> Action:
        """What somebody means: a number, a word, or a move in notation."""
        if text.isascii() and text.isdigit():
            if not 1 <= int(text) <= len(self.actions):
                known = f"choose 1 to {len(self.actions)}" if self.actions else "there is nothing to choose now"
                raise PandariumError(f"there is no {text} in the list; {known}")
            return self.actions[int(text) - 1]
        wanted = " ".join(text.lower().split())
        for action in [*main_actions(self.update, self.levels), *more_actions(self.update)]:
            if wanted in {action.word.lower(), action.notation.lower()} - {""}:
                return action
        if self.update.table.status != "running":
            raise PandariumError(f"there is no {text[:40]!r} to choose now")
        # Not in the list: the server says why, and by which rule.
        return Action(text, protocol.Play(move=text[:400], position=self.update.position), text)

    async def do(self, action: Action) -> None:
        """Send it."""
        if isinstance(action.message, protocol.Play):
            await self.table.play(action.message.move, position=action.message.position)
        elif isinstance(action.message, protocol.Rematch):
            await self.next_table(await self.table.rematch())
        elif action.message is not None:
            await self.table.send(action.message)
        elif action.client_task == NEXT_TABLE:
            await self.next_table(self.update.table.rematch or "")
        elif action.client_task == SAVE_RECORD:
            await self.save("")

    async def next_deal(self) -> bool:
        """On to where the tournament goes on for us; whether it does."""
        shown = await self.client.next_deal(self.table)
        if shown.you.live is None:
            return False
        self.output.print(f"{next_words(shown)}.")
        await self.next_table(shown.you.live, shown.invite or "")
        return True

    async def next_table(self, name: str, invite: str = "") -> None:
        """The same people, or others, at another table."""
        old = self.table
        self.open_table(await self.client.join(name, invite=invite, sit=False))
        await old.close()

    async def react(self, text: str) -> None:
        """A reaction."""
        for what in REACTIONS:
            if what == text:
                await self.table.react(what)
                return
        raise PandariumError(f"reactions are {' '.join(REACTIONS)}")

    def score(self) -> None:
        """Print the score sheet and the other pages of the game."""
        if self.view is None:
            raise PandariumError("the game has not begun")
        for title, page in self.installed.pages(self.view, self.names, WIDTH, self.update.table.content):
            self.output.print(title)
            self.output.draw(page)

    async def rules_about(self, words: str) -> None:
        """All rules by their titles, or those that were asked for in full."""
        book = self.installed.rulebook or await self.client.rulebook(self.update.table.game, language())
        self.installed.rulebook = book
        self.output.print_rules(book, words)

    async def save(self, name: str) -> None:
        """The record, once the game is over."""
        if not name:
            raise PandariumError("there is no file to save to: write save FILE")
        file = Path(name).expanduser()
        if file.exists():
            raise BadData(str(file), "is there already; name another file")
        (await self.client.record(self.table)).save(file)
        self.output.print(f"Saved in {file}.")
