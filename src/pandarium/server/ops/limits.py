"""How much one visitor may ask of the server, in one place, and the token buckets that hold it."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any, Final, NamedTuple

from pandarium.protocol.fields import MAX_CHAT, MAX_MESSAGE_BYTES

MESSAGE_BYTES: Final = MAX_MESSAGE_BYTES
"""Bytes of one message on a socket."""
BODY_BYTES: Final = 65_536
"""Bytes of the body of one request."""
CHAT_LENGTH: Final = MAX_CHAT
"""Characters of one chat message."""
CONNECTIONS_PER_ADDRESS: Final = 256
"""HTTP connections open at once from one address; one that waits for a request makes room for a new one."""
SOCKETS_PER_ADDRESS: Final = 200
"""Sockets open at once from one address; a school or a club may share one."""
SOCKETS_PER_PERSON: Final = 20
"""Sockets open at once for one person, over all their windows."""
WATCHERS_PER_TABLE: Final = 500
"""Spectators' sockets at one table."""
KEYS_REMEMBERED: Final = 50_000
"""Addresses or persons that one limit remembers; beyond it the longest unseen are forgotten."""


class Rate(NamedTuple):
    """A number at once, and then a number a second."""

    what: str
    whose: str
    burst: int
    per_second: float

    def buckets(self, scale: float = 1.0) -> Buckets:
        """Buckets that hold this rate, widened by `scale`; 0 lifts the limit."""
        if scale == 0:
            return Buckets(math.inf, self.burst)
        return Buckets(self.per_second * scale, max(1.0, self.burst * scale))

    def bucket(self, scale: float = 1.0) -> Bucket:
        """One bucket, full, widened by `scale`; 0 lifts the limit."""
        return Bucket(self.per_second * scale if scale else math.inf, max(1.0, self.burst * scale))


_MINUTE: Final = 60.0
_HOUR: Final = 3_600.0

SOCKET_MESSAGES: Final = Rate("messages on one socket", "socket", 40, 20.0)
CHAT_MESSAGES: Final = Rate("chat messages and reactions", "person", 8, 1.0)
SOCKETS_OPENED: Final = Rate("sockets opened", "address", 100, 10.0)
READS_BY_ADDRESS: Final = Rate("requests that read", "address", 200, 50.0)
READS_BY_PERSON: Final = Rate("requests that read", "person", 100, 20.0)
WRITES_BY_ADDRESS: Final = Rate("requests that change something", "address", 60, 10.0)
WRITES_BY_PERSON: Final = Rate("requests that change something", "person", 30, 3.0)
LOGINS_BY_ADDRESS: Final = Rate("attempts to log in", "address", 20, 10 / _MINUTE)
LOGINS_BY_HANDLE: Final = Rate("attempts to log in", "address and handle", 10, 5 / _MINUTE)
LOGINS_BY_DEVICE: Final = Rate("attempts to log in", "device that its owner has logged in on", 10, 5 / _MINUTE)
RESETS: Final = Rate("requests for a new password", "address", 5, 20 / _HOUR)
MAILS: Final = Rate("e-mails sent", "person", 3, 3 / _HOUR)
EXPORTS: Final = Rate("requests for all of one's data", "address", 6, 20 / _HOUR)
REPORTS: Final = Rate("reports", "person", 5, 10 / _HOUR)
GUESTS: Final = Rate("guests created", "address", 60, 30 / _MINUTE)
ACCOUNTS: Final = Rate("accounts created", "address", 10, 20 / _HOUR)
VERIFICATIONS: Final = Rate("games verified", "address", 10, 20 / _MINUTE)
PLAYS_EXPORTED: Final = Rate("files of games", "person", 5, 20 / _HOUR)
FRIEND_LINKS: Final = Rate("links for friends", "person", 10, 20 / _HOUR)
FRIEND_CODES: Final = Rate("links of friends opened", "address", 30, 10 / _MINUTE)
INVITATIONS: Final = Rate("invitations", "person", 30, 30 / _MINUTE)
TABLES: Final = Rate("tables created", "person", 15, 10 / _MINUTE)
SUBSCRIPTIONS: Final = Rate("subscriptions and webhooks", "person", 20, 60 / _HOUR)
NOTIFICATIONS: Final = Rate("notifications", "person", 20, 60 / _HOUR)
WEBHOOKS_CALLED: Final = Rate("calls of a webhook", "webhook", 20, 20 / _MINUTE)
COMPANION_ADVICE: Final = Rate("requests for advice at a real table", "address", 10, 1.0)
EVENINGS_SHARED: Final = Rate("evenings shared", "address", 10, 20 / _HOUR)
# There are 234,256 codes. With a hundred open at a time, guessing from one address finds one in about a day and a half.
EVENING_CODES: Final = Rate("codes of evenings tried", "address", 40, 60 / _HOUR)
EVENINGS_FINISHED: Final = Rate("evenings put into a history", "person", 10, 30 / _HOUR)

RATES: Final = (
    *(SOCKET_MESSAGES, CHAT_MESSAGES, SOCKETS_OPENED, READS_BY_ADDRESS, READS_BY_PERSON, WRITES_BY_ADDRESS),
    *(WRITES_BY_PERSON, LOGINS_BY_ADDRESS, LOGINS_BY_HANDLE, LOGINS_BY_DEVICE, RESETS, MAILS, EXPORTS, REPORTS),
    *(GUESTS, ACCOUNTS, TABLES, VERIFICATIONS, PLAYS_EXPORTED, FRIEND_LINKS, FRIEND_CODES, INVITATIONS),
    *(SUBSCRIPTIONS, NOTIFICATIONS, WEBHOOKS_CALLED, COMPANION_ADVICE),
    *(EVENINGS_SHARED, EVENING_CODES, EVENINGS_FINISHED),
)
"""Every rate that the server holds visitors to."""


class Bucket:
    """One token bucket, kept as the moment at which it will be full again.

    >>> bucket = Bucket(per_second=2.0, burst=1)
    >>> bucket.take(now=10.0), bucket.take(now=10.0), bucket.take(now=10.5)
    (0.0, 0.5, 0.0)
    """

    __slots__ = ("_full_at", "_interval", "_slack")

    def __init__(self, per_second: float, burst: float) -> None:
        self._interval = 1.0 / per_second
        self._slack = (burst - 1.0) * self._interval
        self._full_at = 0.0

    def take(self, now: float | None = None) -> float:
        """0.0 when this is allowed now, else the seconds to wait; a refusal costs nothing."""
        moment = time.monotonic() if now is None else now
        full_at = max(self._full_at, moment)
        wait = full_at - moment - self._slack
        if wait > _ROUNDING:
            return wait
        self._full_at = full_at + self._interval
        return 0.0


# Sums of intervals drift by less than this; without it a bucket could refuse the last token of a burst.
_ROUNDING: Final = 1e-6


class Buckets:
    """A token bucket for each key (an address, a person), with bounded memory.

    Addresses of one IPv6 network of 64 bits share a bucket: one household has them all.
    """

    __slots__ = ("_full_at", "_interval", "_max_keys", "_slack", "_swept")

    def __init__(self, rate_per_second: float, burst: float, max_keys: int = KEYS_REMEMBERED) -> None:
        if not rate_per_second > 0 or not burst >= 1 or max_keys < 1:
            raise ValueError("a limit needs a rate above 0, a burst of at least 1 and room for at least 1 key")
        self._interval = 1.0 / rate_per_second
        self._slack = (burst - 1.0) * self._interval
        self._max_keys = max_keys
        self._full_at: dict[str, float] = {}  # in the order of use, the longest unseen first
        self._swept = -math.inf

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, key: str, now: float | None = None) -> float:
        """0.0 when this is allowed now, else the seconds to wait; a refusal costs nothing."""
        if self._interval == 0:
            return 0.0
        moment = time.monotonic() if now is None else now
        group = network(key) if ":" in key else key
        full_at = max(self._full_at.pop(group, moment), moment)
        wait = full_at - moment - self._slack
        allowed = wait <= _ROUNDING
        if len(self._full_at) >= self._max_keys:
            self._make_room(moment)
        self._full_at[group] = full_at + self._interval if allowed else full_at
        return 0.0 if allowed else wait

    def _make_room(self, now: float) -> None:
        """Forget keys whose bucket is full, which changes nothing for them; failing that the longest unseen."""
        # Looking through all keys pays only after enough time for some to have become full.
        if now - self._swept >= self._slack + self._interval:
            self._swept = now
            self._full_at = {key: full_at for key, full_at in self._full_at.items() if full_at > now}
        while len(self._full_at) >= self._max_keys:
            del self._full_at[next(iter(self._full_at))]


@lru_cache(maxsize=4_096)
def network(key: str) -> str:
    """The key under which an address is counted; anything else is its own key.

    >>> network("2001:db8:1:2:3::4"), network("::ffff:192.0.2.1"), network("p_1")
    ('2001:db8:1:2::/64', '192.0.2.1', 'p_1')
    """
    if ":" not in key:
        return key
    address = _address(key)
    if not isinstance(address, IPv6Address):
        return key
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"


def client_address(scope: Mapping[str, Any], proxies: int) -> str:
    """The visitor's address: what the outermost of our own proxies saw, and nothing that a visitor can invent.

    Each proxy adds the address it was called from to X-Forwarded-For, so that with n proxies the n-th entry from the
    end is the first that one of ours wrote; all entries before it are the visitor's own tale.
    """
    client = scope.get("client")
    peer = client[0] if client else LOCAL
    if proxies <= 0:
        return _plain(peer) or peer
    hops = [hop.strip() for line in _headers(scope, b"x-forwarded-for") for hop in line.split(",")]
    # Fewer entries than proxies: the call came in behind the outer ones, and the first entry is still one of ours.
    hop = hops[-proxies] if len(hops) >= proxies else hops[0] if hops else ""
    return _plain(hop) or _plain(peer) or peer


def client_scheme(scope: Mapping[str, Any], proxies: int) -> str:
    """`http` or `https` as the visitor typed it: X-Forwarded-Proto counts only behind our own proxies."""
    scheme = str(scope.get("scheme", "http"))
    if proxies > 0:
        protocols = [word.strip().lower() for line in _headers(scope, b"x-forwarded-proto") for word in line.split(",")]
        forwarded = protocols[-proxies] if len(protocols) >= proxies else protocols[0] if protocols else ""
        scheme = forwarded if forwarded in ("http", "https", "ws", "wss") else scheme
    return {"ws": "http", "wss": "https"}.get(scheme, scheme)


LOCAL: Final = "local"
"""The address of a visitor without one: a Unix socket."""


def _headers(scope: Mapping[str, Any], name: bytes) -> Iterator[str]:
    return (value.decode("latin-1") for header, value in scope.get("headers", ()) if header.lower() == name)


def _plain(text: str) -> str:
    """An address without port, brackets and zone in its one spelling, or nothing."""
    bare = text.strip('" ')
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    address = _address(bare.partition("%")[0])
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return "" if address is None else str(address)


def _address(text: str) -> Any:
    try:
        return ip_address(text)
    except ValueError:
        return None
