"""What docs/cli.md shows is what happens: every console block is run, in order, in one directory.

`python tests/cli/test_docs.py` writes what happens today into the page.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pandarium.cli.app import COMMANDS

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Shown(NamedTuple):
    command: str
    output: list[str]


def read_page() -> list[Shown]:
    shown: list[Shown] = []
    for block in BLOCK.findall(PAGE.read_text()):
        for line in block.splitlines():
            if line.startswith("$ "):
                shown.append(Shown(line[2:], []))
            else:
                shown[-1].output.append(line)
    return shown


def run(command: str, folder: Path) -> list[str]:
    """What a shell would show, without the note about the engine and without blanks at the ends of lines."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PANDARIUM_")}
    env["COLUMNS"] = "80"
    line = command.replace("pandarium ", f"{sys.executable} -m pandarium ", 1)
    both: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    ran = subprocess.run(line, shell=True, cwd=folder, env=env, text=True, check=False, **both)
    shown = [text.rstrip() for text in ran.stdout.splitlines()]
    return [text for text in shown if not text.startswith("engine: ")]


def test_every_example_shows_what_happens(tmp_path: Path) -> None:
    for shown in read_page():
        assert run(shown.command, tmp_path) == [line.rstrip() for line in shown.output], shown.command


@pytest.mark.parametrize("name", [name for name, _, _ in COMMANDS])
def test_every_command_is_explained(name: str) -> None:
    assert f"pandarium {name}" in PAGE.read_text()


def rewrite_page() -> None:
    with tempfile.TemporaryDirectory() as folder:

        def again(block: re.Match[str]) -> str:
            commands = [line for line in block[1].splitlines() if line.startswith("$ ")]
            shown = [text for line in commands for text in (line, *run(line[2:], Path(folder)))]
            return "\n".join(["```console", *shown, "```"])

        PAGE.write_text(BLOCK.sub(again, PAGE.read_text()))


if __name__ == "__main__":
    rewrite_page()
