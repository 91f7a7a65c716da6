"""Run pytest; what fails is run once more, alone, before it counts: python tools/again.py [what pytest is told].

For tests of servers, browsers and terminals, hundreds of processes on a machine that may be busy with other things. A
test that passes only when it is alone is told at the end, by name: it waits for a time where it should wait for an
event, or leaves something to luck, and is to be mended. More than a handful of failures are no accident and are not
run again.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HANDFUL = 5
FAILED = 1
"""Pytest's exit code for tests that failed; others mean that it could not do its work."""
CACHE = Path(__file__).resolve().parents[1] / "build" / "again"


def main(told: list[str]) -> int:
    """Run, and perhaps again; the exit code."""
    command = [sys.executable, "-m", "pytest", "-o", f"cache_dir={CACHE}"]
    failed = CACHE / "v" / "cache" / "lastfailed"
    failed.unlink(missing_ok=True)
    code = subprocess.run([*command, *told], check=False).returncode
    tests = sorted(json.loads(failed.read_text())) if code == FAILED and failed.exists() else []
    if not 0 < len(tests) <= HANDFUL:
        return code
    print(f"NOTICE: once more, alone: {', '.join(tests)}", flush=True)
    code = subprocess.run([*command, *tests], check=False).returncode
    if code == 0:
        print(f"NOTICE: passed only when run alone, and to be mended: {', '.join(tests)}", flush=True)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
