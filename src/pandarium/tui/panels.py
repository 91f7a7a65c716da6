"""What opens over the table: score sheet, log, help, rulebook, questions, the cover, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, TypeVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Markdown, OptionList, Static
from textual.widgets.option_list import Option

from pandarium.kit.rulebook import Rule, Rulebook
from pandarium.tui.drawing import PANDA

Page = tuple[str, RenderableType]
Answer = TypeVar("Answer")


class Panel(ModalScreen[Answer]):
    """What opens over the table closes once: a key that was pressed twice may come when it has gone already."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close, and give the answer; nothing, unless it lies on top."""
        if self.app.screen is not self:
            return AwaitComplete()
        return super().dismiss(result)


class TextPanel(Panel[None]):
    """Pages to read: one after the other with the arrow keys, closed with Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,l,question_mark", "dismiss_panel", "Close"),
        Binding("right", "turn(1)", "Next page"),
        Binding("left", "turn(-1)", "Page before"),
        Binding("down,j", "scroll(1)", "Down"),
        Binding("up,k", "scroll(-1)", "Up"),
        Binding("pagedown,space", "scroll(10)", "Page down"),
        Binding("pageup", "scroll(-10)", "Page up"),
        Binding("home", "edge(0)", "Top"),
        Binding("end", "edge(1)", "Bottom"),
    ]

    def __init__(self, pages: Sequence[Page], at_end: bool = False) -> None:
        super().__init__()
        self.pages = list(pages)
        self.at_end = at_end
        self.page = 0

    def compose(self) -> ComposeResult:
        """A frame, its title, the page."""
        with Vertical(classes="panel"), VerticalScroll(classes="paper", can_focus=False):
            yield Static()

    def on_mount(self) -> None:
        """Open the first page."""
        self.action_turn(0)
        if self.at_end:
            self.call_after_refresh(self.action_edge, 1)

    def action_turn(self, by: int) -> None:
        """Turn the page."""
        self.page = (self.page + by) % len(self.pages)
        title, renderable = self.pages[self.page]
        panel = self.query_one(".panel")
        panel.border_title = Text(title).plain
        turn = f"← → page {self.page + 1} of {len(self.pages)} · " if len(self.pages) > 1 else ""
        panel.border_subtitle = f"{turn}↑ ↓ scroll · Esc closes"
        self.query_one(Static).update(renderable)
        if by:
            self.action_edge(0)

    def action_scroll(self, by: int) -> None:
        """Scroll by lines."""
        self.query_one(".paper").scroll_relative(y=by, animate=False)

    def action_edge(self, bottom: int) -> None:
        """To the top or to the bottom."""
        paper = self.query_one(".paper")
        if bottom:
            paper.scroll_end(animate=False)
        else:
            paper.scroll_home(animate=False)

    def action_dismiss_panel(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class RulePanel(Panel[None]):
    """The rulebook: search, choose, read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss_panel", "Close"),
        Binding("down", "move(1)", "Next rule", priority=True),
        Binding("up", "move(-1)", "Rule before", priority=True),
        Binding("pagedown", "scroll(10)", "Down", priority=True),
        Binding("pageup", "scroll(-10)", "Up", priority=True),
    ]

    def __init__(self, title: str, book: Rulebook, wanted: str = "") -> None:
        super().__init__()
        self.book_title = title
        self.book = book
        self.wanted = wanted
        self.found: list[Rule] = []

    def compose(self) -> ComposeResult:
        """Search on top, rules on the left, the text on the right."""
        with Vertical(classes="panel"):
            with Horizontal(classes="row"):
                yield Label("Search ")
                yield Input(self.wanted, placeholder="an ID or a word", id="search")
            with Horizontal():
                yield OptionList(id="rules", classes="choices", compact=True, markup=False)
                with VerticalScroll(id="rule", can_focus=False):
                    yield Markdown()

    def on_mount(self) -> None:
        """Show all rules."""
        panel = self.query_one(".panel")
        panel.border_title = f"Rules of {self.book_title}"
        panel.border_subtitle = "type to search · ↑ ↓ choose · PgUp PgDn scroll · Esc closes"
        self.query_one("#rules").can_focus = False
        self.search(self.wanted)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while typing."""
        self.search(event.value)

    def search(self, text: str) -> None:
        """List the rules with these words; one whose ID it is comes first."""
        words = text.casefold().split()
        self.found = [rule for rule in self.book.rules if all(word in " ".join(rule).casefold() for word in words)]
        self.found.sort(key=lambda rule: rule.id.casefold() != text.strip().casefold())
        rules = self.query_one("#rules", OptionList)
        rules.set_options([Option(f"{rule.id:<6}{rule.title}") for rule in self.found])
        rules.highlighted = 0 if self.found else None
        if not self.found:
            self.query_one(Markdown).update("Nothing there has these words.")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the rule under the cursor."""
        if event.option_index < len(self.found):
            rule = self.found[event.option_index]
            title = f"{rule.id} {rule.title}".strip()
            self.query_one(Markdown).update(f"*{rule.section}*\n\n## {title}\n\n{rule.text}")
            self.query_one("#rule").scroll_home(animate=False)

    def action_move(self, by: int) -> None:
        """Up or down the list."""
        rules = self.query_one("#rules", OptionList)
        if by > 0:
            rules.action_cursor_down()
        else:
            rules.action_cursor_up()

    def action_scroll(self, by: int) -> None:
        """Scroll the text of the rule."""
        self.query_one("#rule").scroll_relative(y=by, animate=False)

    def action_dismiss_panel(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class MoveFinder(Panel[int | str | None]):
    """Find a move by typing a part of it; gives its place in the list, or what was typed if that is in no list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Close"),
        Binding("down", "move(1)", "Next", priority=True),
        Binding("up", "move(-1)", "Before", priority=True),
    ]

    def __init__(self, labels: Sequence[str], notations: Sequence[str]) -> None:
        super().__init__()
        self.labels = list(labels)
        self.notations = list(notations)
        self.found: list[int] = []

    def compose(self) -> ComposeResult:
        """A line to type in, and what it finds."""
        with Vertical(classes="panel"):
            with Horizontal(classes="row"):
                yield Label("Move ")
                yield Input(placeholder="a part of the move, or its notation")
            yield OptionList(classes="choices", compact=True, markup=False)

    def on_mount(self) -> None:
        """Begin with all moves."""
        panel = self.query_one(".panel")
        panel.border_title = "Find a move"
        panel.border_subtitle = "Enter plays it · Esc closes"
        self.query_one(OptionList).can_focus = False
        self.search("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while typing."""
        self.search(event.value)

    def search(self, text: str) -> None:
        """List the moves with these words; exact notation comes first."""
        wanted = " ".join(text.casefold().split())
        self.found = [
            index
            for index, words in enumerate(zip(self.labels, self.notations, strict=True))
            if all(word in " ".join(words).casefold() for word in wanted.split())
        ]
        self.found.sort(key=lambda index: self.notations[index].casefold() != wanted)
        choices = self.query_one(OptionList)
        choices.set_options([Option(f"{self.labels[index]}  ({self.notations[index]})") for index in self.found])
        choices.highlighted = 0 if self.found else None

    def on_input_submitted(self) -> None:
        """Enter: the move under the cursor, or what was typed: a move may be said in more ways than are listed."""
        highlighted = self.query_one(OptionList).highlighted
        if highlighted is not None:
            self.dismiss(self.found[highlighted])
        elif typed := self.query_one(Input).value.strip():
            self.dismiss(typed)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click."""
        self.dismiss(self.found[event.option_index])

    def action_move(self, by: int) -> None:
        """Up or down the list."""
        choices = self.query_one(OptionList)
        if by > 0:
            choices.action_cursor_down()
        else:
            choices.action_cursor_up()


class AskFile(Panel[str]):
    """Where to save? `keep` tries the file and gives "" or what is wrong, so that the question stays until it fits."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "Not now")]

    def __init__(self, suggestion: str, keep: Callable[[Path], str]) -> None:
        super().__init__()
        self.suggestion = suggestion
        self.keep = keep

    def compose(self) -> ComposeResult:
        """A line to type in, and a line for what is wrong."""
        with Vertical(classes="panel -snug"):
            with Horizontal(classes="row"):
                yield Label("File ")
                yield Input(self.suggestion)
            yield Static("", classes="note", id="wrong", markup=False)

    def on_mount(self) -> None:
        """Say what the keys do."""
        panel = self.query_one(".panel")
        panel.border_title = "Save the game"
        panel.border_subtitle = "Enter saves · Esc: not now"

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Try it."""
        name = event.value.strip()
        wrong = self.keep(Path(name).expanduser()) if name else "write the name of a file"
        if wrong:
            self.query_one("#wrong", Static).update(wrong)
        else:
            self.dismiss(name)


class AskLine(Panel[str]):
    """One line to type; gives it, "" for none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "Not now")]

    def __init__(self, title: str, label: str, longest: int) -> None:
        super().__init__()
        self.line_title = title
        self.label = label
        self.longest = longest

    def compose(self) -> ComposeResult:
        """A line to type in."""
        with Vertical(classes="panel -snug"), Horizontal(classes="row"):
            yield Label(f"{self.label} ")
            yield Input(max_length=self.longest)

    def on_mount(self) -> None:
        """Say what the keys do."""
        panel = self.query_one(".panel")
        panel.border_title = self.line_title
        panel.border_subtitle = "Enter sends · Esc: not now"

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """That is it."""
        self.dismiss(event.value.strip())


class Choose(Panel[str]):
    """A question with a few answers; gives the answer's name, "" for none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "Back")]

    def __init__(self, question: str, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.question = question
        self.answers = list(answers)

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        with Vertical(classes="panel -snug"):
            yield Static(self.question, markup=False, classes="row")
            yield OptionList(
                *(Option(text, name) for name, text in self.answers), classes="choices", compact=True, markup=False
            )

    def on_mount(self) -> None:
        """Say what the keys do."""
        self.query_one(".panel").border_subtitle = "↑ ↓ Enter · Esc: back"

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        self.dismiss(event.option_id or "")


class Cover(Panel[bool]):
    """Nothing to see here until the right person sits at the screen. False: the last move is taken back instead."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss(True)", "Show"),
        Binding("u", "take_back", "Take back"),
        Binding("q,ctrl+c", "app.leave", "Quit"),
    ]

    def __init__(self, name: str, before: str = "") -> None:
        super().__init__()
        self.person = name
        self.before = before

    def compose(self) -> ComposeResult:
        """Whose turn it is, and nothing else."""
        words = f"{PANDA}\n\nPass to {self.person}, press Enter"
        if self.before:
            words += f"\n\n{self.before}: u takes it back"
        yield Static(words, markup=False)

    def on_click(self) -> None:
        """A click shows the table, too."""
        self.dismiss(True)

    def action_take_back(self) -> None:
        """The one before thinks again."""
        if self.before:
            self.dismiss(False)


class ResultPanel(Panel[str]):
    """The game is over: a moment for it. Gives what people want next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "dismiss('')", "Look at the table"),
        Binding("n", "dismiss('new')", "New game"),
        Binding("q,ctrl+c", "dismiss('quit')", "Quit"),
        Binding("l", "app.log", "Log"),
    ]

    def __init__(self, title: str, content: Callable[[int], RenderableType], again: str = "new game") -> None:
        super().__init__()
        self.ending_title = title
        self.content = content
        self.again = again
        """What comes when people want to play on; "" where that cannot be."""

    def compose(self) -> ComposeResult:
        """A frame around it."""
        with Vertical(classes="panel -snug"), VerticalScroll(classes="paper", can_focus=False):
            yield Static(id="result")

    def on_mount(self) -> None:
        """Say what the keys do."""
        panel = self.query_one(".panel")
        panel.border_title = self.ending_title
        again = f"n {self.again} · " if self.again else ""
        panel.border_subtitle = f"{again}Tab score sheet · l log · Esc table · q quit"
        self.call_after_refresh(self.draw)

    def on_resize(self) -> None:
        """Bars as long as there is room."""
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Draw it for the width there is."""
        width = self.query_one(".panel").size.width - 4
        self.query_one("#result", Static).update(self.content(max(width, 30)))
