"""Devices: what a browser calls itself, and the mark by which one is known again when its owner logs in.

Guesses at a password are counted by address and name. Whoever has the mark of that account is counted by it
alone, so that nobody else can use up their attempts.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from itsdangerous import BadData, URLSafeSerializer

from pandarium.server.people.identity import TOKEN_LENGTH, cookie_value

COOKIE: Final = "pandarium_device"
SECURE_COOKIE: Final = "__Host-pandarium_device"
SECONDS: Final = 400 * 86_400
"""As long as browsers keep a cookie at all."""

_BROWSERS: Final = (
    ("Firefox/", "Firefox"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


class DeviceMarks:
    """Signed marks of devices on which somebody has logged in.

    >>> marks = DeviceMarks("an example key, not a real one :)")
    >>> marks.read(marks.issue("p_bamboo"), "p_bamboo") is not None, marks.read("p_bamboo", "p_bamboo")
    (True, None)
    """

    def __init__(self, key: str) -> None:
        options = {"digest_method": hashlib.sha256, "key_derivation": "hmac"}
        self._marks = URLSafeSerializer(key, salt="pandarium.device", signer_kwargs=options)

    def issue(self, person: str) -> str:
        """A new mark for a device of this person."""
        mark = self._marks.dumps([person, secrets.token_urlsafe(9)])
        return mark if isinstance(mark, str) else mark.decode()

    def read(self, mark: str, person: str) -> str | None:
        """What the device is counted by, if this person has logged in on it before."""
        if not mark or len(mark) > TOKEN_LENGTH or not mark.isascii():
            return None
        try:
            content = self._marks.loads(mark)
        except BadData:
            return None
        match content:
            case [str(owner), str(device)] if owner == person:
                return device
        return None


def mark_in(cookie: str | None, secure: bool) -> str:
    """The mark that a Cookie header brings, or nothing."""
    return cookie_value(cookie or "", SECURE_COOKIE if secure else COOKIE)


def device_name(user_agent: str) -> str:
    """What to call a device in the list of one's own: browser and system, and nothing that tells more.

    >>> device_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    >>> device_name("pandarium/1.0"), device_name("")
    ('pandarium', '')
    """
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    if browser or system:
        return ", ".join(filter(None, (browser, system)))
    program = user_agent.partition("/")[0].strip()
    return program if program.isascii() and program.replace("-", "").isalnum() and len(program) <= 20 else ""
