"""What the server counts about itself, for Prometheus; several workers add up in one directory."""

from __future__ import annotations

import hmac
import os
import tempfile
from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Callable, Mapping
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from pandarium.server.ops.limits import LOCAL, client_address

DIRECTORY: Final = "PROMETHEUS_MULTIPROC_DIR"
LABELS_KEPT: Final = 200
"""Combinations of labels that one counter keeps apart; whatever comes later is counted as `other`."""

By = Literal["person", "bot", "clock"]

_FAST: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_WAITS: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)
_SLOW: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The counters of one worker.

    What happens at every move is gathered, and handed to Prometheus twice a second and when it is read: where several
    workers share a directory, each count alone is a write to a file.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._moved: Tally[tuple[str, By]] = Tally()
        self._moves = _Counters(self, "moves", "Moves acknowledged.", "game", "by")
        self._refusals = _Counters(self, "refusals", "Messages refused.", "code")
        self._requests = _Counters(self, "http_requests", "HTTP requests answered.", "method", "route", "status")
        self._tidied = _Counters(self, "tidied", "What was closed or removed because it is not kept.", "what")
        self._notified = _Counters(self, "notifications", "What became of notifications.", "occasion", "how", "result")
        self.takeovers = self._counter("takeovers", "Tables taken over from another worker.")
        self.resyncs = self._counter("resyncs", "Sockets sent a whole view because they were too slow or too old.")
        self.flood_closes = self._counter("flood_closes", "Sockets closed because they sent too much.")
        self.sockets_passed_on = self._counter("sockets_passed_on", "Sockets passed on to the worker of their table.")
        self.commit_failures = self._counter("commit_failures", "Moves that could not be written.")
        self.heartbeats = self._counter("heartbeats", "Signs of life written to the database, twice a second.")
        self.heartbeats_missed = self._counter("heartbeats_missed", "Signs of life that could not be written.")
        self.bus_dropped = self._counter("bus_dropped", "Messages to other workers dropped while Redis was away.")
        self.sockets = self._gauge("sockets", "Sockets open.")
        self.tables_live = self._gauge("tables_live", "Tables in memory.")
        self.tables_running = self._gauge("tables_running", "Tables in memory with a game under way.")
        self.commit_seconds = self._durations("commit_seconds", "From asking for a commit to having it.", _FAST)
        self.move_seconds = self._durations("move_seconds", "From a move's arrival until its answer was sent.", _FAST)
        self.bot_seconds = self._histogram("bot_seconds", "A bot's thinking.", _SLOW)
        self.bot_quick_moves = self._counter(
            "bot_quick_moves", "Moves that a quicker bot made, since no bot process could think about them in time."
        )
        self._bot_queue = Gauge(
            "pandarium_bot_queue",
            "Thoughts that wait for a bot process.",
            ["lane"],
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._bot_wait = Histogram(
            "pandarium_bot_wait_seconds",
            "How long a thought waited for a bot process.",
            ["lane"],
            registry=self.registry,
            buckets=_WAITS,
        )

    def moved(self, game: str, by: By) -> None:
        """Count a move that was committed."""
        self._moved[game, by] += 1

    def hand_over(self) -> None:
        """Count for Prometheus what was gathered."""
        moved, self._moved = self._moved, Tally()
        for (game, by), count in moved.items():
            self._moves.child(game, by).inc(count)
        self.commit_seconds.hand_over()
        self.move_seconds.hand_over()

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self._refusals.child(code).inc()

    def waits_for_process(self, lane: str, more: int) -> None:
        """So many more thoughts wait for a bot process, or fewer."""
        self._bot_queue.labels(lane).inc(more)

    def waited_for_process(self, lane: str, seconds: float) -> None:
        """A thought has waited that long for a bot process, and waits no more."""
        self._bot_wait.labels(lane).observe(seconds)

    def answered(self, method: str, route: str, status: int) -> None:
        """Count an HTTP request by its route's template, never by its path."""
        self._requests.child(method, route, str(status)).inc()

    def tidied(self, what: str, count: int) -> None:
        """Count what was closed or removed because it is not kept any longer."""
        self._tidied.child(what).inc(count)

    def notified(self, occasion: str, how: str, result: str) -> None:
        """Count what became of a notification."""
        self._notified.child(occasion, how, result).inc()

    def render(self) -> tuple[bytes, str]:
        """What /metrics answers, and its content type."""
        self.hand_over()
        directory = os.environ.get(DIRECTORY)
        if not directory:
            return generate_latest(self.registry), CONTENT_TYPE_PLAIN_0_0_4
        _forget_dead_workers(directory)
        everyone = CollectorRegistry()
        MultiProcessCollector(everyone, path=directory)  # type: ignore[no-untyped-call]
        return generate_latest(everyone), CONTENT_TYPE_PLAIN_0_0_4

    def _counter(self, name: str, text: str) -> Counter:
        return Counter(f"pandarium_{name}", text, registry=self.registry)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"pandarium_{name}", text, registry=self.registry, multiprocess_mode="livesum")

    def _histogram(self, name: str, text: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(f"pandarium_{name}", text, registry=self.registry, buckets=buckets)

    def _durations(self, name: str, text: str, buckets: tuple[float, ...]) -> _Durations:
        return _Durations(self._histogram(name, text, buckets), buckets)


class _Durations:
    """A histogram that is filled in groups."""

    __slots__ = ("_bounds", "_histogram", "_seen", "observe")

    def __init__(self, histogram: Histogram, bounds: tuple[float, ...]) -> None:
        self._histogram = histogram
        self._bounds = bounds
        self._seen: list[float] = []
        self.observe: Callable[[float], None] = self._seen.append
        """Something took that many seconds."""

    def hand_over(self) -> None:
        """Fill the histogram with what was observed since."""
        seen = self._seen[:]
        del self._seen[: len(seen)]  # a thread may have observed more meanwhile
        for place, count in Tally(map(partial(bisect_left, self._bounds), seen)).items():
            self._histogram._buckets[place].inc(count)  # it takes no groups otherwise
        self._histogram._sum.inc(sum(seen))


class _Counters:
    """A counter with labels that keeps its children at hand, up to a limit."""

    __slots__ = ("_children", "_counter")

    def __init__(self, metrics: Metrics, name: str, text: str, *labels: str) -> None:
        self._counter = Counter(f"pandarium_{name}", text, labels, registry=metrics.registry)
        self._children: dict[tuple[str, ...], Counter] = {}

    def child(self, *values: str) -> Counter:
        """The counter for these values of the labels."""
        found = self._children.get(values)
        if found is None:
            kept = values if len(self._children) < LABELS_KEPT else ("other",) * len(values)
            found = self._counter.labels(*kept)
            if kept is values or kept not in self._children:
                self._children[kept] = found
        return found


def share_among_workers() -> Path:
    """A fresh directory in which the workers started from here add up their counters; the caller removes it.

    It must be called before the workers start: a process decides where it counts when it first loads this module.
    """
    directory = tempfile.mkdtemp(prefix="pandarium-metrics-")
    os.environ[DIRECTORY] = directory
    return Path(directory)


def _forget_dead_workers(directory: str) -> None:
    """A worker that died has no sockets and tables any more; its counters stay."""
    for place in Path(directory).glob("gauge_live*_*.db"):
        number = place.stem.rpartition("_")[2]
        if number.isdigit() and not _alive(int(number)):
            mark_process_dead(int(number), directory)  # type: ignore[no-untyped-call]


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def may_read(scope: Mapping[str, Any], token: str | None, proxies: int) -> bool:
    """Whether this request may read /metrics: with the token where there is one, else from this machine alone."""
    headers = {name.lower(): value for name, value in scope.get("headers", ())}
    if token is not None:
        scheme, _, given = headers.get(b"authorization", b"").partition(b" ")
        return scheme.lower() == b"bearer" and hmac.compare_digest(given.strip(), token.encode())
    if proxies <= 0 and headers.keys() & _FORWARDING:
        # A proxy that nobody told us of stands on this machine: every visitor would seem to be local.
        return False
    address = client_address(scope, proxies)
    return address == LOCAL or _is_loopback(address)


_FORWARDING: Final = frozenset({b"x-forwarded-for", b"forwarded", b"via", b"x-real-ip"})


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
