"""Whole tournaments of bots: they end, with one winner, and no chips are made or lost at any entry (PD-G3).

PANDARIUM_TOURNAMENT_BOTS=1000 plays a large one.
"""

from __future__ import annotations

import os

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pandante.packs import docs_pack
from pandarium import BadContent
from pandarium.tournament import TournamentState, director, log
from pandarium.tournament.plan import Plan, make_plan
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
            deal = state.boards[entry.table].deal
            assert deal is not None
            assert deal.stakes.multiplier == state.level
            assert 2 <= len(deal.players) <= 6
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


def test_chance_of_a_deal_follows_from_the_secret_and_tells_nothing_of_it() -> None:
    secrets = {director.deal_secret(bytes(32), table, deal) for table in range(9) for deal in range(9)}
    assert len(secrets) == 81
    assert bytes(32) not in secrets


def test_pd_g3_a_tournament_is_played_with_its_pack() -> None:
    """PD-G1, PD-S4: the pack's buy-in, and the pack's casinos."""
    pack = docs_pack()
    pack["numbers"]["gambling"]["buy_in"] = 164
    pack["casinos"]["casino"] = pack["casinos"]["casino"][-3:]
    plan = make_plan("pandante", bot="random", options={"casinos": True, "champions": True}, content=pack)
    stored = msgspec.json.decode(msgspec.json.encode(plan), type=Plan)
    entries: list[tuple[int, log.AnyEntry]] = []
    report = simulate(stored, 7, seed=3, entries=entries)
    assert report.bought == 7 * 164
    assert sum(report.chips.values()) == report.bought
    left = [entry.table_mark for _, entry in entries if isinstance(entry, log.Played)]
    assert max(mark.bit_count() for mark in left) == 2  # one of three was visited
    assert not any(mark & ~(1 << 1 | 1 << 2 | 1 << 12) for mark in left)


def test_a_plan_without_a_pack_is_stored_as_before() -> None:
    assert b"content" not in msgspec.json.encode(make_plan("pandante"))


def test_a_plan_with_a_bad_pack_is_refused() -> None:
    pack = docs_pack()
    pack["casinos"]["casino"][0]["effects"] = {"no_such_thing": True}
    with pytest.raises(BadContent, match="there is no such effect"):
        make_plan("pandante", content=pack)


def test_pd_s4_no_table_visits_a_casino_twice_before_all_were_visited_and_champions_are_kept() -> None:
    """PD-S4, PD-G1: the deck of casinos goes on at the table where it lies; a champion goes where its player goes."""
    plan = make_plan("pandante", bot="random", options={"casinos": True, "champions": True})
    entries: list[tuple[int, log.AnyEntry]] = []
    simulate(plan, 14, seed=3, entries=entries)
    left: dict[int, int] = {}
    state = TournamentState(plan)
    moved = 0
    for at, entry in entries:
        before = {player.number: player.mark >> 1 for player in state.players}
        if isinstance(entry, log.Played):
            last = left.get(entry.table, 0) or (2**13 - 2)
            assert (last & ~entry.table_mark).bit_count() == 1
            assert entry.table_mark & ~last == 0
            left[entry.table] = entry.table_mark
        state.apply(entry, at)
        for board in state.boards.values():
            stakes = state.stakes_at(board)
            assert stakes.table_mark == left.get(board.number, 0)
        if isinstance(entry, log.Reseated):
            moved += len(entry.moves)
            assert all(state.players[number].mark >> 1 == before[number] for number, _ in entry.moves)
    assert state.status == "ended"
    assert moved > 0
    assert max(map(int.bit_count, left.values())) < 12
