"""What is not kept goes, by the settings, a few rows at a time; everything else stays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, Table, event, select, update

from pandarium.core.message import Message
from pandarium.protocol.pace import DAY, Pace
from pandarium.server.admin.tidy import KINDS, preview, tidy
from pandarium.server.cluster import tidier
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.cluster.tidier import Tidier
from pandarium.server.ops.metrics import Metrics
from pandarium.server.settings import Settings
from pandarium.server.store import (
    PersonRow,
    SeatRow,
    SharedEveningRow,
    Store,
    TournamentRow,
    codes,
    evenings,
    leases,
    moderation,
    notices,
    retention,
    schema,
    sessions,
    tournaments,
)
from pandarium.server.store.moderation import Report, Restriction
from pandarium.server.store.sessions import SessionRow
from pandarium.server.tables import log
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.parts import Agreement
from pandarium.tournament import log as tournament_log
from server.store.conftest import a_table

NOW = 1_790_000_000_000
SETTINGS = Settings(database="sqlite://")
FOR_EVER = Settings(
    database="sqlite://",
    **dict.fromkeys([name for name in Settings.__struct_fields__ if name.endswith("_days")], 0),  # type: ignore[arg-type]
)


def ago(days: float) -> int:
    return NOW - int(days * DAY)


def said(text: str, person: str = "ann", **more: Any) -> bytes:
    return log.encode(log.Said(person=person, name="Ann", text=text, seat=0, **more))


SAT = log.encode(log.Sat(seat=0, person="ann", name="Ann"))
STARTED = log.encode(log.Started())
PHRASE = b'{"type":"said","person":"ann","name":"Ann","text":"Well done","seat":0,"phrase":{"id":"praise"}}'


async def put(
    store: Store,
    id: str,
    status: str = "open",
    *,
    days: float,
    lines: Sequence[bytes] = (SAT,),
    last: float | None = None,
    people: Sequence[str] = ("ann",),
    pace: Pace | None = None,
    host: str = "ann",
) -> None:
    """A table that has this status for so many days, where something last happened `last` days ago."""
    agreement = Agreement(game="royale", seats=2, pace=pace or Pace())
    row = msgspec.structs.replace(
        a_table(id, host=host, status=status, changed=ago(days)), agreement=msgspec.json.encode(agreement)
    )
    seated = [SeatRow(id, seat, person, person.title(), None) for seat, person in enumerate(people)]
    await store.create_table(row, lines, ago(days if last is None else last), seated)


async def put_tournament(
    store: Store, id: str, status: str = "open", *, days: float, starts: int | None = None
) -> None:
    row = TournamentRow(
        id=id,
        game="pandante",
        terms=msgspec.json.encode({"plan": {}, "starts": starts}),
        secret="5e" * 32,
        invite="let-me-in",
        host="ann",
        status=status,  # type: ignore[arg-type]
        public=True,
        driver=None,
        created=ago(days),
        changed=ago(days),
        players=1,
        winner=None,
    )
    entered = tournament_log.encode(tournament_log.Entered(person="ann", name="Ann"))
    await tournaments.create(store, row, [entered], ["ann"])


async def person(store: Store, id: str, *, days: float, handle: str | None = None, seen: float | None = None) -> None:
    await store.create_person(PersonRow(id, id.title(), "", handle, "a hash" if handle else None, ago(days)))
    if seen is not None:
        await sessions.begin(store, SessionRow(f"s_{id}", id, "Firefox", ago(days), ago(seen)))


async def left(store: Store, table: Table) -> list[str]:
    return sorted(row[0] for row in await store.read(select(table.primary_key.columns.values()[0])))


async def status(store: Store, id: str) -> str:
    row = await store.table(id) or await tournaments.find(store, id)
    assert row is not None
    return row.status


async def tidied(store: Store, settings: Settings = SETTINGS, **more: Any) -> dict[str, int]:
    """What went; a dry run said so before."""
    foretold = {} if more else await preview(store, settings, NOW)
    gone = await tidy(store, settings, NOW, pause=0, **more)
    if not more:
        assert gone == foretold
    assert await tidy(store, settings, NOW, pause=0, **more) == dict.fromkeys(KINDS, 0)
    return {what: count for what, count in gone.items() if count}


async def test_a_table_that_nobody_starts_is_closed_when_nothing_happens_there(store: Store) -> None:
    await put(store, "old", days=3)
    await put(store, "busy", days=3, last=0.5)
    await put(store, "new", days=0.5)
    await put(store, "watched", days=3)
    assert await tidied(store, watched={"watched"}.__contains__) == {"open tables": 1}
    assert [await status(store, id) for id in ("old", "busy", "new", "watched")] == ["closed", "open", "open", "open"]
    entry = log.decode((await store.entries("old"))[-1].body)
    assert entry == log.Closed.because(Message("protocol.closed.never_started"))
    assert len(await notices.recent(store)) == 1  # by which workers learn of it


async def test_a_game_that_nobody_plays_on_is_closed(store: Store) -> None:
    slow = Pace(kind="days", days=14)
    begun = (SAT, STARTED)
    await put(store, "left", "running", days=400, last=181, lines=begun)
    await put(store, "played", "running", days=400, last=170, lines=begun)
    await put(store, "slow", "running", days=400, last=190, lines=begun, pace=slow)
    await put(store, "g_deal", "running", days=400, last=400, lines=begun)
    assert await tidied(store) == {"idle tables": 1}
    assert await status(store, "left") == "closed"
    assert {await status(store, id) for id in ("played", "slow", "g_deal")} == {"running"}
    closed = log.decode((await store.entries("left"))[-1].body)
    assert isinstance(closed, log.Closed)
    assert closed.why == "nobody has played here for 180 days"


async def test_a_tournament_that_never_started_is_called_off(store: Store) -> None:
    await put_tournament(store, "c_old", days=31)
    await put_tournament(store, "c_planned", days=31, starts=NOW + DAY)
    await put_tournament(store, "c_new", days=29)
    await put_tournament(store, "c_runs", "running", days=300)
    assert await tidied(store) == {"idle tournaments": 1}
    assert [await status(store, id) for id in ("c_old", "c_planned", "c_new")] == ["cancelled", "open", "open"]
    entry = tournament_log.decode((await store.entries("c_old"))[-1].body)
    assert isinstance(entry, tournament_log.Cancelled)
    assert entry.why == "it was never started"


async def test_what_was_closed_before_it_began_is_removed_with_its_log(store: Store) -> None:
    await person(store, "ann", days=900, handle="ann")
    await put(store, "unplayed", "closed", days=31)
    await put(store, "played", "closed", days=31, lines=(SAT, STARTED))
    await put(store, "lately", "closed", days=29)
    await put_tournament(store, "c_off", "cancelled", days=31)
    assert await tidied(store) == {"tables never played": 2}
    assert await left(store, schema.tables) == ["lately", "played"]
    assert await left(store, schema.tournaments) == await left(store, schema.entrants) == []
    assert await left(store, schema.entries) == ["lately", "played", "played"]
    assert await left(store, schema.seats) == ["lately", "played"]


async def test_games_of_guests_alone_go_after_a_year_and_those_of_accounts_stay(store: Store) -> None:
    await person(store, "ann", days=900, handle="ann")
    await person(store, "guest", days=10)
    over = (SAT, STARTED)
    await put(store, "guests", "ended", days=366, people=("guest", "forgotten"), lines=over)
    await put(store, "lately", "ended", days=364, people=("guest",), lines=over)
    await put(store, "account", "ended", days=800, people=("guest", "ann"), lines=over)
    await put(store, "g_deal", "ended", days=800, people=("guest",), lines=over)
    assert await tidied(store) == {"guests' games": 1}
    assert await left(store, schema.tables) == ["account", "g_deal", "lately"]


async def test_all_games_go_only_where_the_host_says_so(store: Store) -> None:
    await person(store, "ann", days=900, handle="ann")
    await put(store, "account", "ended", days=800, lines=(SAT, STARTED))
    await put(store, "g_deal", "ended", days=800, lines=(SAT, STARTED))
    await put_tournament(store, "c_runs", "running", days=800)
    wanted = msgspec.structs.replace(FOR_EVER, game_days=700)
    assert await tidied(store, wanted) == {"games": 1}  # of a tournament that runs nothing goes
    await store.run(lambda c: c.execute(update(schema.tournaments).values(status="ended")))
    assert await tidied(store, wanted) == {"games": 2}
    assert await left(store, schema.tables) == await left(store, schema.tournaments) == []
    assert await left(store, schema.entries) == []


async def test_what_was_said_goes_a_year_after_the_game(store: Store) -> None:
    await person(store, "ann", days=900, handle="ann")
    lines = (SAT, STARTED, said("I live in Graz"), said('"removed":true, "phrase":1'), PHRASE)
    await put(store, "old", "ended", days=366, lines=lines)
    await put(store, "lately", "ended", days=364, lines=lines)
    await put(store, "running", "running", days=900, last=1, lines=lines)
    assert await tidied(store) == {"chat lines": 2}
    texts = [entry.text for row in await store.entries("old") if isinstance(entry := log.decode(row.body), log.Said)]
    assert texts == ["", "", "Well done"]
    assert (await store.entries("lately"))[2].body == (await store.entries("running"))[2].body == lines[2]


async def test_a_shared_evening_goes_a_month_after_its_last_entry(store: Store) -> None:
    for number, (id, days) in enumerate((("e_old", 31), ("e_lately", 29))):
        row = SharedEveningRow(id, f"KQT{number}", "", "mi4x", "royale", b"{}", 7, b"[]", ago(90), ago(days))
        await evenings.share(store, row)
    assert await tidied(store, FOR_EVER) == {}
    assert await tidied(store) == {"shared evenings": 1}
    assert await left(store, schema.shared_evenings) == ["e_lately"]


async def test_guests_who_do_not_come_back_go_and_their_games_keep_their_names(store: Store) -> None:
    await person(store, "ann", days=900, handle="ann", seen=400)
    for id, days, seen in (("old", 200, None), ("back", 200, 20), ("new", 20, 20), ("played", 200, 95)):
        await person(store, id, days=days, seen=seen)
    for id in ("sits", "hosts", "enters"):
        await person(store, id, days=200)
    await put(store, "ended", "ended", days=200, people=("ann", "played"), host="played", lines=(SAT, STARTED))
    await put(store, "running", "running", days=1, people=("ann", "sits"), host="hosts")
    await put_tournament(store, "c_open", days=1)
    await store.run(tournaments.enter("c_open", "enters"))
    await moderation.mute(store, "ann", "played")
    gone = await tidied(store)
    assert gone["guests"] == 2
    assert await left(store, schema.people) == ["ann", "back", "enters", "hosts", "new", "sits"]
    assert [seat.name for seat in (await store.seats(["ended"]))["ended"]] == ["Ann", "Played"]
    assert await left(store, schema.mutes) == []


async def test_sessions_codes_reports_and_bans_go_when_they_are_old(store: Store) -> None:
    await person(store, "ann", days=900, handle="ann", seen=31)
    await person(store, "ben", days=900, handle="ben", seen=29)
    await codes.issue(store, "password", "ann", "k7wm-9xtq-b3fh", NOW - 1)
    await codes.issue(store, "password", "ben", "b3fh-9xtq-k7wm", NOW + 1)
    for id, handled in (("r_old", ago(91)), ("r_new", ago(89)), ("r_open", None)):
        await moderation.report(store, Report(id, ago(200), "ann", "ben", "", None, "", "rude", handled))
    for subject, until in (("old", ago(91)), ("new", ago(89)), ("for good", None)):
        await store.run(moderation.restrict(Restriction("ban", subject, until, "", ago(200))))
    await store.run(notices.posting("n_old", b"{}"))
    await store.run(lambda c: c.execute(update(schema.notices).values(at=1)))
    await store.run(notices.posting("n_new", b"{}"))
    assert await tidied(store) == {"sessions": 1, "codes": 1, "reports": 1, "restrictions": 1, "notices": 1}
    assert await left(store, schema.sessions) == ["s_ben"]
    assert await left(store, schema.reports) == ["r_new", "r_open"]
    assert [row.subject for row in await store.read(select(schema.restrictions.c.subject))] in (
        ["for good", "new"],
        ["new", "for good"],
    )
    assert await left(store, schema.notices) == ["n_new"]


async def test_with_0_days_everything_is_kept_for_ever(store: Store) -> None:
    await person(store, "guest", days=9000)
    await put(store, "open", days=9000)
    await put(store, "running", "running", days=9000, lines=(SAT, STARTED))
    await put(store, "closed", "closed", days=9000)
    await put(store, "ended", "ended", days=9000, lines=(SAT, STARTED, said("hello")))
    await put_tournament(store, "c_open", days=9000)
    await moderation.report(store, Report("r", ago(9000), "ann", "ben", "", None, "", "rude", ago(9000)))
    assert await tidied(store, FOR_EVER) == {}


async def test_a_dry_run_changes_nothing(store: Store) -> None:
    await person(store, "guest", days=9000)
    await put(store, "open", days=9000)
    await preview(store, SETTINGS, NOW)
    assert await status(store, "open") == "open"
    assert await left(store, schema.people) == ["guest"]


async def test_no_write_takes_more_than_a_batch_and_a_move_is_written_after_each(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 1,000 guests and a table with 900 lines."""
    rows = [{"id": f"p{n}", "name": "P", "avatar": "", "created": 1} for n in range(1000)]
    await store.run(lambda c: c.execute(schema.people.insert(), rows))
    await put(store, "long", "closed", days=400, lines=[SAT] * 900)
    await put(store, "played", "running", days=1)
    batches: list[int] = []
    since_the_last_move: list[int] = []

    def executed(_: Connection, cursor: Any, statement: str, *rest: Any) -> None:
        if statement.startswith(("DELETE", "UPDATE")):
            batches.append(cursor.rowcount)

    async def play(seconds: float) -> None:
        since_the_last_move.append(sum(batches) - sum(since_the_last_move))
        seq = (await store.heads(["played"]))["played"]
        assert await store.append("played", seq + 1, NOW, SAT)

    monkeypatch.setattr("pandarium.server.admin.tidy.sleep", play)
    event.listen(store._engine, "after_cursor_execute", executed)
    try:
        gone = await tidy(store, SETTINGS, NOW)
    finally:
        event.remove(store._engine, "after_cursor_execute", executed)
    assert (gone["guests"], gone["tables never played"]) == (1000, 1)
    assert len(since_the_last_move) >= 1900 // retention.BATCH
    assert max(since_the_last_move) <= retention.BATCH + 1  # and the note that a log is gone


async def test_a_log_whose_removal_was_broken_off_is_removed_the_next_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put(store, "long", "closed", days=400, lines=[SAT] * 500)
    removing = retention.never_played(store, ago(30))
    assert [await anext(removing), await anext(removing)] == [1, 0]
    await removing.aclose()  # type: ignore[attr-defined]
    assert await store.table("long") is None
    assert len(await left(store, schema.entries)) == 300
    assert await tidied(store) == {}
    assert await left(store, schema.entries) == []


async def test_what_stays_is_looked_at_once(store: Store) -> None:
    await person(store, "ann", days=900, handle="ann")
    for number in range(3):
        await put(store, f"t{number}", "ended", days=800 - number, lines=(SAT, STARTED, said("hello")))
    await tidied(store)
    looked: list[str] = []

    def executed(_: Connection, cursor: Any, statement: str, *rest: Any) -> None:
        looked.append(statement)

    event.listen(store._reader.sync_engine, "after_cursor_execute", executed)
    try:
        await tidy(store, SETTINGS, NOW, pause=0)
    finally:
        event.remove(store._reader.sync_engine, "after_cursor_execute", executed)
    assert not [statement for statement in looked if "entries.body" in statement]


async def test_one_worker_of_all_tidies_up(store: Store, other: Store) -> None:
    def duty(of: Store, worker: str) -> Any:
        return of.run(lambda c: leases.hold_duty(c, worker, "tidy", 600_000))

    for one, worker in ((store, "w1"), (other, "w2")):
        await one.beat(worker)
    assert sorted(await asyncio.gather(duty(store, "w1"), duty(other, "w2"))) == [False, True]
    holder, rest = ((store, "w1"), (other, "w2")) if await duty(store, "w1") else ((other, "w2"), (store, "w1"))
    assert await duty(*holder)
    assert not await duty(*rest)
    await holder[0].retire(holder[1])
    assert await duty(*rest)
    await holder[0].beat(holder[1])
    assert not await duty(*holder)


async def test_a_worker_tidies_up_at_the_start_and_then_every_hour(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = Hub(store, msgspec.structs.replace(SETTINGS, database=store.url), Metrics(), MemoryBus(), "w1")
    await store.beat("w1")
    one = Tidier(hub)
    await store.create_person(PersonRow("p_old", "Old", "", None, None, 7))
    assert await one.look()
    assert await store.person("p_old") is None
    assert 'pandarium_tidied_total{what="guests"} 1.0' in hub.metrics.render()[0].decode()
    assert not await one.look()
    monkeypatch.setattr(tidier, "EVERY_SECONDS", 0.0)
    assert await one.look()
    await hub.bots.stop()


async def test_a_server_that_stops_breaks_it_off_between_two_portions_and_no_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = Hub(store, msgspec.structs.replace(SETTINGS, database=store.url), Metrics(), MemoryBus(), "w1")
    await store.beat("w1")
    begun, read, portions = asyncio.Event(), asyncio.Event(), [0]

    async def tidy_slowly(*_: Any, removed: Callable[[str, int], None], **__: Any) -> dict[str, int]:
        begun.set()
        await read.wait()
        for _portion in range(3):
            portions[0] += 1
            removed("guests", 1)
        return {}

    monkeypatch.setattr(tidier, "tidy", tidy_slowly)
    one = Tidier(hub)
    one.start()
    await begun.wait()
    stopping = asyncio.create_task(one.stop())
    await asyncio.sleep(0)
    assert not stopping.done(), "a read that is under way is waited for"
    read.set()
    await stopping
    assert portions == [1]
    await Tidier(hub).stop()  # one that has not begun
    await hub.bots.stop()
