"""Who asks, and how they are told no."""

from __future__ import annotations

import msgspec

from pandarium.core.errors import PandariumError
from pandarium.protocol import RefusalCode
from pandarium.server.tables import log

Entries = list[log.AnyEntry]


class Refusal(PandariumError):
    """Something that may not be done at a table; the client gets code, reason and rule."""

    def __init__(self, code: RefusalCode, reason: str, rule: str = "", retry_ms: int | None = None) -> None:
        super().__init__(code, reason, rule)
        self.code: RefusalCode = code
        self.reason = reason
        self.rule = rule
        self.retry_ms = retry_ms

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class Asker(msgspec.Struct, frozen=True):
    """Who wants something."""

    person: str
    name: str
    avatar: str = ""
    account: bool = False


class AlreadyDone(Exception):
    """The message was carried out before: acknowledge it, do nothing."""
