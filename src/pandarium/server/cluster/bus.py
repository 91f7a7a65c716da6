"""How workers tell each other that something happened at a table. A hint, never the truth: that is in the store.

A message may come twice, late or, while Redis is away, not at all; whoever receives it looks into the store, and looks
there from time to time anyway.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from contextlib import aclosing, suppress
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import structlog
from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from pandarium.core.errors import PandariumError
from pandarium.server.settings import Settings, without_password

OnMessage = Callable[[bytes], None]
OnBack = Callable[[], None]

BACKLOG: Final = 10_000
"""Messages that wait while Redis is away; beyond it the oldest are dropped."""
BATCH: Final = 500
"""Messages that travel in one frame."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 3.0
START_SECONDS: Final = 5.0
FLUSH_SECONDS: Final = 1.0
GREETING_SECONDS: Final = 10.0
"""How often a bus greets itself; one that misses two greetings takes its connection for dead."""


class NoBus(PandariumError):
    """Redis does not answer at the start."""


class Bus(ABC):
    """Sends messages to the other workers, and receives theirs."""

    dropped: int = 0
    """Messages dropped because Redis was away for too long."""

    @abstractmethod
    async def start(self, on_message: OnMessage, on_back: OnBack | None = None) -> None:
        """Receive messages from now on; `on_back` is called when messages may have been missed."""

    @abstractmethod
    def publish(self, data: bytes) -> None:
        """Send a message, soon; never waits and never fails. To be called on the event loop."""

    @abstractmethod
    async def stop(self) -> None:
        """Send what still waits, for a moment, and receive no more."""


class MemoryBus(Bus):
    """For a single worker: sends nothing and receives nothing."""

    async def start(self, on_message: OnMessage, on_back: OnBack | None = None) -> None:
        """Nothing is received."""

    def publish(self, data: bytes) -> None:
        """Nothing is sent."""

    async def stop(self) -> None:
        """Nothing to end."""


class _Frame(msgspec.Struct, array_like=True, frozen=True):
    """What travels: who sent it, and the messages; none of them: a greeting to oneself."""

    sender: bytes
    messages: list[bytes]


class RedisBus(Bus):
    """Workers on one Redis channel. Messages of one moment travel together; one's own are ignored."""

    def __init__(self, url: str, channel: str, backlog: int = BACKLOG, greeting: float = GREETING_SECONDS) -> None:
        self.channel = channel
        self.sender = secrets.token_bytes(8)
        self.received = 0
        self._url = url
        self._redis = _connect(url, self.client_name)
        self._waiting: deque[bytes] = deque()
        self._backlog = backlog
        self._greeting = greeting
        self._something = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._broken: set[str] = set()
        self._on_message: OnMessage = lambda message: None
        self._on_back: OnBack | None = None
        self._greeted = asyncio.Event()
        self._pause = FIRST_PAUSE
        self._decoder = msgspec.msgpack.Decoder(_Frame)
        self._encoder = msgspec.msgpack.Encoder()
        self._log: structlog.typing.FilteringBoundLogger = structlog.get_logger("pandarium.bus")

    @property
    def client_name(self) -> str:
        """The name under which Redis lists this bus's connections."""
        return f"pandarium-{self.sender.hex()}"

    async def start(self, on_message: OnMessage, on_back: OnBack | None = None) -> None:
        """Hear the others from now on, or NoBus when Redis does not answer."""
        self._on_message, self._on_back = on_message, on_back
        listening = asyncio.create_task(self._listen(), name="bus listens")
        self._tasks = [listening, asyncio.create_task(self._send(), name="bus sends")]
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._redis.ping()
                await self._greeted.wait()
        except (RedisError, OSError, TimeoutError) as error:
            await self._end()
            place = without_password(self._url)
            raise NoBus(f"Redis at {place} does not answer ({type(error).__name__}); is it running there?") from None

    def publish(self, data: bytes) -> None:
        """Send a message, soon; never waits and never fails. To be called on the event loop."""
        self._waiting.append(data)
        self._drop_oldest()
        self._something.set()

    async def stop(self) -> None:
        """Send what still waits, for a moment, and receive no more."""
        with suppress(RedisError, OSError, TimeoutError):
            async with asyncio.timeout(FLUSH_SECONDS):
                while self._waiting and not self._broken and self._tasks:
                    await asyncio.sleep(0.005)
        await self._end()

    async def _end(self) -> None:
        while running := [task for task in self._tasks if not task.done()]:
            # Again until it works: a library on the way may swallow a cancellation.
            for task in running:
                task.cancel()
            await asyncio.wait(running, timeout=0.2)
        self._tasks = []
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _send(self) -> None:
        backend = _backend(self._redis)
        pause = FIRST_PAUSE
        while True:
            # Not wait_for: in Python 3.11 it can swallow the cancellation that ends this task.
            with suppress(TimeoutError):
                async with asyncio.timeout(self._greeting):
                    await self._something.wait()
            # Copied, not taken: what was not sent is still there, in its place, for the next attempt.
            batch = [self._waiting[place] for place in range(min(BATCH, len(self._waiting)))]
            dropped = self.dropped
            try:
                await backend.publish(self._encoder.encode(_Frame(self.sender, batch)), [self.channel])
            except Exception as error:  # whatever it is, the next attempt may do better
                self._lost("sending", error)
                pause = await _rest(pause)
                continue
            for _ in range(len(batch) - min(len(batch), self.dropped - dropped)):
                self._waiting.popleft()
            if not self._waiting:
                self._something.clear()
            pause = FIRST_PAUSE
            self._found("sending")

    async def _listen(self) -> None:
        while True:
            backend = _backend(self._redis)
            try:
                await self._hear_all(backend)
            except Exception as error:  # whatever it is, the next attempt may do better
                self._lost("hearing", error)
            finally:
                with suppress(RedisError, OSError):
                    await backend.on_shutdown()
            self._pause = await _rest(self._pause)

    async def _hear_all(self, backend: RedisChannelsPubSubBackend) -> None:
        """Hear one connection until it breaks, or is silent for so long that it must be broken."""
        await backend.subscribe([self.channel])
        # Hearing oneself proves that the way there and back is open.
        await backend.publish(self._encoder.encode(_Frame(self.sender, [])), [self.channel])
        is_open = False
        async with aclosing(backend.stream_events()) as frames:
            while True:
                async with asyncio.timeout(2.5 * self._greeting):
                    _, data = await anext(frames)
                if self._receive(data) and not is_open:
                    is_open = True
                    self._opened()

    def _opened(self) -> None:
        self._pause = FIRST_PAUSE
        self._found("hearing")
        first = not self._greeted.is_set()
        self._greeted.set()
        if self._on_back is not None and not first:
            try:
                self._on_back()
            except Exception:
                self._log.exception("the news that Redis is back could not be taken")

    def _receive(self, data: bytes) -> bool:
        """Pass the messages of a frame on; True when it is one's own greeting."""
        try:
            frame = self._decoder.decode(data)
        except msgspec.MsgspecError:
            self._log.warning("a message on the bus makes no sense", channel=self.channel, size=len(data))
            return False
        if frame.sender == self.sender:
            return not frame.messages
        for message in frame.messages:
            self.received += 1
            try:
                self._on_message(message)
            except Exception:
                # One bad message must not make this worker deaf.
                self._log.exception("a message on the bus could not be taken")
        return False

    def _drop_oldest(self) -> None:
        while len(self._waiting) > self._backlog:
            self._waiting.popleft()
            self.dropped += 1

    def _lost(self, way: str, error: Exception) -> None:
        if not self._broken:
            place = without_password(self._url)
            self._log.warning("Redis lost; moves of other workers come late", redis=place, error=type(error).__name__)
        self._broken.add(way)

    def _found(self, way: str) -> None:
        if way in self._broken:
            self._broken.remove(way)
            if not self._broken:
                self._log.info("Redis is back", redis=without_password(self._url), dropped=self.dropped)


def make_bus(settings: Settings) -> Bus:
    """The bus that these settings ask for."""
    return MemoryBus() if settings.redis is None else RedisBus(settings.redis, channel_for(settings.database))


def channel_for(database: str) -> str:
    """The channel of all workers on one database, whatever user and password each of them comes with.

    >>> channel_for("postgresql://a:b@db.example/games") == channel_for("postgresql://c:d@DB.example/games")
    True
    """
    place = urlsplit("//" + without_password(database).partition("://")[2].rpartition("@")[2])
    name = f"{place.hostname or ''}:{place.port or ''}{place.path}"
    return f"pandarium:{hashlib.blake2b(name.encode(), digest_size=6).hexdigest()}:tables"


def _connect(url: str, name: str) -> Redis:
    # No attempts behind our back: a lost connection must show, since messages are lost with it.
    retry: Any = Retry(NoBackoff(), 0)
    return Redis.from_url(
        url,
        client_name=name,
        retry=retry,
        socket_connect_timeout=START_SECONDS,
        socket_timeout=START_SECONDS,
        socket_keepalive=True,
    )


def _backend(redis: Redis) -> RedisChannelsPubSubBackend:
    return RedisChannelsPubSubBackend(redis=redis)


async def _rest(pause: float) -> float:
    """Wait before the next attempt, not in step with the other workers; gives the next pause."""
    await asyncio.sleep(pause * random.uniform(0.5, 1.0))
    return min(pause * 2, LONGEST_PAUSE)
