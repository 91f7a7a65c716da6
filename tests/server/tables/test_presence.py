"""Who is at a table, and who was a moment ago."""

from __future__ import annotations

import pytest

from pandarium import protocol
from pandarium.server.tables import loaded_table
from pandarium.server.tables.judge import Asker
from pandarium.server.tables.loaded_table import LoadedTable
from server.support import ANN, BEN, TableHarness


class Looking:
    """Somebody who looks at a table."""

    def __init__(self, asker: Asker) -> None:
        self.asker = asker

    def wake(self) -> None:
        pass

    def stop(self, code: int, reason: str) -> None:
        pass


def both_here(monkeypatch: pytest.MonkeyPatch, now: list[float]) -> tuple[TableHarness, LoadedTable, Looking]:
    """A table that has been in memory for long, with Ann and Ben looking at it; what Ben looks with."""
    monkeypatch.setattr(loaded_table.time, "monotonic", lambda: now[0])
    harness = TableHarness.create("leduc")
    loaded = LoadedTable(harness.table)
    now[0] += 100
    ben = Looking(BEN)
    loaded.watchers |= {Looking(ANN), ben}
    loaded.presence_changed()
    return harness, loaded, ben


@pytest.mark.parametrize("talk", [False, True])
def test_who_has_gone_counts_as_here_for_a_while_whatever_happens_meanwhile(
    talk: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    harness, loaded, ben = both_here(monkeypatch, now)
    loaded.watchers.discard(ben)
    if talk:
        harness.send(ANN, protocol.Say(text="where are you?"))
        loaded.changed()
        assert loaded.here() == {0}
    assert loaded.recently_connected() == {0, 1}
    loaded.presence_changed()
    assert (loaded.here(), loaded.recently_connected()) == ({0}, {0, 1})
    now[0] += 60
    assert loaded.recently_connected() == {0}
