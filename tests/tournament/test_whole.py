"""Whole tournaments of bots: they end, with one winner, and no gold is made or lost at any entry (PD-G3).

PANDARIUM_TOURNAMENT_BOTS=1000 plays a large one.
"""

from __future__ import annotations

import os

from hypothesis import given, settings
from hypothesis import strategies as st

from pandarium.tournament import TournamentState, director, log
from pandarium.tournament.plan import make_plan
from pandarium.tournament.simulate import simulate

BOTS = int(os.environ.get("PANDARIUM_TOURNAMENT_BOTS", "40"))


def follow(plan_of: dict[str, int], players: int, seed: int) -> TournamentState:
    """Play a tournament, then walk through its log and look at the state after every entry."""
    plan = make_plan("pandante", bot="random", **plan_of)
    entries: list[tuple[int, log.AnyEntry]] = []
    report = simulate(plan, players, seed, entries=entries)
    state = TournamentState(plan)
    for at, entry in entries:
        state.apply(entry, at)
        state.check()
        seated = [number for board in state.boards.values() for number in board.players]
        assert len(seated) == len(set(seated))
        assert all(len(board.players) <= 6 for board in state.boards.values())
        assert all(state.players[number].out_at is None for number in seated)
        if isinstance(entry, log.Reseated):
            assert len(state.boards) >= -(-len(state.alive) // 6)
        if isinstance(entry, log.Dealt):
            gambit = state.boards[entry.table].gambit
            assert gambit is not None
            assert gambit.stakes.multiplier == state.level
            assert 2 <= len(gambit.players) <= 6
    assert state.status == "ended"
    assert report.winner == state.players[state.winner or 0].name
    assert sum(player.out_at is None for player in state.players) == 1
    assert sum(report.chips.values()) == report.bought == state.bought
    assert report.chips["pots"] == 0
    return state


@settings(max_examples=12, deadline=None)
@given(players=st.integers(2, 30), seed=st.integers(0, 2**32), late=st.integers(0, 3), rebuys=st.integers(0, 2))
def test_pd_g3_no_gold_is_made_or_lost_and_one_wins(players: int, seed: int, late: int, rebuys: int) -> None:
    state = follow({"late_levels": late, "rebuys": rebuys if late else 0}, players, seed)
    assert state.bought >= players * 104
    assert all(player.rebuys <= rebuys for player in state.players)


def test_pd_g3_a_large_tournament_ends_with_one_winner() -> None:
    state = follow({}, BOTS, seed=7)
    assert state.bought == BOTS * 104
    assert [place for place, _ in state.standings()][:2] == [1, 2]


def test_the_same_seed_gives_the_same_tournament() -> None:
    plan = make_plan("pandante", bot="cautious")
    logs: list[list[tuple[int, log.AnyEntry]]] = [[], []]
    for entries in logs:
        simulate(plan, 13, seed=3, entries=entries)
    assert logs[0] == logs[1]
    assert logs[0] != simulate(plan, 13, seed=4).standings


def test_an_interrupted_tournament_tells_what_is_known() -> None:
    def stop(state: TournamentState) -> None:
        raise KeyboardInterrupt

    report = simulate(make_plan("pandante", bot="random"), 20, progress=stop)
    assert report.interrupted
    assert report.winner is None
    assert sum(report.chips.values()) == report.bought


def test_chance_of_a_gambit_follows_from_the_secret_and_tells_nothing_of_it() -> None:
    secrets = {director.gambit_secret(bytes(32), table, gambit) for table in range(9) for gambit in range(9)}
    assert len(secrets) == 81
    assert bytes(32) not in secrets
