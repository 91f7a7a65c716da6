"""A rolling upgrade: two versions of a game's rules side by side, on one PostgreSQL and one Redis."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pandarium.server.store import EntryRow
from pandarium.server.tables import log
from server.chaos import read_logs, redis_url
from server.harness import PATIENCE, Person, Server, metric
from server.postgres import postgres_database
from server.support import GAMES

CLOCK = {"kind": "live", "bank": 600, "increment": 0}


class Upgrade:
    """The old server and the new one, whose `signs` has other rules, and two people who know both addresses."""

    def __init__(self, folder: Path, url: str) -> None:
        self.url = url
        self.old, self.new = (self._server(folder, url, rules) for rules in (1, 2))
        self.old.start()  # one after the other, as a machine after the other is upgraded
        self.new.start()
        self.people = [Person(self.old, name) for name in ("Ann", "Ben")]

    @staticmethod
    def _server(folder: Path, url: str, rules: int) -> Server:
        games = folder / f"games{rules}"
        shutil.copytree(GAMES, games, ignore=shutil.ignore_patterns("__pycache__"))
        meta = games / "signs" / "meta.py"
        meta.write_text(meta.read_text().replace("    seats=", f"    rules={rules},\n    seats="))
        return Server(folder, url, limits="0", games=str(games), redis=redis_url())

    def begin(self, server: Server) -> str:
        """A table for both and a bot, with clocks, under way on that server."""
        ann, ben = self.people
        table, invite = ann.create_table(server, game="signs", seats=3, bots=["random"], pace=CLOCK)
        for message in ({"type": "sit"}, {"type": "ready"}):
            assert ben.say(server, table, invite, **message)["type"] == "done"
        assert ann.say(server, table, type="start")["type"] == "done"
        return table

    def state(self, server: Server, table: str, person: int = 0) -> dict[str, Any]:
        """What that person is shown there."""
        answer = self.people[person].ask(server, "GET", f"/api/tables/{table}/state?since=0")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def play(self, server: Server, table: str, rounds: int) -> None:
        """Everybody chooses, the bot among them, that many times or until the end; the bot perhaps once more."""
        end = time.monotonic() + PATIENCE
        target = self.state(server, table)["position"] + 3 * rounds
        while self.state(server, table)["position"] < target:
            for number, person in enumerate(self.people):
                shown = self.state(server, table, number)
                if shown["table"]["status"] == "ended":
                    return
                if shown.get("legal") and shown["position"] < target:
                    move, position = shown["legal"][0]["move"], shown["position"]
                    reply = person.say(server, table, type="play", move=move, position=position)
                    assert reply["type"] == "done", reply
            assert time.monotonic() < end, "somebody does not choose"
            time.sleep(0.02)

    def check_suspended(self, server: Server, table: str, rules: int, now: int) -> None:
        """Shown there with the reason and all that happened; nothing can be done."""
        shown = self.state(server, table)
        assert shown["table"]["status"] == "running"
        params = {"rules": rules, "title": "Signs", "now": now}
        assert shown["table"]["paused_message"] == {"code": "protocol.stuck.other_rules", "params": params}
        assert [one["seq"] for one in shown["news"]] == list(range(1, shown["seq"] + 1))
        assert not any(seat.get("ticking") for seat in shown["table"]["seats"])
        assert not shown.get("legal")
        for message in ({"type": "play", "move": "stone", "position": shown["position"]}, {"type": "say", "text": "?"}):
            assert self.people[0].say(server, table, **message)["code"] == "wrong time"

    async def stored(self, table: str) -> tuple[str | None, list[EntryRow]]:
        """Who drives it, and its log."""
        row, rows = (await read_logs(self.url, {table}))[table]
        return row.driver, rows


@pytest.fixture
def upgrade(tmp_path: Path) -> Iterator[Upgrade]:
    with postgres_database() as url:
        both = Upgrade(tmp_path, url)
        try:
            yield both
        finally:
            both.old.kill()
            both.new.kill()


def beats(server: Server, count: int) -> None:
    """Wait until a server has looked that many times for tables that nobody drives."""
    end = time.monotonic() + PATIENCE
    target = metric(server, "pandarium_heartbeats_total") + count
    while metric(server, "pandarium_heartbeats_total") < target:
        assert time.monotonic() < end, "no heartbeat"
        time.sleep(0.05)


async def test_each_version_plays_its_own_tables_and_those_of_one_that_stops_wait_for_it(upgrade: Upgrade) -> None:
    old, new = upgrade.old, upgrade.new
    first, second = upgrade.begin(old), upgrade.begin(new)
    for server, table in ((old, first), (new, second)):
        upgrade.play(server, table, rounds=1)
    drivers = [(await upgrade.stored(table))[0] for table in (first, second)]
    assert None not in drivers
    assert drivers[0] != drivers[1]
    upgrade.check_suspended(new, first, rules=1, now=2)
    upgrade.check_suspended(old, second, rules=2, now=1)
    upgrade.play(old, first, rounds=1)  # and being looked at elsewhere has changed nothing
    assert upgrade.state(old, first)["position"] >= 6

    assert old.stop() == 0
    before = await upgrade.stored(first)
    assert before[0] == drivers[0]
    beats(new, 8)  # two seconds are enough to lose a table, four beats
    upgrade.check_suspended(new, first, rules=1, now=2)
    assert await upgrade.stored(first) == before
    upgrade.play(new, second, rounds=3)
    assert upgrade.state(new, second)["table"]["status"] == "ended"

    old.start()
    upgrade.play(old, first, rounds=3)
    assert upgrade.state(old, first)["table"]["status"] == "ended"
    driver, rows = await upgrade.stored(first)
    assert driver is None
    assert rows[: len(before[1])] == before[1]
    away = [entry for row in rows if isinstance(entry := log.decode(row.body), log.TimeGivenBack)]
    assert any(entry.ms >= 2_000 for entry in away)  # for which nobody's clock has run
    assert not any(isinstance(log.decode(row.body), log.Closed) for row in rows)
    end = time.monotonic() + PATIENCE
    while upgrade.state(new, first)["table"]["status"] != "ended":  # the other one hears of the end, too
        assert time.monotonic() < end
        time.sleep(0.05)
    for server in (old, new):
        assert server.stop() == 0
        assert "Traceback" not in server.log.read_text()
