from __future__ import annotations

import io

import msgspec
import pytest

from pandarium import BadRecord, Match, Record, Rng
from pandarium.core.record import RecordEntry
from pandarium.tui import replay_plain
from pandarium.tui.panels import TextPanel
from pandarium.tui.replay import Playback, ReplayApp
from pandarium.tui.widgets import ReplayBar

from .conftest import NAMES, SMALL, Dabbler, until
from .whisper import whisper


def played(seats: int = 3, seed: int = 7, undo: bool = False) -> Record:
    """A finished match; with a move that was taken back, if wanted."""
    match = Match.begin("royale", seats=seats, seed=seed, players=NAMES[:seats])
    rng = Rng(seed)
    while match.state.actors():
        seat = match.state.actors()[0]
        match.play(seat, Dabbler().choose(match.state, seat, rng))
        if undo and match.may_undo(seat):
            match.undo(seat)
            undo = False
    return match.record


async def test_stepping_back_and_forth_gives_the_views_of_the_record() -> None:
    record = played(seats=2, undo=True)
    views = [msgspec.json.encode(state.view(None)) for state in record.replay()]
    app = ReplayApp(Playback(record))

    def seen() -> bytes:
        return msgspec.json.encode(app.current_view())

    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert seen() == views[0]
        for frame in (1, 2, 3, 4):
            await pilot.press("right")
            assert seen() == views[frame]
        for frame in (3, 2):
            await pilot.press("left")
            assert seen() == views[frame]
        await pilot.press("end", "right")
        assert app.frame == len(views) - 1
        assert seen() == views[-1]
        await pilot.press("left")
        assert seen() == views[-2]
        await pilot.press("home", "left")
        assert app.frame == 0
        for frame, view in enumerate(views):
            app.go(frame)
            assert seen() == view


async def test_up_and_down_go_by_rounds() -> None:
    app = ReplayApp(Playback(played()))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for number in range(2, 11):
            await pilot.press("down")
            assert app.current_view().round == number
            assert app.frame == 0 or app.playback.states[app.frame - 1].view(None).round == number - 1
        await pilot.press("left", "up")
        assert app.current_view().round == 9
        assert app.frame in app.playback.rounds


def test_games_without_rounds_go_by_ten_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    match = whisper(monkeypatch)
    while match.state.actors():
        match.play(match.state.actors()[0], 1)
    playback = Playback(match.record)
    assert playback.rounds == []
    assert playback.stride(1, 1) == playback.last
    assert playback.stride(4, -1) == 0


async def test_the_log_ends_where_we_are_and_what_was_taken_back_comes_and_goes() -> None:
    record = played(undo=True)
    at = next(index for index, entry in enumerate(record.moves) if entry.move == "undo")
    app = ReplayApp(Playback(record))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        opening = app.log_lines()
        app.go(at)
        taken = app.log_lines()[-1]
        assert " takes the " in taken
        await pilot.press("right")
        assert app.log_lines()[-1].endswith("takes a move back")
        assert taken not in app.log_lines()
        await pilot.press("home")
        assert app.log_lines() == opening
        await pilot.press("l")
        await until(pilot, lambda: isinstance(app.screen, TextPanel))


async def test_v_looks_from_every_seat_and_then_as_a_spectator() -> None:
    app = ReplayApp(Playback(played(seats=2)))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        seen = [app.current_view().you]
        for _ in range(3):
            await pilot.press("v")
            seen.append(app.current_view().you)
        assert seen == [None, 0, 1, None]


async def test_a_click_on_the_bar_goes_there() -> None:
    app = ReplayApp(Playback(played()))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        width = app.query_one(ReplayBar).size.width
        await pilot.click(ReplayBar, offset=(width - 1, 0))
        await until(pilot, lambda: app.frame == app.playback.last)
        await pilot.click(ReplayBar, offset=(0, 0))
        await until(pilot, lambda: app.frame == 0)


async def test_it_runs_by_itself_to_the_end_and_stops() -> None:
    record = played(seats=2)
    app = ReplayApp(Playback(record))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.go(app.playback.last - 2)
        await pilot.press("plus", "plus", "plus", "plus", "plus", "space")
        await until(pilot, lambda: app.frame == app.playback.last)
        assert not app.running_by_itself
        await pilot.press("minus", "space", "space")
        assert not app.running_by_itself
        assert app.frame < app.playback.last


def test_a_record_that_does_not_hold_is_refused() -> None:
    record = played(seats=2)
    record.moves[3] = RecordEntry(record.moves[3].seat, "take k12")
    with pytest.raises(BadRecord, match="move 4"):
        Playback(record)


def test_in_plain_lines_every_move_and_the_end() -> None:
    record = played(seats=2, undo=True)
    out = io.StringIO()
    replay_plain(record, out)
    text = out.getvalue()
    assert all(f"{index:>4} " in text for index in range(1, len(record.moves) + 1))
    assert "takes a move back" in text
    assert text.count("Panda Royale  Round") == 10
    assert "\x1b" not in text
    assert record.outcome is not None
    winner = NAMES[record.outcome.winners[0]]
    assert f"{winner} wins" in text
