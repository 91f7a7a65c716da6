"""What a process costs before it does anything: CPU time (user and system) of fresh interpreters, beyond a bare one."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median

COMMANDS = {
    "bare": ["-c", "pass"],
    "import": ["-c", "import pandarium"],
    "game": ["-c", "import pandarium; pandarium.game('royale')"],
    "help": ["-m", "pandarium", "--help"],
}
TITLES = {
    "import": "import pandarium",
    "game": "import pandarium, load Panda Royale",
    "help": "pandarium --help",
}


def start_up(times: int) -> dict[str, float]:
    """Median CPU milliseconds of each command beyond a bare interpreter. Commands that fail are left out."""
    spent: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for repetition in range(times + 1):
        for name in list(spent):
            milliseconds = cpu_time([sys.executable, *COMMANDS[name]])
            if milliseconds is None:
                del spent[name]
            elif repetition > 0:  # the first time fills the caches of files and byte code
                spent[name].append(milliseconds)
    bare = median(spent.pop("bare"))
    return {name: median(all_times) - bare for name, all_times in spent.items()}


def cpu_time(command: list[str]) -> float | None:
    """CPU milliseconds of a process, or None when it failed."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return (usage.ru_utime + usage.ru_stime) * 1000 if process.returncode == 0 else None
