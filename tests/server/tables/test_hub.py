import asyncio
import time

import msgspec
import pytest

from pandarium import protocol
from pandarium.core.record import Record
from pandarium.protocol.pace import Pace
from pandarium.server.bots.driver import Driver
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.cluster.peers import Peers
from pandarium.server.cluster.publisher import PeerMessage
from pandarium.server.ops import limits
from pandarium.server.ops.metrics import Metrics
from pandarium.server.ops.now import now_ms
from pandarium.server.people.identity import Identity
from pandarium.server.settings import Settings
from pandarium.server.sockets.socket import Socket, Visit
from pandarium.server.sockets.sockets import Sockets
from pandarium.server.store import Store, StoreError, schema
from pandarium.server.tables import judge, log
from pandarium.server.tables.hub import RESTART, Hub
from pandarium.server.tables.judge import Asker, Refusal
from server.harness import PATIENCE

ANN = Asker("p-ann", "Ann")
BO = Asker("p-bo", "Bo")
CY = Asker("p-cy", "Cy")


class RecordingWatcher:
    """A watcher that keeps every update it is woken for."""

    def __init__(self, hub, loaded, asker):
        self.hub, self.loaded, self.asker = hub, loaded, asker
        self.seen = []
        self.since = 0
        self.stopped = None

    def wake(self):
        self.seen.append(msgspec.json.decode(self.loaded.update(self.asker, self.since), type=protocol.AnyReply))
        self.since = self.seen[-1].seq

    def stop(self, code, reason):
        self.stopped = code


async def open_hub(url, worker="w1", **settings):
    settings = Settings(database=url, bot_delay=0, **settings)
    store = await Store.open(url)
    hub = Hub(store, settings, Metrics(), MemoryBus(), worker)
    driver = Driver(hub)
    await hub.start()
    await driver.start()
    return hub, driver


@pytest.fixture
async def hub(tmp_path):
    hub, driver = await open_hub(f"sqlite:///{tmp_path}/t.db")
    yield hub
    await driver.stop()
    await hub.stop()
    await hub.store.close()


async def until(condition):
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


async def two_people(hub, **wanted):
    table = await hub.create(ANN, protocol.NewTable(game="royale", seats=2, **wanted))
    await hub.handle(table.id, BO, protocol.Sit(), table.invite)
    await hub.handle(table.id, BO, protocol.BeReady(), "")
    await hub.handle(table.id, ANN, protocol.Start(), "")
    return await hub.load(table.id)


async def first_move(hub, loaded):
    seat = loaded.table.actors()[0]
    game, state = loaded.table.game, loaded.table.match.state
    asker = next(a for a in (ANN, BO, CY) if a.person == loaded.table.seats[seat].person)
    message = protocol.Play(move=game.say(state.legal(seat)[0]), position=loaded.table.position)
    return asker, message, await hub.handle(loaded.table.id, asker, message, "")


async def test_a_person_and_three_bots_play_a_whole_game_and_its_record_holds(hub):
    table = await hub.create(ANN, protocol.NewTable(game="royale", seats=4, bots=["random", "greedy", "hard"]))
    await hub.handle(table.id, ANN, protocol.Start(), "")
    loaded = await hub.load(table.id)
    while not table.over:
        await until(lambda: table.over or 0 in table.actors())
        if not table.over:
            await first_move(hub, loaded)
    assert table.status == "ended"
    record = Record.from_json(await hub.reader.record(table.id, ANN, ""))
    record.final()
    assert record.outcome == table.outcome.recorded()
    assert (await hub.store.table(table.id)).status == "ended"


async def test_whoever_looks_at_a_table_while_it_is_created_looks_at_the_same_one(hub, monkeypatch):
    """Others may read a table as soon as it is written, before whoever has written it goes on."""
    create_table, looking = Store.create_table, []

    async def create_and_look(store, row, *arguments):
        await create_table(store, row, *arguments)
        loaded = await hub.load(row.id)
        looking.append(RecordingWatcher(hub, loaded, ANN))
        hub.subscribe(loaded, looking[-1])

    monkeypatch.setattr(Store, "create_table", create_and_look)
    created = await hub.create(ANN, protocol.NewTable(game="royale", seats=2))
    await hub.handle(created.id, BO, protocol.Sit(), created.invite)
    row = msgspec.structs.replace(await hub.store.table(created.id), id="g_deal", driven=True, driver=hub.worker)
    sat = [log.Sat(seat=seat, person=who.person, name=who.name) for seat, who in enumerate((ANN, BO))]
    await hub.create_running(row, [*sat, log.Started()])
    _, _, done = await first_move(hub, hub.in_memory("g_deal"))
    for one, seq in zip(looking, (created.seq, done.seq), strict=True):
        await until(lambda one=one, seq=seq: one.since == seq)
        assert one.loaded is hub.in_memory(one.loaded.table.id)


async def test_whoever_is_let_in_while_a_table_is_read_again_is_asked_to_come_back(hub):
    """They would look at a copy of it at which nothing happens any more."""
    loaded = await two_people(hub)
    hub._drop(loaded)
    late = RecordingWatcher(hub, loaded, ANN)
    hub.subscribe(loaded, late)
    assert late.stopped == RESTART
    again = RecordingWatcher(hub, await hub.load(loaded.table.id), ANN)
    hub.subscribe(again.loaded, again)
    assert again.stopped is None


async def test_a_move_is_told_to_everybody_after_it_is_committed(hub):
    loaded = await two_people(hub)
    eyes = [RecordingWatcher(hub, loaded, asker) for asker in (ANN, BO, CY)]
    for one in eyes:
        hub.subscribe(loaded, one)
    before = loaded.table.seq
    _, message, done = await first_move(hub, loaded)
    assert done.seq == before + 1
    assert [one.seen[-1].seq for one in eyes] == [done.seq] * 3
    rows = await hub.store.entries(loaded.table.id, after=before)
    assert [log.decode(row.body).move for row in rows] == [message.move]


async def test_a_repeated_move_is_acknowledged_and_played_once(hub):
    loaded = await two_people(hub)
    asker, message, done = await first_move(hub, loaded)
    again = await hub.handle(loaded.table.id, asker, message, "")
    assert again.again
    assert loaded.table.seq == done.seq


async def test_a_private_table_needs_its_invite(hub):
    table = await hub.create(ANN, protocol.NewTable(game="royale", seats=2))
    with pytest.raises(Refusal, match="private"):
        await hub.handle(table.id, BO, protocol.Sit(), "wrong")


async def test_two_workers_share_a_table_without_a_bus(tmp_path):
    url = f"sqlite:///{tmp_path}/t.db"
    one, one_driver = await open_hub(url, "w1")
    two, two_driver = await open_hub(url, "w2")
    loaded = await two_people(one)
    other = await two.load(loaded.table.id)
    for turn in range(10):
        await first_move((one, two)[turn % 2], (loaded, other)[turn % 2])
        await one.catch_up(loaded)
        await two.catch_up(other)
    assert loaded.table.seq == other.table.seq
    assert loaded.table.match.state.dump() == other.table.match.state.dump()
    for part in (one_driver, two_driver, one, two, one.store, two.store):
        await (part.close() if isinstance(part, Store) else part.stop())


async def test_another_worker_drives_on_when_one_dies(tmp_path):
    url = f"sqlite:///{tmp_path}/t.db"
    one, one_driver = await open_hub(url, "w1")
    table = await one.create(ANN, protocol.NewTable(game="royale", seats=3, bots=["random", "random"]))
    one_driver.held = set()
    one.on_change = one.on_driven = lambda *_: None  # it has stopped driving without a word
    await one.handle(table.id, ANN, protocol.Start(), "")
    one_driver._heart.cancel()
    two, two_driver = await open_hub(url, "w2")
    await until(lambda: any(loaded.table.id == table.id for loaded in two.loaded_tables()))
    loaded = await two.load(table.id)
    await until(lambda: loaded.table.actors() == [0])
    for part in (two_driver, one_driver, one, two, one.store, two.store):
        await (part.close() if isinstance(part, Store) else part.stop())


async def test_clocks_run_out_and_the_game_moves_for_whoever_sleeps(hub, monkeypatch):
    pace = protocol.Pace(kind="live", bank=5, increment=0)
    loaded = await two_people(hub, pace=pace)
    seat = loaded.table.actors()[0]
    loaded.table.clocks.banks[seat] = 100
    hub.on_change(loaded)
    await until(lambda: loaded.table.position > 0)
    first = next(step.entry for step in loaded.table.recent if isinstance(step.entry, log.Moved))
    assert (first.by, first.seat) == ("clock", seat)


async def test_the_same_people_get_a_new_table(hub):
    loaded = await two_people(hub)
    await hub.handle(loaded.table.id, BO, protocol.Resign(), "")
    done = await hub.handle(loaded.table.id, ANN, protocol.Rematch(), "")
    again = await hub.handle(loaded.table.id, BO, protocol.Rematch(), "")
    assert again.table == done.table
    new = await hub.load(done.table)
    assert [seat.person for seat in new.table.seats] == [ANN.person, BO.person]


async def test_news_older_than_memory_are_read_from_the_log(hub):
    loaded = await two_people(hub)
    while not loaded.table.over:
        await first_move(hub, loaded)
    assert loaded.table.seq > 20
    for since in range(loaded.table.seq + 1):
        data = await hub.reader.update(loaded.table.id, ANN, "", since)
        update = msgspec.json.decode(data, type=protocol.AnyReply)
        assert [news.seq for news in update.news] == list(range(since + 1, loaded.table.seq + 1))


async def test_a_commit_that_only_seemed_to_fail_is_acknowledged_once(hub, monkeypatch):
    loaded = await two_people(hub)
    append = hub.store.append_many

    async def lost_answer(*args):
        await append(*args)
        raise StoreError("the connection was lost")

    monkeypatch.setattr(hub.store, "append_many", lost_answer)
    before = loaded.table.seq
    _, _, done = await first_move(hub, loaded)
    assert (done.seq, loaded.table.seq) == (before + 1, before + 1)
    assert len(await hub.store.entries(loaded.table.id)) == before + 1


async def test_a_commit_that_failed_changes_nothing_and_says_so(hub, monkeypatch):
    loaded = await two_people(hub)

    async def full_disk(*_):
        raise StoreError("the disk is full")

    monkeypatch.setattr(hub.store, "append_many", full_disk)
    before = loaded.table.seq
    with pytest.raises(Refusal, match="nothing has changed") as refused:
        await first_move(hub, loaded)
    assert refused.value.code == "busy"
    assert loaded.table.seq == before
    monkeypatch.undo()
    _, _, done = await first_move(hub, loaded)
    assert done.seq == before + 1


async def test_a_hint_that_takes_too_long_is_refused_in_words(hub, monkeypatch):
    loaded = await two_people(hub)
    asker = next(a for a in (ANN, BO) if loaded.table.seat_of(a.person) in loaded.table.actors())

    async def dawdle(*args):
        raise TimeoutError

    monkeypatch.setattr(hub.bots, "advise", dawdle)
    with pytest.raises(Refusal) as refused:
        await hub.handle(loaded.table.id, asker, protocol.Hint(), "")
    assert refused.value.code == "busy"


async def test_a_clock_goes_on_after_a_failure_that_nobody_foresaw(hub, monkeypatch):
    loaded = await two_people(hub, pace=Pace(kind="live", bank=300, increment=0))
    time_out, failed = judge.time_out, []

    def fail_once(table, now):
        if not failed:
            failed.append(1)
            raise ZeroDivisionError
        return time_out(table, now)

    monkeypatch.setattr(judge, "time_out", fail_once)
    monkeypatch.setattr("pandarium.server.bots.driver._AGAIN", 0.01)
    # The clock is due, and stays so: after an outage the driver looks again, and would wait for one that is not.
    monkeypatch.setattr("pandarium.server.bots.driver.now_ms", lambda: now_ms() + 3_600_000)
    hub.on_change.__self__._ring(loaded.table.id)
    await until(lambda: loaded.table.position > 0)
    assert failed


async def test_a_bot_that_fails_every_time_is_not_asked_without_a_pause(hub, monkeypatch):
    asked = []

    async def fail(*args):
        asked.append(1)
        raise ZeroDivisionError

    monkeypatch.setattr(hub.bots, "choose", fail)
    monkeypatch.setattr("pandarium.server.bots.driver._AGAIN", 60.0)
    table = await hub.create(ANN, protocol.NewTable(game="royale", seats=2, sit=False, bots=["random", "random"]))
    await hub.handle(table.id, ANN, protocol.Start(), "")
    await until(lambda: asked)
    for _ in range(200):
        await asyncio.sleep(0)
    assert len(asked) == 1


async def test_nobody_drives_a_table_any_more_when_the_last_person_has_come_back(hub):
    loaded = await two_people(hub)
    id = loaded.table.id
    await hub.handle(id, BO, protocol.Leave(), "")
    row = await hub.store.table(id)
    assert (row.driven, row.driver, hub.is_held(id)) == (True, "w1", True)
    assert await hub.store.driven_by("w1") == {id}
    await hub.handle(id, BO, protocol.Return(), "")
    row = await hub.store.table(id)
    assert (row.driven, row.driver, hub.is_held(id)) == (False, None, False)
    assert await hub.store.driven_by("w1") == set()


async def test_a_rematch_is_a_table_like_any_other(tmp_path):
    hub, driver = await open_hub(f"sqlite:///{tmp_path}/t.db", max_tables_per_person=2)
    loaded = await two_people(hub)
    await hub.handle(loaded.table.id, BO, protocol.Resign(), "")
    for _ in range(2):
        await hub.create(ANN, protocol.NewTable(game="royale", seats=2))
    with pytest.raises(Refusal, match="2 tables") as refused:
        await hub.handle(loaded.table.id, ANN, protocol.Rematch(), "")
    assert refused.value.code == "limit"
    assert loaded.table.rematch is None
    done = await hub.handle(loaded.table.id, BO, protocol.Rematch(), "")
    again = await hub.handle(loaded.table.id, ANN, protocol.Rematch(), "")
    assert (again.again, again.table) == (True, done.table), "Ann may come along"
    for part in (driver, hub, hub.store):
        await (part.close() if isinstance(part, Store) else part.stop())


async def test_nobody_lays_tables_faster_by_rematches(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "TABLES", limits.Rate("tables created", "person", 2, 0.001))
    hub, driver = await open_hub(f"sqlite:///{tmp_path}/t.db")
    loaded = await two_people(hub)
    await hub.handle(loaded.table.id, BO, protocol.Resign(), "")
    await hub.create(ANN, protocol.NewTable(game="royale", seats=2))
    with pytest.raises(Refusal) as refused:
        await hub.handle(loaded.table.id, ANN, protocol.Rematch(), "")
    assert (refused.value.code, refused.value.retry_ms > 0) == ("flood", True)
    for part in (driver, hub, hub.store):
        await (part.close() if isinstance(part, Store) else part.stop())


async def test_bots_alone_play_at_few_tables_of_one_host(tmp_path, monkeypatch):
    hub, driver = await open_hub(f"sqlite:///{tmp_path}/t.db", max_bot_tables=1)

    async def think(*args):
        await asyncio.sleep(60)

    monkeypatch.setattr(hub.bots, "choose", think)
    alone = protocol.NewTable(game="royale", seats=2, sit=False, bots=["random", "random"])
    tables = [await hub.create(host, alone) for host in (ANN, ANN, BO)]
    await hub.handle(tables[0].id, ANN, protocol.Start(), "")
    with pytest.raises(Refusal, match="bots alone") as refused:
        await hub.handle(tables[1].id, ANN, protocol.Start(), "")
    assert refused.value.code == "limit"
    await hub.handle(tables[2].id, BO, protocol.Start(), "")
    with_ann = await hub.create(ANN, protocol.NewTable(game="royale", seats=2, bots=["random"]))
    await hub.handle(with_ann.id, ANN, protocol.Start(), "")
    assert with_ann.status == "running"
    for part in (driver, hub, hub.store):
        await (part.close() if isinstance(part, Store) else part.stop())


async def test_a_crowd_that_comes_and_goes_is_told_rarely(hub):
    loaded = await two_people(hub)
    crowd = [RecordingWatcher(hub, loaded, Asker(f"p-{n}", f"N{n}")) for n in range(300)]
    begin = time.monotonic()
    for number, one in enumerate(crowd):
        hub.subscribe(loaded, one)
        if number % 50 == 0:
            await asyncio.sleep(0.25)  # each time it could be told to those who are there
    woken = sum(len(one.seen) for one in crowd)
    # A hundred a second by who was there when it was put off, and whoever came until it was sent: once each.
    assert woken <= 100 * (time.monotonic() - begin) + len(crowd)
    await until(lambda: loaded.watching() == 300)


async def test_whoever_signs_out_everywhere_is_sent_away_from_every_table(hub):
    loaded = await two_people(hub)
    eyes = [RecordingWatcher(hub, loaded, asker) for asker in (ANN, ANN, BO)]
    for one in eyes:
        hub.subscribe(loaded, one)
    hub.sign_out(ANN.person)
    assert [one.stopped for one in eyes] == [4401, 4401, None]


async def test_whoever_signs_out_on_one_device_keeps_the_sockets_of_the_others(hub):
    loaded = await two_people(hub)
    phone, desk = (msgspec.structs.replace(ANN, session=session) for session in ("s_phone", "s_desk"))
    eyes = [RecordingWatcher(hub, loaded, asker) for asker in (phone, desk, BO)]
    for one in eyes:
        hub.subscribe(loaded, one)
    hub.sign_out(ANN.person, "s_phone")
    assert [one.stopped for one in eyes] == [4401, None, None]
    Peers(hub)._receive(msgspec.msgpack.encode(PeerMessage("w2", "", 0, away=ANN.person, session="s_desk", code=1012)))
    assert [one.stopped for one in eyes] == [4401, 1012, None]


async def test_a_table_is_read_again_when_its_rows_were_changed(hub):
    loaded = await two_people(hub)
    eyes = RecordingWatcher(hub, loaded, BO)
    hub.subscribe(loaded, eyes)
    table, before = loaded.table.id, loaded.table
    changed = (await hub.store.entries(table))[0].body.replace(b'"Ann"', b'"Panda"')
    rewriting = schema.entries.update().where(schema.entries.c.table_id == table, schema.entries.c.seq == 1)
    await hub.store.run(lambda connection: connection.execute(rewriting.values(body=changed)))
    woken = len(eyes.seen)
    await hub.reread(table)
    assert len(eyes.seen) > woken
    assert loaded.table is not before
    assert (loaded.table.seq, loaded.table.names[0]) == (before.seq, "Panda")
    assert b'"Panda"' in await hub.reader.update(table, BO, "", None)
    await hub.reread("t_nowhere")


async def test_another_worker_says_that_somebody_has_signed_out_everywhere(hub):
    loaded = await two_people(hub)
    eyes = [RecordingWatcher(hub, loaded, asker) for asker in (ANN, BO)]
    for one in eyes:
        hub.subscribe(loaded, one)
    Peers(hub)._receive(msgspec.msgpack.encode(PeerMessage("w2", "", 0, away=ANN.person)))
    assert [one.stopped for one in eyes] == [4401, None]


async def test_a_line_that_breaks_while_it_is_written_to_keeps_nobody_from_being_told(hub):
    class BrokenLine:
        ready = True

        def push(self, text):
            raise OSError("the other end is gone")

    async def send(event):
        raise OSError("the other end is gone")

    loaded = await two_people(hub)
    sockets = Sockets(hub, Identity("a key that is only for tests"))
    broken = [
        Socket(sockets, loaded, ANN, Visit("", loaded.table.seq, changes=True), send, BrokenLine()) for _ in range(3)
    ]
    eyes = RecordingWatcher(hub, loaded, BO)
    for one in (*broken, eyes):
        hub.subscribe(loaded, one)
    _, _, done = await first_move(hub, loaded)
    assert eyes.seen[-1].seq == done.seq


async def test_running_tables_and_lost_words_are_counted(hub):
    await two_people(hub)
    await hub.create(ANN, protocol.NewTable(game="royale", seats=2))
    hub.bus.dropped = 3
    hub._count()
    hub._count()
    text = hub.metrics.render()[0].decode()
    assert "pandarium_tables_live 2.0" in text
    assert "pandarium_tables_running 1.0" in text
    assert "pandarium_bus_dropped_total 3.0" in text
