"""PD-G3: a tournament at several real tables is seated by the same code as one on the server."""

from __future__ import annotations

from typing import Any

import pytest

import pandarium
from pandarium.companion import EveningEntries, fold, follow
from pandarium.companion.tournament import Moved, RealTournamentPage
from pandarium.core.rng import Rng
from pandarium.tournament.seating import spread

game = pandarium.game("pandante")
AT = 1_763_472_000
NAMES = ["Ann", "Ben", "Cem", "Dea", "Eli", "Fay"]
MORE = ["Gus", "Hal", "Ivy", "Jon", "Kim", "Lea", "Max"]
JOIN = f"{AT} join {', '.join(MORE)}"
STARTED = ["tables", JOIN, f"{AT} start 77", f"{AT} clock start"]


def shown(*entries: str) -> RealTournamentPage:
    told = EveningEntries(names=NAMES, options={"gambling": "tournament"}, entries=list(entries))
    found = fold(game, told)
    assert found.fault is None, found.fault
    assert isinstance(found.page, RealTournamentPage)
    return found.page


def fault(*entries: str) -> str:
    told = EveningEntries(names=NAMES, options={"gambling": "tournament"}, entries=list(entries))
    found = fold(game, told).fault
    assert found is not None
    assert found.index == len(entries) - 1
    return f"{found.reason} ({found.rule})" if found.rule else found.reason


def seated(page: RealTournamentPage) -> dict[int, list[str]]:
    return {table.number: table.players for table in page.tables}


def test_pd_g3_everybody_draws_a_seat_at_as_few_tables_as_will_do() -> None:
    assert shown("tables", JOIN).players == [*NAMES, *MORE]
    page = shown(*STARTED)
    assert (page.status, page.most, page.buy_in) == ("running", 6, 104)
    tables = seated(page)
    assert sorted(name for table in tables.values() for name in table) == sorted([*NAMES, *MORE])
    assert [len(table) for table in tables.values()] == [len(table) for table in spread(range(13), 6)]
    assert seated(shown("tables", JOIN, f"{AT} start 78")) != tables  # the number decides


def test_pd_g3_tables_are_merged_when_all_fit_at_one_fewer() -> None:
    tables = seated(shown(*STARTED))
    gone = tables[3][0]
    page = shown(*STARTED, f"{AT} out {gone}")
    assert page.closed == [3]
    assert sorted(len(table) for table in seated(page).values()) == [6, 6]
    assert {one.name for one in page.moved} == {*tables[3]} - {gone}
    assert all(one == Moved(one.name, 3, one.target) for one in page.moved)


def test_pd_g3_who_would_deal_next_goes_to_the_smaller_table() -> None:
    names = [f"P{number}" for number in range(12)]
    entries = ["tables", f"{AT} join {', '.join(names)}", f"{AT} start 5"]
    tables = seated(shown(*entries))
    assert [len(table) for table in tables.values()] == [6, 6, 6]
    first, second = tables[1][1], tables[1][2]
    page = shown(*entries, f"{AT} out {first}, {second}")
    assert sorted(len(table) for table in seated(page).values()) == [5, 5, 6]
    assert len(page.moved) == 1
    assert page.moved[0].target == 1


def test_a_deal_without_losses_passes_the_deal() -> None:
    before = shown(*STARTED).tables[0]
    after = shown(*STARTED, f"{AT} played 1").tables[0]
    assert before.dealer == before.players[0]
    assert after.dealer == before.players[1]


def test_pd_g3_the_last_one_wins_and_places_are_kept() -> None:
    entries = ["tables", f"{AT} start 1"]
    order = [*NAMES[1:]]
    for name in order:
        entries.append(f"{AT} out {name}")
    page = shown(*entries)
    assert page.status == "ended"
    assert [one.name for one in page.standings] == ["Ann", *reversed(order)]
    assert [one.place for one in page.standings] == [1, 2, 3, 4, 5, 6]


def test_pd_g3_the_clock_runs_pauses_and_is_set_forward() -> None:
    clock = shown(*STARTED).clock
    assert (clock.running, clock.seconds, clock.at, clock.level_seconds) == (True, 0, AT, 900)
    assert clock.multipliers[:3] == [1, 2, 3]
    paused = shown(*STARTED, f"{AT + 100} clock pause").clock
    assert (paused.running, paused.seconds) == (False, 100)
    skipped = shown(*STARTED, f"{AT + 100} clock pause", f"{AT + 500} clock next").clock
    assert (skipped.running, skipped.seconds) == (False, 900)
    again = shown(*STARTED, f"{AT + 100} clock pause", f"{AT + 500} clock start").clock
    assert (again.running, again.seconds, again.at) == (True, 100, AT + 500)


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        (["tables", "join Gus"], "cannot read the move 'join Gus'; write 'tables' first"),
        (["tables", f"{AT} dance Ann"], "cannot read the move"),
        (["tables", f"{AT} join Ann"], "Ann is there already (PD-G3)"),
        (["tables", f"{AT} start x"], "cannot read the move 'x'; behind 'start' comes a number"),
        (["tables", f"{AT} out Ann"], "it has not started yet, or is over (PD-G3)"),
        ([*STARTED, JOIN], "nobody joins any more (PD-G3)"),
        ([*STARTED, f"{AT} start 5"], "it has started already (PD-G3)"),
        ([*STARTED, f"{AT} out Zoe"], "nobody called Zoe is in (PD-G3)"),
        ([*STARTED, f"{AT} played 9"], "there is no table 9 (PD-G3)"),
        ([*STARTED, f"{AT} clock start"], "the clock runs already (PD-G3)"),
        ([*STARTED, f"{AT} clock stop"], "cannot read the move 'stop'; the clock knows"),
    ],
)
def test_an_entry_that_cannot_be_is_told_with_its_rule(entries: list[str], why: str) -> None:
    assert fault(*entries).startswith(why)


def test_who_goes_out_together_sat_at_one_table() -> None:
    tables = seated(shown(*STARTED))
    assert fault(*STARTED, f"{AT} out {tables[1][0]}, {tables[2][0]}").startswith("those who go out together")


def test_a_wrong_entry_changes_nothing_and_a_wrong_name_is_corrected() -> None:
    tables = seated(shown(*STARTED))
    wrong, right = tables[3][0], tables[3][1]
    page = shown(*STARTED, f"{AT} out {right}")
    assert right not in [name for table in seated(page).values() for name in table]
    told = EveningEntries(names=NAMES, options={}, entries=[*STARTED, f"{AT} out {wrong}", f"{AT} out {wrong}"])
    found: Any = fold(game, told)
    assert found.fault.reason == f"nobody called {wrong} is in"
    assert found.page == shown(*STARTED, f"{AT} out {wrong}")


def test_at_a_keyboard_the_time_and_the_draw_come_by_themselves() -> None:
    evening, _, _ = follow(game, EveningEntries(names=NAMES, options={}, entries=["tables"]))
    assert evening.complete("out Ben", AT, Rng(1)) == f"{AT} out Ben"
    start = evening.complete("start", AT, Rng(1))
    assert start.startswith(f"{AT} start ")
    assert str(evening.prompt().message) == "6 players: 'join Gus, Hal' or 'start'"  # type: ignore[union-attr]
    evening.enter(start)
    assert str(evening.prompt().message).startswith("Tables 1: ")  # type: ignore[union-attr]
    for name in NAMES[1:]:
        evening.enter(f"{AT} out {name}")
    assert str(evening.prompt().message) == "Ann has won; 'quit' leaves"  # type: ignore[union-attr]
    assert (evening.view(), evening.points(), evening.outcome()) == (None, [], None)
