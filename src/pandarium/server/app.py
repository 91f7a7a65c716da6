"""The server as one ASGI application: sockets go straight to the tables, everything else through the gate to Litestar.

A socket never passes through middleware: a thousand of them should cost next to nothing.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any, Final

import structlog
from litestar import Litestar
from litestar.di import Provide

import pandarium
from pandarium.core.errors import PandariumError
from pandarium.server.analysis.analyst import Analyst
from pandarium.server.bots.driver import Driver
from pandarium.server.cluster.bus import make_bus
from pandarium.server.cluster.notices import Noticeboard
from pandarium.server.cluster.peers import Peers
from pandarium.server.cluster.tidier import Tidier
from pandarium.server.evenings.folds import FoldLimiter
from pandarium.server.evenings.watch import EveningWatch
from pandarium.server.http import (
    accounts,
    admin,
    analysis,
    challenges,
    companion,
    evenings,
    friends,
    games,
    health,
    lessons,
    moderation,
    notifications,
    openapi,
    pages,
    people,
    profiles,
    results,
    tables,
    tournaments,
)
from pandarium.server.http.caller import StrictRequest, find_asker, find_caller, require_asker, require_caller
from pandarium.server.http.middleware import Gate
from pandarium.server.http.pages import answer_exceptions
from pandarium.server.http.site import SITE, RateLimits, Site
from pandarium.server.http.web_client import WebClient, folder_of
from pandarium.server.notifications.detector import Detector
from pandarium.server.notifications.push import Signer, new_key
from pandarium.server.notifications.sender import Sender
from pandarium.server.ops.gc import full_gc, tune_gc
from pandarium.server.ops.limits import BODY_BYTES, client_address
from pandarium.server.ops.logging import set_up_logging
from pandarium.server.ops.metrics import Metrics
from pandarium.server.ops.processes import stop_gently, when_parent_dies
from pandarium.server.people.devices import DeviceMarks
from pandarium.server.people.identity import Identity, Passwords, new_id
from pandarium.server.people.mail import Mailer
from pandarium.server.settings import Settings
from pandarium.server.sockets.addresses import SocketAddresses
from pandarium.server.sockets.connections import Connections
from pandarium.server.sockets.handover import LIVE_PATH, Handover, make_handover
from pandarium.server.sockets.messages import CLOSE_CODES
from pandarium.server.sockets.sockets import Sockets
from pandarium.server.store import Store
from pandarium.server.tables.hub import Hub
from pandarium.server.tournaments.driver import TournamentDriver
from pandarium.server.tournaments.registry import TournamentRegistry

_TURN: Final = 0.0005
"""Seconds after which a busy event loop lets the thread that commits have its turn; moves wait for it."""

_LAST_WORDS: Final = 10.0
"""Seconds for stopping, after the visitors have had theirs, in a worker whose parent is gone."""

# ASGI's events are open dictionaries; nothing is gained by naming all their shapes here.
Scope = Any
Receive = Any
Send = Any

_log = structlog.get_logger("pandarium.server")


class App:
    """The whole server. Its parts are there between start and end of the lifespan."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.connections = Connections.of(settings)
        self.rest = make_rest()
        self.hub: Hub | None = None
        self.handover: Handover | None = None
        self._gate: Gate | None = None
        self._sockets: Sockets | None = None
        self._watch: EveningWatch | None = None
        self._addresses = SocketAddresses()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, or the lifespan."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._live_and_end(receive, send)

    def answer_waiting(self) -> None:
        """The server stops: whoever waits for something to happen is answered now."""
        if self._watch is not None:
            self._watch.release()

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"].removeprefix(scope.get("root_path") or "")
        found = LIVE_PATH.fullmatch(path)
        if found is None or self._sockets is None:
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_CODES["unknown table"], "reason": "unknown table"})
            return
        with self._addresses.noted(client_address(scope, self.settings.proxies), send):
            await self._sockets(scope, receive, send, found[1])

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._gate is None:
            raise RuntimeError("the server has not started: run it with its lifespan")
        await self._gate(scope, receive, send)

    async def _live_and_end(self, receive: Receive, send: Send) -> None:
        await receive()
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(self.running())
            except PandariumError as error:
                await send({"type": "lifespan.startup.failed", "message": str(error)})
                return
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Start everything in order; at the end stop it in reverse, so that all that was accepted is written."""
        settings = self.settings
        set_up_logging(settings)
        async with AsyncExitStack() as stack:
            store = await Store.open(settings.database)
            stack.push_async_callback(store.close)
            key = settings.key or await store.setting("key", secrets.token_urlsafe)
            identity = Identity(key)
            passwords = Passwords()
            stack.callback(passwords.close)
            metrics = Metrics()
            self.hub = hub = Hub(store, settings, metrics, make_bus(settings), new_id("w"))
            driver = Driver(hub)
            peers = Peers(hub)
            await peers.start()
            stack.push_async_callback(peers.stop)
            await hub.start()
            stack.push_async_callback(hub.stop)
            await driver.start()
            stack.push_async_callback(driver.stop)
            registry = TournamentRegistry(hub)
            tournament_driver = TournamentDriver(registry)
            await tournament_driver.start()
            stack.push_async_callback(tournament_driver.stop)
            notices = Noticeboard(hub, registry)
            notices.on_restrictions = partial(self._restrict, hub)
            await hub.moderation.load(store)
            await notices.start()
            tidier = Tidier(hub)
            tidier.start()
            stack.push_async_callback(tidier.stop)
            mailer = Mailer(settings.smtp, settings.mail_from)
            contact = f"mailto:{settings.mail_from}" if settings.mail_from else ""
            signer = Signer(await store.setting("push key", new_key), contact)
            detector = Detector(hub)
            detector.start()
            registry.on_started = detector.tournament_begins
            sender = Sender(hub, signer, mailer)
            sender.start()
            stack.push_async_callback(sender.stop)
            self._watch = watch = EveningWatch(store, hub.spawn)
            site = Site(
                settings=settings,
                store=store,
                hub=hub,
                tournaments=registry,
                identity=identity,
                passwords=passwords,
                rate_limits=RateLimits(settings.limits),
                metrics=metrics,
                client=WebClient(folder_of(settings)),
                devices=DeviceMarks(key),
                mailer=mailer,
                notices=notices,
                signer=signer,
                sender=sender,
                analyst=Analyst(hub),
                evenings=watch,
                fold_limiter=FoldLimiter(),
            )
            self.rest.state[SITE] = site
            self._sockets = Sockets(hub, identity)
            self._gate = Gate(self.rest, site)
            self._warm_up()
            self.handover = make_handover(settings, metrics, self)
            if self.handover is not None:
                self.handover.start()
                stack.push_async_callback(self.handover.stop)
            stack.callback(tune_gc())
            stack.callback(hub.spawn(full_gc()).cancel)
            stack.callback(sys.setswitchinterval, sys.getswitchinterval())
            sys.setswitchinterval(_TURN)
            _log.info("ready", version=pandarium.__version__, **settings.shown())
            try:
                yield
            finally:
                self._gate = self._sockets = None
                _log.info("stopping")

    async def _restrict(self, hub: Hub) -> None:
        """Operators have decided something: read it, and close the sockets of addresses that are banned now."""
        await hub.moderation.load(hub.store)
        await self._addresses.close_banned(hub.moderation)

    def _warm_up(self) -> None:
        """Load now what would make the first visitors wait, and with them everybody at a table."""
        games.all_metas()
        openapi.encoded(self.rest)


def make_rest() -> Litestar:
    """The REST part."""
    return Litestar(
        [
            *pages.HANDLERS,
            *people.HANDLERS,
            *profiles.HANDLERS,
            *friends.HANDLERS,
            *accounts.HANDLERS,
            *moderation.HANDLERS,
            *notifications.HANDLERS,
            *admin.HANDLERS,
            *games.HANDLERS,
            *lessons.HANDLERS,
            *companion.HANDLERS,
            *evenings.HANDLERS,
            *tables.HANDLERS,
            *results.HANDLERS,
            *challenges.HANDLERS,
            *analysis.HANDLERS,
            *tournaments.HANDLERS,
            *health.HANDLERS,
        ],
        request_class=StrictRequest,
        dependencies={
            "visitor": Provide(find_caller),
            "caller": Provide(require_caller),
            "anybody": Provide(find_asker),
            "asker": Provide(require_asker),
        },
        exception_handlers={Exception: answer_exceptions},
        openapi_config=openapi.config(),
        request_max_body_size=BODY_BYTES,
        logging_config=None,
        debug=False,
    )


def create_app(settings: Settings) -> App:
    """The server for these settings."""
    return App(settings)


def from_environment() -> App:
    """The server as its environment says: what uvicorn's workers start. They end with the process that started them."""
    settings = Settings.load(os.environ)
    when_parent_dies(partial(stop_gently, settings.grace + _LAST_WORDS))
    return create_app(settings)
