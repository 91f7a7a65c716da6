from __future__ import annotations

from pathlib import Path

import pytest

from pandarium import protocol
from pandarium.core.outcome import Outcome
from pandarium.protocol.pace import Pace
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.ops.metrics import Metrics
from pandarium.server.people.ratings import MU, SIGMA, new_ratings, places, rated_as
from pandarium.server.settings import Settings
from pandarium.server.store import RatingRow, Store
from pandarium.server.tables import log
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import STRIKES
from server.support import ANN, BEN, TableHarness


def test_winners_come_first_then_the_others_by_score() -> None:
    table = TableHarness.create("royale", 4).table
    assert places(table, Outcome((2,), (10, 30, 40, 10), "x"), set()) == [3, 2, 1, 3]


def test_whoever_wins_together_shares_a_place() -> None:
    table = TableHarness.create("royale", 3).table
    assert places(table, Outcome((0, 2), (40, 10, 40), "x"), set()) == [1, 3, 1]


def test_whoever_gave_up_or_was_stood_in_for_comes_last_whatever_the_bot_made_of_it() -> None:
    harness = TableHarness.create("royale", 3)
    harness.send(BEN, protocol.Leave())
    assert places(harness.table, Outcome((1,), (10, 90, 40), "x"), {0}) == [3, 2, 1]


def test_whoever_lets_a_bot_play_and_comes_back_for_the_end_comes_last() -> None:
    harness = TableHarness.create("royale", 2)
    table = harness.table
    for move in range(6):
        seat = table.actors()[0]
        harness.now += 1
        by: protocol.By = "bot" if seat == 1 and move < 4 else "person"
        table.apply(log.Moved(seat=seat, move=harness.legal(seat)[0], by=by), harness.now)
    assert not table.seats[1].stand_in
    assert places(table, Outcome((1,), (10, 90), "x"), set()) == [1, 2]


@pytest.mark.parametrize(("lent", "ranks"), [(STRIKES, [2, 1]), (STRIKES + 1, [1, 2])])
def test_a_bot_may_make_no_more_moves_for_somebody_than_the_pace_forgives(lent: int, ranks: list[int]) -> None:
    harness = TableHarness.create("royale", 2)
    table = harness.table
    made = 0
    while made < 3 * STRIKES:
        seat = table.actors()[0]
        harness.now += 1
        made += seat == 1
        by: protocol.By = "bot" if seat == 1 and made <= lent else "person"
        table.apply(log.Moved(seat=seat, move=harness.legal(seat)[0], by=by), harness.now)
    assert places(table, Outcome((1,), (10, 90), "x"), set()) == ranks


def test_people_are_rated_by_name_and_bots_by_level() -> None:
    table = TableHarness.create("royale", 2, ["greedy"]).table
    assert rated_as(table) == [ANN.person, BEN.person, "bot:greedy"]


def test_the_winner_rises_and_the_loser_falls_and_both_are_surer() -> None:
    up, down = new_ratings("royale", ["a", "b"], [1, 2], {})
    assert up.mu > MU > down.mu
    assert max(up.sigma, down.sigma) < SIGMA
    assert (up.games, down.games) == (1, 1)


def test_beating_somebody_much_better_is_worth_more() -> None:
    strong = RatingRow("b", "royale", 40.0, 2.0, 9, "b")
    upset = new_ratings("royale", ["a", "b"], [1, 2], {"b": strong})[0]
    expected = new_ratings("royale", ["a", "b"], [1, 2], {"b": RatingRow("b", "royale", 10.0, 2.0, 9, "b")})[0]
    assert upset.mu > expected.mu


def test_several_bots_of_one_level_have_one_rating() -> None:
    rows = new_ratings("royale", ["a", "bot:hard", "bot:hard"], [2, 1, 3], {})
    assert [row.who for row in rows] == ["a", "bot:hard"]
    assert rows[1].games == 1


async def test_ratings_change_with_the_last_move_of_a_rated_game_and_not_with_others(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    store = await Store.open(url)
    hub = Hub(store, Settings(database=url), Metrics(), MemoryBus(), "w")
    await hub.start()
    pace = Pace(kind="live")
    for rated in (False, True):
        table = await hub.create(ANN, protocol.NewTable(game="leduc", seats=2, rated=rated, pace=pace))
        await hub.handle(table.id, BEN, protocol.Sit(), table.invite)
        await hub.handle(table.id, BEN, protocol.BeReady(), "")
        await hub.handle(table.id, ANN, protocol.Start(), "")
        while not table.over:
            seat = table.actors()[0]
            assert table.match is not None
            move = table.match.game.say(table.match.state.legal(seat)[0])
            await hub.handle(table.id, [ANN, BEN][seat], protocol.Play(move=move, position=table.position), "")
        found = [await store.rating(who.person, "leduc") for who in (ANN, BEN)]
        assert [row is not None and row.games == 1 for row in found] == [rated, rated]
    await hub.stop()
    await store.close()
