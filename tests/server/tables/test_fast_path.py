"""The fast path of a move: what it does by itself, and when it goes on by the usual path."""

import asyncio

import msgspec
import pytest

from pandarium import protocol
from pandarium.server.people.identity import Identity
from pandarium.server.sockets.socket import Socket, Visit
from pandarium.server.sockets.sockets import Sockets
from pandarium.server.store import Store, StoreError
from pandarium.server.tables import log
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from server.harness import PATIENCE

from .test_hub import ANN, BO, hub, open_hub, two_people

__all__ = ["hub"]


class Mover:
    """Somebody with a move, who writes down what comes of it."""

    def __init__(self, asker):
        self.asker = asker
        self.heard = []
        self.finished = asyncio.Event()

    def hold(self, answer):
        self.heard.append(("hold", answer.seq))

    def finish(self, answer):
        self.heard.append(answer)
        self.finished.set()

    async def answer(self):
        async with asyncio.timeout(PATIENCE):
            await self.finished.wait()
        return self.heard[-1]


def on_turn(loaded: LoadedTable, others: bool = False):
    seat = loaded.table.actors()[0]
    return Mover(next(person for person in (ANN, BO) if (loaded.table.seat_of(person.person) == seat) != others))


def a_move(loaded, **more):
    match = loaded.table.match
    move = match.game.say(match.state.legal(loaded.table.actors()[0])[0])
    return protocol.Play(id=7, move=move, position=loaded.table.position, **more)


class Line:
    """A connection that writes down the kinds of messages that it is given."""

    def __init__(self):
        self.ready = True
        self.sent = []

    def push(self, text, then=b""):
        self.sent.extend(msgspec.json.decode(part)["type"] for part in (text, then) if part)


def connected(hub, loaded, asker, line):
    hub.presence.stop()  # who comes is told to all a moment later, which may be in the middle of what is looked at
    sockets = Sockets(hub, Identity("a key that is only for tests"))
    return sockets, Socket(sockets, loaded, asker, Visit("", loaded.table.seq, changes=False), pytest.fail, line)


async def test_a_move_takes_no_task_and_is_seen_before_it_is_answered(hub, monkeypatch):
    loaded = await two_people(hub)
    mover, seq = on_turn(loaded), loaded.table.seq
    monkeypatch.setattr(hub, "spawn", lambda work: pytest.fail("it needs no task"))
    changed = hub.on_change
    monkeypatch.setattr(hub, "on_change", lambda table: (mover.heard.append("changed"), changed(table)))
    assert hub.fast_path.is_open(loaded)
    hub.fast_path.play(loaded, a_move(loaded), mover)
    assert (mover.heard, loaded.table.seq, hub.fast_path.is_open(loaded)) == ([], seq, False)
    done = await mover.answer()
    assert mover.heard == [("hold", seq + 1), "changed", protocol.Done(id=7, seq=seq + 1)]
    assert (done.seq, loaded.table.seq) == (seq + 1, seq + 1)
    assert len(await hub.store.entries(loaded.table.id)) == seq + 1
    assert hub.fast_path.is_open(loaded)


async def test_who_may_not_move_hears_it_at_once_and_nothing_is_held_up(hub):
    loaded = await two_people(hub)
    mover = on_turn(loaded, others=True)
    hub.fast_path.play(loaded, a_move(loaded), mover)
    assert [refusal.code for refusal in mover.heard] == ["not your turn"]
    assert hub.fast_path.is_open(loaded)


async def test_a_move_that_comes_twice_is_acknowledged_twice(hub):
    loaded = await two_people(hub)
    mover, message = on_turn(loaded), a_move(loaded, key="mine")
    hub.fast_path.play(loaded, message, mover)
    first = await mover.answer()
    hub.fast_path.play(loaded, message, mover)
    assert mover.heard[-1] == protocol.Done(id=7, seq=first.seq, again=True)


async def test_while_another_writes_it_takes_the_usual_path(hub):
    loaded = await two_people(hub)
    mover, seq = on_turn(loaded), loaded.table.seq
    async with loaded.lock:
        assert not hub.fast_path.is_open(loaded)
        hub.fast_path.play(loaded, a_move(loaded), mover)
    assert (await mover.answer()).seq == seq + 1


async def test_a_commit_that_only_seemed_to_fail_is_acknowledged(hub, monkeypatch):
    loaded = await two_people(hub)
    mover, seq, append = on_turn(loaded), loaded.table.seq, hub.store.append_many

    async def lost_answer(*args):
        await append(*args)
        raise StoreError("the connection was lost")

    monkeypatch.setattr(hub.store, "append_many", lambda *args: asyncio.ensure_future(lost_answer(*args)))
    hub.fast_path.play(loaded, a_move(loaded), mover)
    assert (await mover.answer()).seq == seq + 1 == loaded.table.seq
    assert not loaded.lock.locked()


@pytest.mark.parametrize("error", [StoreError("the disk is full"), ZeroDivisionError()])
async def test_a_commit_that_failed_changes_nothing_and_frees_the_table(hub, monkeypatch, error):
    loaded = await two_people(hub)
    mover, seq = on_turn(loaded), loaded.table.seq

    async def fail(*_):
        raise error

    monkeypatch.setattr(hub.store, "append_many", lambda *args: asyncio.ensure_future(fail()))
    hub.fast_path.play(loaded, a_move(loaded), mover)
    answer = await mover.answer()
    assert isinstance(answer, Refusal) if isinstance(error, StoreError) else answer is error
    assert (loaded.table.seq, loaded.lock.locked()) == (seq, False)
    monkeypatch.undo()
    hub.fast_path.play(loaded, a_move(loaded), again := on_turn(loaded))
    assert (await again.answer()).seq == seq + 1


async def test_a_place_that_another_worker_has_is_read_and_the_move_judged_again(hub):
    loaded = await two_people(hub)
    mover, seq = on_turn(loaded), loaded.table.seq
    other = await Store.open(hub.store.url)
    said = log.encode(log.Said(person=ANN.person, name=ANN.name, text="hello"))
    assert await other.append(loaded.table.id, seq + 1, loaded.table.at, said)
    await other.close()
    hub.fast_path.play(loaded, a_move(loaded), mover)
    assert (await mover.answer()).seq == seq + 2
    assert [type(step.entry).__name__ for step in loaded.table.steps_after(seq)] == ["Said", "Moved"]


async def test_a_refusal_on_old_news_is_not_the_last_word_where_others_write(tmp_path, monkeypatch):
    hub, driver = await open_hub(f"sqlite:///{tmp_path}/two.db")
    monkeypatch.setattr(hub.fast_path, "shared", True)
    loaded = await two_people(hub)
    mover = on_turn(loaded, others=True)
    hub.fast_path.play(loaded, a_move(loaded), mover)
    assert mover.heard == []
    assert (await mover.answer()).code == "not your turn"
    await driver.stop()
    await hub.stop()
    await hub.store.close()


async def test_a_stop_leaves_nobody_without_an_answer(hub):
    loaded = await two_people(hub)
    mover = on_turn(loaded)
    async with loaded.lock:
        hub.fast_path.play(loaded, a_move(loaded), mover)
        await asyncio.sleep(0)
        await hub.stop()
    assert (await mover.answer()).code == "busy"


async def test_what_comes_after_a_move_is_answered_after_it(hub, monkeypatch):
    loaded = await two_people(hub)
    append, disk = hub.store.append_many, asyncio.Event()

    async def slow(*args):
        await disk.wait()
        return await append(*args)

    monkeypatch.setattr(hub.store, "append_many", lambda *args: asyncio.ensure_future(slow(*args)))
    inbox, line = asyncio.Queue(), Line()
    sockets, socket = connected(hub, loaded, on_turn(loaded).asker, line)
    hub.subscribe(loaded, socket)
    listening = asyncio.ensure_future(sockets._listen(socket, inbox.get))
    assert socket.take(msgspec.json.encode(a_move(loaded)))
    assert not socket.take(msgspec.json.encode(a_move(loaded)))  # one at a time
    inbox.put_nowait({"type": "websocket.receive", "text": '{"type":"ping"}'})
    inbox.put_nowait({"type": "websocket.disconnect"})
    for _ in range(10):
        await asyncio.sleep(0)
    assert line.sent == []
    disk.set()
    async with asyncio.timeout(PATIENCE):
        await listening
    assert [kind for kind in line.sent if kind != "update"] == ["done", "pong"]
    assert line.sent[:2] == ["update", "done"]  # in one write
    hub.unsubscribe(loaded, socket)


async def test_a_refusal_takes_no_task_either(hub, monkeypatch):
    loaded = await two_people(hub)
    line = Line()
    _, socket = connected(hub, loaded, on_turn(loaded, others=True).asker, line)
    monkeypatch.setattr(hub, "spawn", lambda work: pytest.fail("it needs no task"))
    assert socket.take(msgspec.json.encode(a_move(loaded)))
    assert line.sent == ["refused"]


async def test_who_does_not_take_answers_has_one_message_at_a_time_carried_out(hub):
    """Else answers that nobody reads would gather without end."""
    loaded = await two_people(hub)
    line = Line()
    _, socket = connected(hub, loaded, on_turn(loaded, others=True).asker, line)
    line.ready = False
    assert not socket.take(msgspec.json.encode(a_move(loaded)))
    line.ready = True
    assert socket.take(msgspec.json.encode(a_move(loaded)))


async def test_a_fault_after_everybody_was_told_does_not_refuse_what_was_acknowledged(hub, monkeypatch):
    loaded = await two_people(hub)
    line, asker = Line(), on_turn(loaded).asker
    _, socket = connected(hub, loaded, asker, line)
    hub.subscribe(loaded, socket)

    def fail(_):
        raise ZeroDivisionError

    monkeypatch.setattr(hub, "on_change", fail)
    assert socket.take(msgspec.json.encode(a_move(loaded)))
    async with asyncio.timeout(PATIENCE):
        await socket.wait_idle()
    assert line.sent == ["update", "done"]
    hub.unsubscribe(loaded, socket)
