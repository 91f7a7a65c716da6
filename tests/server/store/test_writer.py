from __future__ import annotations

import asyncio
import secrets
import signal
import threading
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, Engine, event, make_url, text
from sqlalchemy.exc import OperationalError

from pandarium.server.store import HandleTaken, Store, StoreError, jobs
from server.postgres import POSTGRES

from .conftest import Opener, a_table, child


class BusyWriter:
    """Keeps the writer busy inside a transaction, so that a queue builds up behind it."""

    def __init__(self, store: Store) -> None:
        self.release = threading.Event()
        self._busy = threading.Event()
        self._waiting = asyncio.ensure_future(store.run(self._hold))

    def _hold(self, _connection: Connection) -> None:
        self._busy.set()
        assert self.release.wait(120)

    async def __aenter__(self) -> BusyWriter:
        await asyncio.to_thread(self._busy.wait, 120)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.release.set()
        await self._waiting


async def submitted(*writes: Any) -> list[asyncio.Task[Any]]:
    tasks = [asyncio.ensure_future(write) for write in writes]
    await asyncio.sleep(0)  # those that are coroutines begin
    await asyncio.sleep(0)  # and what they have submitted is handed over to the writer
    return tasks


async def test_an_entry_is_there_once_it_is_acknowledged(store: Store, other: Store) -> None:
    assert await store.append("t", 1, 1234, b'{"a":1}')
    assert await other.entries("t") == [(1, 1234, b'{"a":1}')]
    assert not await other.append("t", 1, 1235, b"too late")
    assert (await store.entries("t"))[0].body == b'{"a":1}'


async def test_what_waits_together_is_committed_together(store: Store) -> None:
    async with BusyWriter(store):
        before = store.commits
        appends = await submitted(*[store.append(f"t{i}", 1, 0, b"x") for i in range(300)])
    assert all(await asyncio.gather(*appends))
    assert store.commits - before == 2  # the transaction that was held, and one for all of them
    assert store.writes == 301


async def test_a_long_queue_is_written_in_several_groups(store: Store) -> None:
    async with BusyWriter(store):
        before = store.commits
        appends = await submitted(*[store.append(f"t{i}", 1, 0, b"x") for i in range(1200)])
    assert all(await asyncio.gather(*appends))
    assert store.commits - before == 4


async def test_in_one_group_the_first_of_two_wins(store: Store) -> None:
    async with BusyWriter(store):
        first, second, third = await submitted(
            store.append("t", 1, 0, b"first"), store.append("t", 1, 0, b"second"), store.append("u", 1, 0, b"elsewhere")
        )
    assert [await first, await second, await third] == [True, False, True]
    assert [row.body for row in await store.entries("t")] == [b"first"]


async def test_several_entries_are_appended_all_or_none(store: Store) -> None:
    assert await store.append_many("t", 1, 0, [b"1", b"2"])
    assert not await store.append_many("t", 2, 5, [b"in the way", b"3", b"4"])
    assert [row.seq for row in await store.entries("t")] == [1, 2]
    assert await store.append_many("t", 3, 5, [b"3", b"4"])
    assert [row.seq for row in await store.entries("t", after=2)] == [3, 4]


async def test_nothing_is_appended_after_a_gap(store: Store) -> None:
    await store.create_table(a_table("t"))
    assert not await store.append("t", 2, 0, b"2")
    assert await store.append("t", 1, 0, b"1")
    assert not await store.append_many("t", 3, 0, [b"3", b"4"])
    assert not await store.append("t", 3, 0, b"3", [jobs.seat("t", 0, "ann", "Ann", None)])
    assert await store.heads(["t"]) == {"t": 1}
    assert await store.seats(["t"]) == {"t": []}
    assert await store.append("t", 2, 0, b"2", [jobs.seat("t", 0, "ann", "Ann", None)])
    assert await store.append_many("t", 3, 0, [b"3", b"4"])
    assert [row.body for row in await store.entries("t")] == [b"1", b"2", b"3", b"4"]


async def test_in_a_group_a_gap_fails_alone_and_what_follows_in_it_does_not(store: Store) -> None:
    async with BusyWriter(store):
        writes = await submitted(
            store.append("u", 2, 0, b"a gap"),
            store.append("t", 2, 0, b"2"),  # its log begins in the same group
            store.append("t", 1, 0, b"1"),
            store.append_many("t", 3, 0, [b"3", b"4"]),
            store.append("t", 6, 0, b"a gap"),
            store.append("v", 1, 0, b"fine"),
        )
    assert [await write for write in writes] == [False, True, True, True, False, True]
    assert await store.heads(["t", "u", "v"]) == {"t": 4, "u": 0, "v": 1}


async def test_all_or_none_holds_inside_a_group_too(store: Store) -> None:
    assert await store.append("t", 1, 0, b"before")
    async with BusyWriter(store):
        writes = await submitted(
            store.append("t", 2, 0, b"single"),
            store.append_many("u", 1, 0, [b"1", b"2"]),
            store.append_many("t", 2, 0, [b"2", b"3"]),
            store.append_many("u", 2, 0, [b"lost", b"lost"]),
        )
    assert [await write for write in writes] == [True, True, False, False]
    assert await store.heads(["t", "u"]) == {"t": 2, "u": 2}


async def test_hundreds_of_entries_at_once(store: Store) -> None:
    assert await store.append_many("t", 1, 0, [b"%d" % i for i in range(1, 1301)])
    rows = await store.entries("t")
    assert [(row.seq, row.body) for row in rows] == [(i, b"%d" % i) for i in range(1, 1301)]


async def test_two_workers_race_for_every_place_and_one_of_them_gets_it(store: Store, other: Store) -> None:
    tables = [f"t{i}" for i in range(7)]
    places = [(table, seq) for table in tables for seq in range(1, 51)]

    async def one_log(who: Store, name: bytes, table: str) -> dict[tuple[str, int], bool]:
        return {(table, seq): await who.append(table, seq, 0, name) for seq in range(1, 51)}

    async def everything(who: Store, name: bytes, order: list[str]) -> dict[tuple[str, int], bool]:
        logs = await asyncio.gather(*[one_log(who, name, table) for table in order])
        return {place: won for log in logs for place, won in log.items()}

    ours, theirs = await asyncio.gather(everything(store, b"a", tables), everything(other, b"b", tables[::-1]))
    for table, seq in places:
        assert ours[table, seq] != theirs[table, seq]
    for table in {table for table, _ in places}:
        for row in await store.entries(table):
            assert row.body == (b"a" if ours[table, row.seq] else b"b")
    assert sum(ours.values()) + sum(theirs.values()) == 350


async def test_two_workers_racing_turn_by_turn_leave_a_log_without_gaps(store: Store, other: Store) -> None:
    async def play(who: Store, table: str) -> int:
        won = 0
        for seq in range(1, 31):
            won += await who.append_many(table, 2 * seq - 1, 0, [b"x", b"y"])
        return won

    tables = [f"t{i}" for i in range(10)]
    won = await asyncio.gather(*[play(who, table) for table in tables for who in (store, other)])
    assert sum(won) == 300
    assert await store.heads(tables) == dict.fromkeys(tables, 60)


async def test_jobs_run_only_if_the_append_won(store: Store) -> None:
    await store.create_table(a_table("t"))
    assert await store.append("t", 1, 0, b"sat", [jobs.seat("t", 0, "ann", "Ann", None)])
    assert not await store.append("t", 1, 0, b"late", [jobs.seat("t", 1, "bob", "Bob", None)])
    assert [seat.name for seat in (await store.seats(["t"]))["t"]] == ["Ann"]


async def test_a_job_that_fails_takes_its_entry_along_and_nothing_else(store: Store) -> None:
    def broken(_connection: Connection) -> None:
        raise ValueError("no such rule")

    await store.create_table(a_table("t"))
    async with BusyWriter(store):
        writes = await submitted(
            store.append("t", 1, 0, b"fine"),
            store.append("t", 2, 0, b"broken", [jobs.seat("t", 0, "ann", "Ann", None), broken]),
            store.append("nowhere", 1, 0, b"broken", [jobs.seat("nowhere", 0, "ann", "Ann", None)]),
            store.append("u", 1, 0, b"fine"),
            store.run(lambda connection: connection.scalar(text("SELECT 6 * 7"))),
        )
    first, broken_rule, no_such_table, second, answer = await asyncio.gather(*writes, return_exceptions=True)
    assert (first, second, answer) == (True, True, 42)
    assert isinstance(broken_rule, ValueError)
    assert isinstance(no_such_table, StoreError)
    assert await store.heads(["t", "u", "nowhere"]) == {"t": 1, "u": 1, "nowhere": 0}
    assert await store.seats(["t"]) == {"t": []}


async def test_what_a_job_refuses_says_nothing_of_the_database(store: Store) -> None:
    def refuses(_connection: Connection) -> None:
        raise HandleTaken("ann")

    assert await store.append("t", 1, 0, b"fine")
    connection = store._writer._connection
    with pytest.raises(HandleTaken):
        await store.run(refuses)
    assert store._writer._connection is connection is not None
    assert store.outages._trying is None


async def test_an_entry_that_no_database_takes_fails_alone(store: Store) -> None:
    async with BusyWriter(store):
        good, bad, fine = await submitted(
            store.append("t", 1, 0, b"x"), store.append("u", 1 << 70, 0, b"x"), store.append("v", 1, 0, b"x")
        )
    assert await good
    assert await fine
    with pytest.raises((StoreError, OverflowError)):
        await bad


async def test_a_job_that_hides_a_lost_transaction_is_found_out(sqlite_url: str, opened: Opener) -> None:
    def hide(connection: Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")

    store = await opened(sqlite_url)
    async with BusyWriter(store):
        writes = await submitted(store.append("t", 1, 0, b"x"), store.run(hide), store.append("u", 1, 0, b"x"))
    for outcome in await asyncio.gather(*writes, return_exceptions=True):
        assert isinstance(outcome, StoreError)
    assert await store.heads(["t", "u"]) == {"t": 0, "u": 0}


async def test_nobody_hears_of_a_write_before_its_commit(store: Store, other: Store) -> None:
    reached, go_on = threading.Event(), threading.Event()

    def at_commit(_connection: Connection) -> None:
        reached.set()
        assert go_on.wait(120)

    event.listen(store._engine, "commit", at_commit)
    [append] = await submitted(store.append("t", 1, 0, b"x"))
    await asyncio.to_thread(reached.wait, 120)
    assert await other.entries("t") == []
    assert not append.done()
    go_on.set()
    assert await append


async def test_a_caller_who_stops_waiting_disturbs_nobody(store: Store) -> None:
    async with BusyWriter(store):
        gone, staying = await submitted(store.append("t", 1, 0, b"x"), store.append("u", 1, 0, b"x"))
        gone.cancel()
    assert await staying
    assert gone.cancelled()
    assert await store.heads(["t"]) == {"t": 1}


async def test_closing_commits_what_was_submitted_and_then_refuses(url: str, opened: Opener) -> None:
    store = await Store.open(url)
    async with BusyWriter(store):
        appends = await submitted(*[store.append(f"t{i}", 1, 0, b"x") for i in range(20)])
        closing = asyncio.ensure_future(store.close())
        await asyncio.sleep(0)
    await closing
    assert all(await asyncio.gather(*appends))
    with pytest.raises(StoreError, match="closed"):
        await store.append("late", 1, 0, b"x")
    assert set((await (await opened(url)).heads([f"t{i}" for i in range(20)])).values()) == {1}


async def test_a_commit_that_fails_is_told_to_everyone_in_it_and_the_next_one_works(store: Store) -> None:
    def refuse(connection: Connection) -> None:
        connection.execute(text("SELECT no_such_function()"))

    event.listen(store._engine, "commit", refuse)
    appends = await submitted(store.append("t", 1, 0, b"x"), store.append("u", 1, 0, b"x"))
    for outcome in await asyncio.gather(*appends, return_exceptions=True):
        assert isinstance(outcome, StoreError)
    event.remove(store._engine, "commit", refuse)
    assert await store.heads(["t", "u"]) == {"t": 0, "u": 0}
    assert await store.append("t", 1, 0, b"x")


async def test_a_full_disk_loses_nothing_that_was_acknowledged(sqlite_url: str, opened: Opener) -> None:
    store = await opened(sqlite_url)
    assert await store.append("t", 1, 0, b"before")
    # SQLite's own limit stands for the disk; it lasts as long as the connection.
    pages = await store.run(lambda connection: connection.exec_driver_sql("PRAGMA page_count").scalar_one())
    await store.run(lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={pages}").scalar_one())
    writes = await submitted(store.append("t", 2, 0, b"small"), store.append("u", 1, 0, b"x" * 100_000))
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    assert isinstance(outcomes[1], StoreError)
    assert "full" in str(outcomes[1])
    assert await store.heads(["t", "u"]) == {"t": 2 if outcomes[0] is True else 1, "u": 0}
    assert await store.append("u", 1, 0, b"x" * 100_000)


async def test_what_was_acknowledged_survives_a_kill(url: str, opened: Opener) -> None:
    code = """
import asyncio, os, sys
from pandarium.server.store import Store

async def play(store, table):
    seq = 0
    while True:
        seq += 1
        assert await store.append(table, seq, 0, b"move")
        os.write(1, f"{table} {seq}\\n".encode())

async def main():
    store = await Store.open(sys.argv[1])
    await asyncio.gather(*[play(store, f"t{i}") for i in range(20)])

asyncio.run(main())
"""
    acknowledged: dict[str, int] = {}
    with child(code, url) as process:
        assert process.stdout is not None
        for count, line in enumerate(process.stdout):
            if count == 600:
                process.send_signal(signal.SIGKILL)
            # A pipe may end in the middle of a line only if a write was cut, and these are too short for that.
            table, seq = line.split()
            acknowledged[table] = int(seq)
    assert process.returncode == -signal.SIGKILL
    assert sum(acknowledged.values()) >= 600
    heads = await (await opened(url)).heads(list(acknowledged))
    assert all(heads[table] >= seq for table, seq in acknowledged.items())


def _backend(connection: Connection) -> int:
    return int(connection.scalar(text("SELECT pg_backend_pid()")) or 0)


def _terminate(backend: int) -> None:
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 5000)", [backend])


async def test_a_lost_connection_is_opened_again(postgres_url: str, opened: Opener) -> None:
    store = await opened(postgres_url)
    assert await store.append("t", 1, 0, b"x")
    await asyncio.to_thread(_terminate, await store.run(_backend))
    assert await store.append("t", 2, 0, b"x")
    async with store._reader.connect() as connection:
        reader = (await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one()
    await asyncio.to_thread(_terminate, reader)
    assert await store.heads(["t"]) == {"t": 2}


@pytest.mark.parametrize("committed", [True, False])
async def test_a_connection_lost_during_a_commit_is_cleared_up(
    postgres_url: str, opened: Opener, committed: bool
) -> None:
    store = await opened(postgres_url)
    await store.create_table(a_table("t"))
    runs = 0
    broken = False

    def break_off(connection: Connection) -> None:
        nonlocal broken
        if broken:
            return
        broken = True
        raw: Any = connection.connection.dbapi_connection
        if committed:
            raw.commit()
        raw.close()

    def count(_connection: Connection) -> None:
        nonlocal runs
        runs += 1

    event.listen(store._engine, "commit", break_off)
    assert await store.append("t", 1, 0, b"x", [jobs.seat("t", 0, "ann", "Ann", None), count])
    assert runs == (1 if committed else 2)
    assert await store.heads(["t"]) == {"t": 1}
    assert len((await store.seats(["t"]))["t"]) == 1


async def test_a_database_that_stays_away_is_told_after_a_while(
    postgres_url: str, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opened(postgres_url)
    monkeypatch.setattr("pandarium.server.store.writer.PATIENCE", 0.2)

    def unreachable(_engine: Engine) -> Connection:
        raise _lost()

    await asyncio.to_thread(_terminate, await store.run(_backend))
    with monkeypatch.context() as patch:
        patch.setattr(Engine, "connect", unreachable)
        with pytest.raises(StoreError, match="gone"):
            await store.append("t", 1, 0, b"x")
    assert await store.append("t", 1, 0, b"x")


def _lost() -> Exception:
    return OperationalError("connect", None, Exception("the server is gone"))


async def test_a_server_that_starts_again_is_waited_for(
    postgres_url: str, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opened(postgres_url)
    connect = Engine.connect
    refusals = 3

    def starting(engine: Engine) -> Connection:
        nonlocal refusals
        if refusals:
            refusals -= 1
            raise _lost()
        return connect(engine)

    await asyncio.to_thread(_terminate, await store.run(_backend))
    monkeypatch.setattr(Engine, "connect", starting)
    assert await store.append("t", 1, 0, b"x")
    assert refusals == 0


async def test_two_workers_that_block_each_other_both_get_through(postgres_url: str, opened: Opener) -> None:
    one, two = await opened(postgres_url), await opened(postgres_url)
    await one.create_table(a_table("t1"))
    await one.create_table(a_table("t2"))
    both_hold_one = threading.Barrier(2)
    tries = []

    def crossing(first: str, second: str) -> Any:
        def job(connection: Connection) -> None:
            tries.append(first)
            jobs.drive(first, True, first)(connection)
            if tries.count(first) == 1:
                both_hold_one.wait(120)
            jobs.drive(second, True, first)(connection)

        return job

    await asyncio.gather(one.run(crossing("t1", "t2")), two.run(crossing("t2", "t1")))
    assert len(tries) > 2  # one gave way and tried again; on a busy machine both do, and may meet again


async def test_a_database_that_was_read_only_is_written_again_by_itself(opened: Opener, postgres_url: str) -> None:
    store = await opened(postgres_url)
    assert await store.append("t", 1, 1, b"before")
    name = f"reader_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_url, autocommit=True) as operator:
        pid = await store.run(lambda connection: connection.scalar(text("SELECT pg_backend_pid()")))
        operator.execute(f"CREATE ROLE {name} LOGIN")
        try:
            operator.execute(f"ALTER ROLE {name} SET default_transaction_read_only = on")
            operator.execute(f"GRANT ALL ON SCHEMA public TO {name}")
            operator.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {name}")
            theirs = Store(_as_role(postgres_url, name), asyncio.get_running_loop())
            with pytest.raises(StoreError, match="read-only"):
                await theirs.append("t", 2, 2, b"lost")
            operator.execute(f"ALTER ROLE {name} RESET default_transaction_read_only")
            assert await theirs.append("t", 2, 3, b"after")  # by a session that began when it could be written
            await theirs.close()
        finally:
            operator.execute(f"DROP OWNED BY {name}")
            operator.execute(f"DROP ROLE {name}")
    assert [entry.body for entry in await store.entries("t")] == [b"before", b"after"]
    assert pid == await store.run(lambda connection: connection.scalar(text("SELECT pg_backend_pid()")))


def _as_role(url: str, role: str) -> str:
    return make_url(url).set(username=role).render_as_string(hide_password=False)


async def test_a_full_sqlite_database_is_written_again_by_itself(opened: Opener, sqlite_url: str) -> None:
    store = await opened(sqlite_url)
    assert await store.append("t", 1, 1, b"before")
    before = store.seconds_since_write

    def fill(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # of this session, as a full disk would be for it

    await store.run(fill)
    with pytest.raises(StoreError, match="full"):
        await store.append("t", 2, 2, b"x" * 1_000_000)
    assert await store.append("t", 2, 3, b"y" * 1_000_000)
    assert store.seconds_since_write <= before + 600
