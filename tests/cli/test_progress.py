"""What people see of a long run: lines in a log, where there is no terminal for a bar."""

from __future__ import annotations

import time

import pytest

from pandarium.cli import progress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that have passed, to be set."""
    passed = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: passed[0])
    return passed


def test_without_a_terminal_there_is_a_line_now_and_then(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.progress_bar(20_000, "decisions") as advance:
        for seconds, done in ((1, 100), (29, 2_900), (30, 3_000), (31, 3_100), (300, 10_000), (600, 20_000)):
            clock[0] = seconds
            advance(done)
    assert capsys.readouterr().err.splitlines() == [
        "3,000 of 20,000 decisions, 100 a second, 3 min left",
        "10,000 of 20,000 decisions, 33 a second, 5 min left",
        "20,000 of 20,000 decisions, 33 a second",
    ]


def test_a_short_run_says_nothing(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress_bar(10) as advance:
        clock[0] = 20.0
        advance(10)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("done", "line"),
    [
        (0, "0 of 100 games, 0.0 a second"),
        (50, "50 of 100 games, 0.5 a second, 2 min left"),
        (1, "1 of 100 games, 0.0 a second, 2.8 h left"),
    ],
)
def test_what_is_left_is_said_as_people_say_it(
    clock: list[float], capsys: pytest.CaptureFixture[str], done: int, line: str
) -> None:
    with progress.progress_bar(100) as advance:
        clock[0] = 100.0
        advance(done)
    assert capsys.readouterr().err.strip() == line
