"""A remote table in plain lines: for pipes, dumb terminals and screen readers."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from pandarium import protocol
from pandarium.client import Client, Table, Update
from pandarium.core.errors import BadData, PandariumError
from pandarium.tui.drawing import in_ascii
from pandarium.tui.plain import WIDTH, Paper, Quit
from pandarium.tui.remote_box import Box
from pandarium.tui.remote_deeds import KEEP_RECORD, NEXT_TABLE, REACTIONS, Deed, main_deeds, more_deeds
from pandarium.tui.remote_input import lines_of
from pandarium.tui.remote_words import (
    fit,
    next_words,
    player_names,
    seat_table,
    tell_log,
    tell_news,
    the_end,
    turn_words,
    waiting_room,
)

HELP = """A move, or anything else in the list: its number, or its notation.
hint    what the strongest bot thinks of your moves
undo    take your last move back, or ask the others
say     say hello: to everybody at the table; react: a reaction
table   the table again          score   the score sheet and what else lies beside the table
log     all that happened        rules   all rules; rules PR-7 or rules trade: those
who     who sits at the table    link    what to send to friends
more    what is done now and then: pause, leave, resign, return …
save    save FILE: the record, when the game is over
quit    leave; your seat stays yours"""


class PlainRemote:
    """One person at a remote table, line by line."""

    def __init__(
        self, client: Client, table: Table, levels: list[str], rules: int | None, stdin: TextIO, stdout: TextIO
    ) -> None:
        self.client = client
        self.levels = levels
        self.rules = rules
        self.paper = Paper(stdout)
        self.stdin = stdin
        self.prompted = False
        self.at_hand = stdin.isatty()
        """Whether somebody types; otherwise a line is taken only when the table waits for one."""
        self.go_to(table)

    def go_to(self, table: Table) -> None:
        """Sit at this table."""
        self.table = table
        self.box = Box(table.update.table.game, self.rules)
        self.shown: tuple[int, str, int] | None = None
        self.take(table.update)

    def take(self, update: Update) -> None:
        """The table as it is now."""
        self.update = update
        self.view = self.box.read(update.view) if update.view is not None else None
        self.names = player_names(update.table)
        self.deeds = main_deeds(update, self.levels)

    async def run(self) -> None:
        """Follow the table until it is over, or until somebody leaves; raises ClientError."""
        lines = lines_of(self.stdin)
        try:
            while await self.sit_at(self.table, lines):
                pass
        except Quit:
            self.paper.print("Good-bye.")
        except BrokenPipeError:
            self.paper.close()
        except asyncio.CancelledError:  # Ctrl-C, which stands on the line of the prompt
            self.paper.print()
            raise

    async def sit_at(self, table: Table, lines: asyncio.Queue[str | None]) -> bool:
        """One table to its end; whether there is another one."""
        news = table.updates(beyond_the_end=True)
        waiting: dict[str, asyncio.Task[object]] = {}
        try:
            while self.table is table:
                if "update" not in waiting:
                    waiting["update"] = asyncio.ensure_future(anext(news, None))
                if "line" not in waiting and self.wants_a_line():
                    waiting["line"] = asyncio.ensure_future(lines.get())
                await asyncio.wait(waiting.values(), return_when=asyncio.FIRST_COMPLETED)
                if waiting["update"].done():
                    update = waiting.pop("update").result()
                    if not isinstance(update, Update):
                        return False
                    self.see(update)
                    if table.over and update.table.tournament and update.you.seat is not None:
                        return await self.next_gambit()
                    if table.over and not self.at_hand:
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

    def wants_a_line(self) -> bool:
        """Whether it is time to ask; the prompt is written then."""
        if self.shown is None or self.update.seq < self.table.update.seq or not (self.at_hand or self.deeds):
            return False
        if not self.prompted:
            prompt = f"{fit(self.update.you.name)}> "
            self.paper.out.write(in_ascii(prompt) if self.paper.ascii else prompt)
            self.paper.out.flush()
            self.prompted = True
        return True

    # what is seen

    def see(self, update: Update) -> None:
        """Tell what is new, and show the table when there is something to decide."""
        self.take(update)
        if self.prompted and update.news:
            self.paper.print()
            self.prompted = False
        table = update.table
        gambit = bool(table.tournament)
        new = tell_log(update.news, self.names, gambit) if self.shown is None else []
        for line in new or [line for news in update.news for line in tell_news(news, self.names, gambit)]:
            self.paper.print(line)
        now = (update.position, table.status, len(self.deeds))
        if now != self.shown and (self.deeds or self.shown is None or table.status != self.shown[1]):
            self.show_table()
            if table.outcome is not None:
                self.paper.print()
                result = self.box.result(self.table.log) if gambit else ""
                far = self.box.how_far(self.view)
                self.paper.draw(the_end(table, table.outcome, WIDTH, far=far, result=result))
            if self.at_hand or table.outcome is None:
                self.list_deeds()
        self.shown = now

    def show_table(self) -> None:
        """The waiting room, or the game."""
        keys = {deed.notation: str(number) for number, deed in enumerate(self.deeds, 1) if deed.notation}
        self.paper.print()
        state = "waiting room" if self.view is None else self.box.heading(self.view)
        self.paper.print(f"{self.update.table.title}  {state}".rstrip())
        if self.view is None:
            self.paper.draw(waiting_room(self.update, self.table.link))
        else:
            self.paper.draw(self.box.draw(self.view, self.names, WIDTH), keys)

    def list_deeds(self) -> None:
        """Numbered."""
        for number, deed in enumerate(self.deeds, 1):
            called = deed.notation or deed.word
            self.paper.print(f"{number:>3} {deed.label}" + (f"  ({called})" if called else ""))
        if not self.deeds:
            self.paper.print(turn_words(self.update, self.view, 0))

    # what is done

    async def answer(self, line: str | None) -> None:
        """Do what was typed; what cannot be done is answered in a line. The end of the input is a way to leave."""
        if line is None:
            self.paper.print()
            raise Quit
        try:
            await self.obey(line.strip())
        except PandariumError as error:
            self.paper.print(f"{error}. Write a number of the list, a move, or help.")

    async def obey(self, text: str) -> None:
        """One line."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "":
                self.list_deeds()
            case "?" | "help":
                self.paper.print(HELP)
            case "q" | "quit" | "exit":
                raise Quit
            case "hint":
                for advice in (await self.table.hint()).advice:
                    self.paper.print(f"  {advice.label}: {advice.why}")
            case "undo":
                await (self.table.undo() if self.update.may_undo else self.table.ask("undo"))
            case "say":
                await self.table.say(rest.strip() or "…")
            case "react":
                await self.react(rest.strip())
            case "table":
                self.show_table()
                self.list_deeds()
            case "score":
                self.score()
            case "log":
                self.paper.print("\n".join(tell_log(self.table.log, self.names, bool(self.update.table.tournament))))
            case "rules":
                await self.rules_about(rest.strip())
            case "who":
                self.paper.draw(seat_table(self.update))
            case "link":
                self.paper.print(self.table.link)
            case "more":
                for deed in more_deeds(self.update):
                    self.paper.print(f"  {deed.word:<8}{deed.label}" if deed.word else f"          {deed.label}")
            case "save":
                await self.save(rest.strip())
            case _:
                await self.do(self.find(text))

    def find(self, text: str) -> Deed:
        """What somebody means: a number, a word, or a move in notation."""
        if text.isascii() and text.isdigit():
            if not 1 <= int(text) <= len(self.deeds):
                known = f"choose 1 to {len(self.deeds)}" if self.deeds else "there is nothing to choose now"
                raise PandariumError(f"there is no {text} in the list; {known}")
            return self.deeds[int(text) - 1]
        wanted = " ".join(text.lower().split())
        for deed in [*self.deeds, *more_deeds(self.update)]:
            if wanted in {deed.word.lower(), deed.notation.lower()} - {""}:
                return deed
        if self.update.table.status != "running":
            raise PandariumError(f"there is no {text[:40]!r} to choose now")
        # Not in the list: the server says why, and by which rule.
        return Deed(text, protocol.Play(move=text[:400], position=self.update.position), text)

    async def do(self, deed: Deed) -> None:
        """Send it."""
        if isinstance(deed.message, protocol.Play):
            await self.table.play(deed.message.move, position=deed.message.position)
        elif isinstance(deed.message, protocol.Rematch):
            await self.next_table(await self.table.rematch())
        elif deed.message is not None:
            await self.table.send(deed.message)
        elif deed.errand == NEXT_TABLE:
            await self.next_table(self.update.table.rematch or "")
        elif deed.errand == KEEP_RECORD:
            await self.save("")

    async def next_gambit(self) -> bool:
        """On to where the tournament goes on for us; whether it does."""
        shown = await self.client.next_gambit(self.table)
        if shown.you.live is None:
            return False
        self.paper.print(f"{next_words(shown)}.")
        await self.next_table(shown.you.live, shown.invite or "")
        return True

    async def next_table(self, name: str, invite: str = "") -> None:
        """The same people, or others, at another table."""
        old = self.table
        self.go_to(await self.client.join(name, invite=invite, sit=False))
        await old.close()

    async def react(self, text: str) -> None:
        """A reaction."""
        for what in REACTIONS:
            if what == text:
                await self.table.react(what)
                return
        raise PandariumError(f"reactions are {' '.join(REACTIONS)}")

    def score(self) -> None:
        """Everything beside the table."""
        if self.view is None:
            raise PandariumError("the game has not begun")
        for title, page in self.box.pages(self.view, self.names, WIDTH):
            self.paper.print(title)
            self.paper.draw(page)

    async def rules_about(self, words: str) -> None:
        """All rules by their titles, or those that were asked for in full."""
        book = self.box.rulebook or await self.client.rulebook(self.update.table.game)
        self.box.rulebook = book
        self.paper.print_rules(book, words)

    async def save(self, name: str) -> None:
        """The record, once the game is over."""
        if not name:
            raise PandariumError("there is no file to save to: write save FILE")
        file = Path(name).expanduser()
        if file.exists():
            raise BadData(str(file), "is there already; name another file")
        (await self.client.record(self.table)).save(file)
        self.paper.print(f"Saved in {file}.")
