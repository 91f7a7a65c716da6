"""Session tokens by server, kept between runs in a file that only its owner can read."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from pandarium.core.record import write_atomically

MOST = 50
"""Guests remembered for one server; the oldest is forgotten first."""


class _SavedGuest(msgspec.Struct):
    name: str
    token: str


class Credentials:
    """Tokens by server and name; the one used last is at the end."""

    def __init__(self, file: Path) -> None:
        self.file = file

    @classmethod
    def of_user(cls, env: Mapping[str, str] = os.environ) -> Credentials:
        """In XDG_STATE_HOME/pandarium, by default ~/.local/state/pandarium."""
        base = env.get("XDG_STATE_HOME", "")
        # The XDG rules: a path that is not absolute is to be ignored.
        root = Path(base) if Path(base).is_absolute() else Path(env.get("HOME") or Path.home()) / ".local" / "state"
        return cls(root / "pandarium" / "guests.json")

    def find(self, server: str, name: str = "") -> tuple[str, str]:
        """Name and token of that guest, or of the last one when no name is given; the token is "" for a new one."""
        for kept in reversed(self._read().get(server, [])):
            if not name or kept.name == name:
                return kept.name, kept.token
        return name, ""

    def save(self, server: str, name: str, token: str) -> None:
        """Remember a guest; raises BadData when the file cannot be written."""
        known = self._read()
        others = [kept for kept in known.get(server, []) if kept.name != name]
        known[server] = [*others, _SavedGuest(name, token)][-MOST:]
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(self.file, msgspec.json.format(msgspec.json.encode(known), indent=1), private=True)

    def _read(self) -> dict[str, list[_SavedGuest]]:
        """What is saved; nothing where the file cannot be read."""
        try:
            return msgspec.json.decode(self.file.read_bytes(), type=dict[str, list[_SavedGuest]])
        except (OSError, msgspec.DecodeError, UnicodeError):
            return {}
