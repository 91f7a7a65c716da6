"""E-mail: addresses, and that a code does not travel in the clear."""

from __future__ import annotations

import smtplib
from typing import Any, ClassVar

import pytest

from pandarium.core.message import Message
from pandarium.server.people.mail import BadMailAddress, Mailer, mail_address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bao",
        "bao@",
        "@example.org",
        "bao@example",
        "a b@example.org",
        "bao@example.org\nbcc: x@y.org",
        "b,c@d.org",
        "<bao@example.org>",
        "bao@example..org",
        "x" * 250 + "@example.org",
        "bäo@example.org",
    ],
)
def test_nothing_is_sent_to_what_is_no_address(text: str) -> None:
    with pytest.raises(BadMailAddress):
        mail_address(text)


class Connection:
    """Stands in for a mail server that offers nothing."""

    did: ClassVar[list[str]] = []

    def __init__(self, host: str, port: int, **_: Any) -> None:
        self.did.append(f"{host}:{port}")

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def ehlo(self) -> None:
        pass

    def has_extn(self, name: str) -> bool:
        return False

    def starttls(self, context: object) -> None:
        self.did.append("starttls")
        raise smtplib.SMTPNotSupportedError

    def login(self, user: str, password: str) -> None:
        self.did.append(f"login {user} {password}")

    def send_message(self, letter: object) -> None:
        self.did.append("sent")


@pytest.mark.parametrize(
    ("server", "did"),
    [
        ("smtp://mail.example", ["mail.example:587", "starttls"]),
        ("smtp://127.0.0.1:2525", ["127.0.0.1:2525", "sent"]),
        ("smtps://panda:a%40b@mail.example", ["mail.example:465", "login panda a@b", "sent"]),
    ],
)
async def test_beyond_this_machine_a_code_is_encrypted_or_not_sent(
    server: str, did: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Connection, "did", [])
    for name in ("SMTP", "SMTP_SSL"):
        monkeypatch.setattr(smtplib, name, Connection)
    mailer = Mailer(server, "pandarium@play.example")
    await mailer.send("bao@example.org", Message.text("A code"), Message.text("k7wm"), "en")
    assert Connection.did == did


def test_without_a_server_there_is_no_mail() -> None:
    assert not Mailer(None, None)
