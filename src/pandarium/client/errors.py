"""What can go wrong between client and server. Each message is one line for people."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.protocol import RefusalCode, Refused


class ClientError(PandariumError):
    """The base of all errors of the client."""


class RefusedError(ClientError):
    """The server did not do it, and nothing has changed.

    >>> error = RefusedError("illegal move", "there is no blue d8 in the pool", "PR-11")
    >>> print(error)
    there is no blue d8 in the pool (PR-11)
    """

    def __init__(
        self,
        code: RefusalCode,
        reason: str,
        rule: str = "",
        retry_ms: int | None = None,
        message: Message | None = None,
    ) -> None:
        super().__init__(code, reason, rule)
        self._message = message
        self.code: RefusalCode = code
        self.reason = reason
        self.rule = rule
        """The ID of the rule in the game's rulebook, if it was one."""
        self.retry_ms = retry_ms
        """When to try again, if that helps."""

    @property
    def message(self) -> Message:
        """Why not, without the rule."""
        return self._message or Message.text(self.reason)

    @classmethod
    def of(cls, refused: Refused) -> RefusedError:
        """The same as an exception."""
        return cls(refused.code, refused.reason, refused.rule, refused.retry_ms, refused.message)

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class ServerUnreachable(ClientError):
    """No server answers, or it does not answer any more."""


class Unconfirmed(ClientError):
    """The connection broke after the message was sent and before it was answered: see the table whether it was done."""


class BadAddress(ClientError):
    """Not the address of a server, or not the link of a table."""


class MissingExtra(ClientError):
    """A library is not installed that only some people need."""


def require(name: str) -> ModuleType:
    """A library of the extra `client`; raises MissingExtra with what to do."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name.partition(".")[0]:
            raise
        what = "to reach a server, Pandarium needs httpx and websockets: pip install 'pandarium[client]'"
        raise MissingExtra(what) from None
