"""The soak: it finds a list of moves that disagrees with the verifier, and says how to find it again."""

from __future__ import annotations

import json
import shlex

import pytest
from typer.testing import CliRunner

import pandarium
from pandarium import IllegalMove, Rng, Setup
from pandarium.testing.__main__ import app
from pandarium.testing.registration import temporarily_registered
from pandarium.testing.soak import Soaked, SoakPlan, draw_game, soak, soak_games

from .hidden_card import BET, SHOW, SWAP, Hidden, HiddenCard

PLAN = SoakPlan(("hidden",), seed=3)
GAMES = range(40)


class RefusesAListedMove(Hidden):
    """Only in one rare position: a card shown with the highest bet cannot be swapped, and the list does not know."""

    def legal(self, seat: int) -> list[int]:
        moves = [*(BET | bet << 4 for bet in range(1, self.setup.options["top"] + 1)), SWAP, SHOW]
        return [move for move in moves if super(RefusesAListedMove, self).refusal(seat, move) is None]

    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        if move == SWAP and self.shown[seat] and self.bets[seat] == self.setup.options["top"]:
            return IllegalMove("HC-2", "not with that bet")
        return super().refusal(seat, move)


class TakesAnUnlistedMove(Hidden):
    def legal(self, seat: int) -> list[int]:
        moves = super().legal(seat)
        return [move for move in moves if move != SWAP] if self.left == 2 else moves


def game_of(state: type[Hidden]) -> HiddenCard:
    class Mutant(HiddenCard):
        def new_state(self, setup: Setup, rng: Rng) -> Hidden:
            return state(setup, rng)

    return Mutant()


@pytest.mark.parametrize(
    ("mutant", "what"), [(RefusesAListedMove, "but play refuses it"), (TakesAnUnlistedMove, "lists neither it nor")]
)
def test_a_planted_fault_is_found_with_its_position_and_found_again(mutant: type[Hidden], what: str) -> None:
    game = game_of(mutant)
    soaked = soak_games(PLAN, GAMES, lambda _: game)
    find = next(find for find in soaked.finds if what in find.what)
    with temporarily_registered(game):
        assert game.load(json.loads(find.position)).dump() == json.loads(find.position)
    assert soak_games(PLAN, [find.number], lambda _: game).finds == (find,)
    assert f"--soak --seed 3 --first {find.number} --count 1" in str(find)


def test_a_correct_game_has_nothing_to_find_and_games_differ() -> None:
    game = HiddenCard()
    soaked = soak_games(PLAN, GAMES, lambda _: game)
    assert (soaked.games, soaked.finds) == (len(GAMES), ())
    assert soaked.positions >= 6 * len(GAMES)
    tops = {drawn.options["top"] for number in GAMES if (drawn := draw_game(PLAN, number, lambda _: game))}
    assert len(tops) > 1


def test_every_size_and_every_choice_of_every_option_is_played() -> None:
    plan = SoakPlan(tuple(pandarium.names()))
    seen: dict[str, set[object]] = {}
    for number in range(2000):
        drawn = draw_game(plan, number)
        if drawn is not None:
            found = seen.setdefault(drawn.game.meta.name, set())
            found |= {drawn.seats, *drawn.options.items()}
    for name in plan.games:
        meta = pandarium.game(name).meta
        wanted = {(option.name, choice) for option in meta.options for choice in option.choices}
        assert wanted | set(range(meta.seats[0], meta.seats[1] + 1)) <= seen[name]


def test_what_was_kept_the_same_stands_in_the_command_that_repeats_a_find() -> None:
    game = game_of(RefusesAListedMove)
    find = soak_games(SoakPlan(("hidden",), 3, 2, {"top": 3}), GAMES, lambda _: game).finds[0]
    assert f"hidden --soak --seed 3 --seats 2 --option top=3 --first {find.number} --count 1" in str(find)


def test_the_run_ends_when_it_is_told_to() -> None:
    reports: list[Soaked] = []

    def report(soaked: Soaked) -> bool:
        reports.append(soaked)
        return len(reports) < 2

    soak(SoakPlan(("royale",)), processes=0, report=report)
    assert len(reports) == 2


def test_the_command_prints_what_was_found_and_fails() -> None:
    game = game_of(RefusesAListedMove)
    with temporarily_registered(game):
        found = CliRunner().invoke(app, shlex.split("hidden --soak --seed 3 --count 40 --processes 0"))
    assert found.exit_code == 1
    assert "position  {" in found.output
    fine = CliRunner().invoke(app, shlex.split("royale --soak --count 2 --processes 0"))
    assert (fine.exit_code, "0 disagreements" in fine.output) == (0, True)
