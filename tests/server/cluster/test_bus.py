from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterable

import msgspec
import pytest
import structlog
from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis
from redis.exceptions import RedisError

from pandarium.server.cluster.bus import BATCH, MemoryBus, NoBus, RedisBus, channel_for, make_bus
from pandarium.server.settings import Settings
from server.harness import PATIENCE

URL = os.environ.get("PANDARIUM_TEST_REDIS", "redis://127.0.0.1:6379/0")


async def until(true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until this is so."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.005)


pytestmark = pytest.mark.usefixtures("default_logging")


@pytest.fixture
async def redis() -> AsyncIterator[Redis]:
    client = Redis.from_url(URL)
    try:
        await client.ping()
    except (RedisError, OSError):
        await client.aclose()
        pytest.skip(f"no Redis at {URL}")
    yield client
    await client.aclose()


@pytest.fixture
async def start(redis: Redis) -> AsyncIterator[Callable[..., object]]:
    """Start a bus on this test's own channel."""
    channel = f"pandarium:test-{secrets.token_hex(6)}:tables"
    buses: list[RedisBus] = []

    async def begin(received: list[bytes], url: str = URL, **options: object) -> RedisBus:
        bus = RedisBus(url, channel, **options)
        buses.append(bus)
        await bus.start(received.append, lambda: received.append(b"back"))
        return bus

    yield begin
    for bus in buses:
        await bus.stop()


async def cut(redis: Redis, bus: RedisBus) -> int:
    """End this bus's own connections at the server, and say how many there were."""
    mine = [client for client in await redis.client_list() if client["name"] == bus.client_name]
    for client in mine:
        with contextlib.suppress(RedisError):
            await redis.client_kill_filter(_id=client["id"])
    return len(mine)


class RedisProxy:
    """A way to Redis that can be shut: a restart, as the bus sees it."""

    def __init__(self) -> None:
        self.port = 0
        self.silent = False
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._let_in, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def shut(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in list(self._writers):
            writer.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    async def _let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, _, port = URL.split("/")[2].rpartition(":")
        there, back = await asyncio.open_connection(host, int(port))
        self._writers |= {writer, back}
        for source, sink in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass_on(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65_536):
                if self.silent:
                    continue
                sink.write(data)
                await sink.drain()
        sink.close()


@pytest.fixture
async def proxy() -> AsyncIterator[RedisProxy]:
    found = RedisProxy()
    await found.open()
    yield found
    await found.shut()


async def test_two_buses_hear_each_other_and_not_themselves(start):
    one_heard: list[bytes] = []
    two_heard: list[bytes] = []
    one, two = await start(one_heard), await start(two_heard)
    one.publish(b"from one")
    two.publish(b"from two")
    await until(lambda: one_heard and two_heard)
    assert (one_heard, two_heard) == ([b"from two"], [b"from one"])
    assert (one.received, two.received) == (1, 1)


async def test_many_messages_arrive_in_order_and_together(start, redis):
    received: list[bytes] = []
    one = await start([])
    await start(received)
    sent = [str(number).encode() for number in range(3 * BATCH)]
    frames = redis.pubsub()
    await frames.subscribe(one.channel)
    assert (await frames.get_message(timeout=PATIENCE))["type"] == "subscribe"
    for message in sent:
        one.publish(message)
    await until(lambda: len(received) == len(sent))
    assert received == sent
    sizes: list[int] = []
    async with asyncio.timeout(120):
        while sum(sizes) < len(sent):
            if frame := await frames.get_message(timeout=1):
                sizes.append(len(msgspec.msgpack.decode(frame["data"])[1]))
    await frames.aclose()
    assert [size for size in sizes if size] == [BATCH, BATCH, BATCH]  # but for greetings
    assert one.dropped == 0


async def test_buses_of_other_databases_stay_out_of_it(start):
    received: list[bytes] = []
    one = await start([])
    two = await start(received)
    stranger_heard: list[bytes] = []
    stranger = RedisBus(URL, one.channel + ":other")
    await stranger.start(stranger_heard.append)
    try:
        stranger.publish(b"elsewhere")
        one.publish(b"here")
        await until(lambda: received)
        two.publish(b"again")
        await until(lambda: one.received)
    finally:
        await stranger.stop()
    assert received == [b"here"]
    assert stranger_heard == []


async def test_a_cut_connection_is_mended_and_said_once(start, redis):
    one_heard: list[bytes] = []
    two_heard: list[bytes] = []
    one = await start(one_heard)
    with structlog.testing.capture_logs() as lines:
        two = await start(two_heard)
        assert await cut(redis, two) >= 1
        await until(lambda: b"back" in two_heard)
        one.publish(b"still there?")
        await until(lambda: b"still there?" in two_heard)
        two.publish(b"yes")
        await until(lambda: b"yes" in one_heard)
        await until(lambda: not two._broken)
    assert [line["log_level"] for line in lines if "Redis" in line["event"]] == ["warning", "info"]
    assert b"back" not in one_heard


async def test_a_connection_cut_again_and_again_loses_no_bus(start, redis):
    received: list[bytes] = []
    one, two = await start([]), await start(received)
    for number in range(5):
        before = received.count(b"back")
        await cut(redis, one)
        await cut(redis, two)
        await until(lambda before=before: received.count(b"back") > before)
        one.publish(str(number).encode())
        await until(lambda number=number: str(number).encode() in received)


async def test_while_redis_is_away_the_newest_wait_and_the_oldest_are_counted(start, proxy):
    received: list[bytes] = []
    await start(received)
    with structlog.testing.capture_logs() as lines:
        far = await start([], url=proxy.url, backlog=10)
        await proxy.shut()
        await until(lambda: "hearing" in far._broken)
        for number in range(25):
            far.publish(str(number).encode())
        assert far.dropped == 15
        await until(lambda: "sending" in far._broken)
        await proxy.open()
        await until(lambda: b"24" in received)
        await until(lambda: not far._broken)
    assert received == [str(number).encode() for number in range(15, 25)]
    assert far.dropped == 15
    assert [line["log_level"] for line in lines if "Redis" in line["event"]] == ["warning", "info"]


async def test_messages_dropped_while_their_frame_is_under_way_leave_the_others_in_order(start, monkeypatch):
    on_its_way, arrived = asyncio.Event(), asyncio.Event()
    arrived.set()

    class SlowBackend(RedisChannelsPubSubBackend):
        async def publish(self, data: bytes, channels: Iterable[str]) -> None:
            await super().publish(data, channels)
            on_its_way.set()
            await arrived.wait()

    received: list[bytes] = []
    await start(received)
    monkeypatch.setattr("pandarium.server.cluster.bus._backend", lambda redis: SlowBackend(redis=redis))
    one = await start([], backlog=4)
    on_its_way.clear()
    arrived.clear()
    for number in range(4):
        one.publish(str(number).encode())
    async with asyncio.timeout(PATIENCE):
        await on_its_way.wait()
    for number in range(4, 10):
        one.publish(str(number).encode())
    arrived.set()
    await until(lambda: b"9" in received)
    assert received == [b"0", b"1", b"2", b"3", b"6", b"7", b"8", b"9"]
    assert one.dropped == 6


async def test_a_silent_connection_is_taken_for_dead(start, proxy):
    received: list[bytes] = []
    far = await start(received, url=proxy.url, greeting=0.2)
    near = await start([])
    await publish_until_heard(near, b"before", received)
    proxy.silent = True
    await until(lambda: "hearing" in far._broken)
    proxy.silent = False
    await until(lambda: b"back" in received)
    await publish_until_heard(near, b"after", received)


async def publish_until_heard(bus: RedisBus, message: bytes, received: list[bytes]) -> None:
    """Again and again: a connection that may not be silent for half a second breaks now and then on a busy machine."""
    async with asyncio.timeout(PATIENCE):
        while message not in received:
            bus.publish(message)
            await asyncio.sleep(0.1)


async def test_greetings_are_no_news(start):
    others_heard: list[bytes] = []
    one = await start([], greeting=0.05)
    await start(others_heard)
    encoded = 0
    encode = one._encoder.encode

    class Counting:
        def encode(self, frame: object) -> bytes:
            nonlocal encoded
            encoded += 1
            return encode(frame)

    one._encoder = Counting()
    await until(lambda: encoded >= 5)
    assert (others_heard, one.received) == ([], 0)


async def test_nonsense_on_the_channel_and_a_failing_listener_do_no_harm(start, redis):
    one = await start([])
    taken: list[bytes] = []

    def take(message: bytes) -> None:
        if message == b"bad":
            raise ValueError("cannot take this")
        taken.append(message)

    two = RedisBus(URL, one.channel)
    with structlog.testing.capture_logs() as lines:
        await two.start(take)
        try:
            await redis.publish(one.channel, b"\xc1 nonsense")
            one.publish(b"bad")
            one.publish(b"good")
            await until(lambda: taken)
        finally:
            await two.stop()
    assert taken == [b"good"]
    assert sum("makes no sense" in line["event"] for line in lines) >= 1  # the other bus may have heard it, too
    assert sum("could not be taken" in line["event"] for line in lines) == 1


async def test_stopping_sends_what_still_waits_and_leaves_nothing_behind(start, redis):
    received: list[bytes] = []
    await start(received)
    one = await start([])
    before = asyncio.all_tasks()
    one.publish(b"last words")
    await one.stop()
    await until(lambda: received)
    assert received == [b"last words"]
    assert len(asyncio.all_tasks()) == len(before) - 2
    await one.stop()

    async def gone() -> bool:
        return not [client for client in await redis.client_list() if client["name"] == one.client_name]

    async with asyncio.timeout(120):
        while not await gone():
            await asyncio.sleep(0.01)


async def test_stopping_without_redis_takes_no_longer_than_a_moment(start, proxy):
    far = await start([], url=proxy.url)
    await proxy.shut()
    await until(lambda: far._broken)
    far.publish(b"nobody hears")
    async with asyncio.timeout(120):
        await far.stop()
    await proxy.open()


async def test_without_redis_at_the_start_the_error_says_where():
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]
        bus = RedisBus(f"redis://:bamboo@127.0.0.1:{port}/0", "pandarium:test:tables")
        with pytest.raises(NoBus, match=f"127.0.0.1:{port}/0 does not answer") as caught:
            await bus.start(lambda message: None)
    assert "bamboo" not in str(caught.value)


async def test_one_worker_needs_no_bus():
    bus = make_bus(Settings.load({}))
    assert isinstance(bus, MemoryBus)
    received: list[bytes] = []
    await bus.start(received.append)
    bus.publish(b"nobody")
    await bus.stop()
    assert received == []
    assert bus.dropped == 0


async def test_with_redis_the_channel_belongs_to_the_database():
    bus = make_bus(Settings.load({}, redis=URL, database="postgresql://panda:bamboo@db.example:5432/games"))
    assert isinstance(bus, RedisBus)
    assert bus.channel == channel_for("postgresql://other:leaf@db.example:5432/games")
    assert bus.channel != channel_for("postgresql://panda:bamboo@db.example:5432/others")
    assert channel_for("sqlite:////data/a.db") != channel_for("sqlite:////data/b.db")
    assert channel_for("postgresql://db/a?password=x") == channel_for("postgresql://db/a?password=y")
    await bus.stop()
