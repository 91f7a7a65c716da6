"""A compose file as Docker Compose reads it: what is said once for several is joined, variables are put in.

Only what ours need of it: `${NAME}`, `${NAME:-otherwise}`, `${NAME:?why it must be given}`, and `$$` for a `$`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

VARIABLE = re.compile(r"\$(?:\$|\{(?P<name>\w+)(?::(?P<kind>[-?])(?P<text>[^}]*))?\})")


def read_compose(file: Path, variables: Mapping[str, str]) -> dict[str, Any]:
    """All of a file; ends with a sentence where a variable must be given."""
    found: dict[str, Any] = filled(yaml.safe_load(file.read_text(encoding="utf-8")), variables)
    return found


def filled(found: Any, variables: Mapping[str, str]) -> Any:
    """The same with variables put into every text."""

    def value(match: re.Match[str]) -> str:
        name, kind, text = match["name"], match["kind"], match["text"]
        if name is None:
            return "$"
        if kind == "?" and not variables.get(name):
            raise SystemExit(f"{name} must be given: {text}")
        return variables.get(name) or text or ""

    if isinstance(found, dict):
        return {name: filled(part, variables) for name, part in found.items()}
    if isinstance(found, list):
        return [filled(part, variables) for part in found]
    return VARIABLE.sub(value, found) if isinstance(found, str) else found


def environment(service: Mapping[str, Any]) -> dict[str, str]:
    """The variables that a service gets."""
    return {name: str(value) for name, value in service.get("environment", {}).items()}
