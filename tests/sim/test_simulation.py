from __future__ import annotations

import os
import re
import shlex
import signal
import time
from statistics import variance
from types import SimpleNamespace
from typing import Any, cast

import pytest

import pandarium
from pandarium.core.meta import Option
from pandarium.kit.study import Question, Results, StudyTable, mean
from pandarium.sim import SimulationReport, simulate, turn_order
from pandarium.sim.intervals import wilson
from pandarium.sim.report import WIN, Tally, make_row
from pandarium.sim.simulation import SimulationPlan, _command
from pandarium.sim.study_runner import run_study

from .conftest import RunScript, rest_of


def same(one: SimulationReport, other: SimulationReport) -> bool:
    return one.rows == other.rows and one.moves == other.moves and one.games == other.games


def test_the_same_seed_gives_the_same_numbers_on_any_number_of_workers() -> None:
    one = simulate("royale", ["random"], 60, seats=3, seed=4, workers=1)
    two = simulate("royale", ["random"], 60, seats=3, seed=4, workers=2)
    assert same(one, two)
    assert not same(one, simulate("royale", ["random"], 60, seats=3, seed=5, workers=1))


def test_every_bot_sits_in_every_seat_equally_often(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, str]] = []

    def watch(bot: Any, state: Any, seat: int, rng: Any) -> int:
        seen.append((seat, bot.name))
        moves: list[int] = state.legal(seat)
        return moves[0]

    monkeypatch.setattr(turn_order, "ask", watch)
    simulate("royale", ["random", "greedy"], 12, seats=3, workers=1)
    picks = {key: seen.count(key) for key in seen if key[1] == "greedy"}
    assert set(picks) == {(0, "greedy"), (1, "greedy"), (2, "greedy")}


def test_mirrored_every_deal_is_played_from_every_place(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, str]] = []

    def watch(bot: Any, state: Any, seat: int, rng: Any) -> int:
        if state.round == 1 and seat == 0:
            seen.append((bot.name, str(state.dump()["hands"])))
        moves: list[int] = state.legal(seat)
        return moves[0]

    monkeypatch.setattr(turn_order, "ask", watch)
    report = simulate("royale", ["random", "greedy"], 5, seats=2, workers=1, mirrored=True)
    assert (report.games, report.turns) == (6, 2)
    assert report.command.endswith("--games 6 --bots random,greedy --seats 2 --seed 0 --mirrored")
    for (first, dealt), (second, again) in zip(seen[::2], seen[1::2], strict=True):
        assert {first, second} == {"random", "greedy"}
        assert dealt == again


def test_mirrored_games_give_the_same_numbers_on_any_number_of_workers() -> None:
    one, two = (simulate("royale", ["greedy", "random"], 60, seats=4, workers=n, mirrored=True) for n in (1, 2))
    assert same(one, two)
    assert sum(row.wins for row in one.rows) == pytest.approx(60)


def test_what_mirrored_games_are_worth_follows_from_how_deals_differ() -> None:
    split, won = WIN, 2 * WIN
    tally = Tally(seats=200, win_parts=60 * split + 40 * won, deal_win_squares=60 * split**2 + 40 * won**2)
    row = make_row("a", tally, 200, 2, turns=2)
    assert row.win_rate == 0.7
    by_deal = [0.5] * 60 + [1.0] * 40  # by hand: the spread of a deal's share, and of a game's with a deal of its own
    assert row.gain == pytest.approx(0.7 * 0.3 / 200 / (variance(by_deal) / 100))
    assert row.win_interval == wilson(140 * row.gain, 200 * row.gain)
    assert make_row("a", tally, 200, 2).gain == 1
    few = Tally(seats=40, win_parts=20 * split, deal_win_squares=20 * split**2)
    assert make_row("a", few, 40, 2, turns=2).gain == 1


def test_wins_add_up_to_the_games_even_when_shared() -> None:
    report = simulate("royale", ["greedy", "random"], 40, seats=5, workers=1)
    assert sum(row.wins for row in report.rows) == pytest.approx(40)
    assert [row.seats for row in report.rows] == [40 * 3, 40 * 2]
    assert [row.fair for row in report.rows] == [0.6, 0.4]


def test_a_batch_gives_the_same_intervals_of_mean_scores_as_a_study() -> None:
    bots = ("greedy", "random")
    report = simulate("royale", bots, 12, seats=3, seed=4, workers=2)
    asked = Question("scores", "?", [StudyTable(3, bots)], Results, [mean("score", by="bot")])
    found, _ = run_study("royale", 12, asked=[asked], seed=4, workers=1)
    figures = {figure.group["bot"]: figure for figure in found.answers[0].figures}
    for row in report.rows:
        assert row.mean == pytest.approx(figures[row.bot].value)
        assert row.mean_interval == pytest.approx((figures[row.bot].low, figures[row.bot].high))


def test_without_seats_there_are_as_many_as_bots_or_the_fewest() -> None:
    assert simulate("royale", ["random"], 1, workers=1).seats == 2
    assert simulate("royale", ["random"] * 4, 1, workers=1).seats == 4


def test_progress_is_told_how_many_games_are_done() -> None:
    received: list[int] = []
    simulate("royale", ["random"], 30, seats=2, workers=1, progress=received.append)
    assert received == sorted(received)
    assert received[-1] == 30


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_batch_reports_what_was_played(workers: int) -> None:
    def stop(done: int) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    report = simulate("royale", ["random"], 100_000, seats=2, workers=workers, progress=stop)
    assert report.interrupted
    assert 8 <= report.games < 100_000
    assert report.rows[0].seats == 2 * report.games


PATIENCE = 300
"""Seconds after which something has gone wrong, however busy the machine is."""

SCRIPT = """
import sys
from pandarium.sim import simulate

def report_progress(done):
    print(done, flush=True)

report = simulate("royale", ["greedy"], int(sys.argv[1]), seats=10, workers=2, progress=report_progress)
print("interrupted" if report.interrupted else "complete", report.games)
"""


def wait_until_gone(group: int) -> bool:
    """Whether every process of the group ends by itself."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_a_plain_script_may_simulate_on_several_cores(run_script: RunScript) -> None:
    out, err = run_script(SCRIPT, 12).communicate(timeout=PATIENCE)
    assert out.splitlines()[-1] == "complete 12"
    assert err == ""


def test_ctrl_c_gives_a_report_no_traceback_and_leaves_nobody_behind(run_script: RunScript) -> None:
    script = run_script(SCRIPT, 10_000_000)
    assert script.stdout is not None
    assert int(script.stdout.readline()) > 0
    os.killpg(script.pid, signal.SIGINT)
    out, err = rest_of(script)
    assert re.fullmatch(r"interrupted [1-9]\d*", out.splitlines()[-1])
    assert err == ""
    assert wait_until_gone(script.pid)


def test_workers_end_with_a_parent_that_was_killed(run_script: RunScript) -> None:
    script = run_script(SCRIPT, 10_000_000)
    assert script.stdout is not None
    script.stdout.readline()
    script.kill()
    script.communicate()
    assert wait_until_gone(script.pid)


def test_the_report_says_how_to_get_it_again() -> None:
    report = simulate("royale", ["random"], 3, seats=2, options={"children": True}, seed=9, workers=1)
    assert report.command == (
        "pandarium simulate royale --games 3 --bots random --seats 2 --seed 9 --option children=yes"
    )
    assert report.options == {"children": True, "first_roll": False}


def test_json_and_back() -> None:
    report = simulate("royale", ["random"], 3, seats=2, workers=1)
    assert SimulationReport.from_json(report.to_json()) == report


@pytest.mark.parametrize("text", ["", "{}", "[1", b"\xff"])
def test_what_is_no_report_is_refused(text: str | bytes) -> None:
    with pytest.raises(pandarium.BadData, match="not a Pandarium report"):
        SimulationReport.from_json(text)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "at least 1 game"),
        ({"workers": 0}, "at least 1 worker"),
        ({"bots": []}, "at least one bot"),
        ({"bots": ["best"]}, "no Panda Royale bot called 'best'"),
        ({"seats": 11}, "2 to 10 players"),
        ({"bots": ["random"] * 3, "seats": 2}, "3 bots do not fit at a table for 2"),
        ({"game": "royal"}, "did you mean 'royale'"),
        ({"options": {"childern": True}}, "did you mean 'children'"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"content": "/nowhere"}, "a content pack is a folder"),
    ],
)
def test_bad_input_is_refused_before_the_first_game(wrong: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"game": "royale", "bots": ["random"], "games": 1, **wrong}
    with pytest.raises(pandarium.PandariumError, match=re.escape(message)):
        simulate(**given)


def test_the_command_can_be_pasted_into_a_shell() -> None:
    found = pandarium.game("wildstyle")
    turned = found.meta._replace(options=(Option("pace", "", "turns", ("turns", "real time")),))
    batch = SimulationPlan("wildstyle", ("random", "random"), {"pace": "real time"}, None, 0)
    words = shlex.split(_command(cast("Any", SimpleNamespace(meta=turned)), batch, ["random"], 5))
    assert words[-2:] == ["--option", "pace=real time"]
