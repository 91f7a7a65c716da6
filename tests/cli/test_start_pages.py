"""What the pages tell people to type is there: commands, their options, targets of make, files.

What ends by itself is run as well, page by page. Run elsewhere: docs/cli.md by test_docs.py, docs/add-a-game.md by
tests/examples/test_tutorial.py, uvx and pipx by tools/try_index.py; a report in docs/study is what its command wrote.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.main import get_command

import pandarium
from cli.conftest import Pandarium, played
from cli.test_docs import run
from pandarium.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
SHELL = re.compile(r"^```(sh|console)\n(.*?)^```", re.DOTALL | re.MULTILINE)
PLACES = ("*.md", "docs/**/*.md", "bench/*.md", "examples/**/*.md")
RUN_ELSEWHERE = {ROOT / "docs" / "cli.md", ROOT / "docs" / "add-a-game.md", *ROOT.glob("docs/study/*.md")}
# What lasts until somebody ends it: servers, and those who sit down at one; tests/cli/test_serve.py and test_join.py.
LASTS = {"join", "serve"}
# What needs a cluster, or minutes; tests/sim/test_ray_pool.py and tests/learn/test_exact.py.
LONG = ("--ray", "--exact")
# Learners with next to nothing to learn from. They need JAX.
LEARN = {"exploit": "--decisions 1 --seeds 1 --games 4", "train": "--decisions 1"}
# A question that is answered soon, by game.
QUICK = {"leduc": "scores", "royale": "margins"}
GAMES = re.compile(r"--games \d+")
PAGES = [page for place in PLACES for page in sorted(ROOT.glob(place)) if SHELL.search(page.read_text("utf-8"))]


def typed_lines(page: Path) -> Iterator[tuple[str, str]]:
    """Each line that somebody is to type, and what the page shows of it."""
    for kind, block in SHELL.findall(page.read_text(encoding="utf-8")):
        if kind == "console":
            for shown in block.removeprefix("$ ").split("\n$ "):
                line, _, output = shown.partition("\n")
                yield line, output
        else:
            for line in block.replace("\\\n", "").splitlines():
                yield line, ""


def lines(page: Path) -> Iterator[list[str]]:
    """The words of each line that somebody is to type; comments are left out, and so are variables before a command."""
    for line, _ in typed_lines(page) if page.name != "cli.md" else ():
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


def ends_by_itself(line: str) -> bool:
    """Whether a line runs our command as it lies here, and that comes to an end."""
    words = pandarium_words(shlex.split(line, comments=True))
    ours = re.match(r"([A-Z_]+=\S+ )?(\./)?pandarium |printf .*\| pandarium ", line)
    return bool(ours and words) and words[0] not in LASTS and not any(word in line for word in LONG)


RUN = [
    page for page in PAGES if page not in RUN_ELSEWHERE and any(ends_by_itself(line) for line, _ in typed_lines(page))
]


def shortened(line: str) -> list[str]:
    """The words of a line that plays few games in place of many, or learns from little.

    A study answers one question, or names those asked.
    """
    words = shlex.split(GAMES.sub("--games 2", line).replace("replay FILE", "replay game.json"), comments=True)
    words += next((least.split() for command, least in LEARN.items() if command in words), [])  # the last one counts
    if "study" in words and "--list" not in words:
        words += ["--list"] if "--questions" in words else ["--questions", QUICK[words[words.index("study") + 1]]]
        words += [] if "--games" in words else ["--games", "2"]
    return words


@pytest.fixture
def desk(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder with what pages tell people to make first, or take for theirs."""
    monkeypatch.setattr("pandarium.buildinfo.is_compiled", lambda *_: True)  # of which some would be told otherwise
    monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody types anything
    played(seed=7).record.save(shelf / "game.json")
    for pack, game in {"mypack": "royale", "my-dice": "royale", "my-pilfering": "pilfering"}.items():
        shutil.copytree(pandarium.game(game).folder / "content", shelf / pack)
    shutil.copytree(ROOT / "examples" / "leduc", shelf / "mygames" / "leduc")
    for network in ("my.net", "pandante.net"):
        shutil.copy(pandarium.game("pandante").folder / "bots" / "master.net", shelf / network)
    return shelf


@pytest.mark.parametrize("page", RUN, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_that_end_by_themselves_run(page: Path, desk: Path, pandarium: Pandarium) -> None:
    unlearned = []
    for line, output in typed_lines(page):
        learns = ends_by_itself(line) and not LEARN.keys().isdisjoint(shortened(line))
        if learns and not find_spec("jax"):
            unlearned.append(line)
            continue
        if "|" in line and ends_by_itself(line):  # for a shell
            shown = run(line, desk)
            assert shown[0].startswith("Type help"), line
            assert not output or shown == [text.rstrip() for text in output.splitlines()], line
        elif ends_by_itself(line):
            ran = pandarium(*(pandarium_words(shortened(line)) or ()))
            assert (ran.code, "" if learns else ran.err) == (0, ""), line  # how far a learner is stands on stderr
            assert ran.out or "--out" in line, line
    if unlearned:
        pytest.skip(f"without JAX these were not run: {unlearned}")


def test_there_is_something_to_type() -> None:
    assert sum(1 for page in PAGES for _ in lines(page)) > 15
