from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

import pandarium
from pandarium.core import registry
from pandarium.testing import CHECKS, Budget, ConformanceError, conformance
from pandarium.testing.lockstep import LockstepGame, first_divergence

from . import learning_mutants  # noqa: F401, defining them lists them
from .hidden_card import HiddenCard
from .mutants import MUTANTS

pytestmark = pytest.mark.conformance

BUDGET = Budget(longest=300, seconds=60)  # so that what is caught does not depend on how busy the machine is


@pytest.mark.parametrize("check", CHECKS)
def test_a_correct_game_in_plain_python_passes(check):
    note = CHECKS[check](HiddenCard(), BUDGET)
    assert note


@pytest.mark.parametrize(("check", "mutant"), MUTANTS, ids=[f"{game.__name__}-{check}" for check, game in MUTANTS])
def test_the_suite_catches(check, mutant):
    with pytest.raises(ConformanceError) as caught:
        CHECKS[check](mutant(), BUDGET)
    assert caught.value.check == check
    assert caught.value.game == "hidden"


def test_every_check_has_a_mutant_that_it_catches():
    in_other_processes = {"another_process_agrees", "interpreted_agrees"}
    assert {check for check, _ in MUTANTS} == set(CHECKS) - in_other_processes


@pytest.mark.parametrize("check", ["resampled_twins_look_alike", "deals_that_look_alike"])
def test_twins_of_a_game_with_secrets_differ_in_them(check):
    note = CHECKS[check](HiddenCard(), BUDGET)
    assert int(re.search(r"(\d+) of them with something hidden", note)[1]) > 50


def test_conformance_stops_at_the_first_fault_and_says_where():
    mutant = {game.__name__: game for _, game in MUTANTS}["ViewShowsTheCard"]
    with pytest.raises(ConformanceError) as caught:
        conformance(mutant(), budget=BUDGET, checks=["games_end", "resampled_twins_look_alike"])
    error = caught.value
    assert (error.seats, error.options, error.check) == (2, {}, "resampled_twins_look_alike")
    assert error.seed is not None
    assert "the view" in error.what
    assert "cards[1].card is" in error.what
    assert str(error.seed) in str(error)
    assert "--check resampled_twins_look_alike" in str(error)


def test_conformance_gives_a_note_for_every_check():
    notes = conformance(HiddenCard(), budget=BUDGET, checks=["games_end", "interpreted_agrees"])
    assert list(notes) == ["games_end", "interpreted_agrees"]
    assert "moves" in notes["games_end"]


def test_an_unknown_check_is_refused_with_the_names_there_are():
    with pytest.raises(pandarium.PandariumError, match="did you mean 'games_end'"):
        conformance(HiddenCard(), checks=["games_ends"])


def test_a_fault_lists_the_moves_that_led_there_in_notation():
    mutant = {game.__name__: game for _, game in MUTANTS}["NobodyKnowsWhoWon"]
    with pytest.raises(ConformanceError) as caught:
        CHECKS["games_end"](mutant(), BUDGET)
    assert len(caught.value.moves) == 6
    assert re.fullmatch(r"(0|1): (bet \d|swap|show)", caught.value.moves[0])


def test_the_suite_leaves_the_registry_as_it_was():
    before = pandarium.names()
    CHECKS["copies_are_independent"](HiddenCard(), BUDGET)
    assert pandarium.names() == before
    with pytest.raises(pandarium.UnknownGame):
        pandarium.game("hidden")


HASH_DEPENDENT = """
from pandarium.games.{name}.hidden_card import Hidden, HiddenCard


class Salty(Hidden):
    def draw(self):
        return self.deck.pop(hash("panda") % len(self.deck))


class SaltyGame(HiddenCard):
    meta = HiddenCard.meta._replace(name="{name}")

    def new_state(self, setup, rng):
        return Salty(setup, rng)


GAME = SaltyGame()
META = GAME.meta
"""


def test_chance_from_hashing_is_caught_by_another_process(tmp_path, monkeypatch):
    name = "salty_hidden"
    package = tmp_path / name
    package.mkdir()
    (package / "__init__.py").touch()
    source = Path(__file__).with_name("hidden_card.py").read_text()
    (package / "hidden_card.py").write_text(source)
    (package / "game.py").write_text(textwrap.dedent(HASH_DEPENDENT.format(name=name)))
    (package / "meta.py").write_text(f"from pandarium.games.{name}.game import META\n")
    shelf = registry._shelf()
    before = list(shelf)
    pandarium.mount(tmp_path)
    try:
        with pytest.raises(ConformanceError, match="another process goes another way"):
            CHECKS["another_process_agrees"](name, BUDGET)
    finally:
        shelf[:] = before
        registry._packages.cache_clear()


def test_the_first_move_that_goes_another_way_is_named():
    job = LockstepGame(seats=2, options={}, seed=5)
    here = [["the deal", "aa"], ["0: swap", "bb"], ["1: show", "cc"]]
    there = [["the deal", "aa"], ["0: swap", "xx"], ["1: bet 2", "yy"]]
    assert first_divergence(HiddenCard(), job, here, here, "interpreted code") is None
    fault = first_divergence(HiddenCard(), job, here, there, "interpreted code")
    assert "interpreted code goes another way after '0: swap'" in fault.what
    assert fault.moves == ("0: swap",)
    short = first_divergence(HiddenCard(), job, here, here[:2], "interpreted code")
    assert "'the end' there" in short.what
