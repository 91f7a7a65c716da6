"""tools/again.py: what fails by accident is run again and told; what fails twice has failed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[1] / "tools" / "again.py"
ONCE = """
from pathlib import Path

def test_fine():
    assert True

def test_once():
    seen = Path("seen")
    if not seen.exists():
        seen.touch()
        raise AssertionError
"""
NEVER = "def test_never():\n    raise AssertionError\n"


@pytest.mark.parametrize(
    ("tests", "code", "said"),
    [
        (ONCE, 0, "passed only when run alone, and to be mended: test_it.py::test_once\n"),
        (ONCE + NEVER, 1, "once more, alone: test_it.py::test_never, test_it.py::test_once\n"),
        ("import nothing_that_is_there", 2, "1 error"),
        ("".join(NEVER.replace("never", f"never_{number}") for number in range(6)), 1, "6 failed"),
    ],
)
def test_what_fails_is_run_once_more(tmp_path: Path, tests: str, code: int, said: str) -> None:
    (tmp_path / "pytest.ini").touch()
    (tmp_path / "test_it.py").write_text(tests)
    (tmp_path / "tools").mkdir()
    tool = tmp_path / "tools" / "again.py"  # a copy has a cache of its own
    tool.write_text(TOOL.read_text())
    plain = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # they take longer to load than all of this to run
    run = subprocess.run(
        [sys.executable, str(tool)], cwd=tmp_path, env=plain, capture_output=True, text=True, check=False
    )
    assert run.returncode == code, run.stdout
    assert said in run.stdout
    assert ("NOTICE" in run.stdout) == ("test_once" in tests)
