"""E-mail, where the host has named a server for it: codes for a new password, and to confirm an address."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import unquote, urlsplit

import structlog

from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.protocol.accounts import MAIL_LENGTH

SECONDS: Final = 20.0
_ADDRESS: Final = re.compile(r"[^\s@<>\"(),:;\\\[\]]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z0-9-]{2,}")
_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1"})

_logger = structlog.get_logger("pandarium.mail")


class BadMailAddress(PandariumError):
    """Nothing can be sent to that."""

    def __init__(self) -> None:
        super().__init__(Message("protocol.bad_mail_address"))

    @property
    def message(self) -> Message:
        """What to tell whoever typed it."""
        message: Message = self.args[0]
        return message


def mail_address(text: str) -> str:
    """The address as it is kept, or BadMailAddress.

    >>> mail_address(" Bamboo@Example.ORG ")
    'Bamboo@example.org'
    """
    found = text.strip()
    if len(found) > MAIL_LENGTH or not found.isascii() or not _ADDRESS.fullmatch(found) or ".." in found:
        raise BadMailAddress
    name, _, domain = found.rpartition("@")
    return f"{name}@{domain.lower()}"


class Mailer:
    """Sends by the server that `smtp://user:password@host:587` or `smtps://…` names; without one it sends nothing."""

    def __init__(self, server: str | None, sender: str | None) -> None:
        self._server = urlsplit(server) if server else None
        self._sender = sender or ""

    def __bool__(self) -> bool:
        return self._server is not None

    async def send(self, to: str, subject: Message, text: Message, language: str) -> None:
        """Send it; what goes wrong is logged, since nobody waits for it."""
        letter = EmailMessage()
        letter["From"], letter["To"] = self._sender, to
        letter["Subject"] = subject.render(language)
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=self._sender.rpartition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text.render(language) + "\n")
        try:
            await asyncio.to_thread(self._deliver, letter)
        except (OSError, smtplib.SMTPException) as error:
            # Neither the address nor what the server says: it quotes both.
            _logger.error("an e-mail could not be sent", error=type(error).__name__)

    def _deliver(self, letter: EmailMessage) -> None:
        server = self._server
        assert server is not None, "whoever sends has asked whether there is a server"
        host, context = server.hostname or "", ssl.create_default_context()
        with (
            smtplib.SMTP_SSL(host, server.port or 465, timeout=SECONDS, context=context)
            if server.scheme == "smtps"
            else smtplib.SMTP(host, server.port or 587, timeout=SECONDS)
        ) as connection:
            if server.scheme == "smtp":
                connection.ehlo()
                # A code on its way through a network is encrypted, or it stays here.
                if connection.has_extn("starttls") or host not in _HERE:
                    connection.starttls(context=context)
            if server.username:
                connection.login(unquote(server.username), unquote(server.password or ""))
            connection.send_message(letter)
