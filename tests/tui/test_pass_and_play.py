from __future__ import annotations

import pytest

from pandarium.tui.local_match import LocalMatch
from pandarium.tui.panels import Cover
from pandarium.tui.play_app import PlayApp

from .conftest import SMALL, Dabbler, begin, my_turn, screen_text, until
from .whisper import whisper


async def test_the_cover_comes_between_people_who_must_not_see_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    local_match = LocalMatch(whisper(monkeypatch), {1: Dabbler()})
    ada, cy = str(local_match.state.numbers[0]), str(local_match.state.numbers[2])  # type: ignore[attr-defined]
    app = PlayApp(local_match, pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Cover))
        assert "Pass to Ada, press Enter" in screen_text(app)
        assert ada not in screen_text(app)
        await pilot.press("tab", "l", "1")
        assert isinstance(app.screen, Cover)
        await pilot.press("enter")
        await until(pilot, lambda: not app.screen.is_modal)
        await pilot.pause()
        assert f"number {ada}" in screen_text(app)
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, Cover))
        assert "Pass to Cy" in screen_text(app)
        assert ada not in screen_text(app)
        await pilot.press("enter")
        await until(pilot, lambda: not app.screen.is_modal)
        await pilot.pause()
        text = screen_text(app)
        assert f"number {cy}" in text
        assert "Ada says high" in text
        assert f"thinking of {ada}" not in text


async def test_under_the_cover_the_one_before_may_think_again(monkeypatch: pytest.MonkeyPatch) -> None:
    app = PlayApp(LocalMatch(whisper(monkeypatch), {}), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Cover))
        await pilot.press("enter")
        await my_turn(pilot, app)
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, Cover))
        assert "Ada moved: u takes it back" in screen_text(app)
        await pilot.press("u")
        await until(pilot, lambda: app.phase == "person")
        assert app.viewer == 0
        assert [entry.move for entry in app.local_match.match.record.moves] == ["low", "undo"]


async def test_what_was_taken_back_is_not_told_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    local_match = LocalMatch(whisper(monkeypatch), {})
    local_match.play(0, 2)
    local_match.undo(0)
    assert local_match.match_log.lines(1) == ["Ada takes a move back"]
    assert local_match.match_log.lines(0) == ["Ada takes back: low"]


async def test_an_open_game_needs_no_cover() -> None:
    app = PlayApp(begin(seats=2, people=2), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        first = app.viewer
        await pilot.press("1")
        await my_turn(pilot, app)
        assert app.phase == "person"
        assert app.viewer != first
        assert f"{app.match_log.names[app.viewer or 0]}, your turn" in screen_text(app)


async def test_games_without_a_drawing_are_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    app = PlayApp(LocalMatch(whisper(monkeypatch), {1: Dabbler(), 2: Dabbler()}), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        while app.phase != "over":
            await my_turn(pilot, app)
            assert not isinstance(app.screen, Cover)
            await pilot.press("1")
            await pilot.pause(0.01)
        assert app.local_match.state.outcome() is not None
