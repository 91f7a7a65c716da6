"""A tournament at one table goes by the clock of the wall, where the table has one: PD-G3."""

from __future__ import annotations

from typing import Any

import pytest

from pandarium import protocol
from pandarium.core.match import Match
from pandarium.core.message import Message
from pandarium.core.registry import game as find_game
from pandarium.protocol.pace import Pace
from pandarium.server.tables import judge, log
from pandarium.server.tables.judge import Refusal

from ..support import ANN, TableHarness

TOURNAMENT: dict[str, Any] = {"gambling": "tournament"}
LIVE = Pace(kind="live", bank=3600, increment=10)


def agreed(pace: Pace, **options: Any) -> dict[str, Any]:
    """The options of a table with this pace."""
    wanted = protocol.NewTable(game="pandante", seats=3, pace=pace, options={**TOURNAMENT, **options})
    return dict(judge.agree(wanted, find_game("pandante")).options)


def opened() -> TableHarness:
    options = agreed(LIVE)
    return TableHarness.create("pandante", 3, pace=LIVE, options=options)


def end_gambit(table: TableHarness) -> None:
    """All fold but one."""
    while table.table.asks_time() is None:
        moves = table.legal(seat := table.table.actors()[0])
        table.play(seat, "hide" if "hide" in moves else "fold")


def tell(table: TableHarness) -> list[str]:
    """What the clock says until the next gambit begins."""
    told = []
    while table.table.asks_time() is not None:
        assert table.table.deadline() == table.table.at
        told += [entry.move for entry in table.time_out() if isinstance(entry, log.Moved)]
    return told


def clocks_and_strikes(table: TableHarness) -> list[tuple[int, int]]:
    clocks = table.table.clocks
    assert clocks is not None
    return [(seat.strikes, clocks.banks[number]) for number, seat in enumerate(table.table.seats)]


def multiplier(table: TableHarness) -> int:
    assert table.table.match is not None
    return int(table.table.match.state.view(None).multiplier)


def test_pd_g3_the_clock_is_for_tables_that_are_played_by_one() -> None:
    """PD-G3: by gambits only at tables without any clock; by days, a quarter of an hour means nothing."""
    assert agreed(LIVE).get("clock") is True
    assert "clock" not in agreed(Pace())
    assert "clock" not in agreed(Pace(kind="days", days=2))
    assert "clock" not in agreed(LIVE, gambling="drop-in")


def test_pd_g3_stakes_rise_every_15_minutes_from_the_next_gambit_on() -> None:
    table = opened()
    table.wait(14 * 60)
    end_gambit(table)
    assert (tell(table), multiplier(table)) == (["stakes stay"], 1)
    table.wait(2 * 60)
    assert multiplier(table) == 1  # not in the middle of a gambit
    end_gambit(table)
    assert (tell(table), multiplier(table)) == (["stakes rise", "stakes stay"], 2)
    table.wait(30 * 60)
    end_gambit(table)
    assert (tell(table), multiplier(table)) == (["stakes rise", "stakes rise", "stakes stay"], 4)
    assert table.again().record() == table.table.record()
    Match(table.table.record())


def test_nobody_tells_the_time_but_the_clock() -> None:
    table = opened()
    end_gambit(table)
    seat = table.table.asks_time()
    assert seat is not None
    assert table.table.actors() == []
    before = [
        (one.strikes, table.table.clocks and table.table.clocks.banks[n]) for n, one in enumerate(table.table.seats)
    ]
    with pytest.raises(Refusal) as refused:
        table.play(seat, "stakes rise")
    assert refused.value.code == "wrong time"
    tell(table)
    after = [
        (one.strikes, table.table.clocks and table.table.clocks.banks[n]) for n, one in enumerate(table.table.seats)
    ]
    assert after == before  # it is nobody's move, and nobody's time


def test_pd_g3_a_pause_does_not_count() -> None:
    table = opened()
    end_gambit(table)
    tell(table)
    pause = log.Paused.because(Message("protocol.paused.left", {"name": "Ann"}), 0)
    table.commit([pause])
    began = table.table.paused_at
    assert began == table.now
    table.wait(10 * 60)
    table.commit([pause])
    assert table.table.paused_at == began  # a pause in a pause is one pause
    table.wait(10 * 60)
    table.send(ANN, protocol.Resume())
    assert (table.table.paused_at, table.table.idle) == (None, 20 * 60_000)
    table.commit([log.TimeGivenBack(ms=0)])
    end_gambit(table)
    assert (tell(table), multiplier(table)) == (["stakes stay"], 1)
    table.wait(20 * 60)
    table.commit([log.TimeGivenBack(ms=20 * 60_000)])
    end_gambit(table)
    assert (tell(table), multiplier(table)) == (["stakes stay"], 1)
    table.wait(15 * 60)
    end_gambit(table)
    assert (tell(table), multiplier(table)) == (["stakes rise", "stakes stay"], 2)
