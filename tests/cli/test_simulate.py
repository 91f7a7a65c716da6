from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pandarium as package
from cli.conftest import Pandarium
from pandarium import bots, sim
from pandarium.cli import simulate

FEW = ["simulate", "royale", "--games", "6", "--bots", "random", "--workers", "1"]


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing on stderr about the engine, so that stderr is for what is tested."""
    monkeypatch.setattr("pandarium.buildinfo.is_compiled", lambda *_: True)


def results(text: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(text)
    return {name: data[name] for name in ("game", "seats", "games", "seed", "options", "rows", "moves")}


def test_a_table_with_intervals_and_no_bar_in_a_pipe(pandarium: Pandarium) -> None:
    ran = pandarium(*FEW)
    assert (ran.code, ran.err) == (0, "")
    assert "Panda Royale, 2 seats, 6 games" in ran.out
    assert "95 %" in ran.out
    assert "pandarium simulate royale --games 6 --bots random --seats 2 --seed 0" in ran.out.replace("\n", " ")


def test_json_on_stdout_and_nothing_else(pandarium: Pandarium) -> None:
    ran = pandarium(*FEW, "--json", "-", "--seats", 3, "--seed", 5, "-o", "children=yes")
    data = json.loads(ran.out)
    assert (data["game"], data["seats"], data["games"], data["seed"]) == ("royale", 3, 6, 5)
    assert data["options"]["children"] is True
    assert [row["bot"] for row in data["rows"]] == ["random"]


def test_json_in_a_file_beside_the_table(pandarium: Pandarium, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    ran = pandarium(*FEW, "--json", file)
    assert "6 games" in ran.out
    assert results(file.read_text()) == results(pandarium(*FEW, "--json", "-").out)


def test_a_seed_gives_the_same_numbers_on_any_number_of_cores(pandarium: Pandarium) -> None:
    words = ["simulate", "royale", "--games", 40, "--bots", "random", "--seed", 3, "--json", "-", "--workers"]
    assert results(pandarium(*words, 1).out) == results(pandarium(*words, 2).out)


def test_every_level_plays_unless_some_are_named(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def simulate(game: str, levels: list[str], games: int, **more: Any) -> sim.Report:
        asked.append((levels, more["seats"]))
        return real(game, ["random"], 1, workers=1)

    real = sim.simulate
    monkeypatch.setattr(sim, "simulate", simulate)
    pandarium("simulate", "royale")
    pandarium("simulate", "royale", "--seats", 2)
    everyone = bots.levels(package.game("royale"))
    assert asked == [(everyone, len(everyone)), (everyone[-2:], 2)]


def test_content_reaches_the_games(pandarium: Pandarium, tmp_path: Path) -> None:
    own = (package.game("royale").folder / "content" / "dice.toml").read_text()
    (tmp_path / "dice.toml").write_text(own.replace("faces = [1, 2, 3, 4, 5, 6]", "faces = [20, 19, 18, 17, 16, 15]"))
    rich = results(pandarium(*FEW, "--json", "-", "--content", tmp_path).out)["rows"][0]["mean"]
    usual = results(pandarium(*FEW, "--json", "-").out)["rows"][0]["mean"]
    assert rich > usual + 50


def test_ctrl_c_shows_what_was_played_so_far(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt_after_three(games: int) -> Any:
        from contextlib import nullcontext

        def advance(done: int) -> None:
            if done >= 3:
                raise KeyboardInterrupt

        return nullcontext(advance)

    monkeypatch.setattr(simulate, "progress_bar", interrupt_after_three)
    ran = pandarium("simulate", "royale", "--games", 100_000, "--bots", "random", "--workers", 1)
    assert ran.code == 130
    assert "interrupted" in ran.out
    assert "Traceback" not in ran.err


def test_a_terminal_gets_a_bar_with_speed_on_stderr(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    ran = pandarium("simulate", "royale", "--games", 200, "--bots", "random", "--workers", 1, "--json", "-")
    assert "/200" in ran.err
    assert "games/s" in ran.err
    assert json.loads(ran.out)["games"] == 200


def test_a_picture_of_the_scores(pandarium: Pandarium, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert pandarium(*FEW, "--plot", tmp_path / "scores.svg").code == 0
    assert "<svg" in (tmp_path / "scores.svg").read_text()


def test_without_matplotlib_that_is_said_before_the_games(
    pandarium: Pandarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda *_: None)
    assert "pip install 'pandarium[plots]'" in pandarium(*FEW, "--plot", tmp_path / "scores.png").line


def test_more_bots_than_seats_are_refused(pandarium: Pandarium) -> None:
    ran = pandarium("simulate", "royale", "--bots", "random,random,random", "--seats", 2)
    assert "3 bots for 2 seats" in ran.line
    assert ran.code == 2
