"""Bots and simulations where all choose at once and win or lose together, shown with a game of one choice each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandarium import Game, Meta, Outcome, Rng, Setup, State
from pandarium.bots import SearchBot
from pandarium.core.bot import ask, ask_advice
from pandarium.core.layout import Layout
from pandarium.sim import simulate, simulation, turn_order

LIFTS = [1, 2, 3]


class Lifting(State):
    """Everyone secretly lifts with a force of 1, 2 or 3."""

    forces: list[int]

    def actors(self) -> list[int]:
        return [seat for seat, force in enumerate(self.forces) if force == 0]

    def legal(self, seat: int) -> list[int]:
        return LIFTS if self.forces[seat] == 0 else []

    def refusal(self, seat: int, move: int) -> None:
        return None

    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        self.forces[seat] = move

    def outcome(self) -> Outcome | None:
        if self.actors():
            return None
        everyone = tuple(range(len(self.forces)))
        together = self.setup.game.meta.cooperative
        best = tuple(seat for seat in everyone if self.forces[seat] == max(self.forces))
        winners = (everyone if sum(self.forces) >= 3 * len(everyone) - 1 else ()) if together else best
        return Outcome(winners, tuple(self.forces), "lifted")

    def clone(self) -> Lifting:
        copy = Lifting(self.setup, self.rng.clone())
        copy.forces = list(self.forces)
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Lifting:
        twin = self.clone()
        twin.forces = [force if place == seat else 0 for place, force in enumerate(self.forces)]
        return twin


class Bench(Setup):
    def start(self, seed: int, log: list[Any] | None = None) -> Lifting:
        state = Lifting(self, Rng(seed))
        state.forces = [0] * self.seats
        return state


class Lift(Game):
    observation = Layout(())
    folder = Path(__file__).parent

    def __init__(self, cooperative: bool) -> None:
        self.meta = Meta("lift", "Lift", "", (2, 4), (1, 1), "LI", cooperative=cooperative)

    def build(self, seats: int, options: dict[str, Any], content: Any) -> Bench:
        return Bench(self, seats, options, content)

    def say(self, move: int) -> str:
        return str(move)

    def read(self, text: str) -> int:
        return int(text)

    def describe(self, move: int) -> msgspec.Struct:
        raise NotImplementedError

    def view(self, state: Any, viewer: int | None) -> msgspec.Struct:
        raise NotImplementedError

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> msgspec.Struct | None:
        raise NotImplementedError

    def dump(self, state: Any) -> dict[str, Any]:
        raise NotImplementedError

    def load(self, data: Any) -> State:
        raise NotImplementedError


@pytest.mark.parametrize("cooperative", [False, True])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_search_finds_the_best_choice_when_all_choose_at_once(cooperative: bool, seats: int) -> None:
    state = Lift(cooperative).start(seats=seats, seed=1)
    for seat in range(seats):
        assert ask(SearchBot(400), state, seat, Rng(5)) == 3


def test_only_winning_counts_where_all_win_or_lose_together() -> None:
    state = Lift(cooperative=True).start(seats=2, seed=1)
    advice = {line.move: line.value for line in ask_advice(SearchBot(300), state, 0, Rng(5))}
    assert advice[1] == 0  # 1 + 3 is never enough
    assert advice[3] > advice[2] > 0


def test_with_fewer_playouts_than_moves_every_move_has_still_been_tried() -> None:
    state = Lift(cooperative=False).start(seats=3, seed=1)
    advice = ask_advice(SearchBot(1), state, 0, Rng(5))
    assert {line.move for line in advice} == set(LIFTS)


def test_a_victory_of_all_counts_once_for_every_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "find_game", lambda name: Lift(cooperative=True))
    report = simulate("lift", ["hard", "random"], 60, seats=3, seed=2, workers=1)
    hard, random = report.rows
    assert 0 < hard.wins < 60
    assert hard.wins == random.wins
    assert hard.fair == random.fair == 1.0
    assert simulate("lift", ["hard"], 20, seats=3, workers=1).rows[0].win_rate == 1.0


def test_a_shared_victory_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "find_game", lambda name: Lift(cooperative=False))
    report = simulate("lift", ["hard", "random"], 60, seats=2, seed=2, workers=1)
    assert sum(row.wins for row in report.rows) == 60
    assert report.rows[1].wins * 2 == int(report.rows[1].wins * 2)
    assert report.rows[0].win_rate > 0.75


@pytest.mark.parametrize(
    ("lifted", "half"),
    [
        # game means 1, 2, 3: sd 1, three games, 4.30265 · sqrt(1 / 3)
        ([1, 1, 2, 2, 3, 3], 2.48414),
        # game means 2, 2, 2: seats differ, games do not
        ([1, 3, 2, 2, 3, 1], 0.0),
    ],
)
def test_a_mean_score_counts_games_and_not_their_seats(
    monkeypatch: pytest.MonkeyPatch, lifted: list[int], half: float
) -> None:
    forces = iter(lifted)
    monkeypatch.setattr(simulation, "find_game", lambda name: Lift(cooperative=False))
    monkeypatch.setattr(turn_order, "ask", lambda *_: next(forces))
    row = simulate("lift", ["random"], 3, seats=2, workers=1).rows[0]
    assert row.mean == 2
    assert row.mean_interval == pytest.approx((2 - half, 2 + half), abs=1e-5)
    assert row.mean_text == f"2.0 ± {half:.1f}"


def test_one_game_has_a_mean_score_without_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "find_game", lambda name: Lift(cooperative=False))
    row = simulate("lift", ["random"], 1, seats=2, workers=1).rows[0]
    assert row.mean_interval is None
    assert row.mean_text == f"{row.mean:.1f}"
