"""What the start pages and the README tell people to type is there: commands, their options, targets of make, files."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from pandarium.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "docs" / "index.md", *sorted((ROOT / "docs" / "start").glob("*.md"))]
SHELL = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)


def lines(page: Path) -> Iterator[list[str]]:
    """The words of each line that somebody is to type; comments are left out, and so are variables before a command."""
    for block in SHELL.findall(page.read_text(encoding="utf-8")):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
                del words[0]
            if words:
                yield words


def pandarium_words(words: list[str]) -> list[str] | None:
    """What stands after the command `pandarium`, however it is started."""
    for index, word in enumerate(words):
        if Path(word).name == "pandarium" and not word.endswith("/"):
            return words[index + 1 :]
    return None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_and_their_options_exist(page: Path) -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    told = [words for words in map(pandarium_words, lines(page)) if words]
    for name, *words in told:
        known = {option for parameter in commands[name].params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_targets_of_make_and_compose_files_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command, *words in lines(page):
        if command == "make":
            assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in words if "=" not in target)
        if command == "docker":
            assert all((ROOT / word).is_file() for word in words if word.endswith(".yaml"))


def test_there_is_something_to_type() -> None:
    assert sum(1 for page in PAGES for _ in lines(page)) > 15
