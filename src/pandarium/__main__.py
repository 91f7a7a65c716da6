"""`python -m pandarium` is the command `pandarium`."""

from __future__ import annotations

from pandarium.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
