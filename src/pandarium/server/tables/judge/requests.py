"""Who asks, and the refusals that they may get."""

from __future__ import annotations

import msgspec

from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.protocol import RefusalCode, Refused
from pandarium.server.tables import log

Entries = list[log.AnyEntry]
_RATE = "protocol.rate."


class Refusal(PandariumError):
    """Something that may not be done at a table; the client gets code, message and rule."""

    def __init__(self, code: RefusalCode, message: Message, rule: str = "", retry_ms: int | None = None) -> None:
        super().__init__(code, message, rule)
        self.code: RefusalCode = code
        self.rule = rule
        self.retry_ms = retry_ms

    @property
    def message(self) -> Message:
        """Why not."""
        message: Message = self.args[1]
        return message

    @property
    def reason(self) -> str:
        """Why not, in English."""
        return str(self.message)

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason

    def shown(self, id: int = 0) -> Refused:
        """As it travels."""
        return Refused(
            id=id, code=self.code, reason=self.reason, message=self.message, rule=self.rule, retry_ms=self.retry_ms
        )


def too_many(what: str, wait: float) -> Refusal:
    """The refusal for somebody who asked for too many of these, and when to try again."""
    message = Message("protocol.too_many", {"what": Message(_RATE + what.replace(" ", "_")), "seconds": f"{wait:.1f}"})
    return Refusal("flood", message, retry_ms=int(wait * 1000) + 1)


class Asker(msgspec.Struct, frozen=True):
    """Who wants something."""

    person: str
    name: str
    avatar: str = ""
    account: bool = False
    session: str = ""
    """On which device: the id of their session."""
    address: str = ""
    """Where they ask from, as limits count it; empty: not known."""


class AlreadyDone(Exception):
    """The message was carried out before: acknowledge it, do nothing."""
