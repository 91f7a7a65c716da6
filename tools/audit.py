"""Ask the Python advisory database about every pin in constraints.txt: python tools/audit.py.

Exits with 1 when a pinned version has a known vulnerability. Where the database does not answer (no network, a mirror
without it) it says so, and that nothing was checked.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PINS = Path(__file__).resolve().parents[1] / "constraints.txt"
ASK = ["-m", "pip_audit", "-r", str(PINS), "--no-deps", "--disable-pip", "--progress-spinner", "off", "-f", "json"]
MINUTES = 3


def main() -> int:
    """Audit and report; the exit code."""
    try:
        run = subprocess.run([sys.executable, *ASK], capture_output=True, text=True, timeout=60 * MINUTES, check=False)
        found = json.loads(run.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        print("NOTICE: no advisory database answers here: the dependencies were NOT audited")
        return 0
    asked = [pin for pin in found if "skip_reason" not in pin]
    bad = [pin for pin in asked if pin["vulns"]]
    for pin in bad:
        for flaw in pin["vulns"]:
            fixed = ", ".join(flaw["fix_versions"]) or "nothing yet"
            print(f"{pin['name']} {pin['version']}: {flaw['id']}, fixed in {fixed}")
    if len(asked) < len(found):
        print(f"NOTICE: the advisory database does not answer for {len(found) - len(asked)} of {len(found)} pins here:")
        print("        those were NOT audited")
    print(f"audited {len(asked)} of {len(found)} pins, {len(bad)} with known vulnerabilities")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
