"""What visitors have this server send: never to this machine or its network, however the address is disguised."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pandarium.server.notifications.outgoing import BadTarget, Outgoing, is_public
from server.http.push_service import Service, service

PUBLIC = "93.184.216.34"


@pytest.fixture
def receiver() -> Iterator[Service]:
    with service() as found:
        yield found


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Names lead to these addresses, one answer after the other; the names that were asked for."""
    asked: list[str] = []
    left = list(answers)

    def getaddrinfo(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        found = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "127.8.8.8",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "100.64.0.1",
            "169.254.169.254",
        ),
        *("224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1"),
        *("::ffff:127.0.0.1", "::ffff:a00:1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1", "2001:db8::1"),
    ],
)
def test_addresses_of_ones_own_network_are_none_of_the_internet(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", [PUBLIC, "1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"])
def test_others_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://chat.example/x", "https"),
        ("ftp://chat.example/x", "not an address"),
        ("https:///x", "not an address"),
        ("https://ann:secret@chat.example/x", "not an address"),
        ("https://chat.example:99999/x", "not an address"),
        ("https://chat.example/x y", "not an address"),
        ("https://chat.example/\r\nx: y", "not an address"),
        ("file:///etc/passwd", "not an address"),
    ],
)
async def test_what_is_no_address_for_this_is_refused(url: str, why: str) -> None:
    with pytest.raises(BadTarget, match=why):
        await Outgoing().target(url)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "[::1]", "2130706433", "0x7f.1", "localhost", "[::ffff:127.0.0.1]", "127.1"]
)
async def test_this_machine_is_not_reached_however_it_is_spelled(host: str) -> None:
    with pytest.raises((BadTarget, OSError)):
        await Outgoing().post(f"https://{host}/x", b"", {})


async def test_a_name_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, [PUBLIC, "10.0.0.5"])
    with pytest.raises(BadTarget, match="private"):
        await Outgoing().target("https://chat.example/x")


async def test_the_request_goes_to_the_address_that_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere a moment later (DNS rebinding) changes nothing: it is asked once."""
    asked = resolving(monkeypatch, [PUBLIC], ["127.0.0.1"])
    seen: list[httpx.Request] = []

    async def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(204)

    outgoing = Outgoing()
    client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    monkeypatch.setattr(outgoing, "_client", client)
    assert await outgoing.post("https://chat.example/x?y=z", b"{}", {}) == 204
    assert asked == ["chat.example"]
    (request,) = seen
    assert str(request.url) == f"https://{PUBLIC}:443/x?y=z".replace(":443", "")
    assert request.headers["host"] == "chat.example"
    assert request.extensions["sni_hostname"] == "chat.example"  # whose certificate it must be
    await outgoing.close()


async def test_redirects_are_not_followed(receiver: Service) -> None:
    outgoing = Outgoing((receiver.host,))
    receiver.statuses, receiver.location = [307], f"{receiver.url}/elsewhere"
    assert await outgoing.post(f"{receiver.url}/here", b"{}", {}) == 307
    assert receiver.next().path == "/here"
    assert receiver.calls.empty()
    await outgoing.close()


async def test_only_what_the_host_allows_is_reached_here_and_on_no_other_port(receiver: Service) -> None:
    outgoing = Outgoing((receiver.host,))
    assert (await outgoing.target(f"{receiver.url}/x")).address == "127.0.0.1"
    with pytest.raises(BadTarget):
        await outgoing.target("http://127.0.0.1:1/x")
    await outgoing.close()
