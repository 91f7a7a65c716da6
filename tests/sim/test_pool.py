"""Chunks that are lost with their worker: played again, until it is plain that they are the reason."""

from __future__ import annotations

import os
from multiprocessing import active_children
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import pandarium
from pandarium.bots import levels
from pandarium.kit.strength import strength_plan
from pandarium.sim import pool, simulate
from pandarium.sim.chunks import Chunk, GameQueue
from pandarium.sim.pool import MOST_LOSSES, Pool, play_chunks, play_games
from pandarium.sim.simulation import SimulationPlan, SimulationPlayer
from pandarium.sim.study_player import StudyPlan, StudyPlayer
from pandarium.sim.study_runner import _watched_tables, choose, questions, run_study
from pandarium.sim.workers import WorkerPool


class Played(NamedTuple):
    numbers: range
    games: int
    seconds: float


class Deaths(NamedTuple):
    """A plan: whoever plays game number 5 dies, for so many times."""

    game: str
    times: int
    folder: Path


class Mortal:
    """Plays games that are nothing but numbers."""

    def __init__(self, plan: Deaths, stop: Any = None) -> None:
        self.plan = plan

    def play(self, first: int, last: int) -> Played:
        died = len(list(self.plan.folder.iterdir()))
        if 5 in range(first, last) and died < self.plan.times:
            (self.plan.folder / str(died)).touch()
            os._exit(1)
        return Played(range(first, last), last - first, 1.0)


def numbers(played: list[Played]) -> list[int]:
    return sorted(number for chunk in played for number in chunk.numbers)


@pytest.mark.parametrize("deaths", [0, 1, MOST_LOSSES - 1])
def test_games_lost_with_a_worker_are_played_again_and_no_others(tmp_path: Path, deaths: int) -> None:
    played = list(play_games(Mortal(Deaths("royale", deaths, tmp_path)), [GameQueue(12)], workers=2))
    assert numbers(played) == list(range(12))
    assert len(list(tmp_path.iterdir())) == deaths


def test_games_that_end_every_worker_end_the_run_in_words(tmp_path: Path) -> None:
    everyone = play_games(Mortal(Deaths("royale", 10**6, tmp_path)), [GameQueue(12)], workers=2)
    with pytest.raises(pandarium.PandariumError, match=r"workers were ended from outside 3 times .*try fewer workers"):
        list(everyone)
    assert len(list(tmp_path.iterdir())) >= MOST_LOSSES


@pytest.mark.parametrize("name", pandarium.names())
def test_a_game_is_the_same_whatever_its_player_has_played_before(name: str) -> None:
    """So it may be played again, elsewhere. (The strongest levels are built alike, and think for too long.)"""
    game = pandarium.game(name)
    for level in [*levels(game)[:-1], *strength_plan(game).sparring()]:
        plan = SimulationPlan(name, (level,) * max(2, game.meta.seats[0]), {}, None, 5)
        busy = SimulationPlayer(plan)
        busy.play(0, 1)
        one, other = busy.play(1, 2), SimulationPlayer(plan).play(1, 2)
        assert (one.moves, one.tallies) == (other.moves, other.tallies), level


def test_what_is_observed_is_the_same_whatever_its_player_has_played_before() -> None:
    plan = StudyPlan("royale", _watched_tables(choose(questions("royale"), ["lead"])), 5)
    busy = StudyPlayer(plan)
    for table in range(len(plan.tables)):
        busy.play(table, 0, 1)
        one, other = busy.play(table, 1, 2), StudyPlayer(plan).play(table, 1, 2)
        assert (one.moves, one.rows) == (other.moves, other.rows)


class Shaky:
    """A pool in which a worker dies whenever one has played something: chunk by chunk it gets there all the same."""

    def __init__(self) -> None:
        self.chunks: list[Chunk] = []

    def capacity(self) -> int:
        return 4

    def submit(self, chunk: Chunk) -> None:
        self.chunks.append(chunk)

    def wait(self) -> list[tuple[Chunk, Any]]:
        (first, last), *lost = self.chunks
        self.chunks.clear()
        return [((first, last), Played(range(first, last), last - first, 1.0)), *((chunk, None) for chunk in lost)]

    def close(self) -> None:
        self.chunks.clear()


def test_as_long_as_something_is_played_nobody_gives_up() -> None:
    assert numbers(list(play_chunks(Shaky(), [GameQueue(50)]))) == list(range(50))


class Lost:
    """Counts chunks that were lost, and ends a worker until there are some."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.chunks: list[Chunk] = []
        real = pool._play_again

        def watch(pool: Pool, lost: list[Chunk], losses: Any) -> None:
            self.chunks += lost
            real(pool, lost, losses)

        monkeypatch.setattr(pool, "_play_again", watch)

    def kill_one(self, done: int) -> None:
        if not self.chunks:
            active_children()[0].kill()


def test_a_simulation_survives_a_killed_worker_with_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = Lost(monkeypatch)
    two = simulate("royale", ["greedy", "random"], 120, seats=4, workers=2, progress=lost.kill_one)
    assert lost.chunks
    one = simulate("royale", ["greedy", "random"], 120, seats=4, workers=1)
    assert (one.rows, one.moves, one.games) == (two.rows, two.moves, two.games)


def test_a_study_survives_a_killed_worker_with_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = Lost(monkeypatch)
    two, _ = run_study("royale", 60, only=["lead"], workers=2, progress=lost.kill_one)
    assert lost.chunks
    one, _ = run_study("royale", 60, only=["lead"], workers=1)
    assert one.answers == two.answers


def test_a_worker_that_died_before_it_got_a_chunk_is_replaced(tmp_path: Path) -> None:
    workers = WorkerPool(Mortal(Deaths("royale", 0, tmp_path)), 2)
    workers.submit((0, 1))
    assert workers.wait()[0][0] == (0, 1)
    for process in active_children():
        process.kill()
        process.join()
    played = None
    while played is None:
        workers.submit((1, 2))
        [(_, played)] = workers.wait()
    assert played.numbers == range(1, 2)
    workers.close()
