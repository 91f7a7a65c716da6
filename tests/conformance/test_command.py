from __future__ import annotations

import pytest
from typer.testing import CliRunner

from pandarium.testing import CHECKS, playthrough
from pandarium.testing.__main__ import app
from pandarium.testing.registration import temporarily_registered

from .hidden_card import HiddenCard
from .mutants import MUTANTS


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_game_that_keeps_the_contract_exits_with_0():
    done = run("royale", "--check", "games_end", "--check", "timeout_is_legal")
    assert done.exit_code == 0
    assert "2 of 2 kept" in done.output


def test_a_game_that_breaks_it_exits_with_1_and_says_how():
    mutant = next(game for check, game in MUTANTS if check == "timeout_is_legal")
    with temporarily_registered(mutant()):
        done = run("hidden", "--check", "timeout_is_legal", "--check", "games_end")
    assert done.exit_code == 1
    assert "1 of 2 kept" in done.output
    assert "hidden fails timeout_is_legal: timeout(" in done.output


def test_all_checks_are_run_unless_one_is_named():
    with temporarily_registered(HiddenCard()):
        done = run("hidden", "--check", "interpreted_agrees")
    assert "skipped" in done.output
    assert "interpreted agrees" in done.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["royal"], "did you mean 'royale'?"),
        (["royale", "--check", "game_end"], "did you mean 'games_end'?"),
        (["--seats", "3"], "a playthrough is of one game"),
        (["royale", "--seats", "99"], "2 to 10 players"),
        (["royale", "--seats", "3", "--option", "kids=yes"], "there is no Panda Royale option called 'kids'"),
        (["royale", "--seats", "3", "--option", "children"], "takes no, yes"),
        (["--write-playthroughs", "--folder", "no/such/folder"], "there is no folder no/such/folder"),
    ],
)
def test_misuse_exits_with_2_and_one_line(arguments, message):
    done = run(*arguments)
    assert done.exit_code == 2
    assert message in done.output
    assert "Traceback" not in done.output


def test_a_playthrough_is_printed():
    done = run("royale", "--seats", 3, "--seed", 9, "--option", "children=yes")
    assert done.exit_code == 0
    assert done.output == playthrough("royale", 3, 9, {"children": True})


def test_playthroughs_are_written(tmp_path):
    (tmp_path / "a.txt").write_text(playthrough("royale", 2, 1)[:-40], encoding="utf-8")
    done = run("--write-playthroughs", "--folder", tmp_path)
    assert done.exit_code == 0
    assert done.output.endswith("a.txt\n1 playthroughs changed\n")


def test_every_check_says_in_its_docstring_what_it_expects():
    assert [name for name, check in CHECKS.items() if not check.__doc__] == []
