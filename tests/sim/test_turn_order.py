"""Who moves next: anyone, or whoever is first by their reaction times. The same seed gives the same games."""

from __future__ import annotations

from typing import Any

import pytest

import pandarium
from pandarium.bots import make
from pandarium.bots.speed import FASTEST, SLOWEST, SPEEDS, reaction, split_speed
from pandarium.core.bot import Bot
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.kit.strength import strength_plan
from pandarium.kit.study import Question, Results, StudyTable, mean
from pandarium.sim import simulate
from pandarium.sim.strength import plan
from pandarium.sim.study_runner import run_study
from pandarium.sim.turn_order import by_reaction_time, reaction_times


class Clocked(Bot):
    """Does something if it can, and remembers when it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        self.asked += 1
        return state.legal(seat)[0]


def play(reactions: list[int], seed: int = 1) -> tuple[list[tuple[int, int]], State]:
    state = pandarium.game("wildstyle").start(len(reactions), seed=seed)
    bots: list[Bot] = [Clocked() for _ in reactions]
    moves = []
    for seat, move in by_reaction_time(state, bots, Rng(seed), reactions):
        assert move in state.legal(seat)
        state.play(seat, move)
        moves.append((seat, move))
    return moves, state


def test_the_faster_acts_more_often_ws_41() -> None:
    moves, state = play([250, 1000])
    seats = [seat for seat, _ in moves[: len(moves) // 3]]
    assert state.outcome() is not None
    assert seats.count(0) > 2 * seats.count(1)


def test_the_same_seed_gives_the_same_touches_ws_41() -> None:
    assert play([400, 700, 900])[0] == play([400, 700, 900])[0]
    assert play([400, 700, 900])[0] != play([400, 700, 901])[0]


def test_a_touch_that_comes_too_late_is_looked_over_ws_40() -> None:
    """Both see the last card of the pile and want it; one gets it, and the other does something else."""
    state = pandarium.game("wildstyle").start(2, seed=3)
    bots = [Clocked(), Clocked()]
    played = 0
    for seat, move in by_reaction_time(state, bots, Rng(3), [500, 500]):
        state.play(seat, move)
        played += 1
    assert sum(bot.asked for bot in bots) > played


def test_levels_say_how_fast_they_are() -> None:
    game = pandarium.game("wildstyle")
    assert make(game, "planner@quick").name == "planner"
    assert split_speed("planner@calm") == ("planner", SPEEDS["calm"])
    assert list(SPEEDS.values()) == sorted(SPEEDS.values(), reverse=True)
    for wrong in ("planner@", "planner@fast", "planner@0", "planner@-5", f"planner@{SLOWEST + 1}", "planner@1e3"):
        with pytest.raises(pandarium.PandariumError, match="a speed is calm, brisk, quick"):
            make(game, wrong)


def test_hands_are_like_peoples() -> None:
    """Half of all touches are faster than the usual time, some are much slower, and none comes too soon to be true."""
    rng = Rng(4)
    for usual in SPEEDS.values():
        taken = sorted(reaction(usual, rng) for _ in range(2_000))
        assert taken[0] >= FASTEST
        assert 0.95 * usual < taken[1_000] < 1.05 * usual
        assert taken[100] < 0.65 * usual
        assert taken[1_900] > 1.6 * usual
        assert sum(taken) > 2_000 * usual, "the slow ones are farther from the usual than the fast ones"


def test_a_bot_may_be_told_to_be_faster_than_any_hand() -> None:
    rng = Rng(4)
    assert min(reaction(FASTEST // 2, rng) for _ in range(100)) == FASTEST // 2
    assert reaction(0, rng) == 0


def test_who_says_nothing_is_brisk_beside_those_who_do() -> None:
    setup = pandarium.game("wildstyle").setup(2)
    assert reaction_times(setup, ["planner", "planner"]) is None
    assert reaction_times(setup, ["planner", "planner@quick"]) == [SPEEDS["brisk"], SPEEDS["quick"]]


@pytest.mark.parametrize(("game", "options"), [("wildstyle", {"pace": "turns"}), ("royale", {})])
def test_where_nobody_is_faster_a_speed_is_refused_ws_41(game: str, options: dict[str, Any]) -> None:
    with pytest.raises(pandarium.PandariumError, match="leave out what follows the @"):
        simulate(game, ["random@quick", "random"], 1, options=options, workers=1)


def test_simulate_tells_speeds_apart_and_gives_the_same_numbers_again() -> None:
    def run(seed: int) -> list[tuple[str, float]]:
        report = simulate("wildstyle", ["filler@quick", "filler@calm"], 6, seats=2, seed=seed, workers=1)
        assert "--bots filler@quick,filler@calm" in report.command
        return [(row.bot, row.mean) for row in report.rows]

    assert run(1) == run(1) != run(2)
    (quick, fast), (calm, slow) = run(1)
    assert (quick, calm) == ("filler@quick", "filler@calm")
    assert fast > slow + 5, "almost twice as fast"


def test_a_study_seats_bots_with_speeds_and_plays_what_simulate_plays() -> None:
    table = StudyTable(2, ("filler@quick", "filler@calm"))
    _, rows = run_study(
        "wildstyle", 4, asked=[Question("q", "?", [table], Results, [mean("score")])], seed=5, workers=1
    )
    report = simulate("wildstyle", ["filler@quick", "filler@calm"], 4, seats=2, seed=5, workers=1)
    total = {row.bot: row.mean * row.seats for row in report.rows}
    columns = rows["q"].columns
    for bot, points in total.items():
        scores = zip(columns["bot"], columns["score"], strict=True)
        assert sum(int(score) for name, score in scores if name == bot) == points


def test_strength_is_measured_at_equal_speeds_and_then_speed_alone() -> None:
    game = pandarium.game("wildstyle")
    lines = plan(game, 1000)
    relaxed = [line for line in lines if line.options == {"pace": "turns"}]
    assert {line.seats for line in lines} == {2, 3, 4, 5}
    assert all("@" not in f"{line.stronger}{line.weaker}" for line in relaxed)
    raced = [line for line in lines if line.options == {"pace": "real time"}]
    assert ("planner@brisk", "filler@brisk") in {(line.stronger, line.weaker) for line in raced}
    alone = {
        (line.stronger, line.weaker) for line in raced if line.stronger.split("@")[0] == str(line.weaker).split("@")[0]
    }
    assert alone == {("planner@brisk", "planner@calm"), ("planner@quick", "planner@brisk")}
    assert {line.games for line in lines if line.stronger.startswith("strong")} == {
        int(1000 * strength_plan(game).thinking["strong"])
    }
