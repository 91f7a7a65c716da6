"""From which addresses sockets are open, for the case that one of them is banned."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from pandarium.server.people.moderation import Moderation
from pandarium.server.sockets.messages import CLOSE_CODES, encode_refusal
from pandarium.server.tables.judge import Refusal

Send = Any


class SocketAddresses:
    """The open sockets of this worker, by the address that each is from. Nothing happens here with a message."""

    def __init__(self) -> None:
        self._open: dict[str, list[Send]] = {}

    @contextmanager
    def noted(self, address: str, send: Send) -> Iterator[None]:
        """As long as a socket is open."""
        sockets = self._open.setdefault(address, [])
        sockets.append(send)
        try:
            yield
        finally:
            sockets.remove(send)
            if not sockets:
                self._open.pop(address, None)

    async def close_banned(self, moderation: Moderation) -> None:
        """Close the sockets from addresses that are banned now, and say why."""
        for address, sockets in list(self._open.items()):
            try:
                moderation.check_address(address)
            except Refusal as refusal:
                for send in list(sockets):
                    # It may be gone, or be closed for another reason, at this very moment.
                    with suppress(OSError, RuntimeError):
                        await send({"type": "websocket.send", "text": encode_refusal(refusal, 0).decode()})
                        code = CLOSE_CODES.get(refusal.code, 4400)
                        await send({"type": "websocket.close", "code": code, "reason": refusal.code})
