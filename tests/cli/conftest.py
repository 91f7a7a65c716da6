from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from pandarium.cli import main
from pandarium.core.match import Match
from pandarium.core.rng import Rng


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line of a mistake: nothing on stdout, one line on stderr, no traceback."""
        assert self.out == ""
        assert "Traceback" not in self.err
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        return self.err.rstrip("\n")


Pandarium = Callable[..., Ran]


@pytest.fixture(autouse=True)
def rescued_matches_stay_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.fixture(autouse=True)
def patient_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server is given up because the machine is busy."""
    monkeypatch.setattr("pandarium.client.client.SOCKET_TIMEOUT", 120.0)
    monkeypatch.setattr("pandarium.client.table.UPDATE_TIMEOUT", 120.0)


@pytest.fixture
def pandarium(capsys: pytest.CaptureFixture[str]) -> Pandarium:
    def run(*words: object) -> Ran:
        capsys.readouterr()
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal so wide that nothing is wrapped."""
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, empty and far from any checkout."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def played(moves: int | None = None, seed: int | None = None) -> Match:
    """A match of three with random moves: so many, or to the end."""
    match = Match.begin("royale", seats=3, seed=seed, players=["Ann", "Bamboo (random)", "Mochi (random)"])
    rng = Rng(11)
    while match.state.actors() and (moves is None or len(match.record.moves) < moves):
        seat = match.state.actors()[0]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return match
