"""What people are told of, and the words for it: the same for a browser, a chat and an e-mail."""

from __future__ import annotations

import hashlib
from typing import Final, Literal

import msgspec

from pandarium.core.message import Message

Occasion = Literal["turn", "seated", "started", "ended", "tournament"]
OF_PERSON: Final = frozenset({"turn", "seated", "tournament"})
"""What somebody can be told; the others are for a table's webhooks."""


class Params(msgspec.Struct, frozen=True, omit_defaults=True):
    """What fills the gaps. Nothing but what everybody at the table may know."""

    title: str
    names: tuple[str, ...] = ()
    free: int = 0


def heading(occasion: str, params: Params) -> Message:
    """The first line."""
    name = params.names[0] if params.names else ""
    return Message(f"protocol.notify.{occasion}", {"title": params.title, "name": name})


def details(occasion: str, params: Params) -> Message:
    """The second line."""
    names = ", ".join(params.names)
    if occasion == "turn" and not names:
        return Message.text(params.title)
    return Message(f"protocol.notify.{occasion}.text", {"title": params.title, "names": names, "free": params.free})


def announcement(occasion: str, params: Params) -> Message:
    """The same for a chat in which everybody reads it."""
    names = ", ".join(params.names)
    return Message(f"protocol.hook.{occasion}", {"title": params.title, "names": names})


def mark(*parts: object) -> int:
    """A number for an occurrence: the same parts give the same number, on every worker."""
    digest = hashlib.blake2b(" ".join(map(str, parts)).encode(), digest_size=6)
    return int.from_bytes(digest.digest(), "big")
