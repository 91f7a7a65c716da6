"""Running the server: the socket it listens on, uvicorn, its workers, and a clean end."""

from __future__ import annotations

import asyncio
import errno
import math
import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Any, Final

from pandarium.buildinfo import describe, is_compiled
from pandarium.core.errors import PandariumError
from pandarium.server.http.web_client import INDEX, folder_of
from pandarium.server.packs import read_packs
from pandarium.server.settings import Settings, data_directory
from pandarium.server.sockets.connections import raise_file_limit

SOCKET_BYTES: Final = 65_536
"""Bytes of a message that uvicorn takes; what tables take is less, and refused in words."""
PING_SECONDS: Final = 20.0
"""A socket is asked so often whether somebody is there, and closed when nobody answers for as long."""
KEEP_ALIVE_SECONDS: Final = 15
WORKER_SECONDS: Final = 30
"""A worker that gives no sign of life for so long is replaced."""
BACKLOG: Final = 2048


class CannotListen(PandariumError):
    """The address to listen on is taken, or not ours."""


class StoppedEarly(PandariumError):
    """The server could not start; its log says why."""


def serve(settings: Settings, visit: Callable[[str], None] | None = None) -> None:
    """Run the server until a signal stops it; raises PandariumError when it cannot start.

    `visit` is called with its address as soon as it accepts connections.
    """
    read_packs(settings.content)  # a mistake in one shows at once
    raise_file_limit()
    listening = listen(settings.host, settings.port)
    try:
        make_data_directory(settings)
        asyncio.run(check_services(settings))
        for line in greeting(settings, listening):
            sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
        if visit is not None:
            visit(address(settings.host, listening.getsockname()[1]))
        with ignored_signals():
            if settings.workers == 1:
                _run_here(settings, listening)
            else:
                _run_workers(settings, listening)
    finally:
        listening.close()


def make_data_directory(settings: Settings) -> None:
    """Make the default place for the database, readable for its owner alone; other places must be there."""
    home = data_directory(os.environ)
    if settings.database == f"sqlite:///{home / 'pandarium.db'}":
        try:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CannotListen(f"cannot make {home}: {error.strerror}; name a database with --database") from None


async def check_services(settings: Settings) -> None:
    """Open the database, bring it up to date, and greet Redis first: mistakes show at once, and once."""
    from pandarium.server.cluster.bus import make_bus
    from pandarium.server.store import Store

    store = await Store.open(settings.database)
    await store.close()
    bus = make_bus(settings)
    await bus.start(lambda message: None)
    await bus.stop()


def listen(host: str, port: int) -> socket.socket:
    """A socket at that address; raises CannotListen."""
    try:
        family, _, proto, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except OSError as error:
        raise CannotListen(f"--host: {host!r} is no address of this machine ({error.strerror})") from None
    # With its protocol named asyncio sends at once; otherwise small answers wait 40 ms for one another (Nagle).
    listening = socket.socket(family, socket.SOCK_STREAM, proto)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise CannotListen(_why_not(host, port, error)) from None
    listening.set_inheritable(True)
    return listening


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} at {host} is taken; choose another with --port, or 0 for any that is free"
    if error.errno == errno.EACCES:
        return f"port {port} needs rights that you do not have; choose one from 1024 on with --port"
    return f"cannot listen on {host} port {port}: {error.strerror}"


def greeting(settings: Settings, listening: socket.socket) -> Iterator[str]:
    """What to say at the start: where it is, how to play, and what to mind."""
    place = address(settings.host, listening.getsockname()[1])
    if not is_compiled():
        yield describe()
    browser = "open it in a browser, or " if (folder_of(settings) / INDEX).is_file() else ""
    yield f"Pandarium is at {place} – {browser}play with: pandarium join {place} --new royale (Ctrl-C stops the server)"
    if not is_loopback(settings.host) and settings.proxies == 0:
        yield (
            "This address can be reached from outside, without encryption: put a proxy with TLS before it "
            "and say so with --proxies 1"
        )


def address(host: str, port: int) -> str:
    """The address to type. Whoever listens on all addresses is here, too.

    >>> address("0.0.0.0", 8000), address("::1", 80)
    ('http://127.0.0.1:8000', 'http://[::1]')
    """
    here = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{here}" if port == 80 else f"http://{here}:{port}"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """How uvicorn is run; on uvloop where that is installed ("auto")."""
    from pandarium.server.ops.logging import log_config

    return {
        "host": settings.host,
        "port": settings.port,
        "http": "pandarium.server.sockets.connections:HttpConnection",
        "ws": "pandarium.server.sockets.websocket:WebSocket",
        "ws_max_size": SOCKET_BYTES,
        "ws_per_message_deflate": False,  # 100 kB a socket
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PING_SECONDS,
        "lifespan": "on",
        "log_config": log_config(settings),
        "log_level": None,
        "access_log": False,  # ours has no query strings
        "proxy_headers": False,  # limits.client_address believes only as many proxies as there are
        "server_header": False,
        "backlog": BACKLOG,
        "timeout_keep_alive": KEEP_ALIVE_SECONDS,
        "timeout_worker_healthcheck": WORKER_SECONDS,
        "timeout_graceful_shutdown": math.ceil(settings.grace),
    }


def _run_here(settings: Settings, listening: socket.socket) -> None:
    import uvicorn

    from pandarium.server.app import create_app

    server = uvicorn.Server(uvicorn.Config(create_app(settings), **uvicorn_options(settings)))
    server.run(sockets=[listening])
    if not server.started:
        raise StoppedEarly("the server could not start; the line above says why")


def _run_workers(settings: Settings, listening: socket.socket) -> None:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from pandarium.server.ops.metrics import share_among_workers
    from pandarium.server.sockets.handover import share_connections

    os.environ.update(settings.to_environment())
    shared = [share_among_workers(), share_connections()]
    try:
        config = uvicorn.Config(
            "pandarium.server.app:from_environment",
            factory=True,
            workers=settings.workers,
            **uvicorn_options(settings),
        )
        Multiprocess(config, sockets=[listening]).run()
    finally:
        for directory in filter(None, shared):
            shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def ignored_signals() -> Iterator[None]:
    """Uvicorn raises the signal that stopped it once more at the end; stopping on a signal is no failure."""
    kinds = [signal.SIGINT, signal.SIGTERM]
    before = [signal.signal(kind, lambda *_: None) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)
