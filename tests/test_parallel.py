"""tools/parallel.py: commands run at the same time, and what they say is kept apart."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[1] / "tools" / "parallel.py"


def run(folder: Path, *told: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(TOOL), *told], cwd=folder, capture_output=True, text=True, check=False)


def test_they_run_at_the_same_time_and_one_is_shown_after_the_other(tmp_path: Path) -> None:
    """Each waits for the other: one after the other, they would never end."""
    other = "echo a; mkfifo pipe && mv pipe there; echo from other > there; cat there; echo b >&2"
    last = "until [ -p there ]; do :; done; read line < there; echo last hears: $line; echo from last > there"
    done = run(tmp_path, other, "--", "sh", "-c", last)
    assert done.stdout == f"last hears: from other\n--- {other}\na\nfrom last\nb\n"
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("others", "last", "code"),
    [(["true", "exit 3", "exit 4"], "exit 0", 3), (["true"], "exit 5", 5), ([], "exit 6", 6)],
)
def test_the_last_failure_counts_or_else_the_first_of_the_others(
    tmp_path: Path, others: list[str], last: str, code: int
) -> None:
    done = run(tmp_path, *others, "--", "sh", "-c", last)
    assert done.returncode == code
    assert done.stdout == "".join(f"--- {command}\n" for command in others)


def test_where_the_last_fails_nobody_waits_for_the_others(tmp_path: Path) -> None:
    """The other, and what it has started, would wait for ever for somebody who writes."""
    other = "mkfifo never; echo a; mkfifo ready; sh -c 'cat never'; echo b"
    done = run(tmp_path, other, "--", "sh", "-c", "until [ -p ready ]; do :; done; exit 7")
    assert (done.returncode, done.stdout) == (7, f"--- {other}\na\n")


@pytest.mark.parametrize("told", [(), ("true",), ("true", "--")])
def test_without_a_last_command_it_says_how_it_is_called(tmp_path: Path, told: tuple[str, ...]) -> None:
    done = run(tmp_path, *told)
    assert (done.returncode, done.stdout) == (1, "")
    assert "python tools/parallel.py COMMAND..." in done.stderr
