"""Requests to addresses that visitors have given: never to this machine, and never to its network.

A name is resolved once, every address that it has is looked at, and the request goes to the one that was looked at. So
nobody reaches what only this server can reach, neither by a name that leads there, nor by one that changes meanwhile,
nor by a redirect.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

import httpx

from pandarium.core.errors import PandariumError
from pandarium.core.message import Message

SECONDS: Final = 10.0
"""For one request, looking up the name included."""
URL_LENGTH: Final = 1_000
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that lead to IPv4 ones."""
_PORTS: Final = {"https": 443, "http": 80}


class BadTarget(PandariumError):
    """Nothing is sent to that address; why not is for whoever gave it."""

    def __init__(self, code: str) -> None:
        super().__init__(Message(code))

    @property
    def message(self) -> Message:
        """What to tell whoever gave it."""
        message: Message = self.args[0]
        return message


class Target(NamedTuple):
    """An address that something may be sent to, with the machine that it leads to now."""

    parts: SplitResult
    port: int
    address: str

    @property
    def url(self) -> str:
        """The same by number."""
        host = f"[{self.address}]" if ":" in self.address else self.address
        return self.parts._replace(netloc=f"{host}:{self.port}", fragment="").geturl()


def is_public(address: str) -> bool:
    """Whether an address is one of the internet, not of this machine or a network behind it.

    >>> [is_public(it) for it in ("93.184.216.34", "127.0.0.1", "10.0.0.8", "169.254.169.254", "::ffff:10.0.0.8")]
    [True, False, False, False, False]
    """
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if found in _TRANSLATED:
            inner = IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


class Outgoing:
    """Sends requests. `allowed` names hosts with their ports that may be reached wherever they are, TLS or not."""

    def __init__(self, allowed: tuple[str, ...] = ()) -> None:
        self._allowed = frozenset(allowed)
        self._client: httpx.AsyncClient | None = None

    async def close(self) -> None:
        """Send nothing more."""
        if self._client is not None:
            await self._client.aclose()

    async def target(self, url: str) -> Target:
        """Where that address leads; raises BadTarget, or OSError when the name has no address now."""
        parts, port, trusted = self._read(url)
        host = parts.hostname or ""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(place[0]) for *_, place in found))
        if not addresses or not (trusted or all(map(is_public, addresses))):
            raise BadTarget("protocol.target_not_public")
        return Target(parts, port, addresses[0])

    def _read(self, url: str) -> tuple[SplitResult, int, bool]:
        try:
            parts = urlsplit(url)
            port = parts.port or _PORTS.get(parts.scheme, 0)
        except ValueError:
            raise BadTarget("protocol.target_malformed") from None
        host = (parts.hostname or "").lower()
        unfit = len(url) > URL_LENGTH or not url.isascii() or not url.isprintable() or " " in url
        if unfit or not host or parts.scheme not in _PORTS or parts.username or parts.password:
            raise BadTarget("protocol.target_malformed")
        trusted = f"{f'[{host}]' if ':' in host else host}:{port}" in self._allowed
        if parts.scheme != "https" and not trusted:
            raise BadTarget("protocol.target_not_https")
        return parts, port, trusted

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send it; the status of the answer. Raises BadTarget, or OSError or httpx.HTTPError when nobody answers."""
        async with asyncio.timeout(SECONDS):
            target = await self.target(url)
            client = await self._ready()
            request = client.build_request(
                "POST",
                target.url,
                content=body,
                headers={**headers, "host": target.parts.netloc, "user-agent": "Pandarium"},
                # The certificate must be that of the name, though the connection goes by number.
                extensions={"sni_hostname": target.parts.hostname},
            )
            answer = await client.send(request, stream=True)
            await answer.aclose()  # nobody reads what it says
            return answer.status_code

    async def _ready(self) -> httpx.AsyncClient:
        if self._client is None:
            context = await asyncio.to_thread(ssl.create_default_context)
            self._client = httpx.AsyncClient(
                verify=context,
                timeout=SECONDS,
                follow_redirects=False,
                trust_env=False,
                # No connection serves twice: the next may be meant for another name at the same address.
                limits=httpx.Limits(max_connections=50, max_keepalive_connections=0),
            )
        return self._client
