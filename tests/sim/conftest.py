from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

RunScript = Callable[..., subprocess.Popen[str]]


def rest_of(script: subprocess.Popen[str]) -> tuple[str, str]:
    """What it still says, and what went wrong, once it has ended; `communicate` would miss what was read ahead."""
    assert script.stdout is not None
    assert script.stderr is not None
    said = script.stdout.read(), script.stderr.read()
    script.wait()
    return said


@pytest.fixture
def run_script(tmp_path: Path) -> Iterator[RunScript]:
    """Start a script as people write them, without a guard around what it does; afterwards nothing of it runs on."""
    started: list[subprocess.Popen[str]] = []

    def run(text: str, *words: object) -> subprocess.Popen[str]:
        file = tmp_path / "script.py"
        file.write_text(text, encoding="utf-8")
        script = subprocess.Popen(
            [sys.executable, str(file), *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # Whoever runs the tests may ignore SIGINT (a shell does for what it starts in the background).
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        )
        started.append(script)
        return script

    yield run
    for script in started:
        with suppress(ProcessLookupError):
            os.killpg(script.pid, signal.SIGKILL)
        script.communicate()
