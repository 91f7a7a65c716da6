"""The full screen in a real terminal, as far as a pseudo-terminal is one."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from fcntl import ioctl
from pathlib import Path

import pytest

from pandarium import Record

SLOW_LINE = 0.15
"""Seconds between keys: longer than a terminal program waits for the rest of an escape sequence."""

PATIENCE = 300
"""Seconds after which something has gone wrong, however busy the machine is."""

PROGRAM = """
import sys
from pathlib import Path
from pandarium import Match
from pandarium.core.bot import Bot
from pandarium import tui

class First(Bot):
    def choose(self, state, seat, rng):
        return state.legal(seat)[0]

if len(sys.argv) > 2:
    from pandarium.tui.play_app import PlayApp
    PlayApp.action_help = lambda app: 1 / 0
try:
    tui.play(Match.begin("royale", seats=2, seed=7), {1: First()}, save=Path(sys.argv[1]), pause=0)
except KeyboardInterrupt:
    sys.exit(130)
"""


Keys = bytes | tuple[bytes, str]
"""What is typed, and what must be seen on the screen before anything else is."""


def run(tmp_path: Path, *keys: Keys, code: int = 130, broken: bool = False, **environment: str) -> str:
    """What comes out of the terminal when these keys go in once it is the person's turn, one after the other.

    They end with Ctrl-C, and with exit code 130. `broken`: the program has a fault, and `?` finds it.
    """
    file = tmp_path / "match.json"
    master, slave = pty.openpty()
    ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    clean = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLORTERM"}}
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(file), *(["broken"] if broken else [])],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**clean, **environment},
        start_new_session=True,
    )
    os.close(slave)
    out = b""
    left = [key if isinstance(key, tuple) else (key, "") for key in keys]
    wanted, since = "Your turn", 0
    deadline = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < deadline:
            ready, _, _ = select.select([master], [], [], 0.1)
            if ready:
                try:
                    out += os.read(master, 65536)
                except OSError:
                    break
            if left and not ready and wanted.encode() in out[since:]:
                since = len(out)
                key, wanted = left.pop(0)
                os.write(master, key)
                time.sleep(SLOW_LINE)
        program.wait(PATIENCE)
    finally:
        if program.poll() is None:
            program.send_signal(signal.SIGKILL)
            program.wait()
        os.close(master)
    assert not left
    assert program.returncode == code
    return out.decode(errors="replace")


def colours(text: str) -> set[str]:
    """Colour codes in the output, default colours and attributes left out."""
    codes = re.findall(r"\x1b\[([0-9;]*)m", text)
    return {code for code in codes if re.search(r"(^|;)(3[0-8]|4[0-8]|9\d|10\d)(;|$)", code)}


@pytest.mark.parametrize(
    ("environment", "deep", "any_"),
    [
        ({"TERM": "xterm-256color"}, True, True),
        ({"TERM": "xterm"}, False, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False, False),
    ],
)
def test_colours_as_the_terminal_has_them(tmp_path: Path, environment: dict[str, str], deep: bool, any_: bool) -> None:
    text = run(tmp_path, b"1\x03", **environment)
    found = colours(text)
    assert any("38;" in code or "48;" in code for code in found) == deep
    assert bool(found) == any_
    assert "Panda Royale" in text


def test_ctrl_c_in_a_real_terminal_leaves_the_game_saved(tmp_path: Path) -> None:
    text = run(tmp_path, b"1\x03", TERM="xterm-256color")
    assert "The game is saved in" in text
    assert len(Record.load(tmp_path / "match.json").moves) >= 1


def test_an_arrow_key_that_arrives_in_pieces_ends_nothing(tmp_path: Path) -> None:
    help_and_back = (b"?", "Keys"), (b"\x1b", "Your turn")
    text = run(tmp_path, b"\x1b", b"[B", b"\x1b[", b"B", *help_and_back, b"[A", b"1", b"\x03", TERM="xterm-256color")
    assert "Traceback" not in text
    assert len(Record.load(tmp_path / "match.json").moves) >= 1


def test_keys_that_close_a_panel_twice_end_nothing(tmp_path: Path) -> None:
    text = run(tmp_path, b"?", b"\r\r\r", b"?", b"\x1b\x1b", b"/", b"\x1b\x1b\x1b", b"1\x03", TERM="xterm-256color")
    assert "Traceback" not in text
    assert "The game is saved in" in text


def test_a_fault_of_the_program_is_no_good_end_and_the_game_is_saved(tmp_path: Path) -> None:
    text = run(tmp_path, b"1", b"?", code=1, broken=True, TERM="xterm-256color")
    assert "ZeroDivisionError" in text
    assert "The game is saved in" in text
    assert len(Record.load(tmp_path / "match.json").moves) >= 1
