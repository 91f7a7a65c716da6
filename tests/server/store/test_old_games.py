"""Games that were over before results were written: they are entered when the schema is brought up to date."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import MetaData, insert

import pandarium.server.store
from pandarium.server.store import Store, results
from pandarium.server.store.engines import understand, writing_engine
from server.postgres import postgres_database

OUTCOME = {"winners": [1], "scores": [40, 70, 70], "reason": "highest total"}


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database as schema 0007 left it."""
    if request.param == "sqlite":
        yield _filled(f"sqlite:///{tmp_path}/t.db")
    else:
        with postgres_database(empty=True) as url:
            yield _filled(url)


def _table(id: str, status: str = "ended", outcome: dict[str, Any] | None = OUTCOME) -> dict[str, Any]:
    return {
        "id": id,
        "game": "royale",
        "rules": 1,
        "agreement": b"{}",
        "secret": "",
        "invite": "",
        "host": "p_ann",
        "status": status,
        "public": id != "t_private",
        "driven": False,
        "created": 1000,
        "changed": 9000,
        "outcome": None if outcome is None else json.dumps(outcome).encode(),
    }


def _seats(table: str, people: list[str | None]) -> list[dict[str, Any]]:
    return [
        {"table_id": table, "seat": seat, "person": who, "name": who or "hard", "bot": None if who else "hard@quick"}
        for seat, who in enumerate(people)
    ]


def _filled(url: str) -> str:
    engine = writing_engine(understand(url))
    with engine.connect() as connection, connection.begin():
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(Path(pandarium.server.store.__file__).parent / "migrations"))
        command.upgrade(config, "0007")
        found = MetaData()
        found.reflect(connection)
        rows = {
            "people": [{"id": id, "name": id, "avatar": "", "created": 1} for id in ("p_ann", "p_ben")],
            "tables": [
                *(_table("t_public"), _table("t_private"), _table("g_deal"), _table("t_running", "running", None)),
                _table("t_odd", outcome={**OUTCOME, "scores": [1, 2]}),
            ],
            "seats": [
                seat
                for id in ("t_public", "t_private", "g_deal", "t_running", "t_odd")
                for seat in _seats(id, ["p_ann", "p_ben", None])
            ],
            "ratings": [{"who": "p_ann", "game": "royale", "mu": 30.0, "sigma": 2.0, "games": 4}],
        }
        for name, all in rows.items():
            connection.execute(insert(found.tables[name]), all)
    engine.dispose()
    return url


async def test_games_that_were_over_are_in_histories_and_counted(url: str) -> None:
    store = await Store.open(url)
    ann = await results.of_person(store, "p_ann", None, 9, None, public_only=False)
    assert [(row.table, row.place, row.score, row.won) for row in ann] == [
        ("t_public", 3, 40, False),
        ("t_private", 3, 40, False),
    ]
    (ben,) = await results.of_person(store, "p_ben", None, 9, None, public_only=True)
    assert (ben.place, ben.won, ben.level, ben.started, ben.ended, ben.after) == (1, True, "hard", 1000, 9000, None)
    (tally,) = await results.tallies_of(store, "p_ben", public_only=False)
    assert (tally.games, tally.won, tally.seats, tally.level) == (2, 2, 3, "hard")
    (tally,) = await results.tallies_of(store, "p_ben", public_only=True)
    assert tally.games == 1
    (best,) = await store.ratings("royale", 9, 0)
    assert await results.place_of(store, best) == 1
    await store.close()
