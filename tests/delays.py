"""A machine that stands still here and there: a test that waits for an event bears it, one that hopes does not.

`PANDARIUM_TEST_DELAYS=8` puts pauses wherever tests and servers wait for each other, for a thread, a process, a timer
or the network: places at which a busy machine may take its time, too, and nowhere else. So what happens happens in an
order in which it could always have happened. Every place has a chance of its own, which follows from that word, the
test and the place, so that a failure can be looked at again; other words find others. Nothing is touched without it.

A place that is passed often pauses ever more rarely: a test of a thousand messages ends, too.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from inspect import iscoroutinefunction
from random import Random
from typing import Any

import pytest

WORD = os.environ.get("PANDARIUM_TEST_DELAYS", "")
_PAUSES = (0.0, 0.0, 0.0, 0.02, 0.1, 0.4)
"""Seconds: long against what happens meanwhile, short against what anybody waits for."""
_OFTEN = 10
"""Visits of a place before its pauses become rarer."""

OF_SERVER = (
    "pandarium.server.store.writer:Writer._commit",  # the disk
    "pandarium.server.store.store:Store._read",
    "pandarium.server.bots.pool:BotPool._ask",  # the processes that think
    "pandarium.server.bots.driver:Driver._time_out",  # timers
    "pandarium.server.tables.presence:Presence._announce",
    "pandarium.server.notifications.detector:Detector.look",
    "pandarium.server.notifications.sender:Sender.send_due",
    "pandarium.server.cluster.notices:Noticeboard.read",
    "pandarium.server.cluster.peers:Peers._look_at_logs",
    "pandarium.server.tournaments.driver:TournamentDriver._step",
    "pandarium.server.sockets.websocket:WebSocket.data_received",  # the network
    "pandarium.server.notifications.outgoing:Outgoing.post",
    "pandarium.server.cluster.bus:RedisBus._receive",
)
OF_TESTS = (
    "httpx:Client.send",
    "httpx:AsyncClient.send",
    "server.harness:Wire.open",
    "server.harness:Wire.ask",
    "server.harness:Wire.next",
    "server.harness:Wire.send_raw",
    "client.fake_server:FakeServer.receive",
    "pandarium.client.connection:Connection._next",
    "pandarium.tui.local_match:LocalMatch.bot_move",
    "textual.pilot:Pilot.press",
    "textual.pilot:Pilot.pause",
)

_visits: dict[str, int] = {}
_chances: dict[str, Random] = {}
_test = ""


def begin(test: str) -> None:
    """All places begin anew: this test has the same pauses, whatever ran before."""
    global _test  # noqa: PLW0603
    _test = test
    _visits.clear()
    _chances.clear()


def stand_still(*places: str) -> None:
    """Put pauses before and after these functions, each named as `module:Class.function`."""
    for place in places:
        module, _, name = place.partition(":")
        owner, _, function = name.partition(".")
        kind = getattr(import_module(module), owner)
        setattr(kind, function, _with_pauses(name, getattr(kind, function)))


def in_server() -> None:
    """What a process that a test has started does first."""
    begin(os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0])
    stand_still(*OF_SERVER)


def _seconds(place: str) -> float:
    visits = _visits[place] = _visits.get(place, 0) + 1
    chance = _chances.setdefault(place, Random(f"{WORD} {_test} {place}"))
    seconds = chance.choice(_PAUSES)
    return seconds if chance.random() * visits < _OFTEN else 0.0


def _with_pauses(place: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    async def waiting(*args: Any, **named: Any) -> Any:
        if seconds := _seconds(place):
            await asyncio.sleep(seconds)
        result = await function(*args, **named)
        if seconds := _seconds(place):
            await asyncio.sleep(seconds)
        return result

    @wraps(function)
    def standing(*args: Any, **named: Any) -> Any:
        time.sleep(_seconds(place))
        result = function(*args, **named)
        time.sleep(_seconds(place))
        return result

    return waiting if iscoroutinefunction(function) else standing


def pytest_configure() -> None:
    stand_still(*OF_SERVER, *OF_TESTS)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    begin(item.nodeid)
