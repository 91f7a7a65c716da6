"""docs/add-a-game.md, followed to the letter: its listings are the example, and everything it shows is run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "add-a-game.md"
EXAMPLE = ROOT / "examples" / "leduc"

_BLOCK = re.compile(
    r"(?:^\*\*`(?P<file>[^`]+)`\*\*[^\n]*\n\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


class Block(NamedTuple):
    file: str | None
    kind: str
    text: str


def blocks() -> list[Block]:
    return [Block(found["file"], found["kind"], found["text"]) for found in _BLOCK.finditer(PAGE.read_text("utf-8"))]


def listings() -> dict[str, str]:
    """Every file of the page, its parts joined as they are in a file: two empty lines before what is not indented."""
    files: dict[str, str] = {}
    for block in blocks():
        if block.file is not None and block.file in files:
            gap = "\n" if block.text.startswith(" ") else "\n\n"
            files[block.file] += gap + block.text
        elif block.file is not None:
            files[block.file] = block.text
    return files


def shown(kind: str) -> list[str]:
    return [block.text for block in blocks() if block.file is None and block.kind == kind]


def example_files() -> dict[str, str]:
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in {".py", ".md", ".toml", ".json"}]
    return {f"leduc/{path.relative_to(EXAMPLE).as_posix()}": path.read_text("utf-8") for path in files}


def run(command: list[str], place: Path, **environment: str) -> str:
    """Run a command as a reader would, with only what the page has told them to set."""
    known = {name: value for name, value in os.environ.items() if name != "PANDARIUM_GAMES"}
    known["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), known.get("PATH", "")])
    done = subprocess.run(
        command, cwd=place, env={**known, **environment}, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """What lies on a reader's disk after the last listing."""
    for name, text in listings().items():
        file = tmp_path / ("mygames" if name.startswith("leduc/") else ".") / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return tmp_path


def test_every_block_is_a_listing_or_can_be_run() -> None:
    assert PAGE.read_text("utf-8").count("\n```") == 2 * len(blocks())
    assert {block.kind for block in blocks() if block.file is None} == {"sh", "pycon"}


def test_the_page_lists_exactly_the_files_of_the_example() -> None:
    assert {name for name in listings() if name.startswith("leduc/")} == set(example_files())


@pytest.mark.parametrize("name", sorted(example_files()))
def test_the_listing_is_the_file(name: str) -> None:
    assert listings()[name] == example_files()[name]


def test_the_sessions_of_the_page_go_as_shown(workplace: Path) -> None:
    session = workplace / "session.txt"
    session.write_text("\n".join(shown("pycon")), "utf-8")
    run([sys.executable, "-m", "doctest", str(session)], workplace, PANDARIUM_GAMES=str(workplace / "mygames"))


def test_the_commands_of_the_page_work(workplace: Path) -> None:
    said = run(["bash", "-euc", "\n".join(shown("sh"))], workplace)
    assert "Leduc Hold'em" in said
    assert "two chips in the first round" in said


def test_a_game_of_the_page_can_be_played_to_the_end(workplace: Path) -> None:
    play = (
        "import pandarium; state = pandarium.game('leduc').start(seats=2, seed=3); state.playout(pandarium.Rng(1));"
        "print(pandarium.game('leduc').folder, state.outcome().reason)"
    )
    said = run([sys.executable, "-c", play], workplace, PANDARIUM_GAMES="mygames")
    assert said.startswith(str(workplace / "mygames" / "leduc"))
    assert "(LH-" in said


def test_the_published_package_announces_the_game(workplace: Path) -> None:
    run(["bash", "-euc", shown("sh")[-1]], workplace)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "--no-cache-dir"]
    run([*pip, "--disable-pip-version-check", "--target", "site", "./leduc-game"], workplace)
    ask = "import pandarium; game = pandarium.game('leduc'); print(type(game).__module__, game.meta.title)"
    search = os.pathsep.join(filter(None, [str(workplace / "site"), os.environ.get("PYTHONPATH")]))
    assert run([sys.executable, "-c", ask], workplace, PYTHONPATH=search) == "leduc_game.game Leduc Hold'em\n"
