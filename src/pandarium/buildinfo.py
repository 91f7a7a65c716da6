"""Tells whether the engine runs compiled (mypyc) or interpreted. This module itself is never compiled."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

ENGINE_PROBE = "pandarium.core.state"
NOTE = Path(__file__).with_name("_engine_build.json")


def is_compiled(module: ModuleType | str = ENGINE_PROBE) -> bool:
    """True if the module was loaded from an extension module."""
    mod = import_module(module) if isinstance(module, str) else module
    return not str(mod.__file__).endswith((".py", ".pyc"))


def describe() -> str:
    """One line for people: compiled or not, and why not."""
    if is_compiled():
        return "engine: compiled"
    if any(type(f).__name__ == "PureFinder" for f in sys.meta_path):
        return "engine: interpreted, slower (PANDARIUM_PURE is set)"
    try:
        reason = json.loads(NOTE.read_text())["reason"] or "no extension modules for this Python"
    except FileNotFoundError:
        reason = "editable install; make compile, then ./pandarium"
    return f"engine: interpreted, slower ({reason})"


if __name__ == "__main__":
    sys.stdout.write(describe() + "\n")
    raise SystemExit(0 if is_compiled() else 1)
