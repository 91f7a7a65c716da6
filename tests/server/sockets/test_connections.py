"""Connections that say nothing take nobody's place."""

from __future__ import annotations

import resource
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from pandarium.server.settings import Settings
from pandarium.server.sockets.connections import Connections, file_limit, raise_file_limit

from ..harness import HTTP, PATIENCE, Server, seated

STRANGERS = 1_100


class Idle:
    """A connection that waits for a request."""

    def __init__(self) -> None:
        self.here = True

    def give_up(self) -> None:
        """It was told to make room."""
        self.here = False


def test_of_too_many_at_one_address_the_longest_idle_makes_room() -> None:
    connections = Connections(most=100, most_of_one_address=3)
    idle = [Idle() for _ in range(3)]
    elsewhere = Idle()
    assert connections.opened(elsewhere, "192.0.2.9", 1)
    assert all(connections.opened(one, "192.0.2.1", 2 + number) for number, one in enumerate(idle))
    connections.busy(idle[0])
    connections.idle(idle[0], "192.0.2.1")  # it has had a request meanwhile, and waits anew
    assert connections.opened(Idle(), "192.0.2.1", 5)
    assert [one.here for one in idle] == [True, False, True]
    assert elsewhere.here


def test_of_too_many_in_all_the_longest_idle_makes_room_whoever_it_is() -> None:
    connections = Connections(most=2, most_of_one_address=2)
    first, second = Idle(), Idle()
    assert connections.opened(first, "192.0.2.1", 1)
    assert connections.opened(second, "192.0.2.2", 2)
    assert connections.opened(Idle(), "192.0.2.3", 3)
    assert (first.here, second.here) == (False, True)


def test_where_all_are_busy_a_new_one_is_refused() -> None:
    connections = Connections(most=100, most_of_one_address=1)
    busy, late = Idle(), Idle()
    assert connections.opened(busy, "2001:db8::1", 1)
    connections.busy(busy)
    assert not connections.opened(late, "2001:db8::2", 2)  # the same household
    connections.closed(late, "2001:db8::2")
    connections.closed(busy, "2001:db8::1")
    assert connections.opened(Idle(), "2001:db8::3", 1)


@pytest.mark.parametrize(("limits", "proxies"), [(0.0, 0), (1.0, 1)])
def test_without_limits_and_behind_a_proxy_addresses_do_not_count(limits: float, proxies: int) -> None:
    connections = Connections.of(Settings(database="sqlite:///t.db", limits=limits, proxies=proxies))
    idle = [Idle() for _ in range(300)]
    assert all(connections.opened(one, "192.0.2.1", 1) for one in idle)
    assert all(one.here for one in idle)


async def test_a_player_does_not_notice_a_thousand_idle_strangers_and_these_are_sent_away(tmp_path: Path) -> None:
    raise_file_limit()
    if file_limit() < STRANGERS + 300:
        pytest.skip(f"this machine allows {file_limit()} open files, {STRANGERS + 300} are needed")
    with Server(tmp_path, f"sqlite:///{tmp_path}/t.db", before=_FEW_FILES) as server, ExitStack() as strangers:
        async with seated(server) as ann:
            idle = [
                strangers.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
                for _ in range(STRANGERS)
            ]
            for number, stranger in enumerate(idle):
                if number % 2 and number > STRANGERS - 100:
                    stranger.sendall(b"GET /health HTTP/1.1\r\nhost: ")  # and no more
            assert (await ann.ask(type="say", text="Hello?"))["type"] == "done"
            assert HTTP.get(f"{server.url}/api/games").status_code == 200
            for stranger in idle:
                with suppress(ConnectionResetError):
                    assert stranger.recv(1) == b"", "an answer, to no question"
            assert (await ann.ask(type="say", text="Still here."))["type"] == "done"
        assert "Too many open files" not in server.log.read_text()


_FEW_FILES = f"""
import resource
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, {resource.getrlimit(resource.RLIMIT_NOFILE)[1]}), hard))
"""
"""What a shell often allows: the server asks for more."""
