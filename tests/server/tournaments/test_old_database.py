"""A database as schema 0003 left it: its tournaments go on, and what was played is shown as it was.

`tests/fixtures/database/make.py` made it with the program of that time.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import MetaData, insert

import pandarium.server.store
from pandarium.core.errors import BadRecord
from pandarium.core.record import Record
from pandarium.server.store import SeatRow, Store
from pandarium.server.store.engines import understand, writing_engine
from pandarium.server.store.schema import VERSION_TABLE
from pandarium.tournament import log
from server.harness import Person, Server
from server.postgres import postgres_database

pytestmark = pytest.mark.long

FIXTURE: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "database" / "0003.json").read_text(encoding="utf-8")
)
ROWS: dict[str, list[dict[str, Any]]] = FIXTURE["rows"]
IDS: dict[str, str] = FIXTURE["ids"]
PATIENCE = 120.0
TEXT_IN_BYTES = {"body", "agreement", "outcome", "terms"}
TRUTHS = {"public", "driven"}
SHORTER_BANK = ('"bank":60,"increment":8', '"bank":5,"increment":0')
"""Somebody in the tournament that goes on never comes back: nobody shall wait a minute for their clock."""


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The database as it was."""
    if request.param == "sqlite":
        yield _filled(f"sqlite:///{tmp_path}/t.db")
    else:
        with postgres_database(empty=True) as url:
            yield _filled(url)


def _filled(url: str) -> str:
    engine = writing_engine(understand(url))
    with engine.connect() as connection, connection.begin():
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(Path(pandarium.server.store.__file__).parent / "migrations"))
        command.upgrade(config, "0003")
        found = MetaData()
        found.reflect(connection)
        for table in found.sorted_tables:
            if table.name != VERSION_TABLE and ROWS[table.name]:
                connection.execute(insert(table), [_row(row) for row in ROWS[table.name]])
    engine.dispose()
    return url


def _row(row: dict[str, Any]) -> dict[str, Any]:
    def value(name: str) -> Any:
        if name in TEXT_IN_BYTES and row[name] is not None:
            return str(row[name]).replace(*SHORTER_BANK).encode()
        return bool(row[name]) if name in TRUTHS else row[name]

    return {name: value(name) for name in row}


def old_entries(id: str) -> list[dict[str, Any]]:
    """A log as it was written."""
    return [json.loads(row["body"]) for row in ROWS["entries"] if row["table_id"] == id]


async def test_logs_are_rewritten_and_seats_are_kept(url: str) -> None:
    store = await Store.open(url)
    try:
        for id in IDS.values():
            rows = await store.entries(id)
            assert [log.encode(log.decode(row.body)) for row in rows] == [row.body for row in rows]
            new = [json.loads(row.body) for row in rows]
            for old, now in zip(old_entries(id), new, strict=True):
                if old["type"] == "played":
                    old["deal"], old["chips"] = old.pop("gambit"), old.pop("gold")
                assert now == old
        for table in ROWS["tables"]:
            rows_of_table = [row for row in ROWS["sittings"] if row["table_id"] == table["id"]]
            seated = sorted(rows_of_table, key=lambda row: int(row["seat"]))
            assert (await store.seats([table["id"]]))[table["id"]] == [SeatRow(*row.values()) for row in seated]
            kept = [row.body.decode() for row in await store.entries(table["id"])]
            assert kept == [row["body"] for row in ROWS["entries"] if row["table_id"] == table["id"]]
    finally:
        await store.close()


def test_a_running_tournament_goes_on_to_its_end_and_old_deals_are_shown_as_they_were(url: str, tmp_path: Path) -> None:
    with Server(tmp_path, url, limits="0").start(PATIENCE) as server:
        cy = Person(server, "Cy")

        def shown(which: str) -> dict[str, Any]:
            found: dict[str, Any] = cy.ask(server, "GET", f"/api/tournaments/{IDS[which]}").json()
            assert sum(found["chips"].values()) == found["bought"]
            return found

        over = shown("ended")
        last = [entry for entry in old_entries(IDS["ended"]) if entry["type"] == "played"][-1]
        assert (over["status"], over["deals"], over["winner"]) == ("ended", 2, "Bamboo")
        assert over["standings"][0]["chips"] == sum(last["gold"]) + last["pot"]

        called_off = shown("cancelled")
        assert (called_off["status"], called_off["why_message"]) == ("cancelled", None)
        assert called_off["why"] == "too few players had signed up when it was to start"

        row = next(row for row in ROWS["tables"] if row["status"] == "ended")
        answer = cy.ask(server, "GET", f"/api/tables/{row['id']}/record?invite={over['invite']}")
        record = msgspec.json.decode(answer.content, type=Record)
        assert record.options == json.loads(row["agreement"])["options"]
        moves = [(entry["seat"], entry["move"]) for entry in old_entries(row["id"]) if entry["type"] == "moved"]
        assert [(move.seat, move.move) for move in record.moves] == moves
        assert record.outcome is not None
        assert list(record.outcome.scores) == json.loads(row["outcome"])["scores"]
        # It is kept as it was; to play it out takes the program of its time.
        with pytest.raises(BadRecord, match="version 1 of the rules"):
            record.final()

        end = time.monotonic() + PATIENCE
        while (now := shown("running"))["status"] != "ended":
            assert time.monotonic() < end, now
            time.sleep(0.2)
        first = now["standings"][0]
        assert (first["place"], first["name"], now["left"]) == (1, now["winner"], 1)
        assert now["chips"] == {"players": first["chips"], "pots": 0, "taken": now["bought"] - first["chips"]}
