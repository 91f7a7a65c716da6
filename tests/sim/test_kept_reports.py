from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pandarium.sim import kept_reports, same_build, strength
from pandarium.sim.kept_reports import simulate_once


def test_what_is_kept_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = simulate_once(tmp_path, "leduc", ["greedy", "random"], 6, seed=1, workers=1)
    monkeypatch.setattr(kept_reports, "simulate", None)
    received: list[int] = []
    again = simulate_once(tmp_path, "leduc", ["greedy", "random"], 6, seed=1, progress=received.append)
    assert again == first
    assert received == [6]


def test_another_question_or_another_build_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate_once(tmp_path, "leduc", ["greedy", "random"], 6, seed=1, workers=1)
    simulate_once(tmp_path, "leduc", ["greedy", "random"], 6, seed=2, workers=1)
    simulate_once(tmp_path, "leduc", ["greedy", "random"], 6, seed=1, workers=1, mirrored=True)
    assert len(list(tmp_path.iterdir())) == 3
    other = same_build.this_build("leduc")._replace(game_source="changed")
    monkeypatch.setattr(kept_reports, "this_build", lambda game: other)
    simulate_once(tmp_path, "leduc", ["greedy", "random"], 6, seed=1, workers=1)
    assert len(list(tmp_path.iterdir())) == 4


def test_an_interrupted_simulation_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*words: Any, **named: Any) -> Any:
        class Stopped:
            interrupted = True

        return Stopped()

    monkeypatch.setattr(kept_reports, "simulate", stopped)
    with pytest.raises(KeyboardInterrupt):
        simulate_once(tmp_path, "leduc", ["greedy"], 6)
    assert not list(tmp_path.iterdir())


def test_a_page_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = strength.write("leduc", tmp_path / "page.md", games=6, workers=1, keep=tmp_path / "kept")
    monkeypatch.setattr(kept_reports, "simulate", None)
    assert strength.write("leduc", tmp_path / "page.md", games=6, workers=1, keep=tmp_path / "kept") == page
