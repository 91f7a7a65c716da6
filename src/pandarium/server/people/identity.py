"""Who somebody is: signed sessions, passwords, the rules for names, cookies and origins."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
import time
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadData, URLSafeTimedSerializer

from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.protocol.rest import HANDLE_LENGTHS, NAME_LENGTH, PASSWORD_LENGTHS
from pandarium.server.settings import plain_origin

SESSION_SECONDS: Final = 30 * 86_400
REISSUE_SECONDS: Final = 86_400
SKEW_SECONDS: Final = 60
"""How far the clocks of two machines may differ before a session from the future is refused."""
TOKEN_LENGTH: Final = 512

COOKIE: Final = "pandarium"
SECURE_COOKIE: Final = "__Host-pandarium"


class _BadChoice(PandariumError):
    """Something that nobody can be called or log in with."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)

    @property
    def message(self) -> Message:
        """Why not."""
        message: Message = self.args[0]
        return message


class BadName(_BadChoice):
    """A display name that nobody should have to read."""


class BadHandle(_BadChoice):
    """A handle that is too short, too long or spelt with other signs."""


class BadPassword(_BadChoice):
    """A password that is too short, too long or the first that anybody would try."""


class SessionToken(NamedTuple):
    """What a session token says."""

    person: str
    number: int
    """Which generation it is of: when somebody signs out everywhere, all of the earlier ones are over."""
    age: float
    """Seconds."""
    session: str
    """The session's id: one a device."""


class Identity:
    """Sessions signed with the server's key; what is stored of them is which ones are over.

    >>> identity = Identity("an example key, not a real one :)")
    >>> identity.read(identity.issue("p_bamboo"))
    'p_bamboo'
    >>> identity.read("p_bamboo") is None
    True
    """

    def __init__(self, key: str) -> None:
        if not key:
            raise ValueError("the server's key must not be empty")
        self._sessions = URLSafeTimedSerializer(
            key, salt="pandarium.session", signer_kwargs={"digest_method": hashlib.sha256, "key_derivation": "hmac"}
        )
        self._csrf_key = hmac.digest(key.encode(), b"pandarium.csrf", "sha256")
        self._origin_key = hmac.digest(key.encode(), b"pandarium.origin", "sha256")

    def issue(self, person_id: str, number: int = 0, session: str = "") -> str:
        """A token for this person, of that generation: for a session that there is, or for a new one."""
        token = self._sessions.dumps([person_id, session or secrets.token_urlsafe(6), number])
        return token if isinstance(token, str) else token.decode()

    def read(self, token: str | None) -> str | None:
        """Whose session this is, or None when it is forged, mangled or older than 30 days."""
        found = self.session(token)
        return found.person if found else None

    def stale(self, token: str | None) -> bool:
        """Whether a valid session is a day old, so that a new one should be issued for it."""
        found = self.session(token)
        return found is not None and found.age > REISSUE_SECONDS

    def csrf(self, token: str) -> str:
        """What a form or request must send along with this very session."""
        return urlsafe_b64encode(hmac.digest(self._csrf_key, token.encode(), "sha256")[:24]).decode()

    def check_csrf(self, token: str, given: str | None) -> bool:
        """Whether the request showed what belongs to this session; takes the same time either way."""
        return hmac.compare_digest(self.csrf(token).encode(), (given or "").encode(errors="replace"))

    def origin(self, network: str) -> str:
        """A mark by which two tables from one address are known as such; without the key it says nothing."""
        return hmac.digest(self._origin_key, network.encode(), "sha256")[:12].hex()

    def session(self, token: str | None) -> SessionToken | None:
        """What a token says, or None when it is forged, mangled or too old; whether it was revoked the store knows."""
        if not token or len(token) > TOKEN_LENGTH or not token.isascii():
            return None
        try:
            # The age is judged here, not there: itsdangerous refuses a clock that is one second ahead.
            content, issued = self._sessions.loads(token, return_timestamp=True)
        except BadData:
            return None
        age = time.time() - issued.timestamp()
        if not -SKEW_SECONDS <= age <= SESSION_SECONDS:
            return None
        match content:
            case [str(person_id), str(session)]:
                return SessionToken(person_id, 0, age, session)  # from before they were numbered
            case [str(person_id), str(session), int(number)]:
                return SessionToken(person_id, number, age, session)
        return None


class Passwords:
    """Argon2id hashes, made and checked off the event loop, few at once: each takes 19 MiB."""

    def __init__(self, hasher: PasswordHasher | None = None, at_once: int = 2) -> None:
        self._hasher = hasher or PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
        # Threads of its own bound the memory even when a request is given up while its hash is being made.
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="password")
        self._nobody = self._hasher.hash(secrets.token_bytes(16))

    async def hash_password(self, text: str) -> str:
        """The hash to keep for this password."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._hasher.hash, _password_bytes(text))

    async def check_password(self, kept: str | None, text: str) -> bool:
        """Whether the password fits. Without an account (None) it takes as long, so that time gives nobody away."""
        fitting = kept is not None and len(text) <= PASSWORD_LENGTHS[1]
        against = kept if kept is not None and fitting else self._nobody
        checked = await asyncio.get_running_loop().run_in_executor(self._threads, self._fits, against, text[:1000])
        return checked and fitting

    def needs_rehash(self, kept: str) -> bool:
        """Whether the hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _fits(self, kept: str, text: str) -> bool:
        try:
            return self._hasher.verify(kept, _password_bytes(text))
        except (VerificationError, InvalidHashError):
            return False


def _password_bytes(text: str) -> bytes:
    """The same password typed on two keyboards is the same bytes."""
    return unicodedata.normalize("NFKC", text).encode("utf-8", "surrogatepass")


def display_name(text: str) -> str:
    """The name as it will be shown, or BadName.

    >>> display_name("  Pānda   Bär ")
    'Pānda Bär'
    """
    if len(text) > 10 * NAME_LENGTH:
        raise BadName(Message("protocol.name_length", {"most": NAME_LENGTH, "length": len(text)}))
    name = unicodedata.normalize("NFKC", text).strip()
    if any(unicodedata.category(sign) in _UNSEEN for sign in name):
        raise BadName(Message("protocol.name_control_characters"))
    name = " ".join(name.split())
    if not name or len(name) > NAME_LENGTH:
        raise BadName(Message("protocol.name_length", {"most": NAME_LENGTH, "length": len(name)}))
    if not any(unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANK for sign in name):
        raise BadName(Message("protocol.name_invisible"))
    if _marks_in_a_row(name) > 3:
        raise BadName(Message("protocol.name_marks"))
    return name


# Control, format (bidirectional marks among them), surrogates, private use, unassigned, line and paragraph separators.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def _marks_in_a_row(name: str) -> int:
    longest = run = 0
    for sign in name:
        run = run + 1 if unicodedata.category(sign).startswith("M") else 0
        longest = max(longest, run)
    return longest


def handle(text: str) -> str:
    """The handle in lower case, or BadHandle.

    >>> handle(" Red_Panda-7 ")
    'red_panda-7'
    """
    low, high = HANDLE_LENGTHS
    # Only ASCII letters are lowered: the Kelvin sign must not become a k.
    found = text.strip()
    if not re.fullmatch(rf"[A-Za-z0-9_-]{{{low},{high}}}", found):
        raise BadHandle(Message("protocol.handle_characters", {"low": low, "high": high}))
    return found.lower()


def password(text: str, owner: str = "") -> str:
    """The password as it is, or BadPassword; `owner` is the handle that it must not repeat."""
    low, high = PASSWORD_LENGTHS
    if not low <= len(text) <= high:
        raise BadPassword(Message("protocol.password_length", {"low": low, "high": high, "length": len(text)}))
    plain = unicodedata.normalize("NFKC", text).casefold().strip()
    if owner and plain == owner.casefold():
        raise BadPassword(Message("protocol.password_is_handle"))
    if plain in _WORST or len(set(plain)) < 3:
        raise BadPassword(Message("protocol.password_common"))
    return text


_WORST_WORDS: Final = """
    12345678 123456789 1234567890 11111111 00000000 87654321 password password1 password123 passw0rd qwertyui
    qwertyuiop qwerty123 1q2w3e4r 1qaz2wsx iloveyou sunshine princess football baseball superman trustno1 welcome1
    letmein1 abc12345 abcd1234 asdfghjk asdfghjkl changeme whatever starwars computer pandarium pandapanda
"""
_WORST: Final = frozenset(_WORST_WORDS.split())

# 32 signs without l, o, 0 and 1: five bits each, and nobody misreads one.
_SIGNS: Final = "abcdefghijkmnpqrstuvwxyz23456789"


ID_PATTERN: Final = r"^[A-Za-z0-9_-]{1,64}$"
"""What ids of people, tables and tournaments look like; nothing else is looked for in the database."""
NO_NUL: Final = r"^[^\x00]*$"
"""Any text but one that PostgreSQL refuses to look for."""


def new_id(prefix: str) -> str:
    """A new identifier of 80 random bits: `t_` and 16 signs for the prefix `t`."""
    return f"{prefix}_{_random_signs(16)}"


def new_invite() -> str:
    """A new invitation of 130 random bits: whoever has it may come in."""
    return _random_signs(26)


def new_code() -> str:
    """A new code of 60 random bits, to be read and typed: whoever has it may choose a new password."""
    signs = _random_signs(12)
    return "-".join(signs[at : at + 4] for at in range(0, 12, 4))


def plain_code(text: str) -> str:
    """A code as it was given out, however it was typed.

    >>> plain_code(" K7WM 9xtq-b3fh ")
    'k7wm-9xtq-b3fh'
    """
    signs = "".join(sign for sign in text.lower() if sign.isalnum())
    return "-".join(signs[at : at + 4] for at in range(0, len(signs), 4))


def _random_signs(count: int) -> str:
    return "".join(secrets.choice(_SIGNS) for _ in range(count))


class Carried(NamedTuple):
    """A session token and whether a cookie brought it: only then must the request prove its origin (CSRF)."""

    token: str
    by_cookie: bool


def carried_token(cookie: str | None, authorization: str | None, secure: bool) -> Carried | None:
    """The session of a request: `Authorization: Bearer …` first, then the cookie."""
    if authorization:
        scheme, _, token = authorization.strip().partition(" ")
        if scheme.lower() == "bearer" and token.strip():
            return Carried(token.strip(), by_cookie=False)
    token = cookie_value(cookie or "", cookie_name(secure))
    return Carried(token, by_cookie=True) if token else None


def cookie_name(secure: bool) -> str:
    """The cookie's name; the prefix makes browsers refuse one that was set without TLS or by a sibling domain."""
    return SECURE_COOKIE if secure else COOKIE


def cookie_value(header: str, name: str) -> str:
    """The value of the first cookie of that name in a Cookie header, or nothing."""
    for piece in header.split(";"):
        found, _, value = piece.partition("=")
        if found.strip() == name:
            return value.strip().strip('"')
    return ""


def session_cookie(token: str, secure: bool) -> str:
    """The Set-Cookie header that keeps a session."""
    return _cookie(cookie_name(secure), token, SESSION_SECONDS, secure)


def expired_cookie(secure: bool) -> str:
    """The Set-Cookie header that ends a session."""
    return _cookie(cookie_name(secure), "", 0, secure)


def _cookie(name: str, value: str, seconds: int, secure: bool) -> str:
    end = "; Secure" if secure else ""
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{end}"


def origin_allowed(
    origin: str | None, host: str, scheme: str, extra: Iterable[str] = (), *, without_origin: bool = False
) -> bool:
    """Whether a request with this Origin header may act here: our own address, or one of the extra origins.

    No header at all means a client that is no browser, or an old form: the caller says whether that may be.

    >>> origin_allowed("https://play.example", "play.example", "wss")
    True
    >>> origin_allowed("https://evil.example", "play.example", "https"), origin_allowed("null", "null", "https")
    (False, False)
    """
    if origin is None:
        return without_origin
    came_from = plain_origin(origin)
    if came_from is None or origin.endswith("/"):
        return False
    web = {"ws": "http", "wss": "https"}.get(scheme, scheme)
    return came_from == plain_origin(f"{web}://{host}") or came_from in extra
