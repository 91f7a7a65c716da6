"""A tournament as the fold of its log (PD-G3): stakes, seats, places, and where the chips are."""

from __future__ import annotations

from typing import Any

import pytest

from pandarium.kit.tournament import Settled
from pandarium.tournament import TournamentState, Unsound, director, log
from pandarium.tournament.plan import NoTournament, make_plan
from pandarium.tournament.seating import reseat, spread
from pandarium.tournament.simulate import simulate
from pandarium.tournament.state import Board

SECRET = bytes(32)
MINUTE = 60_000


def started(players: int, at: int = 0, **wanted: Any) -> TournamentState:
    """A tournament of bots that has begun."""
    state = TournamentState(make_plan("pandante", **wanted))
    state.apply(log.Filled(count=players), at)
    state.apply(director.start(state, SECRET), at)
    return state


def step(state: TournamentState, now: int = 0) -> director.Entries:
    """Everything that is due, until nothing is; what it was."""
    done: director.Entries = []
    while entries := director.due(state, now, lambda board: ""):
        for entry in entries:
            state.apply(entry, now)
        done += entries
    return done


def end(state: TournamentState, table: int, *out: int, now: int = 0) -> None:
    """A deal in which these players lose all they have to the first of the others."""
    board = state.boards[table]
    assert board.deal is not None
    players = board.deal.players
    chips = list(board.deal.stakes.chips)
    heir = next((seat for seat, number in enumerate(players) if number not in out), 0)
    for number in out:
        seat = players.index(number)
        if seat != heir:
            chips[heir], chips[seat] = chips[heir] + chips[seat], 0
    settled = Settled(tuple(chips), 0, tuple(players.index(n) for n in out), (0,) * len(chips), None)
    state.apply(director.played(state, board, settled), now)


def sizes(state: TournamentState) -> list[int]:
    return sorted(len(board.players) for board in state.boards.values())


def test_pd_g3_tables_of_up_to_six_as_even_as_can_be() -> None:
    assert [len(table) for table in spread(range(14), 6)] == [5, 5, 4]
    state = started(14)
    assert sizes(state) == [4, 5, 5]
    assert {player.chips for player in state.players} == {104}
    assert state.bought == 14 * 104


def test_pd_g3_seats_are_drawn_by_lot_and_anybody_with_the_secret_can_check_it() -> None:
    state = started(12)
    assert [board.players for board in state.boards.values()] == [
        board.players for board in started(12).boards.values()
    ]
    assert [number for board in state.boards.values() for number in board.players] != list(range(12))


def test_pd_g3_stakes_rise_every_quarter_of_an_hour_for_the_next_deal_of_all_tables() -> None:
    state = started(12)
    step(state)
    assert step(state, 15 * MINUTE - 1) == []
    assert step(state, 15 * MINUTE) == [log.Raised(level=2)]
    before = [board.deal.stakes.multiplier for board in state.boards.values() if board.deal]
    assert before == [1, 1]  # what is under way stays as it was dealt
    for table in list(state.boards):
        end(state, table, now=15 * MINUTE)
    step(state, 15 * MINUTE)
    assert [board.deal.stakes.multiplier for board in state.boards.values() if board.deal] == [2, 2]


def test_while_the_server_was_away_the_clock_of_the_levels_stood_still() -> None:
    state = started(6)
    state.apply(log.TimeGivenBack(ms=5 * MINUTE), 10 * MINUTE)
    assert log.Raised(level=2) not in step(state, 15 * MINUTE)
    assert log.Raised(level=2) in step(state, 20 * MINUTE)


def test_pd_s3_the_button_goes_left_also_over_who_is_out() -> None:
    state = started(4)
    step(state)
    board = state.boards[1]
    a, b, c, d = board.players
    end(state, 1)
    assert board.dealer == b
    step(state)
    end(state, 1, c)
    assert (board.dealer, board.players) == (d, [a, b, d])


def test_pd_g3_tables_are_merged_as_soon_as_one_fewer_will_do() -> None:
    state = started(7)
    step(state)
    small, large = sorted(state.boards, key=lambda number: len(state.boards[number].players))
    end(state, large, state.boards[large].players[0])
    step(state)  # six are left, the other table is in a deal: the idle one is broken up and joins it
    assert sizes(state) == [6]
    assert list(state.boards) == [small]
    assert state.boards[small].deal is not None
    assert len(state.boards[small].deal.players) == 3  # who joined waits for the next deal
    end(state, small)
    assert step(state) == [log.Dealt(table=small)]
    assert len(state.boards[small].deal.players) == 6


def test_pd_g3_nobody_is_taken_out_of_a_deal() -> None:
    state = started(12)
    step(state)
    assert reseat(state) is None
    player = state.boards[1].players[0]
    with pytest.raises(Unsound, match="in the middle of a deal"):
        state.apply(log.Reseated(moves=[(player, 2)]), 0)


def test_pd_g3_no_table_has_two_players_more_than_another_for_long() -> None:
    state = started(18)
    step(state)
    end(state, 1, *state.boards[1].players[1:4])
    end(state, 2)
    step(state)
    assert sizes(state)[0] >= 4  # the table that is over first gives players to the one that lost three
    end(state, 3)
    step(state)
    assert sizes(state) == [5, 5, 5]


def test_pd_g3_a_broken_up_table_leaves_its_pot_to_another() -> None:
    state = started(7)
    step(state)
    board = state.boards[1]
    assert board.deal is not None
    chips = [number - 3 for number in board.deal.stakes.chips]
    settled = Settled(tuple(chips), 3 * len(chips), (), (0,) * len(chips), None)
    state.apply(director.played(state, board, settled), 0)
    out = state.boards[2].players[0]
    end(state, 2, out)
    step(state)
    assert state.chips() == {"players": 7 * 104 - 3 * len(chips), "pots": 3 * len(chips), "taken": 0}
    state.check()


def test_pd_g3_a_pot_that_comes_to_a_table_in_the_middle_of_its_deal_stays_there() -> None:
    state = started(7)
    step(state)
    board = state.boards[1]
    assert board.deal is not None
    chips = [0, *(number - 1 for number in board.deal.stakes.chips[1:])]
    pot = sum(board.deal.stakes.chips) - sum(chips)
    settled = Settled(tuple(chips), pot, (0,), (0,) * len(chips), None)
    state.apply(director.played(state, board, settled), 0)
    step(state)
    assert list(state.boards) == [2]
    assert state.boards[2].deal is not None
    end(state, 2)
    assert state.boards[2].pot == pot
    state.check()


def test_pd_g3_an_entry_that_makes_gold_is_not_applied() -> None:
    state = started(4)
    step(state)
    with pytest.raises(Unsound, match="does not leave the chips"):
        state.apply(log.Played(table=1, deal=1, chips=[105, 104, 104, 104], pot=0), 0)
    with pytest.raises(Unsound, match="does not play deal 2"):
        state.apply(log.Played(table=1, deal=2, chips=[104] * 4, pot=0), 0)
    state.check()
    state.players[0].chips += 1
    with pytest.raises(Unsound, match="chips were bought"):
        state.check()


def test_pd_g3_the_last_one_wins_and_places_go_by_when_one_went_out() -> None:
    state = started(3)
    step(state)
    a, b, c = state.boards[1].players
    end(state, 1, c)
    step(state)
    end(state, 1, b)
    assert step(state) == [log.Finished(winner=a)]
    assert (state.status, state.winner) == ("ended", a)
    assert [(place, player.number) for place, player in state.standings()] == [(1, a), (2, b), (3, c)]
    assert state.players[a].chips + state.players[b].taken + state.players[c].taken == 3 * 104


def test_pd_g3_all_out_at_once_and_the_most_gold_stays() -> None:
    state = started(3)
    step(state)
    board = state.boards[1]
    entry = director.played(state, board, Settled((10, 30, 20), 252, (0, 1, 2), (0, 0, 0), None))
    assert entry.out == [board.players[0], board.players[2]]
    winner = board.players[1]
    state.apply(entry, 0)
    assert step(state) == [log.Finished(winner=winner)]
    assert state.players[winner].chips == 30 + 252  # what is left in the pot is the winner's
    # of equals, who spoke first: the dealer speaks last (PD-S3)
    state = started(2)
    step(state)
    board = state.boards[1]
    entry = director.played(state, board, Settled((20, 20), 168, (0, 1), (0, 0), None))
    assert entry.out == [board.players[0]]


def test_who_goes_out_together_is_placed_by_what_they_had_left() -> None:
    state = started(4)
    step(state)
    board = state.boards[1]
    players = list(board.players)
    state.apply(director.played(state, board, Settled((366, 20, 10, 20), 0, (1, 2, 3), (0,) * 4, None)), 0)
    places = {player.number: place for place, player in state.standings()}
    assert [places[number] for number in players] == [1, 2, 4, 2]


def test_late_registration_while_the_first_levels_are_played() -> None:
    state = started(6, late_levels=1)
    step(state)
    state.apply(log.Entered(person="p_ann", name="Ann"), MINUTE)
    ann = state.player_of("p_ann")
    assert ann is not None
    assert (ann.chips, state.bought) == (104, 7 * 104)
    assert step(state, MINUTE) == [log.Reseated(moves=[(ann.number, 2)])]  # the table is full: another is opened
    end(state, 1, now=MINUTE)
    step(state, MINUTE)
    assert sizes(state) == [3, 4]
    assert state.open_for_entry
    step(state, 15 * MINUTE)
    assert not state.open_for_entry


def test_pd_g2_re_buy_for_104_while_registration_is_open() -> None:
    state = started(3, late_levels=2, rebuys=1)
    state.players[2].person = "p_ann"
    step(state)
    end(state, 1, 2)
    ann = state.players[2]
    assert ann.offer == 30_000
    assert step(state, 1000) != []  # the others play on
    state.apply(log.Rebought(player=2), 2000)
    assert (ann.chips, ann.out_at, ann.rebuys, state.bought) == (104, None, 1, 4 * 104)
    step(state, 2000)
    end(state, 1, now=2000)
    step(state, 2000)
    assert sizes(state) == [3]
    end(state, 1, 2, now=3000)
    assert ann.offer is None  # once is agreed
    with pytest.raises(Unsound):
        state.apply(log.Rebought(player=0), 3000)


def test_nobody_wins_while_somebody_may_still_buy_in_again() -> None:
    state = started(2, late_levels=1, rebuys=1)
    state.players[1].person = "p_ann"
    step(state)
    end(state, 1, 1)
    assert step(state, 29_999) == []
    assert step(state, 30_000) == [log.Declined(player=1), log.Finished(winner=0)]


def test_bots_buy_in_again_as_often_as_they_may() -> None:
    state = started(2, late_levels=1, rebuys=1)
    step(state)
    end(state, 1, 1)
    assert log.Rebought(player=1) in step(state)


def test_a_mind_may_be_changed_before_the_start() -> None:
    state = TournamentState(make_plan("pandante"))
    for name in ("Ann", "Ben", "Cem"):
        state.apply(log.Entered(person=f"p_{name}", name=name), 0)
    state.apply(log.SignedOff(player=1), 0)
    assert [(player.number, player.name) for player in state.players] == [(0, "Ann"), (1, "Cem")]
    with pytest.raises(Unsound):
        state.apply(log.Started(tables=[[0]]), 0)
    assert state.status == "open"


def test_what_stays_at_the_table_stays_when_its_holder_goes() -> None:
    board = Board(1, [1, 2, 3])
    board.holder = 2
    board.remove(2)
    assert board.holder is None
    board.remove(1)
    assert board.dealer == 3
    board.remove(3)
    assert board.dealer is None
    board.add(9)
    assert board.dealer == 9


def test_a_fork_changes_nothing() -> None:
    state = started(7)
    fork = state.fork()
    step(fork)
    end(fork, 1, fork.boards[1].players[0])
    assert state.seq == 2
    assert all(board.deal is None for board in state.boards.values())
    assert sizes(state) == [3, 4]


def test_people_play_where_they_can_be_seen_and_bots_where_they_need_not_be() -> None:
    state = started(12)
    first, second = state.boards.values()
    ann = state.players[first.players[0]]
    assert not director.wants_people(state, first)
    ann.person = "p_ann"
    assert director.wants_people(state, first)
    assert not director.wants_people(state, second)
    ann.away = True
    assert not director.wants_people(state, first)
    del state.boards[second.number]
    assert director.wants_people(state, first)  # the last table is for all to see


def test_a_person_finds_the_deals_that_they_played_again() -> None:
    state = started(6)
    board = state.boards[1]
    ann, bot = state.players[board.players[0]], state.players[board.players[1]]
    ann.person = "p_ann"
    state.apply(log.Dealt(table=1, live="g_first"), 0)
    end(state, 1, bot.number)
    assert board.last_live == "g_first"
    state.apply(log.Dealt(table=1), 0)  # played by the house: nobody saw it
    end(state, 1)
    assert [past._asdict() for past in ann.past] == [{"live": "g_first", "table": 1, "deal": 1, "gain": 104}]
    assert bot.past == ()
    assert board.last_live == "g_first"


def test_only_games_with_tournaments_have_them() -> None:
    with pytest.raises(NoTournament, match="Panda Royale is not played as a tournament"):
        make_plan("royale")


def test_the_log_comes_back_from_json_as_it_was() -> None:
    entries: director.Entries = [
        log.Entered(person="p", name="Ann"),
        log.Reseated(moves=[(1, 2)], closed=[(3, 1)]),
        log.Played(table=1, deal=2, chips=[1, 2], pot=3, out=[4], holder=5),
    ]
    assert [log.decode(log.encode(entry)) for entry in entries] == entries


def as_data(state: TournamentState) -> dict[str, Any]:
    """All that is in a state, for comparing."""

    def slots(one: Any) -> dict[str, Any]:
        return {name: getattr(one, name) for name in type(one).__slots__}

    boards = {number: slots(board) | {"players": list(board.players)} for number, board in state.boards.items()}
    plain = {name: value for name, value in vars(state).items() if not name.startswith("_own")}
    return plain | {"players": [slots(player) for player in state.players], "boards": boards, "rules": None}


@pytest.mark.parametrize("bots", [3, 14])
def test_what_happens_in_a_fork_is_not_seen_elsewhere_and_the_other_way_round(bots: int) -> None:
    """Forks share what does not change: a whole tournament, each entry in a fork of the state before it."""
    plan = make_plan("pandante", bot="random", late_levels=2, rebuys=1)
    entries: list[tuple[int, log.AnyEntry]] = [(0, log.Entered("ann", "Ann")), (0, log.SignedOff(0))]
    simulate(plan, bots, 5, entries=entries)
    entries.insert(-1, (entries[-2][0], log.TimeGivenBack(5)))
    alone, state = TournamentState(plan), TournamentState(plan)
    for at, entry in entries:
        before = as_data(state)
        fork, other = state.fork(), state.fork()
        fork.apply(entry, at)
        assert as_data(state) == as_data(other) == before
        alone.apply(entry, at)
        assert as_data(fork) == as_data(alone)
        if at % 2:
            state = fork
        else:
            state.apply(entry, at)  # the one that was forked goes on, and the fork stays as it is
            assert as_data(fork) == as_data(alone) == as_data(state)
