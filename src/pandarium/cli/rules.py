"""The command `rules`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from pandarium.cli.params import GameName
from pandarium.core.errors import PandariumError

if TYPE_CHECKING:
    from pandarium.core.game import Game
    from pandarium.kit.rulebook import Rule, Rulebook

_ONLY_NUMBER = re.compile(r"[A-Z]*\d+")


def rules(
    game: GameName,
    rule: Annotated[str | None, typer.Argument(metavar="RULE", help="The ID of one paragraph, as PR-7.")] = None,
    search: Annotated[str | None, typer.Option(metavar="WORD", help="Only paragraphs with this word.")] = None,
) -> None:
    """Read a rulebook: all of it, one paragraph, or a search."""
    from pandarium.core.registry import game as find_game
    from pandarium.kit.language import language
    from pandarium.kit.rulebook import Rulebook

    found = find_game(game)
    book = Rulebook.of(found, language())
    if book.language != language():
        from pandarium.cli.console import note
        from pandarium.core.message import Message
        from pandarium.tui.messages import render

        note(render(Message("kit.rules.english")))
    if rule is not None:
        wanted = rule.strip().upper()
        _print_rules([book.find(f"{found.meta.prefix}-{wanted}" if _ONLY_NUMBER.fullmatch(wanted) else rule)], search)
    elif search is not None:
        _print_rules(_search(found, book, search), search)
    else:
        _print_book(book.source)


def _search(game: Game, book: Rulebook, word: str) -> list[Rule]:
    if not word.strip():
        raise PandariumError("--search takes a word to look for, not ''")
    low = word.casefold()
    hits = [rule for rule in book.rules if low in f"{rule.id} {rule.title} {rule.text}".casefold()]
    if not hits:
        raise PandariumError(f"no rule of {game.meta.title} has {word!r} in it")
    return hits


def _print_rules(rules: list[Rule], search: str | None) -> None:
    from rich.text import Text

    from pandarium.cli.console import console

    screen = console()
    for rule in rules:
        text = Text(f"{rule.id} {rule.title}".strip(), style="bold")
        text.append(f"  {rule.section}\n", style="dim not bold")
        text.append(unwrap(plain(rule.text)), style="not bold")
        if search:
            text.highlight_words([search], style="reverse", case_sensitive=False)
        screen.print(text)
        if rule is not rules[-1]:
            screen.print()


def _print_book(source: str) -> None:
    from rich.markdown import Markdown

    from pandarium.cli.console import console

    screen = console()
    if screen.is_terminal:
        screen.print(Markdown(source), width=min(screen.width, 100))
    else:
        typer.echo(plain(source), nl=False)


def plain(markdown: str) -> str:
    """Markdown without its marks, as far as rulebooks use them.

    >>> plain("# Dice\\n\\n**PR-4 Yellow.** Add *them* up.\\n")
    'Dice\\n====\\n\\nPR-4 Yellow. Add them up.\\n'
    """
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", markdown, flags=re.DOTALL)
    text = re.sub(r"(?<![\w*])\*(?!\s)(.+?)(?<!\s)\*(?![\w*])", r"\1", text)
    return re.sub(r"^(#+) (.+)$", _underline, text, flags=re.MULTILINE)


def unwrap(paragraph: str) -> str:
    """A paragraph in one line, to be wrapped anew; tables and lists keep theirs."""
    lines = paragraph.splitlines()
    return paragraph if any(line.startswith(("|", "- ", "* ")) for line in lines) else " ".join(lines)


def _underline(heading: re.Match[str]) -> str:
    mark = "=" if len(heading[1]) == 1 else "-"
    return f"{heading[2]}\n{mark * len(heading[2])}"
